import CSodium

/// HMAC with SHA-256 (RFC 2104).
enum HMACSHA256 {
    /// 32 bytes.
    static func code(of text: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, key, key.count)
        let bytes = Array(text)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_final(&state, &code)
        return code
    }
}
