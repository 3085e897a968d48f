import Cryptography
import Foundation
import NoteItCore

/// The RSA keys with which this server signs what it sends to platforms. They are made when they are first asked for, and are in the
/// database: platforms read the public keys from any node.
struct PlatformKeys: Sendable {
    let store: any Store

    private func all() async throws -> [(kid: String, key: PrivateKey)] {
        let stored = try await store.platformKeys {
            PlatformKey(kid: "lti-\(Secret.make().prefix(12))", pem: try PrivateKey.makeRSA().pem)
        }
        return try stored.map { ($0.kid, try PrivateKey(pem: $0.pem)) }
    }

    /// The public keys (RFC 7517).
    func keySet() async throws -> PlatformKeySet {
        PlatformKeySet(
            keys: try await all().map { kid, key in
                var key = key.publicKey
                (key.kid, key.alg, key.use) = (kid, SignatureAlgorithm.rs256.rawValue, "sig")
                return key
            })
    }

    /// A compact JWS with RS256, the one algorithm that every platform takes (1EdTech Security Framework 1.0, section 5.2).
    func sign(_ claims: some Encodable) async throws -> String {
        guard let (kid, key) = try await all().first else { throw DomainError.unavailable("There is no key for platforms.") }
        return try CompactJWS.text(["alg": SignatureAlgorithm.rs256.rawValue, "kid": kid, "typ": "JWT"], claims) {
            try key.signature(of: $0, by: .rs256)
        }
    }
}

struct PlatformKeySet: Codable, Sendable {
    var keys: [JSONWebKey]
}
