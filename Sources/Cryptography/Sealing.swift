import CCrypto

/// Keys derived from a secret (RFC 5869) with SHA-256, and AES-128-GCM (NIST SP 800-38D).
public enum Sealing {
    /// - Parameter count: bytes, at most 255 hashes.
    public static func derivedKey(
        from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptographyError) -> [UInt8] {
        try open()
        return try written(count) {
            libcrypto_hkdf(secret, secret.count, salt, salt.count, info, info.count, $0, count) == 1 ? count : 0
        }
    }

    /// The encrypted text with its tag of 16 bytes.
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - nonce: 12 bytes, never used twice with one key.
    public static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard key.count == 16, nonce.count == 12 else { throw .badKey }
        try open()
        let size = text.count + 16
        return try written(size) { libcrypto_seal(key, nonce, text, text.count, $0) == 1 ? size : 0 }
    }

    private static func open() throws(CryptographyError) {
        if let fault = libcrypto_open() { throw .noLibrary(String(cString: fault)) }
    }
}
