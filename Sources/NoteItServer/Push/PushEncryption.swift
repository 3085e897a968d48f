import CSodium
import Cryptography
import NoteItCore

/// The encryption of a message for one browser (RFC 8291): `aes128gcm` with one record (RFC 8188).
struct PushEncryption {
    /// A browser takes bodies of so many bytes (RFC 8291, section 4).
    private static let recordSize = 4_096
    /// The most bytes of a text: a record without header, delimiter and tag.
    static let most = recordSize - 86 - 1 - 16

    /// The browser's public key, 65 bytes, and the secret that it shares with this server, 16 bytes.
    let browserKey, secret: [UInt8]

    /// The body of a request.
    func body(_ text: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var salt = [UInt8](repeating: 0, count: 16)
        randombytes_buf(&salt, salt.count)
        return try body(text, key: .makeP256(), salt: salt)
    }

    /// - Parameters:
    ///   - key: made for this message alone.
    ///   - salt: 16 random bytes.
    func body(_ text: [UInt8], key: PrivateKey, salt: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let own = try key.point()
        let shared = try key.sharedSecret(with: browserKey)
        let material = try Sealing.derivedKey(
            from: shared, salt: secret, info: Array("WebPush: info\0".utf8) + browserKey + own, count: 32)
        let contentKey = try Sealing.derivedKey(
            from: material, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = try Sealing.derivedKey(
            from: material, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
        let size = UInt32(Self.recordSize)
        let head = salt + (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + [UInt8(own.count)] + own
        // 2 ends the last record.
        return head + (try Sealing.seal(text + [2], key: contentKey, nonce: nonce))
    }
}

extension PushEncryption {
    /// Nil unless the keys are a point of P-256 and 16 bytes.
    init?(_ address: PushAddress) {
        guard let key = Base64URL.bytes(address.key), key.count == 65, (try? VerificationKey(point: key)) != nil,
            let secret = Base64URL.bytes(address.secret), secret.count == 16
        else { return nil }
        self.init(browserKey: key, secret: secret)
    }
}
