import Foundation
import NoteItCore

/// What stands between the two halves of a sign-in, or of adding a factor. Signed as access tokens are, so that every node takes it
/// and nothing is stored; it opens nothing by itself.
struct FactorChallenges: Sendable {
    enum Purpose: String, Codable {
        case signIn, add, addPasskey
        /// A sign-in with a passkey alone: of nobody yet.
        case passkeyAlone
    }

    struct Claims: Codable {
        var iss = FactorChallenges.issuer
        /// The account; nil if it is not known yet.
        var sub: String?
        var exp: Double
        var purpose: Purpose
        /// Random, so that no two challenges are the same.
        var nonce = Secret.make()
        /// Tells the hash of the password that was checked; nil if there was none.
        var password: String?
        /// The key of a factor to be added, in base 32. The person has it too.
        var key: String?
        /// The arrival from the campus that waits for the factor.
        var signOn: String?
        /// The session that adds a passkey.
        var session: String?

        var account: Account.ID? { sub.flatMap { Account.ID($0) } }

        /// - Parameter challenge: the one with these claims.
        func spent(_ challenge: String) -> SpentChallenge {
            SpentChallenge(hash: Secret.digest(challenge), end: Date(timeIntervalSince1970: exp))
        }
    }

    /// Not that of access tokens: neither is good in place of the other.
    private static let issuer = "noteit factor"
    private static let maximumLength = 1_024
    /// How long a challenge is good, in seconds: to find a phone, and to install an app on it.
    static func lifetime(withKey: Bool) -> Int { withKey ? 900 : 300 }

    let keys: SigningKeys
    let now: @Sendable () -> Date

    /// What a passkey signs of a challenge: 32 bytes.
    static func bytes(_ challenge: String) -> [UInt8] { Secret.hash(Array(challenge.utf8)) }

    /// - Parameter hash: of the password that was checked.
    func make(
        _ purpose: Purpose, for account: Account.ID? = nil, password hash: String? = nil, key: String? = nil,
        session: Session.ID? = nil, signOn: String? = nil
    ) async throws -> String {
        let end = now().timeIntervalSince1970.rounded() + Double(Self.lifetime(withKey: key != nil))
        return try SignedToken.make(
            Claims(
                sub: account?.description, exp: end, purpose: purpose, password: hash.map(Secret.shortDigest), key: key,
                signOn: signOn, session: session?.description),
            by: await keys.current().newest)
    }

    /// Nil for a text that was not made here for this purpose, or is too old.
    func read(_ text: String, for purpose: Purpose) async throws -> Claims? {
        guard text.utf8.count <= Self.maximumLength,
            let claims: Claims = SignedToken.claims(of: text, signedByOneOf: try await keys.all(for: text)),
            claims.iss == Self.issuer, claims.purpose == purpose, now().timeIntervalSince1970 < claims.exp
        else { return nil }
        return claims
    }
}
