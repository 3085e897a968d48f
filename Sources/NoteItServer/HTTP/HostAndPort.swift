/// The authority of a URL without a user: `example.edu`, `192.0.2.1:8080`, `[2001:db8::1]:443`.
struct HostAndPort: Equatable, Sendable {
    /// The host in lower case, without brackets and without a dot at the end.
    let host: String
    let port: Int?

    /// Nil if it is malformed. Names consist of ASCII letters, digits, hyphens, underscores and dots.
    init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        let (name, rest): (Substring, Substring)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            (name, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
            guard name.contains(":"), NetworkAddress(String(name)) != nil else { return nil }
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            (name, rest) = (text[..<end].droppingLast("."), text[end...])
            guard (1...253).contains(name.utf8.count), !name.hasPrefix("."), name.utf8.allSatisfy(Self.isOfName) else {
                return nil
            }
        }
        host = String(name)
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits),
            (1...65_535).contains(number)
        else { return nil }
        port = number
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Substring {
    fileprivate func droppingLast(_ suffix: String) -> Substring { hasSuffix(suffix) ? dropLast(suffix.count) : self }
}
