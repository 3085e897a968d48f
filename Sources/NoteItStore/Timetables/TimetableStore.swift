import Foundation
import NoteItCore

extension SQLStore {
    public func timetables(of account: Account.ID) async throws -> [SavedTimetable] {
        try await read { db in
            try db.all("SELECT * FROM schedule WHERE account_id = ? ORDER BY created_at DESC, id DESC", account)
                .map { try TimetableRow.decode($0, db) }
        }
    }

    public func timetable(_ id: SavedTimetable.ID, by account: Account.ID) async throws -> SavedTimetable {
        try await read { db in
            guard let row = try db.first("SELECT * FROM schedule WHERE id = ? AND (account_id = ? OR shared = 1)", id, account)
            else { throw DomainError.notFound("schedule \(id)") }
            return try TimetableRow.decode(row, db)
        }
    }

    public func keep(_ new: NewTimetable, by account: Account.ID) async throws -> (timetable: SavedTimetable, created: Bool) {
        try await commit { tx in
            if let id = new.id, let row = try tx.db.first("SELECT * FROM schedule WHERE id = ?", id) {
                guard row["account_id"] == account.description else {
                    throw DomainError.conflict("The id \(id) is taken. Make a new one.")
                }
                return (try TimetableRow.decode(row, tx.db), false)
            }
            guard try tx.db.first("SELECT 1 FROM term WHERE id = ?", new.term) != nil else {
                throw DomainError.invalid("term", "must be a term of the catalog; \(new.term) is not one")
            }
            let kept: Int? = try tx.db.value("SELECT COUNT(*) FROM schedule WHERE account_id = ?", account)
            guard kept ?? 0 < SavedTimetable.most else {
                throw DomainError.conflict("You keep \(SavedTimetable.most) timetables. Delete one first.")
            }
            let id = new.id ?? .make(at: tx.now)
            try tx.db.send(
                "INSERT INTO schedule (id, account_id, term_id, name, shared, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                id, account, new.term, new.name, new.shared ?? false, tx.now.seconds)
            try TimetableRow.write(new.sections, of: id, term: new.term, tx.db)
            return (try TimetableRow.require(id, of: account, tx.db), true)
        }
    }

    public func edit(
        _ id: SavedTimetable.ID, with patch: TimetablePatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> SavedTimetable {
        try await commit { tx in
            let old = try TimetableRow.require(id, of: account, tx.db)
            if let rev, rev != old.rev { throw DomainError.stale }
            var new = old
            new.name = patch.name ?? old.name
            new.shared = patch.shared ?? old.shared
            new.sections = patch.sections ?? old.sections
            guard try !identical(new, old) else { return old }
            try tx.db.send(
                "UPDATE schedule SET name = ?, shared = ?, edited_at = ?, rev = rev + 1 WHERE id = ?",
                new.name, new.shared, tx.now.seconds, id)
            if new.sections != old.sections { try TimetableRow.write(new.sections, of: id, term: old.term, tx.db) }
            return try TimetableRow.require(id, of: account, tx.db)
        }
    }

    public func delete(_ id: SavedTimetable.ID, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let old = try TimetableRow.require(id, of: account, tx.db)
            if let rev, rev != old.rev { throw DomainError.stale }
            try tx.db.send("DELETE FROM schedule WHERE id = ?", id)
        }
    }
}

enum TimetableRow {
    static func require(_ id: SavedTimetable.ID, of account: Account.ID, _ db: SQLConnection) throws -> SavedTimetable {
        guard let row = try db.first("SELECT * FROM schedule WHERE id = ? AND account_id = ?", id, account) else {
            throw DomainError.notFound("schedule \(id)")
        }
        return try decode(row, db)
    }

    static func decode(_ row: Row, _ db: SQLConnection) throws -> SavedTimetable {
        let id: SavedTimetable.ID = row["id"]
        let rows = try db.all(
            """
            SELECT x.section_id, s.course_id FROM schedule_section x JOIN section s ON s.id = x.section_id
            WHERE x.schedule_id = ? ORDER BY x.position
            """, id)
        return SavedTimetable(
            id: id, term: row["term_id"], name: row["name"], sections: rows.map { $0["section_id"] },
            courses: unique(rows.map { $0["course_id"] }), shared: row["shared"], createdAt: row.date("created_at"),
            editedAt: row.dateIfPresent("edited_at"), rev: row["rev"])
    }

    /// Replaces the sections. Throws `.invalid` with every section that the term does not offer.
    static func write(_ sections: [Section.ID], of id: SavedTimetable.ID, term: Term.ID, _ db: SQLConnection) throws {
        let offered: [Section.ID] = try db.column(
            """
            SELECT s.id FROM section s JOIN course c ON c.id = s.course_id
            WHERE c.term_id = ? AND s.withdrawn = 0 AND s.id IN (SELECT value FROM json_each(?))
            """, term, try jsonArray(sections))
        let missing = sections.filter { !offered.contains($0) }
        if !missing.isEmpty {
            throw DomainError.invalid(
                missing.map { id in
                    FieldError(field: "sections", detail: "include CRN \(id.crn), which no section of term \(term) has")
                })
        }
        try db.send("DELETE FROM schedule_section WHERE schedule_id = ?", id)
        for (position, section) in sections.enumerated() {
            try db.send(
                "INSERT INTO schedule_section (schedule_id, position, section_id) VALUES (?, ?, ?)", id, position, section)
        }
    }
}
