import GRDB
import NoteItCore

/// A person's place in one course, as the rules about posting and moderating ask for it.
struct Membership {
    var isStaff = false
    /// Staff of the whole course.
    var isWholeStaff = false
    /// Sections held, as a student or as staff.
    var sections: Set<Section.ID> = []

    /// Nil if the person is not in the course.
    static func find(_ account: Account.ID, in course: Course.ID, _ db: Database) throws -> Membership? {
        let held: [(isStaff: Bool, section: Section.ID?)] = try db.decoded(
            "SELECT role = 'staff', section_id FROM enrollment WHERE account_id = ? AND course_id = ?", [account, course]
        ) { ($0[0], $0[1]) }
        guard !held.isEmpty else { return nil }
        var membership = Membership()
        for (staff, section) in held {
            membership.isStaff = membership.isStaff || staff
            membership.isWholeStaff = membership.isWholeStaff || (staff && section == nil)
            if let section { membership.sections.insert(section) }
        }
        return membership
    }

    /// A course that a person is in.
    struct Place {
        var course: Course.ID
        var isStaff: Bool
    }

    /// Each course once, in the order of their ids.
    static func places(of account: Account.ID, _ db: Database) throws -> [Place] {
        try db.decoded(
            "SELECT course_id, max(role = 'staff') FROM enrollment WHERE account_id = ? GROUP BY course_id ORDER BY course_id",
            [account]
        ) { Place(course: $0[0], isStaff: $0[1]) }
    }

    /// Throws `.notFound` if the course is absent, `.forbidden` if the person is not in it.
    static func require(_ account: Account.ID, in course: Course.ID, _ db: Database) throws -> Membership {
        if let membership = try find(account, in: course, db) { return membership }
        guard try db.first("SELECT 1 FROM course WHERE id = ?", course) != nil else {
            throw DomainError.notFound("course \(course)")
        }
        throw DomainError.forbidden("You are not enrolled in \(course). Enroll in one of its sections first.")
    }
}

/// Which events a person may see: the rule of `Topic.audience`, as SQL. It stands behind `FROM event e`.
enum Visibility {
    /// Takes the account twice.
    static let condition = "e.deleted_at IS NULL AND \(audience)"

    /// The same, also for what is deleted. Takes the account twice.
    static let audience = """
        EXISTS (
            SELECT 1 FROM enrollment m
            WHERE m.account_id = ? AND m.course_id = e.course_id AND (
                e.author_id = ?
                OR (e.visibility = 'public' OR (e.visibility = 'staff' AND m.role = 'staff')) AND (
                    (m.role = 'staff' AND m.section_id IS NULL)
                    OR NOT EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id)
                    OR EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id AND s.section_id = m.section_id))))
        """

    /// Which of them are an author's, by account or by alias: what somebody wrote anonymously is found by their account for
    /// staff and themselves alone. Takes the author twice, then the asking account twice.
    static let authorship = """
        (e.alias = ? OR (e.author_id = ? AND (e.alias IS NULL OR e.author_id = ? OR EXISTS (
            SELECT 1 FROM enrollment f WHERE f.account_id = ? AND f.course_id = e.course_id AND f.role = 'staff'))))
        """

    /// Whether a person answers for the event: as staff of the whole course or of one of its sections, or, where it is for the
    /// whole course, as any of its staff. Takes the account once.
    static let charge = """
        (e.visibility <> 'private' AND EXISTS (
            SELECT 1 FROM enrollment m
            WHERE m.account_id = ? AND m.course_id = e.course_id AND m.role = 'staff' AND (
                m.section_id IS NULL
                OR NOT EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id)
                OR EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id AND s.section_id = m.section_id))))
        """
}
