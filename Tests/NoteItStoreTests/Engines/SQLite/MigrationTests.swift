import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItStore

/// The way from the oldest schema that may be in use to today's.
struct MigrationTests {
    @Test func anOlderDatabaseBecomesWhatANewOneIs() async throws {
        try await withOldDatabase { old, folder in
            let new = folder.appending(path: "new.db").path
            try SQLiteStore(path: new).close()
            try SQLiteStore(path: old).close()
            #expect(try columns(old) == columns(new))
            #expect(try indexes(old) == indexes(new))
        }
    }

    /// Bodies have another form now.
    @Test func everyoneTakesANewSnapshot() async throws {
        try await withOldDatabase { old, _ in
            let store = try SQLiteStore(path: old)
            let ada = try #require(Account.ID(Self.ada))
            await #expect(throws: DomainError.expired(.epoch)) {
                try await store.changes(after: Cursor(epoch: "old", offset: 1), limit: 9, by: ada)
            }
            #expect(try await store.snapshot(next: nil, limit: 9, by: ada).events.map(\.title) == ["Lab"])
            try store.close()
        }
    }

    @Test func whatWasSaidStays() async throws {
        try await withOldDatabase { old, _ in
            let store = try SQLiteStore(path: old)
            let ada = try #require(Account.ID(Self.ada))
            #expect(try await store.account(ada).handle == "ada.l")
            let page = try await store.events(in: "1.A1", matching: EventQuery(), page: PageRequest(), by: ada)
            #expect(page.sections.flatMap(\.events).map(\.title) == ["Lab"])
            #expect(try await store.check().isEmpty)
            let posted = try await store.post(NewEvent(title: "Next"), in: "1.A1", by: ada).event
            #expect(posted.number == 2)
            try store.close()
        }
    }

    /// What the last program stored is there, with its log begun anew: every copy takes a new snapshot, and goes on from there.
    @Test func theLastReleasesDatabaseComesAlong() async throws {
        try await withOldDatabase(PackageResources.release_14_sql, version: 14) { old, folder in
            let new = folder.appending(path: "new.db").path
            try SQLiteStore(path: new).close()
            let store = try SQLiteStore(path: old)
            #expect(try columns(old) == columns(new))
            #expect(try indexes(old) == indexes(new))
            let people = try ["a", "b", "c"].map { try #require(Account.ID("00000000-0000-7000-8000-00000000000\($0)")) }
            var titles: [[String]] = []
            for person in people {
                titles.append(try await store.snapshot(next: nil, limit: 99, by: person).events.map(\.title))
            }
            #expect(
                titles == [
                    ["Is it open book?", "My own plan", "Midterm", "Room 9001"], ["Is it open book?", "Midterm", "Room 9001"],
                    ["Is it open book?", "Midterm", "Room 9001"],
                ])
            var replicas = people.map { Replica(of: $0) }
            for index in replicas.indices { try await replicas[index].begin(from: store, limit: 3) }
            try await store.drop(people[1], section: "202530.1000")
            _ = try await store.update(people[0], with: AccountPatch(displayName: "Ada L."))
            try await store.indexTexts()
            for index in replicas.indices {
                while try await replicas[index].advance(on: store, limit: 2).more {}
                let fresh = try await Replica.snapshot(of: people[index], store, limit: 2)
                #expect(replicas[index].differences(from: fresh) == [])
            }
            #expect(try await store.check() == [])
            try store.close()
        }
    }

    /// Due dates whose day has no year of four digits could be posted, and then no list could be read.
    @Test func dueDatesAtTheEndOfTimeAreReadAgain() async throws {
        try await withOldDatabase(PackageResources.release_14_sql, version: 14) { old, _ in
            let queue = try DatabaseQueue(path: old)
            try await queue.write { db in
                try db.execute(
                    sql: "UPDATE event SET due = 253402300799, due_day = '10000-01-01' WHERE title = 'Midterm'")
            }
            try queue.close()
            let store = try SQLiteStore(path: old)
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            let page = try await store.events(in: "202530.CMPT225", matching: EventQuery(), page: PageRequest(), by: ada)
            #expect(page.sections.compactMap(\.due).last == Day("9999-12-30"))
            try store.close()
        }
    }

    /// Emails are compared after normalization, which older keys were not.
    @Test func emailsAreFoundHoweverTheyAreWritten() async throws {
        try await withOldDatabase(PackageResources.release_14_sql, version: 14) { old, _ in
            let queue = try DatabaseQueue(path: old)
            try await queue.write { db in
                try db.execute(
                    sql: "UPDATE account SET email = ?1, email_key = ?1 WHERE email = 'ada@example.edu'",
                    arguments: ["ad\u{FF41}e\u{301}@example.edu"])
            }
            try queue.close()
            let store = try SQLiteStore(path: old)
            #expect(
                try await store.credentials(email: "ADA\u{C9}@example.edu")?.account.email == "ad\u{FF41}e\u{301}@example.edu")
            try store.close()
        }
    }

    /// A database of an older version; of version 2 with a person who posted something, if no other is given.
    private func withOldDatabase(
        _ sql: [UInt8]? = nil, version: Int = 2, _ body: (_ old: String, _ folder: URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "old.db").path
        try makeOld(path, sql.map { String(decoding: $0, as: UTF8.self) }, version: version)
        try await body(path, folder)
    }

    private func makeOld(_ path: String, _ sql: String?, version: Int) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            // The tables come in another order than what they refer to.
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql ?? String(decoding: PackageResources.schema_2_sql, as: UTF8.self) + Self.content)
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
        }
        try queue.close()
    }

    private static let ada = "00000000-0000-7000-8000-000000000001"
    private static let content = """
        INSERT INTO log_head (id, epoch, head) VALUES (1, 'old', 1);
        INSERT INTO account VALUES ('\(ada)', 'ada@example.edu', 'ada@example.edu', 'Ada L.', 'student', 'hash', 1, NULL);
        INSERT INTO term VALUES ('1', 'Fall', NULL, NULL, 'America/Vancouver');
        INSERT INTO course (id, term_id, subject, number, title, last_number) VALUES ('1.A1', '1', 'A', '1', 'Course', 1);
        INSERT INTO section (id, course_id, crn, code, kind) VALUES ('1.11', '1.A1', '11', 'D100', 'LEC');
        INSERT INTO enrollment VALUES ('\(ada)', '1.11', '1.A1', '1.11', 'student', 1, 0);
        INSERT INTO event (id, course_id, number, author_id, kind, title, body, visibility, created_at)
        VALUES ('00000000-0000-7000-8000-000000000002', '1.A1', 1, '\(ada)', 'note', 'Lab', '', 'public', 1);
        INSERT INTO log ("offset", written_at, op, type, subject, rev, course_id, author_email, body)
        VALUES (1, 1, 'upsert', 'event', '00000000-0000-7000-8000-000000000002', 1, '1.A1', 'ada@example.edu', '{}');
        INSERT INTO log_topic VALUES ('course:1.A1', 1, 1, 0);
        """

    private func columns(_ path: String) throws -> [String: Set<String>] {
        try read(path) { db in
            let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, Set(try db.columns(in: $0).map(\.name))) })
        }
    }

    private func indexes(_ path: String) throws -> Set<String> {
        try read(path) { try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger')") }
    }

    private func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read(body)
    }
}
