import Foundation
import GRDB
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// What an acknowledgement means, and what a file must be to be opened.
@Suite(.enabled(if: !TestDatabase.isPostgreSQL))
struct DurabilityTests {
    /// `PRAGMA synchronous`: 2 is FULL.
    @Test func theWritingConnectionIsFullySynchronous() async throws {
        try await Campus.with { campus in
            #expect(try campus.sqlite.synchronousLevel() == 2)
            let mode: String? = try await campus.store.read { try $0.native.value("PRAGMA journal_mode") }
            #expect(mode == "wal")
        }
    }

    @Test func concurrentPostsShareCommits() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let before = campus.store.commitCounts
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await campus.store.post(NewEvent(title: "post \(number)"), in: Campus.course, by: ada).event.number
                    }
                }
                var numbers: Set<Int> = []
                for try await number in group { numbers.insert(number) }
                #expect(numbers == Set(1...200))
            }
            let after = campus.store.commitCounts
            #expect(after.writes - before.writes == 200)
            #expect(after.commits - before.commits < 200)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aWriteThatFailsLeavesItsNeighboursAlone() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.person("ben")
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        do {
                            let author = number.isMultiple(of: 2) ? ada : ben
                            _ = try await campus.store.post(NewEvent(title: "post"), in: Campus.course, by: author)
                            return true
                        } catch DomainError.forbidden {
                            return false
                        }
                    }
                }
                let stored = try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                #expect(stored == 20)
            }
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aNewerDatabaseIsRefused() async throws {
        try await Campus.with { campus in
            let newer = Schema.version() + 1
            try await campus.sqlite.pool.write { try $0.execute(sql: "PRAGMA user_version = \(newer)") }
            #expect(throws: StoreError.newer(found: newer, known: newer - 1)) { try SQLStore(path: campus.path) }
        }
    }

    @Test func aForeignDatabaseIsRefusedAndLeftAlone() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let theirs = try DatabaseQueue(path: path)
        try theirs.write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER PRIMARY KEY)") }
        #expect(throws: StoreError.notOurs) { try SQLStore(path: path) }
        #expect(try theirs.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") } == ["recipe"])
    }

    @Test func anOlderDatabaseIsTakenOneStepUpOnce() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada)
            let steps = Schema.steps + ["ALTER TABLE term ADD COLUMN note TEXT NOT NULL DEFAULT ''"]
            try await campus.sqlite.pool.writeWithoutTransaction { db in
                try Schema.bringUp(db, steps: steps)
                try Schema.bringUp(db, steps: steps)
                #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == Schema.version(after: steps))
                #expect(try db.columns(in: "term").map(\.name).contains("note"))
                #expect(try String.fetchAll(db, sql: "SELECT title FROM event") == ["Lab"])
            }
        }
    }

    /// As noteitd 0.3.0 made it.
    @Test func aDatabaseOfVersion1IsTakenUp() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada)
            try await campus.sqlite.pool.writeWithoutTransaction { db in
                let new = try Self.columns(db)
                try Self.undoSteps(db)
                try db.execute(sql: "PRAGMA user_version = 1")
                #expect(try Self.columns(db) != new)
                try Schema.bringUp(db)
                #expect(try Self.columns(db) == new)
                #expect(try String.fetchAll(db, sql: "SELECT title FROM event") == ["Lab"])
            }
        }
    }

    /// Removes what the steps since version 1 add.
    private static func undoSteps(_ db: Database) throws {
        let steps = Schema.steps.joined(separator: "\n")
        for index in steps.matches(of: /CREATE (?:UNIQUE )?INDEX (\w+)/) { try db.execute(sql: "DROP INDEX \(index.1)") }
        for table in steps.matches(of: /CREATE TABLE (\w+)/).reversed() { try db.execute(sql: "DROP TABLE \(table.1)") }
        for column in steps.matches(of: /ALTER TABLE (\w+) ADD COLUMN (\w+)/) where try db.tableExists(String(column.1)) {
            try db.execute(sql: "ALTER TABLE \(column.1) DROP COLUMN \(column.2)")
        }
    }

    private static func columns(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT m.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk FROM sqlite_master m
                JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
                UNION ALL SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1
                """)
    }

    @Test(arguments: [
        (0x4E6F_7465, 34, StoreError.unreleased),
        (Schema.applicationID, Schema.version() + 1, StoreError.newer(found: Schema.version() + 1, known: Schema.version())),
    ])
    func aDatabaseFromBeforeTheFirstReleaseOrOfANewerVersionIsLeftAsItIs(
        owner: Int, version: Int, error: StoreError
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "old.db")
        let old = try DatabaseQueue(path: file.path)
        try old.write { db in
            try db.execute(sql: "CREATE TABLE account (id TEXT PRIMARY KEY); PRAGMA user_version = \(version)")
            try db.execute(sql: "PRAGMA application_id = \(owner)")
        }
        try old.close()
        let before = try Data(contentsOf: file)
        #expect(throws: error) { try SQLStore(path: file.path) }
        #expect(try Data(contentsOf: file) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.db"])
    }
}

extension Campus {
    var sqlite: SQLiteEngine {
        get throws { try #require(store.engine as? SQLiteEngine) }
    }
}
