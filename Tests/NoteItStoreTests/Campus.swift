import Foundation
import NoteItCore
import Synchronization
import TestDatabase
import Testing

@testable import NoteItStore

/// A store on a file of its own with a small catalog, and people in it.
struct Campus {
    static let term: Term.ID = "202530"
    static let course: Course.ID = "202530.CMPT225"
    static let other: Course.ID = "202530.MATH150"
    static let sections: [Section.ID] = ["202530.1001", "202530.1002", "202530.1003"]
    static let otherSections: [Section.ID] = ["202530.2001", "202530.2002"]

    let store: SQLStore
    let location: StoreLocation
    let clock: Ticker

    /// The path to which `.files` is appended.
    var path: String { location.base }

    /// Runs `body` on a new store, and removes its file.
    static func with<Result>(_ body: (Campus) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (location, clock) = (try TestDatabase.make(in: folder), Ticker())
        defer { TestDatabase.remove(location) }
        let store = try SQLStore(location, clock: { clock.now })
        let campus = Campus(store: store, location: location, clock: clock)
        try await campus.writeCatalog()
        let result = try await body(campus)
        try store.close()
        return result
    }

    private func writeCatalog() async throws {
        try await execute(
            """
            INSERT INTO term VALUES ('202530', 'Fall 2025', '2025-09-03', '2025-12-02', 'America/Vancouver');
            INSERT INTO course (id, term_id, subject, number, title) VALUES
                ('202530.CMPT225', '202530', 'CMPT', '225', 'Data Structures'),
                ('202530.MATH150', '202530', 'MATH', '150', 'Calculus');
            INSERT INTO section (id, course_id, crn, code, kind) VALUES
                ('202530.1001', '202530.CMPT225', '1001', 'D100', 'LEC'),
                ('202530.1002', '202530.CMPT225', '1002', 'D101', 'LAB'),
                ('202530.1003', '202530.CMPT225', '1003', 'D102', 'LAB'),
                ('202530.2001', '202530.MATH150', '2001', 'D100', 'LEC'),
                ('202530.2002', '202530.MATH150', '2002', 'D101', 'TUT');
            """)
    }

    func person(_ name: String) async throws -> Account.ID {
        try await store.register(
            NewAccount(email: "\(name)@example.edu", password: "", displayName: name), role: .student, password: "hash"
        ).id
    }

    /// A new student in the given sections.
    func student(_ name: String, in sections: [Section.ID]) async throws -> Account.ID {
        let id = try await person(name)
        _ = try await store.enroll(id, in: sections)
        return id
    }
}

/// A clock that moves only when a test advances it, or with each look at it.
final class Ticker: Sendable {
    private let hands = Mutex((time: Date(timeIntervalSince1970: 1_763_700_000), step: 0.0))

    var now: Date {
        hands.withLock { hands in
            hands.time += hands.step
            return hands.time
        }
    }

    func advance(_ seconds: Double) { hands.withLock { $0.time += seconds } }

    /// From now on each look takes so many seconds.
    func advanceWithEachLook(_ seconds: Double) { hands.withLock { $0.step = seconds } }
}

extension SQLStore {
    /// A person's notifications, oldest first.
    func inbox(_ account: Account.ID) async throws -> [NoteItCore.InboxNotification] {
        try await notifications(of: account, unread: false, page: PageRequest(limit: 200)).items.reversed()
    }
}

extension Campus {
    /// Runs SQL that no method of the store has: statements with a semicolon after each but the last.
    func execute(_ sql: String) async throws {
        try await store.commit { tx in
            for statement in sql.split(separator: ";") where !statement.allSatisfy(\.isWhitespace) {
                try tx.db.native.send(String(statement))
            }
        }
    }

    /// Drops the trigger that keeps the rows of the audit log.
    static let dropAuditTrigger = "DROP TRIGGER audit_kept" + (TestDatabase.isPostgreSQL ? " ON audit" : "")

    /// When the rows of the log were written, in seconds since 1970, in the order of their offsets.
    func logTimes() async throws -> [Int64] {
        try await store.read { try $0.column(#"SELECT written_at FROM log ORDER BY "offset""#) }
    }

    /// The query plan of a statement.
    func explain(_ sql: String) async throws -> [String] {
        try await store.read { try $0.native.all("EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] } }
    }
}
