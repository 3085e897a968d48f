import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func schedules(of account: Account.ID) async throws -> [Schedule] {
        try await read { db in
            try db.all("SELECT * FROM schedule WHERE account_id = ? ORDER BY created_at DESC, id DESC", account)
                .map { try ScheduleRow.decode($0, db) }
        }
    }

    public func schedule(_ id: Schedule.ID, by account: Account.ID) async throws -> Schedule {
        try await read { db in
            guard let row = try db.first("SELECT * FROM schedule WHERE id = ? AND (account_id = ? OR shared = 1)", id, account)
            else { throw DomainError.notFound("schedule \(id)") }
            return try ScheduleRow.decode(row, db)
        }
    }

    public func keep(_ new: NewSchedule, by account: Account.ID) async throws -> (schedule: Schedule, created: Bool) {
        let now = now
        return try await commit { db in
            if let id = new.id, let row = try db.first("SELECT * FROM schedule WHERE id = ?", id) {
                guard row["account_id"] == account.description else {
                    throw DomainError.conflict("The id \(id) is taken. Make a new one.")
                }
                return (try ScheduleRow.decode(row, db), false)
            }
            guard try db.first("SELECT 1 FROM term WHERE id = ?", new.term) != nil else {
                throw DomainError.invalid("term", "must be a term of the catalog; \(new.term) is none")
            }
            let kept: Int? = try db.value("SELECT COUNT(*) FROM schedule WHERE account_id = ?", account)
            guard kept ?? 0 < Schedule.most else {
                throw DomainError.conflict("You keep \(Schedule.most) timetables. Delete one first.")
            }
            let id = new.id ?? .make(at: now)
            try db.run(
                "INSERT INTO schedule (id, account_id, term_id, name, shared, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                id, account, new.term, new.name, new.shared ?? false, now.seconds)
            try ScheduleRow.write(new.sections, of: id, term: new.term, db)
            return (try ScheduleRow.require(id, of: account, db), true)
        }
    }

    public func edit(
        _ id: Schedule.ID, with patch: SchedulePatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> Schedule {
        let now = now
        return try await commit { db in
            let old = try ScheduleRow.require(id, of: account, db)
            if let rev, rev != old.rev { throw DomainError.stale }
            var new = old
            new.name = patch.name ?? old.name
            new.shared = patch.shared ?? old.shared
            new.sections = patch.sections ?? old.sections
            guard new != old else { return old }
            try db.run(
                "UPDATE schedule SET name = ?, shared = ?, edited_at = ?, rev = rev + 1 WHERE id = ?",
                new.name, new.shared, now.seconds, id)
            if new.sections != old.sections { try ScheduleRow.write(new.sections, of: id, term: old.term, db) }
            return try ScheduleRow.require(id, of: account, db)
        }
    }

    public func delete(_ id: Schedule.ID, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { db in
            let old = try ScheduleRow.require(id, of: account, db)
            if let rev, rev != old.rev { throw DomainError.stale }
            try db.run("DELETE FROM schedule WHERE id = ?", id)
        }
    }
}

enum ScheduleRow {
    static func require(_ id: Schedule.ID, of account: Account.ID, _ db: Database) throws -> Schedule {
        guard let row = try db.first("SELECT * FROM schedule WHERE id = ? AND account_id = ?", id, account) else {
            throw DomainError.notFound("schedule \(id)")
        }
        return try decode(row, db)
    }

    static func decode(_ row: Row, _ db: Database) throws -> Schedule {
        let id: Schedule.ID = row["id"]
        let rows = try db.all(
            """
            SELECT x.section_id, s.course_id FROM schedule_section x JOIN section s ON s.id = x.section_id
            WHERE x.schedule_id = ? ORDER BY x.position
            """, id)
        return Schedule(
            id: id, term: row["term_id"], name: row["name"], sections: rows.map { $0["section_id"] },
            courses: unique(rows.map { $0["course_id"] }), shared: row["shared"], createdAt: row.date("created_at"),
            editedAt: row.dateIfPresent("edited_at"), rev: row["rev"])
    }

    /// Replaces the sections. Throws `.invalid` that names each which the term does not offer.
    static func write(_ sections: [Section.ID], of id: Schedule.ID, term: Term.ID, _ db: Database) throws {
        let offered: [String] = try db.column(
            """
            SELECT s.id FROM section s JOIN course c ON c.id = s.course_id
            WHERE c.term_id = ? AND s.withdrawn = 0 AND s.id IN (SELECT value FROM json_each(?))
            """, term, try jsonArray(sections))
        let missing = sections.filter { !offered.contains($0) }
        if !missing.isEmpty {
            throw DomainError.invalid(missing.map { FieldError(field: "sections", detail: "\($0) is not offered in \(term)") })
        }
        try db.run("DELETE FROM schedule_section WHERE schedule_id = ?", id)
        for (position, section) in sections.enumerated() {
            try db.run(
                "INSERT INTO schedule_section (schedule_id, position, section_id) VALUES (?, ?, ?)", id, position, section)
        }
    }
}
