import Foundation
import NoteItCore
@testable import NoteItStore
import TestDatabase
import Testing

/// The number of rows that a small request writes does not grow with the course.
struct SmallWriteTests {
    @Test func aRenameAnEnrollmentAnAudienceAndANoticeWriteAsManyRowsInACourseOfAnySize() async throws {
        var written: [[Int]] = []
        for size in [10, 1_000, 10_000] {
            written.append(try await Campus.with { campus in try await rows(campus, size: size) })
        }
        #expect(written[1] == written[0] && written[2] == written[0], "\(written)")
        #expect(written[0].allSatisfy { (1...8).contains($0) }, "\(written)")
    }

    /// Rows that a rename, an enrollment, an audience flip, a drop and a notice write, in all tables.
    private func rows(_ campus: Campus, size: Int) async throws -> [Int] {
        let (store, section) = (campus.store, Campus.sections[0])
        let ada = try await campus.student("ada", in: [section])
        let (ben, cyd) = (try await campus.person("ben"), try await campus.person("cyd"))
        _ = try await store.grantStaff(to: .email("cyd@example.edu"), in: Campus.course, sections: [], by: nil)
        let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event.id
        try await campus.crowd(size, events: size, repliesTo: event, by: ada)
        var (last, written): (Int, [Int]) = (try await campus.countRows(), [])
        func done() async throws {
            let now = try await campus.countRows()
            written.append(now - last)
            last = now
        }
        _ = try await store.update(ada, with: AccountPatch(displayName: "Ada Lovelace"))
        try await done()
        _ = try await store.enroll(ben, in: [section])
        try await done()
        _ = try await store.edit(event, with: EventPatch(visibility: .staff), ifRev: nil, by: ada)
        try await done()
        _ = try await store.drop(ben, section: section)
        try await done()
        _ = try await store.send(NewNotice(courses: [Campus.course], title: "Room"), by: cyd)
        try await done()
        return written
    }
}

extension Campus {
    /// Inserts `size` more students, events and replies into the course by SQL.
    fileprivate func crowd(_ size: Int, events: Int, repliesTo event: Event.ID, by author: Account.ID) async throws {
        try await execute(
            """
            CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(size)) SELECT i FROM n;
            INSERT INTO account (id, email, email_key, display_name, handle, role, password, created_at)
            SELECT '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2), 'p' || i, 'p' || i, 'P', 'p' || i, 'student', '-', 0 FROM n;
            INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at)
            SELECT '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '\(Self.sections[0])', '\(Self.course)', '\(Self.sections[0])', 'student', 0, 0 FROM n;
            INSERT INTO event (id, course_id, number, author_id, kind, title, body, visibility, created_at)
            SELECT '00000000-0000-4000-9000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '\(Self.course)', 10 + i, '\(author)', 'note', 'T', '', 'public', 0 FROM n;
            INSERT INTO reply (id, event_id, number, author_id, body, created_at)
            SELECT '00000000-0000-4000-a000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '\(event)', i, '\(author)', 'R', 0 FROM n;
            UPDATE course SET last_number = 10 + \(size) WHERE id = '\(Self.course)';
            UPDATE event SET last_reply = \(size), reply_count = \(size) WHERE id = '\(event)';
            """)
    }

    /// Of all tables.
    fileprivate func countRows() async throws -> Int {
        try await store.read { db in
            let tables: [String] = try db.native.column(
                TestDatabase.isPostgreSQL
                    ? "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
                    : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite%'"
            )
            return try tables.reduce(0) { try $0 + (db.native.value("SELECT COUNT(*) FROM \($1)") ?? 0) }
        }
    }
}
