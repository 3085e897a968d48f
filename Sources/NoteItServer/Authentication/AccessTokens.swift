import Foundation
import NoteItCore
import Synchronization

/// The claims of an access token (RFC 7519, section 4.1). Times are in seconds since 1970.
struct AccessClaims: Codable {
    static let issuer = "noteit"

    var iss = issuer
    var sub: String
    /// The session.
    var sid: String
    var iat: Double
    var exp: Double
}

/// Issues and verifies access tokens: JWT, EdDSA, valid for 15 minutes.
///
/// A verified token is remembered until it expires, so that its next request costs a look-up.
final class AccessTokens: Sendable {
    /// How long a token is valid, in seconds.
    static let lifetime = 900

    static let refusal = "The access token is invalid or has expired. Refresh it, or sign in again."
    /// The most bytes of a token. A longer one cannot be this server's, and is not parsed.
    private static let maximumLength = 1_024
    private static let capacity = 20_000

    private struct Verified {
        let caller: Caller
        let expires: Date
    }

    private struct Memory {
        var stamp: SigningKeyFile.Stamp?
        var tokens: [String: Verified] = [:]
    }

    private let keys: SigningKeys
    private let now: @Sendable () -> Date
    private let memory = Mutex(Memory())

    init(keys: SigningKeys, now: @escaping @Sendable () -> Date) { (self.keys, self.now) = (keys, now) }

    func issue(to caller: Caller) async throws -> String {
        let (snapshot, issued) = (await keys.current(), now().wholeSeconds)
        let claims = AccessClaims(
            sub: caller.account.description, sid: caller.session.description, iat: issued.timeIntervalSince1970,
            exp: issued.timeIntervalSince1970 + Double(Self.lifetime))
        return try SignedToken.make(claims, by: snapshot.newest)
    }

    /// Throws `.unauthenticated` unless this server issued the token and it is still valid.
    func verify(_ token: String) async throws -> Caller {
        let snapshot = await keys.current()
        let now = now()
        let known = memory.withLock { memory -> Verified? in
            if memory.stamp != snapshot.stamp { memory = Memory(stamp: snapshot.stamp) }
            return memory.tokens[token]
        }
        let verified = if let known { known } else { try await read(token) }
        guard now < verified.expires else { throw DomainError.unauthenticated(Self.refusal) }
        if known == nil { remember(token, verified, at: now) }
        return verified.caller
    }

    private func read(_ token: String) async throws -> Verified {
        guard token.utf8.count <= Self.maximumLength else { throw DomainError.unauthenticated(Self.refusal) }
        guard let claims: AccessClaims = SignedToken.claims(of: token, signedByOneOf: try await keys.all(for: token)),
            claims.iss == AccessClaims.issuer, let account = Account.ID(claims.sub), let session = Session.ID(claims.sid)
        else { throw DomainError.unauthenticated(Self.refusal) }
        return Verified(caller: Caller(account: account, session: session), expires: Date(timeIntervalSince1970: claims.exp))
    }

    private func remember(_ token: String, _ verified: Verified, at now: Date) {
        memory.withLock { memory in
            if memory.tokens.count >= Self.capacity { memory.tokens = memory.tokens.filter { $0.value.expires > now } }
            if memory.tokens.count < Self.capacity { memory.tokens[token] = verified }
        }
    }
}
