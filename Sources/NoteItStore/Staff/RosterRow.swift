import Foundation
import NoteItCore

/// The registrar's lists.
enum RosterRow {
    /// Gives a person the places that the lists have for their verified email. Those of sections that are withdrawn wait.
    static func settle(_ account: Account.ID, _ tx: Transaction) throws {
        let rows = try tx.db.all(
            """
            SELECT r.section_id, r.course_id, r.role, r.person
            FROM account a JOIN verified_email v ON v.account_id = a.id JOIN roster_entry r ON r.person = a.email_key
            JOIN section s ON s.id = r.section_id
            WHERE a.id = ? AND r.account_id IS NULL AND s.withdrawn = 0 ORDER BY r.section_id, r.role
            """, account)
        for row in rows {
            let (section, course): (Section.ID, Course.ID) = (row["section_id"], row["course_id"])
            let (role, person): (String, String) = (row["role"], row["person"])
            let isGiven = try give(account, section, of: course, try stored(Enrollment.Role(rawValue: role)), tx)
            try tx.db.send(
                "UPDATE roster_entry SET account_id = ?, given = ? WHERE section_id = ? AND role = ? AND person = ?", account,
                isGiven, section, role, person)
        }
    }

    /// In place of the number of one of the staff whom no list has told since a launch gave the place. A list tells the number.
    private static let launched = "lti-launch"

    /// Gives a person who comes from a platform the place of their section there, once: one that ended since is not given again.
    /// - Parameter entry: as their platform's list has it.
    static func arrive(_ account: Account.ID, _ entry: RosterEntry, _ tx: Transaction) throws {
        let (section, role) = (entry.section, entry.role.rawValue)
        let isSettled = try tx.db.first(
            "SELECT 1 FROM roster_entry WHERE section_id = ? AND role = ? AND account_id = ?", section, role, account)
        guard isSettled == nil else { return }
        let holder: Row? = try tx.db.first(
            "SELECT account_id FROM roster_entry WHERE section_id = ? AND role = ? AND person = ?", section, role, entry.person)
        let isOthers = holder.map { ($0["account_id"] as Account.ID?) != nil } ?? false
        let isGiven = try give(account, section, of: entry.course, entry.role, tx)
        // Somebody else has that address: their entry stays, and the list knows this person by the number.
        let person = isOthers ? "#" + entry.number : entry.person
        try tx.db.send(
            """
            INSERT INTO roster_entry (section_id, role, person, course_id, number, name, account_id, given)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (section_id, role, person) DO UPDATE SET account_id = excluded.account_id, given = excluded.given
            """, section, role, person, entry.course, entry.role == .staff ? launched : entry.number, entry.name, account,
            isGiven)
    }

    /// Ends the place on the staff that launches alone gave to a person who now comes with a lower role. A list may have the person by an
    /// address that was verified since.
    static func endLaunchedStaff(
        _ account: Account.ID, _ section: Section.ID, of course: Course.ID, _ tx: Transaction
    ) throws {
        let count = try tx.db.run(
            "DELETE FROM roster_entry WHERE section_id = ? AND role = 'staff' AND account_id = ? AND number = ? AND given = 1",
            section, account, launched)
        guard count > 0, try !takesOver(account, section, tx.db) else { return }
        _ = try takeStaff(account, section, of: course, tx)
    }

    /// Ends the places on the staff of a section that a platform gave, by launches or its list, as its course means another section now.
    static func endStaff(ofPlatformIn section: Section.ID, of course: Course.ID, _ tx: Transaction) throws {
        let told = "FROM roster_entry WHERE section_id = ? AND role = 'staff' AND substr(number, 1, 4) = 'lti-'"
        let accounts: [Account.ID] = try tx.db.column(
            "SELECT DISTINCT account_id \(told) AND given = 1 ORDER BY account_id", section)
        // Also of people who are expected, and of those whom the catalog or a person made staff. Rows without a place remember a removal.
        try tx.db.send(
            """
            DELETE \(told) AND (given = 1 OR account_id IS NULL OR EXISTS (SELECT 1 FROM enrollment n
                WHERE n.account_id = roster_entry.account_id AND n.scope = roster_entry.section_id AND n.role = 'staff'))
            """, section)
        for account in accounts where try !takesOver(account, section, tx.db) {
            _ = try takeStaff(account, section, of: course, tx)
        }
    }

    /// - Returns: whether the person did not hold the place, and holds it now.
    private static func give(
        _ account: Account.ID, _ section: Section.ID, of course: Course.ID, _ role: Enrollment.Role, _ tx: Transaction
    ) throws -> Bool {
        let held: String? = try tx.db.value(
            "SELECT role FROM enrollment WHERE account_id = ? AND scope = ? AND role = ?", account, section, role.rawValue)
        let isBarred = try tx.db.first(
            "SELECT 1 FROM removed_member WHERE account_id = ? AND scope IN (?, ?)", account, section.text, course.text)
        guard held == nil, role == .staff || isBarred == nil else { return false }
        switch role {
        case .student: try EnrollmentRow.admit(account, to: section, of: course, tx)
        case .staff: try giveStaff(account, section, of: course, tx)
        }
        return true
    }

    static func giveStaff(_ account: Account.ID, _ section: Section.ID, of course: Course.ID, _ tx: Transaction) throws {
        try EnrollmentRow.grant(account, course: course, section: section, role: .staff, tx)
        try AuditRow.add(
            .staffGranted, by: nil, subject: account.description, course: course, detail: "\(section) by the roster", tx)
        try StaffRow.notifyGranted(account, course, tx)
    }

    /// Ends a place on the staff that a list gave, unless the catalog names the person for the section too.
    /// - Returns: whether it ended.
    static func takeStaff(
        _ account: Account.ID, _ section: Section.ID, of course: Course.ID, _ tx: Transaction
    ) throws -> Bool {
        let claims = try tx.db.run(
            "UPDATE instructor_claim SET given = 1 WHERE account_id = ? AND section_id = ?", account, section)
        let held: String? = try tx.db.value(
            "SELECT role FROM enrollment WHERE account_id = ? AND scope = ? AND role = 'staff'", account, section)
        guard claims == 0, held != nil else { return false }
        try EnrollmentRow.revoke(account, scope: section.text, role: .staff, tx)
        try AuditRow.add(
            .staffRevoked, by: nil, subject: account.description, course: course, detail: "\(section) by the roster", tx)
        try StaffRow.untellGranted(account, course, tx)
        return true
    }

    /// From now on only a person takes this place away, not a list.
    static func holdByHand(_ account: Account.ID, scope: String, role: Enrollment.Role, _ db: SQLConnection) throws {
        try db.send(
            "UPDATE roster_entry SET given = 0 WHERE account_id = ? AND section_id = ? AND role = ? AND given = 1", account,
            scope, role.rawValue)
    }

    /// Hands the place of one of the staff, which the catalog or a launch no longer gives, to the list that has it too.
    /// - Returns: whether a list has it.
    static func takesOver(_ account: Account.ID, _ section: Section.ID, _ db: SQLConnection) throws -> Bool {
        try db.run(
            "UPDATE roster_entry SET given = 1 WHERE account_id = ? AND section_id = ? AND role = 'staff'", account, section)
            > 0
    }

    /// The sections of a course for whose students the lists have this person.
    static func sections(of account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> Set<Section.ID> {
        Set(
            try db.column(
                "SELECT section_id FROM roster_entry WHERE account_id = ? AND course_id = ? AND role = 'student'", account,
                course))
    }

    /// Forgets a person who leaves. The next list brings them back as somebody without an account. An email that is not verified may
    /// be that of somebody else, who is still expected.
    static func forget(_ account: Account.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM roster_entry WHERE account_id = ?", account)
        try db.send(
            """
            DELETE FROM roster_entry WHERE person IN (
                SELECT a.email_key FROM account a JOIN verified_email v ON v.account_id = a.id WHERE a.id = ?)
            """, account)
    }

    /// What the lists hold of a person, for their export.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [OwnEntry] {
        try db.all(
            "SELECT section_id, role, number, name FROM roster_entry WHERE account_id = ? ORDER BY section_id, role", account
        ).map { OwnEntry(section: $0["section_id"], role: $0["role"], number: $0["number"], name: $0["name"]) }
    }

    struct OwnEntry: Encodable {
        var section: Section.ID
        var role, number, name: String
    }
}
