import CSodium
import Foundation
import NoteItCore

/// A key that signs access tokens: Ed25519 (RFC 8032), by libsodium.
struct SigningKey: Sendable, Equatable {
    let kid: String
    let createdAt: Date
    /// The 32 bytes from which the keys are derived: the private key of RFC 8032.
    private let seed: [UInt8]
    let publicKey: [UInt8]
    /// The secret key in libsodium's form: the seed with the public key.
    private let secretKey: [UInt8]

    /// - Parameter seed: 32 bytes.
    private init(kid: String, createdAt: Date, seed: [UInt8]) {
        var (publicKey, secretKey) = (
            [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES)),
            [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        )
        crypto_sign_seed_keypair(&publicKey, &secretKey, seed)
        (self.kid, self.createdAt, self.seed) = (kid, createdAt, seed)
        (self.publicKey, self.secretKey) = (publicKey, secretKey)
    }

    static func make(at now: Date) -> SigningKey {
        var seed = [UInt8](repeating: 0, count: Int(crypto_sign_SEEDBYTES))
        randombytes_buf(&seed, seed.count)
        return SigningKey(kid: String(Secret.make().prefix(12)), createdAt: now.wholeSeconds, seed: seed)
    }

    /// 64 bytes.
    func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey)
        return signature
    }

    var verifying: PublicKey { PublicKey(kid: kid, bytes: publicKey) }
}

extension PublicKey {
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        signature.count == Int(crypto_sign_BYTES) && bytes.count == Int(crypto_sign_PUBLICKEYBYTES)
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}

extension SigningKey: Codable {
    private enum CodingKeys: CodingKey { case kid, createdAt, privateKey }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .privateKey)
        guard let seed = Secret.bytes(base64URL: text), seed.count == Int(crypto_sign_SEEDBYTES) else {
            throw DecodingError.dataCorruptedError(
                forKey: .privateKey, in: container, debugDescription: "A private key has 32 bytes.")
        }
        self.init(
            kid: try container.decode(String.self, forKey: .kid),
            createdAt: try container.decode(Date.self, forKey: .createdAt), seed: seed)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kid, forKey: .kid)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(Secret.base64URL(seed), forKey: .privateKey)
    }
}
