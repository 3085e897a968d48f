import Foundation

/// The address of one client: an IPv4 address, or the 64 leading bits of an IPv6 address, which a network gives to one customer.
public struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// The network around it, which one party may have whole: 24 bits of an IPv4 address, 48 of an IPv6 address.
    public var network: String {
        let sign: Character = description.contains(":") ? ":" : "."
        return description.split(separator: sign).prefix(3).joined(separator: String(sign))
    }

    /// - Parameter text: an IP address; other text is kept unchanged.
    public init(_ text: String) {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, text, &bytes) == 1 else {
            description = text
            return
        }
        let parts = withUnsafeBytes(of: bytes) { Array($0) }
        // ::ffff:192.0.2.1 is IPv4 on a socket of both families (RFC 4291, section 2.5.5.2).
        if parts[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
            description = parts[12...].map { "\($0)" }.joined(separator: ".")
        } else {
            let groups = stride(from: 0, to: 8, by: 2).map { String(Int(parts[$0]) << 8 | Int(parts[$0 + 1]), radix: 16) }
            description = groups.joined(separator: ":") + "::/64"
        }
    }
}
