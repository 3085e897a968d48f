import Foundation

/// The actions that the audit log records.
public enum AuditAction: String, Codable, Sendable, CaseIterable {
    /// A session was opened; the subject is the session.
    case signedIn
    /// The subject is the account, nil for an unknown email. The detail is the client's network address.
    case signInFailed
    case passwordChanged
    /// A person added a second factor or removed one, made recovery codes or used one. The actor of a removal is nil if it was the
    /// operator.
    case factorAdded, factorRemoved, recoveryCodesMade, recoveryCodeUsed
    /// A person made or revoked a token for a script. The subject is the token; the detail is what it may do.
    case tokenMade, tokenRevoked
    /// A person added or removed a webhook. The subject is the webhook; the detail is its host.
    case webhookMade, webhookRemoved
    /// A person's account was linked to one at the campus, or the link was ended. The subject is the account. The detail is the issuer.
    case signOnLinked, signOnUnlinked
    /// The operator made a reset code for a person who forgot the password.
    case resetAllowed
    /// The operator suspended an account, or lifted the suspension.
    case suspended, readmitted
    /// The subject is the account. The entry holds no email.
    case emailChanged
    case emailVerified
    /// The subject is the account. The detail is the old and new role: `student -> admin`.
    case roleChanged
    /// The subject is the person who joined or left a course's staff. The detail is the section, or the course for all
    /// sections. If the list of instructors caused it, the actor is nil and the detail ends with ` by the catalog`.
    case staffGranted, staffRevoked
    /// Staff let a person into a section, refused to, or removed them. The detail is the section, then the reason of a
    /// removal.
    case memberAdmitted, memberRefused, memberRemoved
    /// Staff chose who may join the course. The detail is the rule.
    case joiningChanged
    /// The operator imported a roster. The detail counts the entries.
    case rosterImported
    /// The operator registered a learning platform, or removed it. The detail is its name.
    case platformAdded, platformRemoved
    /// Staff or the operator linked the course of a platform. The detail is the platform and the course there.
    case platformLinked
    /// An account was made for a person of a platform, or their platform's email led to one. The detail is the platform.
    case platformJoined
    /// Staff or an admin made an invitation, or revoked it; somebody used it. The subject is the invitation.
    case invitationMade, invitationRevoked, invitationUsed
    /// Staff removed another person's event or reply, or restored it.
    case removed, restored
    /// An author deleted what they wrote.
    case deleted
    /// The subject is the report.
    case reported, reportResolved, reportReopened
    /// A person exported their data.
    case exported
    /// A person deleted their account, or the operator did.
    case left
}

extension AuditAction {
    /// Whether the detail begins with a section, or with the course for all of them.
    public var namesSection: Bool {
        [.staffGranted, .staffRevoked, .memberAdmitted, .memberRefused, .memberRemoved].contains(self)
    }
}

extension AuditAction: JSONWritable {}

/// A row of the audit log. The stored row names people only by account id, so it can stay when a person leaves.
public struct AuditEntry: Codable, Sendable, Equatable, Memberwise {
    /// 1, 2, 3, ... without gaps.
    public var number: Int64
    public var at: Date
    public var action: AuditAction
    /// The person who did it; nil for the operator at the server's command line, for the catalog, and for a person who is not
    /// signed in.
    @Nullable public var actor: Account.ID?
    /// The actor's email now; nil once they have left.
    @Nullable public var actorEmail: String?
    /// The id of the account, session, event, reply or report that the action changed.
    @Nullable public var subject: String?
    /// The subject's name now: an email, a device, `CMPT225#42` or `CMPT225#42#3`; deleted events and replies keep theirs.
    /// Nil for a person who has left, for their sessions, and for a session without a device.
    @Nullable public var subjectName: String?
    /// The event's title, if the course's staff may see the event.
    @Nullable public var title: String?
    @Nullable public var course: Course.ID?
    @Nullable public var detail: String?
    /// The code, such as `D101`, of the section that the detail begins with.
    @Nullable public var sectionCode: String?
}

/// A filter on the audit log. A nil field matches all rows.
public struct AuditQuery: Sendable, Equatable, Memberwise {
    public var since: Date? = nil
    public var actor: Account.ID? = nil
    public var action: AuditAction? = nil
}

public protocol AuditStore: Sendable {
    /// Records a failed sign-in, in the same way for a known and an unknown email.
    /// - Parameter address: the client's network address.
    func noteFailedSignIn(email: String, from address: String) async throws
}
