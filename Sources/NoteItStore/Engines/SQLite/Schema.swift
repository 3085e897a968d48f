import Foundation
import GRDB

/// The version of the schema, and the steps from older versions. `schema.sql` always has the newest version, and creates an
/// empty database.
enum Schema {
    /// "NtIt", as SQLite's `application_id`, which tells our databases from others.
    static let applicationID = 0x4E74_4974
    /// The `application_id` of databases from before the first release.
    private static let unreleasedID = 0x4E6F_7465

    /// The SQL that takes a database from each version to the next, `step_2.sql` to version 2. A released step never changes.
    static let steps = EmbeddedTexts.steps

    static func version(after steps: [String] = steps) -> Int { steps.count + 1 }

    /// Throws `StoreError` for a database from before the first release, or of a newer version. Reads the head of the file alone, and
    /// writes nothing: opening a database would. `bringUp` finds what only the WAL beside the file says.
    /// - Source: https://www.sqlite.org/fileformat.html#the_database_header
    static func refuseByHead(_ path: String) throws {
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 72), head.count == 72 else { return }
        func number(at place: Int) -> Int { head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (found, owner) = (number(at: 60), number(at: 68))
        if owner == unreleasedID { throw StoreError.unreleased }
        if owner == applicationID, found > version() { throw StoreError.newer(found: found, known: version()) }
    }

    /// Creates the schema, or takes it to the newest version, in one transaction. Throws `StoreError` for a newer database, or
    /// one that is not NoteIt's.
    static func bringUp(_ db: Database, steps: [String] = steps) throws {
        let known = version(after: steps)
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
                for step in steps.dropFirst(found - 1) { try db.execute(sql: step) }
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
        try db.execute(sql: EmbeddedTexts.schema_sql)
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "INSERT INTO log_head (id, epoch) VALUES (1, ?)", arguments: [newEpoch()])
        try FormerHandles.makeKey(db.connection)
    }

    /// A random word for the life of a database: eight consonants, so that it is not a real word.
    static func newEpoch() -> String {
        String((0..<8).compactMap { _ in "bcdfghjklmnpqrstvwxz".randomElement() })
    }
}
