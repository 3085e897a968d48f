import Cryptography
import Foundation
import NoteItCore

/// A JWS in its compact form with Ed25519 (RFC 8037), the only algorithm with which this server signs what it reads again.
enum SignedToken {
    private static let algorithm = "EdDSA"

    static func make(_ claims: some Encodable, by key: SigningKey) throws -> String {
        try CompactJWS.text(["alg": algorithm, "kid": key.kid, "typ": "JWT"], claims) { key.signature(of: $0) }
    }

    /// The claims of a token that one of `keys` signed; nil for any other text.
    static func claims<Claims: Decodable>(of token: String, signedByOneOf keys: [PublicKey]) -> Claims? {
        guard let jws = try? CompactJWS(token, limit: .max), jws.header.alg == algorithm,
            let key = keys.first(where: { $0.kid == jws.header.kid }), key.verifies(jws.signature, of: jws.signed)
        else { return nil }
        return try? JSONDecoder().decode(Claims.self, from: Data(jws.payload))
    }

    /// The id of the key that a token names; nil for another text.
    static func kid(of token: String) -> String? { (try? CompactJWS(token, limit: .max))?.header.kid }
}
