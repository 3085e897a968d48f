import Foundation
import NoteItCore

/// A message of the provider that somebody has signed out (OpenID Connect Back-Channel Logout, section 2.4).
struct LogoutToken: Sendable {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    let end: SignOnEnd

    /// Throws `RemoteFault` for anything but such a message.
    init(_ text: String, keys: RemoteKeys, expecting expected: IdentityToken.Expectation) async throws {
        let token = try await IdentityToken(signed: text, keys: keys, expecting: expected)
        let claims = token.claims
        guard case .object(let events)? = claims.all["events"], case .object? = events[Self.event] else {
            throw RemoteFault("The token is no message of a sign-out: see its events.")
        }
        guard claims.all["nonce"] == nil else { throw RemoteFault("A message of a sign-out has no nonce, but this one does.") }
        guard let message = claims.text("jti"), !message.isEmpty else { throw RemoteFault("The token has no jti.") }
        let (sid, subject) = (token.session, claims.text("sub"))
        guard sid != nil || subject != nil else { throw RemoteFault("The token names neither a session nor a person.") }
        end = SignOnEnd(
            issuer: expected.issuer, sid: sid, subject: subject, message: Secret.digest("\(expected.issuer) \(message)"),
            until: Date(timeIntervalSince1970: token.end) + IdentityToken.skew)
    }
}
