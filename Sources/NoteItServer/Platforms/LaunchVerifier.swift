import Cryptography
import Foundation
import NoteItCore

/// Checks the tokens of launches. The keys of each platform are kept.
actor LaunchVerifier {
    private var keys: [String: RemoteKeys] = [:]
    private let documents = RemoteDocuments(allowsLoopback: true)
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// The claims of a token that the platform signed with RS256 for this launch, and until when it is taken. Throws `.forbidden`,
    /// `.unavailable`.
    func claims(
        of token: String, from platform: LearningPlatform, nonce: String
    ) async throws -> (claims: LaunchClaims, until: Date) {
        do {
            let expected = IdentityToken.Expectation(
                issuer: platform.issuer, audience: platform.client, nonce: nonce, now: now())
            let identity = try await IdentityToken(token, keys: keys(at: platform.keysURL), expecting: expected)
            let claims = try RemoteDocuments.value(LaunchClaims.self, of: Data(identity.payload), from: "the platform")
            // Later, its times refuse it. It may name an end that no date has.
            let end = min(identity.claims.time("exp") ?? 0, now().timeIntervalSince1970 + 86_400)
            return (claims, Date(timeIntervalSince1970: end) + IdentityToken.skew)
        } catch let fault as RemoteFault {
            throw fault.isPassing
                ? DomainError.unavailable(fault.description)
                : .forbidden("NoteIt does not take this launch. \(fault.description)")
        }
    }

    private func keys(at address: String) -> RemoteKeys {
        if let known = keys[address] { return known }
        let new = RemoteKeys(address: address, algorithms: [.rs256], documents: documents, now: now)
        keys[address] = new
        return new
    }
}
