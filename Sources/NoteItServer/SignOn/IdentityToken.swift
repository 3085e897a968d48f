import CSodium
import Cryptography
import Foundation

/// A token in which another server says who somebody is, with every check of OpenID Connect Core, section 3.1.3.7.
struct IdentityToken: Sendable {
    /// What a token must say to be taken.
    struct Expectation: Sendable {
        var issuer: String
        /// This server's name at the issuer: `client_id`.
        var audience: String
        /// Nil: the token must have none, or the caller compares it.
        var nonce: String?
        /// The access token that came with it, for `at_hash`.
        var accessToken: String?
        /// The types of its header that are taken, in lower case, besides none.
        var types: Set<String> = ["jwt"]
        /// Whether it may lack `exp`, as in drafts of Back-Channel Logout: then it ends as it gets too old.
        var mayLackEnd = false
        var now: Date
    }

    /// How much two clocks may differ, in seconds.
    static let skew = 120.0
    /// The oldest token that is taken, in seconds.
    private static let oldest = 600.0
    private static let mostSubjectBytes = 255

    let text: String
    let payload: [UInt8]
    let claims: TokenClaims

    /// The account at the issuer: compared byte by byte. `init` has checked that it is there, if the token is one for a sign-in.
    var subject: String { claims.text("sub") ?? "" }

    /// When it is not taken any more, but for clocks that differ, in seconds since 1970.
    var end: Double { min(claims.time("exp") ?? .infinity, (claims.time("iat") ?? 0) + Self.oldest) }

    /// The session at the issuer; nil without one.
    var session: String? { claims.text("sid").flatMap { Self.isName($0) ? $0 : nil } }

    private static func isName(_ text: String) -> Bool {
        (1...mostSubjectBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Throws `RemoteFault` for a token that is not to be believed.
    init(_ text: String, keys: RemoteKeys, expecting expected: Expectation) async throws {
        try await self.init(signed: text, keys: keys, expecting: expected)
        guard Self.isName(subject) else {
            throw RemoteFault("The token names nobody: its sub is missing, too long, or not of printable ASCII.")
        }
        if let nonce = expected.nonce, claims.text("nonce") != nonce {
            throw RemoteFault("The token is not for this sign-in: its nonce is another one. Sign in again.")
        }
        try checkAccessToken(expected.accessToken)
    }

    /// The checks that every token takes: signature, type, issuer, audience and times.
    init(signed text: String, keys: RemoteKeys, expecting expected: Expectation) async throws {
        guard let jws = try? CompactJWS(text) else { throw RemoteFault("The token is malformed.") }
        if let type = jws.header.typ, !expected.types.contains(type.lowercased()) {
            throw RemoteFault("The token is of another type: \(type.prefix(40)).")
        }
        try await keys.verify(jws)
        let body = Data(jws.payload)
        (self.text, payload) = (text, jws.payload)
        claims = try RemoteDocuments.value(TokenClaims.self, of: body, from: "the token")
        algorithm = jws.header.alg
        try checkParties(expected)
        try checkTimes(expected)
    }

    private let algorithm: String

    private func checkParties(_ expected: Expectation) throws {
        guard claims.text("iss") == expected.issuer else {
            throw RemoteFault(
                "The token is of another issuer: it says \(claims.text("iss")?.prefix(200) ?? "none"), not \(expected.issuer).")
        }
        let audience = claims.texts("aud") ?? []
        guard audience.contains(expected.audience) else { throw RemoteFault("The token is for another server: see its aud.") }
        let party = claims.all["azp"]
        // Of several audiences, this one must be the one that asked.
        guard party == .text(expected.audience) || party == nil && audience.count == 1 else {
            throw RemoteFault("The token was given to another server: see its azp.")
        }
    }

    /// A token comes within seconds, so a time that does not fit is a wrong clock.
    private func checkTimes(_ expected: Expectation) throws {
        let now = expected.now.timeIntervalSince1970
        guard let made = claims.time("iat"), expected.mayLackEnd && claims.all["exp"] == nil || claims.time("exp") != nil else {
            throw RemoteFault("The token does not say when it was made and when it ends: iat and exp.")
        }
        let later = max(made - now, (claims.time("nbf") ?? made) - now)
        guard later <= Self.skew else {
            throw RemoteFault("The token is from the future, by \(Int(min(later, 1e9))) s. \(Self.clocks)")
        }
        let earlier = now - end
        guard earlier <= Self.skew else {
            throw RemoteFault("The token is too old, by \(Int(min(earlier, 1e9))) s. \(Self.clocks)")
        }
    }

    private static let clocks = "Sign in again; if that fails, a clock is wrong: the issuer's, or this server's."

    /// SHA-512, the hash of Ed25519.
    private static func longHash(_ text: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_BYTES))
        crypto_hash_sha512(&hash, text, UInt64(text.count))
        return hash
    }

    /// The left half of the hash of the access token (section 3.1.3.6).
    private func checkAccessToken(_ token: String?) throws {
        guard let told = claims.all["at_hash"], let token else { return }
        let bytes = Array(token.utf8)
        let hash = algorithm == SignatureAlgorithm.edDSA.rawValue ? Self.longHash(bytes) : Secret.hash(bytes)
        guard told == .text(Secret.base64URL(hash.prefix(hash.count / 2))) else {
            throw RemoteFault("The token came with an access token of somebody else: see its at_hash.")
        }
    }
}
