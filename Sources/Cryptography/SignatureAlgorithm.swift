import CCrypto

/// The signatures that are accepted from others (RFC 7518, section 3; RFC 8037): asymmetric ones with SHA-256 or Ed25519.
public enum SignatureAlgorithm: String, Codable, Sendable, CaseIterable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    var scheme: libcrypto_scheme {
        switch self {
        case .rs256, .es256: libcrypto_sha256
        case .ps256: libcrypto_sha256_pss
        case .edDSA: libcrypto_no_digest
        }
    }

    /// The library's name of the keys that make these signatures.
    var keyKind: String {
        switch self {
        case .rs256, .ps256: "RSA"
        case .es256: "EC"
        case .edDSA: "ED25519"
        }
    }
}
