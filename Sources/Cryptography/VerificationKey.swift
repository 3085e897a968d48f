import CCrypto

/// A public key that checks signatures: RSA from 2048 bits, P-256 or Ed25519.
public struct VerificationKey: Sendable, Equatable {
    private enum Material: Sendable, Equatable {
        case rsa(n: [UInt8], e: [UInt8])
        case p256(point: [UInt8])
        case ed25519([UInt8])
    }

    /// More bits make one check slow, and no campus has such keys.
    private static let rsaBits = 2048...8192

    private let material: Material

    /// Throws `CryptographyError`.
    public init(_ key: JSONWebKey) throws(CryptographyError) {
        func bytes(_ text: String?) throws(CryptographyError) -> [UInt8] {
            guard let text, text.utf8.count <= 2048, let bytes = Base64URL.bytes(text), !bytes.isEmpty else { throw .badKey }
            return bytes
        }
        switch (key.kty, key.crv) {
        case ("RSA", nil): try self.init(.rsa(n: bytes(key.n), e: bytes(key.e)))
        case ("EC", "P-256"): try self.init(point: [4] + bytes(key.x) + bytes(key.y))
        case ("OKP", "Ed25519"): try self.init(.ed25519(bytes(key.x)))
        default: throw .badKey
        }
    }

    /// - Parameter point: of P-256, 65 bytes, uncompressed (SEC 1, section 2.3.3).
    public init(point: [UInt8]) throws(CryptographyError) { try self.init(.p256(point: point)) }

    private init(_ material: Material) throws(CryptographyError) {
        self.material = material
        let handle = try handle()
        guard case .rsa(_, let e) = material else { return }
        let bits = Int(handle.use { libcrypto_key_bits($0) })
        guard Self.rsaBits.contains(bits), e.count <= 4, e.last?.isMultiple(of: 2) == false, e != [1] else { throw .badKey }
    }

    /// False also for a key of another kind.
    /// - Parameter signature: as JOSE writes it; of ES256 the 64 bytes of r and s (RFC 7518, section 3.4).
    public func verifies(_ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        guard algorithm == .es256 else { return isRight(signature, message, algorithm) }
        return signature.count == 64 && isRight(ECDSASignature.der(signature), message, algorithm)
    }

    /// Like `verifies`, with an ECDSA signature in DER, as authenticators write it.
    public func verifies(der signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        isRight(signature, message, algorithm)
    }

    private func isRight(_ signature: [UInt8], _ message: [UInt8], _ algorithm: SignatureAlgorithm) -> Bool {
        guard let handle = try? handle(), handle.isKind(algorithm.keyKind) else { return false }
        return handle.use { libcrypto_verify($0, algorithm.scheme, message, message.count, signature, signature.count) } == 1
    }

    func handle() throws(CryptographyError) -> KeyHandle {
        switch material {
        case .rsa(let n, let e): try KeyHandle { libcrypto_rsa(n, n.count, e, e.count) }
        case .p256(let point): try KeyHandle { libcrypto_p256(point, point.count) }
        case .ed25519(let bytes): try KeyHandle { libcrypto_ed25519(bytes, bytes.count) }
        }
    }
}
