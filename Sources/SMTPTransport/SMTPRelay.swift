import Foundation

// SMTPTransport is outgoing mail (RFC 5321, 6409). `SMTPRelay` says where it goes, `SMTPClient` is its door, and an
// `SMTPConnection`, an easy handle of libcurl on a thread of its own, carries one message at a time.

/// The relay that takes all mail: `smtp://user@host:port`, or `smtps://` for TLS from the first byte.
public struct SMTPRelay: Equatable, Sendable {
    public enum Encryption: Equatable, Sendable {
        /// From the first byte.
        case implicit
        /// STARTTLS, or nothing is sent.
        case startTLS
        case none
    }

    public let host: String
    public let port: Int
    /// Nil: no AUTH.
    public let user: String?
    public let encryption: Encryption
    public var password: String?

    /// Nil for any other text. STARTTLS is required, unless the relay is this machine or the address ends in `?starttls=never`;
    /// `?starttls=always` requires it on this machine too.
    public init?(_ text: String) {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), ["smtp", "smtps"].contains(scheme),
            let host = url.host, !host.isEmpty, ["", "/"].contains(url.path), url.password == nil, url.fragment == nil
        else { return nil }
        let items = url.queryItems ?? []
        guard items.count <= 1, items.allSatisfy({ $0.name == "starttls" && ["never", "always"].contains($0.value) }) else {
            return nil
        }
        // An address of version 6 stands in brackets.
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        user = url.user.flatMap { $0.isEmpty ? nil : $0 }
        let isImplicit = scheme == "smtps"
        port = url.port ?? (isImplicit ? 465 : 587)
        guard (1...65_535).contains(port) else { return nil }
        if isImplicit {
            guard items.isEmpty else { return nil }
            encryption = .implicit
        } else if let wish = items.first?.value {
            encryption = wish == "always" ? .startTLS : .none
        } else {
            encryption = Self.isLoopback(self.host) ? .none : .startTLS
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return ["localhost", "::1"].contains(host.lowercased()) || parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }

    /// What libcurl connects to. The path is the name for EHLO.
    func url(greeting name: String) -> String {
        let place = host.contains(":") ? "[\(host)]" : host
        return "\(encryption == .implicit ? "smtps" : "smtp")://\(place):\(port)/\(name)"
    }

    /// Without user and password.
    public var place: String { "\(host):\(port)" }
}

/// A message as it is sent.
public struct SMTPMessage: Sendable {
    /// The addresses of the envelope, without brackets.
    public var sender, recipient: String
    /// Lines that end in CR LF.
    public var bytes: [UInt8]

    public init(sender: String, recipient: String, bytes: [UInt8]) {
        (self.sender, self.recipient, self.bytes) = (sender, recipient, bytes)
    }
}

/// Why a message was not taken.
public enum SMTPError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The relay refused this message for good.
    case refused(String)
    /// The relay does not take this message now, or was lost on the way.
    case postponed(String)
    /// The relay is not reached, or takes nothing from us: no message gets through.
    case unavailable(String)
    /// The sender took the message back before the relay had all of its text.
    case withdrawn

    public var description: String {
        switch self {
        case .refused(let why), .postponed(let why), .unavailable(let why): why
        case .withdrawn: "the message was taken back"
        }
    }
}
