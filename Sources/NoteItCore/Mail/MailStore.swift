import Foundation

public protocol MailStore: Sendable {
    /// - Parameter available: whether this server sends mail.
    func mail(of account: Account.ID, available: Bool) async throws -> MailState
    /// What quiet hours held back is due at once. Throws `.unauthenticated` if the person has left.
    func update(_ patch: MailPatch, available: Bool, by account: Account.ID) async throws -> MailState
    /// Queues a link that verifies the person's address. Throws `.conflict` if it is verified, `.tooMany`.
    /// - Parameter domain: of the `Message-ID`.
    func askVerification(of account: Account.ID, domain: String) async throws
    /// Verifies an address, if it is still the person's. Throws `.notFound`.
    /// - Parameter key: as addresses are compared.
    func verify(_ account: Account.ID, key: String) async throws -> Account
    /// Stops one kind of mail. Does nothing if the person has left, or gets none.
    func unsubscribe(_ account: Account.ID, from list: MailList) async throws
    /// Queues a link that sets a new password, if the email is that of an account with a verified address.
    /// - Parameters: `delivery`: its id; `codeHash`: as of `allowReset`.
    func queueReset(
        of email: String, delivery: PersonalDelivery.ID, codeHash: String, until end: Date, domain: String
    ) async throws
    /// The email of an account; nil if the person has left.
    func address(of account: Account.ID) async throws -> String?
    /// The key of the secrets in links and reply addresses. It is made when it is first asked for.
    func mailKey() async throws -> String

    /// Queues the digests whose time has come. Returns their number.
    func queueDigests(domain: String) async throws -> Int
    /// Decides, in one transaction, whether the person may still get it and wants it, and what it says.
    func judgeMail(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<String>

    /// Whom a reply to this delivery is from, and which event it answers; nil if there is no such delivery, the person's address
    /// is not verified, or they may not sign in.
    func answered(_ delivery: PersonalDelivery.ID) async throws -> AnsweredLetter?
    /// Whether this is the `Message-ID` of a delivery.
    func isOwnMessage(_ messageID: String) async throws -> Bool
    /// The number of replies that a person wrote since `date`.
    func replies(by account: Account.ID, since date: Date) async throws -> Int
}

/// What one tap stops.
public enum MailList: String, Sendable, CaseIterable {
    case digest, notices, mentions, replies, reminders, mustRead
}

/// Who is answered by a mail, and by whom.
public struct AnsweredLetter: Sendable, Memberwise {
    public var account: Account.ID
    public var event: Event.ID
    /// The address that may answer.
    public var address: String
    /// Whether the person has an alias in the thread, under which they answer by mail as well.
    public var isHidden: Bool
}
