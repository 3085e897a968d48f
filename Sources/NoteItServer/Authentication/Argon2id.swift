import CSodium

/// Password hashing by libsodium's `crypto_pwhash_str`: Argon2id (RFC 9106) with a random salt, in PHC string form.
/// A hash takes 19 MiB and tens of milliseconds, so `PasswordHasher` runs it off the event loops.
public enum Argon2id {
    static let passes: UInt64 = 2
    /// The memory of one hash in bytes: 19 MiB.
    static let memory = 19 << 20

    private static let isReady = sodium_init() >= 0

    /// Throws if there is not enough memory.
    public static func hash(_ password: String) throws -> String {
        guard isReady else { throw OutOfMemory() }
        var output = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let text = password.utf8CString.map { $0 }
        guard crypto_pwhash_str(&output, text, UInt64(text.count - 1), passes, memory) == 0 else { throw OutOfMemory() }
        return String(decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// False also if `hash` is malformed.
    static func verify(_ password: String, against hash: String) -> Bool {
        let text = password.utf8CString.map { $0 }
        return isReady && crypto_pwhash_str_verify(hash, text, UInt64(text.count - 1)) == 0
    }

    /// Whether `hash` was made with other parameters than today's.
    static func isOutdated(_ hash: String) -> Bool { crypto_pwhash_str_needs_rehash(hash, passes, memory) != 0 }

    struct OutOfMemory: Error {}
}
