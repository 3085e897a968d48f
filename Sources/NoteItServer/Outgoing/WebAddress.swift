import Foundation
import NoteItCore

/// The address of a document elsewhere. It is taken apart here alone, so that the host that is checked is the host that is asked.
struct WebAddress: Equatable, Sendable {
    /// Why a text is not such an address, for the person who gave it.
    struct Fault: Error, Equatable {
        let sentence: String
    }

    let isSecure: Bool
    /// The host in lower case, without brackets.
    let host: String
    let port: Int
    /// The path with the query, in ASCII.
    let target: String

    /// Throws for anything but `https`, `webcal` (which means the same here) and `http`, and for an address with a user.
    init(_ text: String) throws(Fault) {
        let text = text.trimmed
        guard let end = text.firstRange(of: "://") else { throw Self.wrongScheme }
        switch text[..<end.lowerBound].lowercased() {
        case "https", "webcal", "webcals": isSecure = true
        case "http": isSecure = false
        default: throw Self.wrongScheme
        }
        let rest = text[end.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { !"/?".contains($0) }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw Fault(
                sentence: "The address must not contain a user name or a password. Use the calendar's secret or public address."
            )
        }
        guard let place = HostAndPort(authority) else {
            throw Fault(
                sentence:
                    "The address must name a host, such as calendar.example.edu. Write an international name in its xn-- form.")
        }
        (host, port) = (place.host, place.port ?? (isSecure ? 443 : 80))
        let path = rest.dropFirst(authority.count)
        target = (path.hasPrefix("/") ? "" : "/") + path.percentEncoded(keeping: Self.isOfRequestLine)
    }

    private static let wrongScheme = Fault(sentence: "The address must begin with https:// or webcal://.")

    private static func isOfRequestLine(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
    }

    /// The address that a `Location` names (RFC 9110, section 10.2.2), which may be relative to this one.
    func redirected(to location: String) throws(Fault) -> WebAddress {
        let location = location.trimmed
        if location.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.\-]*:/) != nil { return try WebAddress(location) }
        if location.hasPrefix("//") { return try WebAddress((isSecure ? "https:" : "http:") + location) }
        let path = target.prefix { $0 != "?" }
        let base =
            switch location.first {
            case "/": ""
            case "?", "#", nil: String(path)
            default: String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
            }
        return try WebAddress(origin + base + location)
    }

    private var origin: String { "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The whole address, for the request alone: it may hold a secret.
    var url: String { origin + target }
}
