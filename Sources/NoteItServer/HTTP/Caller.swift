import NoteItCore

/// The account that makes a request, and the session in which it signed in.
struct Caller: Sendable, Hashable {
    let account: Account.ID
    let session: Session.ID
}
