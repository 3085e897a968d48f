import Hummingbird
import NoteItCore

/// Finds out who opens a stream: by the `Authorization` field, or by a ticket in the query.
public struct StreamAuthenticator: Sendable {
    let authenticator: Authenticator
    let tickets: StreamTickets

    /// Throws `.unauthenticated` if neither is good.
    func caller(authorization: String?, query: Query) async throws -> Caller {
        if let authorization { return try await authenticator.caller(authorization: authorization) }
        guard let ticket = try query.text("ticket") else {
            throw DomainError.unauthenticated("Sign in and send the access token, or a ticket from /v1/stream-tickets.")
        }
        let caller = try tickets.redeem(ticket)
        try requireOpen(caller.session)
        return caller
    }

    func requireOpen(_ session: Session.ID) throws { try authenticator.requireOpen(session) }
}
