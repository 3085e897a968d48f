import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItStore

/// The way from the first schema to today's.
struct ScheduleMigrationTests {
    @Test func anOlderDatabaseBecomesWhatANewOneIs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func tables(_ path: String) throws -> [String: [String]] {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            return try queue.read { db in
                let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                return try Dictionary(uniqueKeysWithValues: names.map { ($0, try db.columns(in: $0).map(\.name)) })
            }
        }
        let (new, old) = (folder.appending(path: "new.db").path, folder.appending(path: "old.db").path)
        try SQLiteStore(path: new).close()
        try SQLiteStore(path: old).close()
        let queue = try DatabaseQueue(path: old)
        try queue.writeWithoutTransaction { db in
            for table in [
                "holiday", "notification", "seat_watch", "schedule_section", "schedule", "section_score", "course_grade",
            ] {
                try db.execute(sql: "DROP TABLE \(table)")
            }
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        try queue.close()
        try SQLiteStore(path: old).close()
        #expect(try tables(old) == tables(new))
    }
}
