import Foundation
import NoteItCore

extension SQLStore {
    public func timetables(of account: Account.ID) async throws -> [SavedTimetable] {
        try await read { db in
            try TimetableRow.all("g.account_id = ? ORDER BY g.created_at DESC, g.id DESC", [account], db)
        }
    }

    public func timetable(_ id: SavedTimetable.ID, by account: Account.ID) async throws -> SavedTimetable {
        try await read { db in
            let found = try TimetableRow.all("g.id = ? AND (g.account_id = ? OR g.shared = 1)", [id, account], db).first
            guard var found else { throw DomainError.notFound("schedule \(id)") }
            found.owner = try db.value(
                "SELECT a.display_name FROM schedule g JOIN account a ON a.id = g.account_id WHERE g.id = ? AND a.id <> ?", id,
                account)
            return found
        }
    }

    public func keep(_ new: NewTimetable, by account: Account.ID) async throws -> (timetable: SavedTimetable, created: Bool) {
        try await commit { tx in
            if let id = new.id, try tx.db.wasSent(id, in: "schedule", by: account) {
                return (try TimetableRow.require(id, of: account, tx.db), false)
            }
            guard try tx.db.first("SELECT 1 FROM term WHERE id = ?", new.term) != nil else {
                throw DomainError.invalid("term", "must be a term of the catalog; \(new.term) is not one")
            }
            let count = try tx.db.requireRoom(
                under: SavedTimetable.most, in: "schedule WHERE account_id = ?", account,
                else: "You keep \(SavedTimetable.most) timetables. Delete one first.")
            let id = new.id ?? .make(at: tx.now, counter: count)
            try TimetableRow.insert(new.timetable(id, at: tx.now), ["account_id": account], tx.db)
            try TimetableRow.write(new.sections, of: id, term: new.term, tx.db)
            return (try TimetableRow.require(id, of: account, tx.db), true)
        }
    }

    public func edit(
        _ id: SavedTimetable.ID, with patch: TimetablePatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> SavedTimetable {
        try await commit { tx in
            let old = try TimetableRow.require(id, of: account, tx.db)
            try old.requireUnchanged(since: rev)
            var new = old
            new.name = patch.name ?? old.name
            new.shared = patch.shared ?? old.shared
            new.sections = patch.sections ?? old.sections
            guard try !identical(new, old) else { return old }
            (new.rev, new.editedAt) = (old.rev + 1, tx.now)
            try TimetableRow.update(new, [:], except: [.id, .term, .createdAt], tx.db)
            if new.sections != old.sections { try TimetableRow.write(new.sections, of: id, term: old.term, tx.db) }
            return try TimetableRow.require(id, of: account, tx.db)
        }
    }

    public func delete(_ id: SavedTimetable.ID, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let old = try TimetableRow.require(id, of: account, tx.db)
            try old.requireUnchanged(since: rev)
            try tx.db.send("DELETE FROM schedule WHERE id = ?", id)
        }
    }
}

enum TimetableRow: NounRow {
    typealias Noun = SavedTimetable

    static let (table, alias) = ("schedule", "g")

    static func require(_ id: SavedTimetable.ID, of account: Account.ID, _ db: SQLConnection) throws -> SavedTimetable {
        guard let found = try all("g.id = ? AND g.account_id = ?", [id, account], db).first else {
            throw DomainError.notFound("schedule \(id)")
        }
        return found
    }

    static func all(_ condition: String, _ values: [SQLParameter], _ db: SQLConnection) throws -> [SavedTimetable] {
        try db.decoded("SELECT \(Column.list) FROM schedule g WHERE \(condition)", values) { row in
            var timetable = try decode(row)
            let rows = try db.all(
                """
                SELECT x.section_id, s.course_id FROM schedule_section x JOIN section s ON s.id = x.section_id
                WHERE x.schedule_id = ? ORDER BY x.position
                """, timetable.id)
            timetable.sections = rows.map { $0["section_id"] }
            timetable.courses = unique(rows.map { $0["course_id"] })
            return timetable
        }
    }

    static let sections: [Section.ID] = []
    static let courses: [Course.ID] = []
    static let owner: String? = nil

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
