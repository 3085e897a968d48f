import Hummingbird
import NoteItCore

/// Finds out who opens a stream: by the `Authorization` field, or by a ticket in the query.
public struct StreamAuthenticator: Sendable {
    let authenticator: Authenticator
    let tickets: StreamTickets

    /// What `admit` makes of the caller. A ticket is used up only if it throws nothing: who is refused may come again.
    /// Throws `.unauthenticated` if neither is good, and what `admit` throws.
    func caller<Result>(
        authorization: String?, query: Query, admit: (Caller) throws -> Result
    ) async throws -> Result {
        if let authorization { return try admit(try await authenticator.caller(authorization: authorization)) }
        guard let ticket = try query.text("ticket") else {
            throw DomainError.unauthenticated("Sign in and send the access token, or a ticket from /v1/stream-tickets.")
        }
        return try tickets.redeem(ticket) { caller in
            try requireOpen(caller.session)
            return try admit(caller)
        }
    }

    func requireOpen(_ session: Session.ID) throws { try authenticator.requireOpen(session) }
}
