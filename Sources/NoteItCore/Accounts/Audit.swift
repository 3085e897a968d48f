import Foundation

/// What the audit log keeps.
public enum AuditAction: String, Codable, Sendable, CaseIterable {
    /// A session was opened; the subject is the session.
    case signedIn
    /// The subject is the account that was tried, absent for an unknown email; the detail the address from where.
    case signInFailed
    case passwordChanged
    /// The operator made a code for who forgot the password.
    case resetAllowed
    /// The operator let an account sign in no more, or again.
    case suspended, readmitted
    /// The subject is the account whose email changed; no email is kept.
    case emailChanged
    case emailVerified
    /// The subject is the account, the detail the roles: `student -> admin`.
    case roleChanged
    /// The subject is who was granted a place on a course's staff, or lost it; the detail the section, or the course for all of
    /// them. Without an actor and with the detail's ` by the catalog` the instructors' list did it.
    case staffGranted, staffRevoked
    /// Staff removed an event or reply of somebody else, or brought it back.
    case removed, restored
    /// An author deleted what they wrote.
    case deleted
    /// The subject is the report.
    case reported, reportResolved, reportReopened
    /// A person took along all that is theirs.
    case exported
    /// An account is gone.
    case left
}

extension AuditAction: JSONWritable {}

/// A row of the audit log. It names people by the ids of their accounts alone, so that it need not forget anyone.
public struct AuditEntry: Codable, Sendable, Equatable {
    /// 1, 2, 3, ... without gaps.
    public var number: Int64
    public var at: Date
    public var action: AuditAction
    /// Nil: the operator at the server's command line, the catalog, or somebody who is not signed in.
    @Nullable public var actor: Account.ID?
    /// Of the actor, as it is now; nil once they have left.
    @Nullable public var actorEmail: String?
    /// The id of what it was done to: an account, a session, an event, a reply or a report.
    @Nullable public var subject: String?
    /// What people call the subject now: an email, a device, `CMPT225#42` or `CMPT225#42#3`, deleted ones too. Nil for who has
    /// left, for their sessions, and for a session without a device.
    @Nullable public var subjectName: String?
    /// Of the event that it is about, as far as the course's staff may see it.
    @Nullable public var title: String?
    @Nullable public var course: Course.ID?
    @Nullable public var detail: String?
    /// The code of the section that the detail begins with, as `D101`.
    @Nullable public var sectionCode: String?

    public init(
        number: Int64, at: Date, action: AuditAction, actor: Account.ID?, actorEmail: String?, subject: String?,
        subjectName: String?, title: String?, course: Course.ID?, detail: String?, sectionCode: String?
    ) {
        self.number = number
        self.at = at
        self.action = action
        self.actor = actor
        self.actorEmail = actorEmail
        self.subject = subject
        self.subjectName = subjectName
        self.title = title
        self.course = course
        self.detail = detail
        self.sectionCode = sectionCode
    }
}

/// Which rows of the audit log are asked for; nil asks for all.
public struct AuditQuery: Sendable, Equatable {
    public var since: Date?
    public var actor: Account.ID?
    public var action: AuditAction?

    public init(since: Date? = nil, actor: Account.ID? = nil, action: AuditAction? = nil) {
        self.since = since
        self.actor = actor
        self.action = action
    }
}

public protocol AuditStore: Sendable {
    /// Oldest first.
    /// - Parameter number: of the last row of the page before; 0 for the first page.
    func audit(matching query: AuditQuery, after number: Int64, limit: Int) async throws -> [AuditEntry]
    /// Puts a refused sign-in into the audit log, alike for a known and an unknown email.
    /// - Parameter address: from where it was tried.
    func noteFailedSignIn(email: String, from address: String) async throws
}
