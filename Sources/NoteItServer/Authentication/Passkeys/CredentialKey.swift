import Cryptography

/// The public key of a passkey: a COSE key (RFC 9052, section 7; RFC 9053) of one of three algorithms.
struct CredentialKey: Sendable {
    /// The algorithms, by their numbers in the registry of COSE, the best first.
    static let algorithms: [Int64: SignatureAlgorithm] = [-7: .es256, -8: .edDSA, -257: .rs256]
    static let offered = [-7, -8, -257]

    private let key: VerificationKey
    private let algorithm: SignatureAlgorithm

    /// Throws `PasskeyFault` for another algorithm, and for a key that is not one of it.
    init(_ cose: CBOR) throws(PasskeyFault) {
        guard let number = cose[3]?.integer, let algorithm = Self.algorithms[number] else {
            throw PasskeyFault("its key has an algorithm that was not offered")
        }
        self.algorithm = algorithm
        guard let key = Self.webKey(cose, algorithm).flatMap({ try? VerificationKey($0) }) else {
            throw PasskeyFault("its key is not a good key of \(algorithm.rawValue)")
        }
        self.key = key
    }

    /// - Parameter stored: as `text` wrote it. Throws `PasskeyFault`.
    init(stored: String) throws(PasskeyFault) {
        guard let cose = Base64URL.bytes(stored).flatMap({ CBOR($0) }) else {
            throw PasskeyFault("its key in the database is damaged; remove it, and add it again")
        }
        try self.init(cose)
    }

    /// - Parameter signature: as authenticators write it: of ES256 in DER (WebAuthn, section 6.5.5).
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.verifies(der: signature, of: message, by: algorithm)
    }

    private static func webKey(_ cose: CBOR, _ algorithm: SignatureAlgorithm) -> JSONWebKey? {
        switch (algorithm, cose[1]?.integer) {
        case (.es256, 2):
            guard cose[-1]?.integer == 1, let x = cose[-2]?.bytes, let y = cose[-3]?.bytes, x.count == 32, y.count == 32 else {
                return nil
            }
            return JSONWebKey(point: [4] + x + y)
        case (.edDSA, 1):
            guard cose[-1]?.integer == 6, let x = cose[-2]?.bytes, x.count == 32 else { return nil }
            return JSONWebKey(ed25519: x)
        case (.rs256, 3):
            guard let n = cose[-1]?.bytes, let e = cose[-2]?.bytes, n.count <= 1_024 else { return nil }
            return JSONWebKey(n: n, e: e)
        default: return nil
        }
    }
}
