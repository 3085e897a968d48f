import Foundation

/// The people who join a course at once. Everyone else asks its staff.
public struct JoiningRule: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Everyone.
        case open
        /// People whose verified email is of one of `domains`.
        case domains
        /// Nobody: the staff let people in.
        case approval
        /// People on the course's roster.
        case roster
    }

    public var joining: Kind
    /// The domains of email addresses that join at once; empty unless the kind is `domains`.
    public var domains: [String]

    public init(_ joining: Kind, domains: [String] = []) { (self.joining, self.domains) = (joining, domains) }

    public static let open = JoiningRule(.open)

    /// Reads `open`, `approval`, `roster` or a list of domains with commas between.
    public init?(_ text: String) {
        if let kind = Kind(rawValue: text), kind != .domains {
            self.init(kind)
        } else if let domains = EmailDomains(list: text) {
            self.init(.domains, domains: domains.names)
        } else {
            return nil
        }
    }

    /// Whether a person joins at once.
    /// - Parameter verified: their email if it is verified.
    public func admits(verified: String?) -> Bool {
        switch joining {
        case .open: true
        case .approval, .roster: false
        case .domains: verified.map { EmailDomains(domains)?.contain($0) ?? false } ?? false
        }
    }
}

/// `GET /v1/courses/{course}/joining`.
public struct CourseJoining: Codable, Equatable, Sendable {
    public var joining: JoiningRule.Kind
    public var domains: [String]
    /// Whether it is the rule of the server, because the staff chose none.
    public var fromServer: Bool

    public init(_ rule: JoiningRule, fromServer: Bool) {
        (joining, domains, self.fromServer) = (rule.joining, rule.domains, fromServer)
    }
}

/// `PUT /v1/courses/{course}/joining`.
public struct JoiningChoice: Codable, Equatable, Sendable {
    /// The kind of the course's rule; nil for the rule of the server.
    public var joining: JoiningRule.Kind?
    public var domains: [String]?

    public init(_ rule: JoiningRule?) {
        (joining, domains) = (rule?.joining, rule.flatMap { $0.domains.isEmpty ? nil : $0.domains })
    }

    /// The course's rule; nil for the rule of the server. Throws `.invalid`.
    public func rule() throws(DomainError) -> JoiningRule? {
        let names = domains ?? []
        guard joining == .domains else {
            if !names.isEmpty { throw .invalid("domains", "must be left out unless joining is domains") }
            return joining.map { JoiningRule($0) }
        }
        guard let domains = EmailDomains(names) else {
            throw .invalid("domains", "must list 1 to \(EmailDomains.most) domains such as example.edu")
        }
        return JoiningRule(.domains, domains: domains.names)
    }
}

/// A section that a person asked to join: its staff decide.
public struct JoinRequest: Codable, Equatable, Sendable, Memberwise {
    public var section: Section.ID
    public var course: Course.ID
    public var since: Date
    /// Whether anyone is on the staff who may decide.
    public var staffed: Bool

    /// The most sections for which one person may wait.
    public static let most = 50
}

/// The answer of `/v1/me/enrollments`: a page of enrollments, and the sections for which the person waits.
public struct EnrollmentList: Codable, Equatable, Sendable {
    public var items: [Enrollment]
    @Nullable public var next: String?
    /// The requests that wait for staff; nil if there are none.
    public var waiting: [JoinRequest]?

    public init(_ page: Page<Enrollment>, waiting: [JoinRequest]) {
        (items, next, self.waiting) = (page.items, page.next, waiting.isEmpty ? nil : waiting)
    }
}

/// The result of a wish to join sections.
public struct Joining: Sendable, Memberwise {
    /// All enrollments that the person holds afterwards, and all requests that wait.
    public var enrollments: [Enrollment]
    public var waiting: [JoinRequest]
    /// Whether one of the sections is newly held.
    public var hasJoined: Bool
    /// Whether the person waits for one of the sections.
    public var isWaiting: Bool
}
