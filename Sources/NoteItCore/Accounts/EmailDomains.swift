/// The domains of email addresses that a rule names, such as `example.edu`. A subdomain is another domain.
public struct EmailDomains: Equatable, Sendable {
    /// The domains, at least one, each once, in the form in which addresses are compared.
    public let names: [String]

    public static let most = 20

    /// The domains of these names; nil unless there are 1 to `most` of them, each of a domain.
    public init?(_ names: [String]) {
        let keys = names.map { EmailAddress.key($0.trimmed) }
        guard (1...Self.most).contains(keys.count), keys.allSatisfy(Self.isDomain) else { return nil }
        self.names = Set(keys).sorted()
    }

    /// Reads a list with commas between: `example.edu,example.org`.
    public init?(list: String) { self.init(list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)) }

    /// Whether the address is of one of them.
    public func contain(_ email: String) -> Bool {
        guard let at = email.lastIndex(of: "@") else { return false }
        return names.contains(EmailAddress.key(String(email[email.index(after: at)...])))
    }

    private static func isDomain(_ name: String) -> Bool {
        name.contains(".") && name.utf8.count <= 253
            && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isAlphabetic || $0.isDigit }
            }
    }
}

extension EmailDomains: CustomStringConvertible {
    public var description: String { names.joined(separator: ",") }

    /// `@example.edu or @example.org`
    public var choice: String { names.map { "@\($0)" }.choice }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { properties.numericType == .decimal }
}

/// The people who may make an account over HTTP. The operator can make any account.
public enum RegistrationRule: Equatable, Sendable {
    case open, closed
    /// People whom the campus's sign-on lets in. Passwords are for admins alone.
    case signOn
    /// The server sends no mail: the address is as the person wrote it.
    case domains(EmailDomains)

    /// Reads `open`, `closed`, `sign-on` or a list of domains.
    public init?(_ text: String) {
        switch text {
        case "open": self = .open
        case "closed": self = .closed
        case "sign-on": self = .signOn
        default:
            guard let domains = EmailDomains(list: text) else { return nil }
            self = .domains(domains)
        }
    }

    /// Throws `.forbidden` if nobody may register, `.invalid` for an email of another domain.
    public func requireOpen(to email: String) throws(DomainError) {
        if self == .closed {
            throw .registrationIsClosed
        }
        if self == .signOn { throw .signOnOnly }
        try requireDomain(of: email)
    }

    /// The rule for a new email of an account that exists. Throws `.invalid`.
    public func requireDomain(of email: String) throws(DomainError) {
        guard case .domains(let domains) = self, !domains.contain(email) else { return }
        throw .invalid("email", "must end in \(domains.choice) on this server")
    }
}
