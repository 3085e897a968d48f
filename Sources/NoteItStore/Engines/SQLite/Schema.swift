import Foundation
import GRDB

/// The version of the schema, and the migrations from older versions. `schema.sql` always has the newest version, and creates
/// an empty database. `migrations` holds the SQL for each version from the second on.
enum Schema {
    /// "Note", as SQLite's `application_id`, which tells our databases from others.
    static let applicationID = 0x4E6F_7465

    static func version(of migrations: [String]) -> Int { migrations.count + 1 }

    /// Creates or migrates the schema in one transaction. Throws `StoreError` for a newer database, or one that is not
    /// NoteIt's.
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
                try FormerHandles.bringUp(db.connection)
                try HandleRow.fill(db.connection)
                try AccountRow.renewEmailKeys(db.connection)
            }
            try db.execute(sql: "PRAGMA user_version = \(known)")
            return .commit
        }
    }

    /// A current database is opened without a write, so that it can be read from a full disk.
    private static func isCurrent(_ db: Database, _ known: Int) throws -> Bool {
        try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
            && Int.fetchOne(db, sql: "PRAGMA user_version") == known
    }

    private static func create(_ db: Database) throws {
        try db.execute(sql: String(decoding: PackageResources.schema_sql, as: UTF8.self))
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "INSERT INTO log_head (id, epoch) VALUES (1, ?)", arguments: [newEpoch()])
        try FormerHandles.bringUp(db.connection)
    }

    /// A random word for the life of a database: eight consonants, so that it is not a real word.
    static func newEpoch() -> String {
        String((0..<8).compactMap { _ in "bcdfghjklmnpqrstvwxz".randomElement() })
    }
}
