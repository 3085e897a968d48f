import Foundation
import GRDB
import NoteItCore

/// A copy of everything that a person may see: a snapshot that changes keep up to date. Reads need no server.
/// All methods throw `.unexpected` if the file cannot be used.
public struct LocalCopy: Sendable {
    /// The owner of the copy, and how far it goes.
    public struct Status: Sendable, Equatable {
        public var server: URL
        public var account: Account
        public var cursor: LogCursor
        /// When it was last up to date: "offline: as of".
        public var refreshedAt: Date
    }

    let database: LocalDatabase

    public init(_ database: LocalDatabase) { self.database = database }

    /// Whether what is written stays: see `LocalDatabase.isKept`.
    public var isKept: Bool { database.isKept }

    /// Nil before the first snapshot.
    public func status() async throws -> Status? { try await database.read(Self.status) }

    static func status(_ db: Database) throws -> Status? {
        guard let row = try Row.fetchOne(db, sql: "SELECT server, account, epoch, \"offset\", key, refreshed_at FROM copy"),
            let server = URL(string: row[0])
        else { return nil }
        return Status(
            server: server, account: try JSONCoding.decode(Account.self, from: row[1]),
            cursor: LogCursor(epoch: row[2], LogPosition(row[3], key: row[4])), refreshedAt: Date(timeIntervalSince1970: row[5])
        )
    }

    /// Stores a page of a snapshot until all pages are here, so that only one is in memory.
    /// - Parameter attempt: the snapshot that the page belongs to.
    public func stage(_ page: Snapshot, of attempt: UUID, at now: Date) async throws {
        let json = try JSONCoding.string(page)
        try await database.write { db in
            try db.run(
                sql: "INSERT INTO staged (attempt, json, staged_at) VALUES (?, ?, ?)",
                arguments: [attempt.uuidString, json, Int64(now.timeIntervalSince1970)])
        }
    }

    /// Replaces the copy with a snapshot, in one transaction.
    /// - Parameters:
    ///   - attempt: a snapshot of which all pages were staged, in their order; at least one.
    ///   - expected: the cursor of the copy when the snapshot was requested, nil if there was no copy. If it has another
    ///     cursor by now, another process was faster, and this does nothing.
    /// - Returns: whether the snapshot replaced the copy.
    @discardableResult
    public func replace(withStaged attempt: UUID, from server: URL, expecting expected: LogCursor?, at now: Date) async throws
        -> Bool
    {
        try await database.write { db in
            defer { try? Self.unstage(attempt, at: now, db) }
            guard try Self.status(db)?.cursor == expected else { return false }
            try Self.empty(db)
            let positions = try Int64.fetchAll(
                db, sql: "SELECT position FROM staged WHERE attempt = ? ORDER BY position", arguments: [attempt.uuidString])
            for position in positions {
                let pages = try Self.json(Snapshot.self, db, "SELECT json FROM staged WHERE position = ?", [position])
                for page in pages { try Self.insert(page, from: server, isFirst: position == positions.first, at: now, db) }
            }
            return true
        }
    }

    /// Deletes the pages, and those of attempts that were abandoned a day ago.
    private static func unstage(_ attempt: UUID, at now: Date, _ db: Database) throws {
        try db.run(
            sql: "DELETE FROM staged WHERE attempt = ? OR staged_at < ?",
            arguments: [attempt.uuidString, Int64(now.timeIntervalSince1970) - 86_400])
    }

    private static func insert(_ page: Snapshot, from server: URL, isFirst: Bool, at now: Date, _ db: Database) throws {
        if isFirst {
            guard let cursor = LogCursor(page.cursor) else {
                throw ClientError.unexpected("The server sent a snapshot without a cursor.")
            }
            try db.run(
                sql: """
                    INSERT INTO copy (id, server, account, epoch, "offset", key, refreshed_at) VALUES (1, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    server.absoluteString, try JSONCoding.string(page.account), cursor.epoch, cursor.offset,
                    cursor.position.key, Int64(now.timeIntervalSince1970),
                ])
        }
        for body in page.bodies { try upsert(body, db) }
    }

    /// Deletes everything except the outbox, as after signing out.
    public func purge() async throws { try await database.write(Self.forget) }

    /// Deletes everything except the outbox if the copy is still at `cursor`, which has expired.
    func forget(at cursor: LogCursor) async throws {
        try await database.write { db in
            if try Self.status(db)?.cursor == cursor { try Self.empty(db) }
        }
    }

    /// Deletes everything except the outbox if the copy is of another person or server.
    func purge(unlessOf session: SavedSession) async throws {
        guard let known = try await status(), known.server != session.server || known.account.id != session.account.id else {
            return
        }
        try await database.write { db in
            guard let status = try Self.status(db) else { return }
            if status.server != session.server || status.account.id != session.account.id { try Self.forget(db) }
        }
    }

    /// Replaces the terms. Reads take days and time zones from them.
    public func replaceTerms(_ terms: [Term], at now: Date) async throws {
        try await database.write { db in
            try Self.removeAll(.term, db)
            for term in terms { try Self.store(term, .term, id: term.id.text, place: Int64(now.timeIntervalSince1970), db) }
        }
    }

    /// Whether the term of some course is missing, or the terms were stored before `date`.
    func lacksTerms(since date: Date) async throws -> Bool {
        try await database.read { db in
            let oldest = try Int64.fetchOne(db, sql: "SELECT min(place) FROM subject WHERE kind = 'term'")
            guard let oldest, oldest >= Int64(date.timeIntervalSince1970) else { return true }
            let known = Set(try String.fetchAll(db, sql: "SELECT id FROM subject WHERE kind = 'term'"))
            return try Self.all(Course.self, .course, db).contains { !known.contains($0.term.text) }
        }
    }

    /// Deletes also the seen events that the server has not heard of: they are one person's.
    static func forget(_ db: Database) throws {
        try empty(db)
        try db.run(sql: "DELETE FROM seen")
        try removeAll(.timetable, db)
    }

    private static func empty(_ db: Database) throws {
        // Events first: the triggers of the other tables then find none.
        for table in ["event", "reply", "mark", "copy"] { try db.run(sql: "DELETE FROM \(table)") }
        try db.run(sql: "DELETE FROM subject WHERE kind NOT IN ('term', 'timetable')")
    }

    /// Decodes the one column, of JSON, that `sql` selects.
    func read<Value: Decodable & Sendable>(_ sql: String, _ arguments: StatementArguments = []) async throws -> [Value] {
        try await database.read { db in try Self.json(Value.self, db, sql, arguments) }
    }

    /// Decodes the one column, of JSON, that `sql` selects, in a transaction.
    static func json<Value: Decodable>(
        _ type: Value.Type, _ db: Database, _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        let decoder = JSONCoding.decoder()
        return try String.fetchAll(db, sql: sql, arguments: arguments).map { try decoder.decode(type, from: $0) }
    }
}
