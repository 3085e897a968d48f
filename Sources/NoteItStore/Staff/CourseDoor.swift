import Foundation
import NoteItCore

/// Which sections of a course a person may join without asking its staff.
struct CourseDoor {
    private let isOpen: Bool
    /// The scopes from which the staff removed the person.
    private let barred: Set<String>
    private let course: Course.ID
    /// The sections whose roster has the person, which they may join under every rule.
    private let rostered: Set<Section.ID>

    /// - Parameter standard: the rule of the server, for a course whose staff chose none.
    init(of course: Course.ID, for person: Account, standard: JoiningRule, _ db: SQLConnection) throws {
        self.course = course
        let rule = try JoiningRow.find(course, db) ?? standard
        let isVerified = try db.first("SELECT 1 FROM verified_email WHERE account_id = ?", person.id) != nil
        isOpen =
            try rule.admits(verified: isVerified ? person.email : nil)
            || !StaffRow.scopes(of: person.id, in: course, db).isEmpty
        barred = Set(
            try db.column("SELECT scope FROM removed_member WHERE account_id = ? AND course_id = ?", person.id, course))
        rostered = isOpen ? [] : try RosterRow.sections(of: person.id, in: course, db)
    }

    func admits(_ section: Section.ID) -> Bool {
        (isOpen || rostered.contains(section)) && barred.isDisjoint(with: [section.text, course.text])
    }
}

/// The rule that the staff of a course chose.
enum JoiningRow {
    /// Nil if they chose none.
    static func find(_ course: Course.ID, _ db: SQLConnection) throws -> JoiningRule? {
        try db.first(
            """
            SELECT j.*, r.course_id IS NOT NULL AS by_roster FROM course_joining j
            LEFT JOIN roster_joining r ON r.course_id = j.course_id WHERE j.course_id = ?
            """, course
        ).map { row in
            row["by_roster"]
                ? JoiningRule(.roster)
                : JoiningRule(try stored(JoiningRule.Kind(rawValue: row["joining"])), domains: try row.texts("domains"))
        }
    }

    static func effective(_ course: Course.ID, standard: JoiningRule, _ db: SQLConnection) throws -> CourseJoining {
        let chosen = try find(course, db)
        return CourseJoining(chosen ?? standard, fromServer: chosen == nil)
    }

    static func set(_ rule: JoiningRule?, of course: Course.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM course_joining WHERE course_id = ?", course)
        try db.send("DELETE FROM roster_joining WHERE course_id = ?", course)
        guard let rule else { return }
        // A node of an earlier version knows no rosters, and lets nobody in by itself.
        let kind = rule.joining == .roster ? .approval : rule.joining
        try db.send(
            "INSERT INTO course_joining (course_id, joining, domains) VALUES (?, ?, ?)", course, kind.rawValue,
            try jsonArray(rule.domains))
        if rule.joining == .roster { try db.send("INSERT INTO roster_joining (course_id) VALUES (?)", course) }
    }
}

/// People who wait to be let into a section.
enum JoinRequestRow {
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [JoinRequest] {
        try db.all(
            """
            SELECT r.*, EXISTS (
                SELECT 1 FROM enrollment m WHERE m.course_id = r.course_id AND m.role = 'staff'
                    AND (m.section_id IS NULL OR m.section_id = r.section_id)) AS staffed
            FROM join_request r WHERE r.account_id = ? ORDER BY r.since, r.section_id
            """, account
        ).map {
            JoinRequest(section: $0["section_id"], course: $0["course_id"], since: $0.date("since"), staffed: $0["staffed"])
        }
    }

    /// Asks the staff to let a person into sections of a course. Sections for which they wait already stay as they are.
    static func add(_ account: Account.ID, _ sections: [Section.ID], of course: Course.ID, _ tx: Transaction) throws {
        var isNew = false
        for section in sections {
            let count = try tx.db.run(
                """
                INSERT INTO join_request (account_id, section_id, course_id, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                """, account, section, course, tx.now.seconds)
            isNew = isNew || count > 0
        }
        guard isNew else { return }
        let count: Int? = try tx.db.value("SELECT COUNT(*) FROM join_request WHERE account_id = ?", account)
        guard count ?? 0 <= JoinRequest.most else {
            throw DomainError.conflict("You wait to join \(JoinRequest.most) sections. Take one of these requests back first.")
        }
        try tell(staffOf: sections, of: course, tx)
    }

    /// A person on the staff who has not read of earlier requests is not told again.
    private static func tell(staffOf sections: [Section.ID], of course: Course.ID, _ tx: Transaction) throws {
        let staff: [Account.ID] = try tx.db.column(
            """
            SELECT DISTINCT m.account_id FROM enrollment m WHERE m.course_id = ? AND m.role = 'staff'
                AND (m.section_id IS NULL OR m.section_id IN (SELECT value FROM json_each(?)))
                AND NOT EXISTS (
                    SELECT 1 FROM notification n WHERE n.account_id = m.account_id AND n.course_id = m.course_id
                        AND n.kind = 'joinRequested' AND n.read_at IS NULL)
            ORDER BY m.account_id
            """, course, try jsonArray(sections))
        for person in staff { try NotificationRow.add(person, of: .joinRequested, in: course, tx) }
    }

    /// - Returns: whether the person waited for the section.
    static func withdraw(_ account: Account.ID, from section: Section.ID, _ db: SQLConnection) throws -> Bool {
        try db.run("DELETE FROM join_request WHERE account_id = ? AND section_id = ?", account, section) > 0
    }
}
