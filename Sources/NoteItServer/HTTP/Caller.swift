import Foundation
import NoteItCore

/// The account that makes a request, and the session in which it signed in.
struct Caller: Sendable, Hashable {
    let account: Account.ID
    /// Of a script: the id of its token, which no session has.
    let session: Session.ID
    /// What the token of a script may do; nil for a person.
    var token: TokenGrant? = nil
}

/// What a token of a script may do, and until when.
struct TokenGrant: Sendable, Hashable {
    let scope: ApiToken.Scope
    /// The only course that it opens; nil: all of its person's.
    let course: Course.ID?
    let until: Date
}
