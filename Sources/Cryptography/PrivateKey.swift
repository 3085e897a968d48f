import CCrypto

/// A key pair: P-256 or RSA.
public struct PrivateKey: Sendable, Equatable {
    /// PKCS #8 (RFC 5958) in PEM, without a password. Keep it as a secret.
    public let pem: String
    public let publicKey: JSONWebKey

    /// A new key of P-256. Throws `CryptographyError`.
    public static func makeP256() throws(CryptographyError) -> PrivateKey {
        try PrivateKey(KeyHandle { libcrypto_p256_make() })
    }

    /// A new RSA key of 2048 bits. Takes about 0.1 s. Throws `CryptographyError`.
    public static func makeRSA() throws(CryptographyError) -> PrivateKey {
        try PrivateKey(KeyHandle { libcrypto_rsa_make(2048) })
    }

    /// Throws `CryptographyError`.
    public init(pem: String) throws(CryptographyError) { try self.init(Self.read(pem)) }

    private init(_ handle: borrowing KeyHandle) throws(CryptographyError) {
        let text = try handle.bytes(room: 1 << 14) { key, room in
            room.withMemoryRebound(to: CChar.self, capacity: 1 << 14) { libcrypto_key_write(key, $0, 1 << 14) }
        }
        pem = String(decoding: text, as: UTF8.self)
        if handle.isKind("EC") {
            let point = try handle.bytes(room: 133) { libcrypto_point($0, $1, 133) }
            guard point.count == 65 else { throw .badKey }
            publicKey = JSONWebKey(point: point)
        } else {
            func number(_ name: String) throws(CryptographyError) -> [UInt8] {
                try handle.bytes(room: 1 << 11) { libcrypto_number($0, name, $1, 1 << 11) }
            }
            publicKey = JSONWebKey(n: try number("n"), e: try number("e"))
        }
    }

    private static func read(_ pem: String) throws(CryptographyError) -> KeyHandle {
        try KeyHandle { libcrypto_key_read(pem, pem.utf8.count) }
    }

    /// As JOSE writes it; of ES256 the 64 bytes of r and s. Throws `CryptographyError`, `.badKey` for a key of another kind.
    public func signature(of message: [UInt8], by algorithm: SignatureAlgorithm) throws(CryptographyError) -> [UInt8] {
        let handle = try Self.read(pem)
        guard handle.isKind(algorithm.keyKind) else { throw .badKey }
        let signature = try handle.bytes(room: 1 << 11) {
            libcrypto_sign($0, algorithm.scheme, message, message.count, $1, 1 << 11)
        }
        guard algorithm == .es256 else { return signature }
        guard let numbers = ECDSASignature.numbers(signature) else { throw .failed }
        return numbers
    }

    /// The public point of a key of P-256: 65 bytes, uncompressed. Throws `.badKey` for RSA.
    public func point() throws(CryptographyError) -> [UInt8] {
        guard let x = publicKey.x.flatMap({ Base64URL.bytes($0) }), let y = publicKey.y.flatMap({ Base64URL.bytes($0) }) else {
            throw .badKey
        }
        return [4] + x + y
    }

    /// ECDH on P-256 (SEC 1, section 3.3.1): 32 bytes. Throws `.badKey` for a point off the curve.
    public func sharedSecret(with point: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let own = try Self.read(pem)
        let other = try KeyHandle { libcrypto_p256(point, point.count) }
        return try own.bytes(room: 32) { own, room in other.use { libcrypto_derive(own, $0, room, 32) } }
    }
}
