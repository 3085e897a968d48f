import Foundation
import GRDB

/// The schema's version and the way from older ones. An empty database is made of `schema.sql`, which always is the
/// newest version; `migrations` holds, for each version from the second on, the SQL that leads to it from the one before.
enum Schema {
    /// "Note", as SQLite's `application_id`, so that somebody else's database is not taken for ours.
    static let applicationID = 0x4E6F_7465

    static func version(of migrations: [String]) -> Int { migrations.count + 1 }

    /// Creates or migrates, in one transaction. Throws `StoreError` for a newer or a foreign database.
    static func bringUp(_ db: Database, migrations: [String] = migrations) throws {
        let known = version(of: migrations)
        if try isCurrent(db, known) { return }
        try db.inTransaction(.immediate) {
            let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let owner = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
            if isEmpty {
                try create(db)
            } else if owner != applicationID {
                throw StoreError.notOurs
            } else if found > known {
                throw StoreError.newer(found: found, known: known)
            } else {
                for migration in migrations.dropFirst(found - 1) { try db.execute(sql: migration) }
                try HandleRow.fill(db)
                try AccountRow.renewEmailKeys(db)
            }
            try db.execute(sql: "PRAGMA user_version = \(known)")
            return .commit
        }
    }

    /// A database that needs nothing is opened without a write: it can be read from a full disk.
    private static func isCurrent(_ db: Database, _ known: Int) throws -> Bool {
        try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
            && Int.fetchOne(db, sql: "PRAGMA user_version") == known
    }

    private static func create(_ db: Database) throws {
        try db.execute(sql: String(decoding: PackageResources.schema_sql, as: UTF8.self))
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "INSERT INTO log_head (id, epoch) VALUES (1, ?)", arguments: [newEpoch()])
    }

    /// A random word for the life of a database: eight letters without vowels, so that no word is a real one.
    static func newEpoch() -> String {
        String((0..<8).compactMap { _ in "bcdfghjklmnpqrstvwxz".randomElement() })
    }
}
