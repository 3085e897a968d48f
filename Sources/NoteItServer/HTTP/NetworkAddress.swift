import Foundation

/// An IPv4 or IPv6 address.
struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16.
    private let bytes: [UInt8]

    /// Nil for anything but an address in its usual form, such as `192.0.2.1` and `2001:db8::1`.
    init?(_ text: String) {
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 {
            bytes = withUnsafeBytes(of: v4) { Array($0) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            bytes = withUnsafeBytes(of: v6) { Array($0) }
        } else {
            return nil
        }
    }

    /// Reads an address as proxies write the other end of a connection: also with a port, in brackets, or with the zone of a
    /// link.
    init?(peer text: String) {
        let host = NetworkAddress(text) == nil ? HostAndPort(text)?.host ?? text : text
        self.init(String(host.prefix { $0 != "%" }))
    }

    /// - Parameter bytes: 4 or 16, the most significant first.
    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    /// Nil if the socket's address is of another family.
    init?(_ socket: UnsafePointer<sockaddr>) {
        switch Int32(socket.pointee.sa_family) {
        case AF_INET:
            let address = UnsafeRawPointer(socket).loadUnaligned(as: sockaddr_in.self).sin_addr
            bytes = withUnsafeBytes(of: address) { Array($0) }
        case AF_INET6:
            let address = UnsafeRawPointer(socket).loadUnaligned(as: sockaddr_in6.self).sin6_addr
            bytes = withUnsafeBytes(of: address) { Array($0) }
        default: return nil
        }
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether the address belongs to one host of the public Internet: neither to this machine, nor to its networks, nor to
    /// several.
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.special4.contains { $0.contains(bytes) } }
        if let translated = Self.translated.first(where: { $0.network.contains(bytes) }) {
            return NetworkAddress(bytes[translated.place..<translated.place + 4]).isPublic
        }
        return Self.unicast6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    /// The leading bits that the addresses of a network share.
    private struct Network {
        let prefix: [UInt8]
        let length: Int

        init(_ address: String, _ length: Int) {
            (prefix, self.length) = (NetworkAddress(address)?.bytes ?? [], length)
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            let (whole, rest) = (length / 8, length % 8)
            guard bytes.count == prefix.count, bytes[..<whole] == prefix[..<whole] else { return false }
            return rest == 0 || (bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
        }
    }

    /// The IANA registry of special-purpose IPv4 addresses, multicast, and the address by which Azure serves its machines.
    private static let special4 = [
        Network("0.0.0.0", 8), Network("10.0.0.0", 8), Network("100.64.0.0", 10), Network("127.0.0.0", 8),
        Network("169.254.0.0", 16), Network("172.16.0.0", 12), Network("192.0.0.0", 24), Network("192.0.2.0", 24),
        Network("192.88.99.0", 24), Network("192.168.0.0", 16), Network("198.18.0.0", 15), Network("198.51.100.0", 24),
        Network("203.0.113.0", 24), Network("224.0.0.0", 4), Network("240.0.0.0", 4), Network("168.63.129.16", 32),
    ]

    /// Everything else is special or not assigned (RFC 4291, section 2.4).
    private static let unicast6 = Network("2000::", 3)

    /// Protocols such as Teredo, benchmarks, and documentation.
    private static let special6 = [Network("2001::", 23), Network("2001:db8::", 32), Network("3fff::", 20)]

    /// Networks whose addresses hold the IPv4 address that is reached by them, and its first byte: IPv4-mapped, NAT64 (RFC 6052)
    /// and 6to4 (RFC 3056).
    private static let translated = [
        (network: Network("::ffff:0:0", 96), place: 12), (network: Network("64:ff9b::", 96), place: 12),
        (network: Network("2002::", 16), place: 2),
    ]
}
