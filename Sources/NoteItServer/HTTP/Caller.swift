import NoteItCore

/// The account that makes a request, and the session in which it signed in.
public struct Caller: Sendable, Hashable {
    public let account: Account.ID
    public let session: Session.ID

    public init(account: Account.ID, session: Session.ID) { (self.account, self.session) = (account, session) }
}
