import CSodium
import NoteItCore

/// Handles, by which people are mentioned.
enum HandleRow {
    /// In digits. A longer number at the end of a handle comes from the display name.
    private static let longestNumber = 6
    /// Numbers that are tried one after the other, before the steps double: a name that many people left costs few steps.
    private static let neighbours = 8

    /// A free handle for a new person: the base of the name, with the next number if the base is taken.
    static func free(for displayName: String, _ db: SQLConnection) throws -> String {
        let (base, former) = (Handle.base(of: displayName), try FormerHandles(db))
        func isFree(_ handle: String) throws -> Bool {
            try db.first("SELECT 1 FROM account WHERE handle = ?", handle) == nil && !former.contain(handle, db)
        }
        if try isFree(base) { return base }
        let last: Int? = try db.value(
            """
            SELECT max(CAST(substr(handle, ?) AS INTEGER)) FROM account
            WHERE handle > ? AND handle < ? || ':' AND length(handle) <= ? AND trim(substr(handle, ?), '0123456789') = ''
            """, base.utf8.count + 1, base, base, base.utf8.count + longestNumber, base.utf8.count + 1)
        var (next, step, tries) = (max(last ?? 1, 1) + 1, 1, 0)
        while "\(next)".utf8.count <= longestNumber {
            if try isFree("\(base)\(next)") { return "\(base)\(next)" }
            tries += 1
            if tries >= neighbours { step *= 2 }
            next += step
        }
        // The last number is taken. A random longer number avoids a search for a gap.
        while true {
            let handle = "\(base)\(Int.random(in: 1_000_000_000..<1_000_000_000_000))"
            if try isFree(handle) { return handle }
        }
    }

    /// Keeps the handle of a person who leaves from everyone else, without keeping the handle.
    static func retire(of account: Account.ID, _ db: SQLConnection) throws {
        guard let handle: String = try db.value("SELECT handle FROM account WHERE id = ?", account) else { return }
        try db.send("INSERT INTO former_handle (hash) VALUES (?)", try FormerHandles(db).hash(of: handle))
    }
}

/// The handles of people who left. Older texts mention them, so nobody else gets them; the database has only their
/// HMAC-SHA-256 under a key of its own, so it does not say who was here.
struct FormerHandles {
    private let key: [UInt8]

    init(_ db: SQLConnection) throws {
        let text: String? = try db.value("SELECT key FROM handle_key")
        key = Array(try stored(text).utf8)
    }

    func contain(_ handle: String, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM former_handle WHERE hash = ?", hash(of: handle)) != nil
    }

    /// In hexadecimal.
    func hash(of handle: String) -> String {
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, key, key.count)
        let bytes = Array(handle.utf8)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        var hash = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_final(&state, &hash)
        return hash.hex
    }

    /// Makes the key of a new database.
    static func makeKey(_ db: SQLConnection) throws {
        try db.send("INSERT INTO handle_key (id, key) VALUES (1, ?)", randomKey())
    }
}

/// A key of 256 random bits, as text.
func randomKey() -> String {
    (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
}
