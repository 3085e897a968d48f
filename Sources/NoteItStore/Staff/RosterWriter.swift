import Foundation
import NoteItCore

/// Writes what a list changes: a few statements for each section, and one row for each person in each of three tables.
struct RosterWriter {
    let plan: RosterPlan
    let tx: Transaction

    func write() throws {
        try writeEntries()
        try moveStudents(plan.taken.filter { $0.place.role == .student }, .scopeRevoked)
        for (place, course) in plan.taken where place.role == .staff {
            _ = try RosterRow.takeStaff(place.account, place.section, of: course, tx)
        }
        try moveStudents(plan.given.filter { $0.place.role == .student }, .scopeGranted)
        for (place, course) in plan.given where place.role == .staff {
            try RosterRow.giveStaff(place.account, place.section, of: course, tx)
        }
        let report = plan.report
        guard report.added + report.changed + report.removed > 0 else { return }
        try AuditRow.add(
            .rosterImported, by: nil,
            detail: "added: \(report.added), changed: \(report.changed), removed: \(report.removed)", tx)
    }

    private func writeEntries() throws {
        let removed = Dictionary(grouping: plan.removed) { [$0.key.section.text, $0.key.role.rawValue] }
        for (home, entries) in removed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            try tx.db.send(
                """
                DELETE FROM roster_entry WHERE section_id = ? AND role = ? AND person IN (SELECT value FROM json_each(?))
                """, home[0], home[1], try jsonArray(entries.map(\.key.person)))
        }
        try tx.db.insert(
            "INSERT INTO roster_entry (section_id, role, person, course_id, number, name, account_id, given) VALUES",
            plan.added.map { key, entry in
                [
                    key.section, key.role.rawValue, key.person, entry.course, entry.number, entry.name, entry.account,
                    entry.isGiven,
                ]
            })
        for (key, entry) in plan.changed {
            try tx.db.send(
                """
                UPDATE roster_entry SET number = ?, name = ?, account_id = ?, given = ?
                WHERE section_id = ? AND role = ? AND person = ?
                """, entry.number, entry.name, entry.account, entry.isGiven, key.section, key.role.rawValue, key.person)
        }
    }

    /// One row of the log tells up to `Log.largestMove` students of a section. A row that names more would be slow to read for
    /// each of them.
    private func moveStudents(_ places: [(place: RosterPlan.Place, course: Course.ID)], _ change: LogChange) throws {
        let sections = Dictionary(grouping: places, by: \.place.section).sorted { $0.key < $1.key }
        let moves = sections.flatMap { section, places in
            let people = places.map(\.place.account).sorted { $0.description < $1.description }
            return stride(from: 0, to: people.count, by: Log.largestMove).map { start in
                StudentMove(
                    course: places[0].course, section: section,
                    people: Array(people[start..<min(start + Log.largestMove, people.count)]))
            }
        }
        for (move, offset) in zip(moves, try tx.log.moved(change, moves)) {
            try StudyLog.mark(move.people, tx.db)
            switch change {
            case .scopeRevoked: try EnrollmentRow.end(move, at: offset, tx)
            default: try EnrollmentRow.begin(move, at: offset, tx)
            }
        }
    }
}

/// Students who join or leave a section together.
struct StudentMove {
    var course: Course.ID
    var section: Section.ID
    var people: [Account.ID]
}

extension Log {
    /// The most people of one row.
    static let largestMove = 200

    /// Logs that students joined or left sections, one row for each move.
    /// - Returns: the offsets.
    func moved(_ change: LogChange, _ moves: [StudentMove]) throws -> [Int64] {
        guard !moves.isEmpty else { return [] }
        let head = try db.takeOffsets(moves.count)
        let offsets = Array(head - Int64(moves.count) + 1...head)
        for (move, offset) in zip(moves, offsets) {
            let topics = move.people.map(Topic.account)
            try db.send(
                """
                INSERT INTO log ("offset", written_at, op, type, subject, course_id, section_id, follows, after, before)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, NULL)
                """, offset, now.seconds, change.rawValue, ChangeType.none.rawValue, move.section.text, move.course,
                move.section, LogRow.text(topics))
            try db.send(
                #"INSERT INTO log_topic (topic, "offset", dates) SELECT value, CAST(? AS BIGINT), 1 FROM json_each(?)"#, offset,
                try jsonArray(topics.map(\.rawValue)))
        }
        return offsets
    }
}

extension EnrollmentRow {
    /// Enrolls students who are not enrolled yet.
    fileprivate static func begin(_ move: StudentMove, at offset: Int64, _ tx: Transaction) throws {
        let people = try jsonArray(move.people)
        try tx.db.send(
            """
            INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at)
            SELECT value, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), 'student', CAST(? AS BIGINT), CAST(? AS BIGINT)
            FROM json_each(?)
            """, move.section, move.course, move.section, tx.now.seconds, offset, people)
        try tx.db.send(
            "DELETE FROM join_request WHERE section_id = ? AND account_id IN (SELECT value FROM json_each(?))", move.section,
            people)
    }

    /// Ends the enrollments of students.
    fileprivate static func end(_ move: StudentMove, at offset: Int64, _ tx: Transaction) throws {
        let people = try jsonArray(move.people)
        try tx.db.send(
            """
            INSERT INTO former_enrollment (account_id, course_id, section_id, role, since, granted_at, revoked_at)
            SELECT account_id, course_id, section_id, role, since, granted_at, CAST(? AS BIGINT) FROM enrollment
            WHERE scope = ? AND role = 'student' AND account_id IN (SELECT value FROM json_each(?))
            """, offset, move.section, people)
        try tx.db.send(
            """
            DELETE FROM enrollment WHERE scope = ? AND role = 'student' AND account_id IN (SELECT value FROM json_each(?))
            """, move.section, people)
    }
}
