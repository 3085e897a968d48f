import GRDB
import NoteItCore

/// What a person is in one course, as the rules about posting and moderating ask for it.
struct Membership {
    private(set) var topics: Set<Topic> = []
    /// Sections held, as a student or as staff.
    private(set) var sections: Set<Section.ID> = []
    private(set) var staffSections: Set<Section.ID> = []
    /// Staff of the whole course.
    private(set) var isWholeStaff = false

    /// - Parameter enrollments: in one course; none: not in it.
    init(_ enrollments: [Enrollment] = []) {
        topics = Set(enrollments.flatMap(Interest.topics))
        sections = Set(enrollments.compactMap(\.section))
        staffSections = Set(enrollments.filter { $0.role == .staff }.compactMap(\.section))
        isWholeStaff = enrollments.contains { $0.section == nil }
    }

    var isStaff: Bool { isWholeStaff || !staffSections.isEmpty }

    /// Whether the person is in charge of what an audience sees: as staff of the whole course, or of one of its sections, or of any
    /// where it is for the whole course.
    func isInsider(of audience: Audience) -> Bool { audience.insiders.contains(where: topics.contains) }

    /// Whether the person sends notices to these sections; none for the whole course.
    func mayNotify(_ sections: [Section.ID]) -> Bool {
        isWholeStaff || (!sections.isEmpty && sections.allSatisfy(staffSections.contains))
    }

    /// Nil if the person is not in the course.
    static func find(_ account: Account.ID, in course: Course.ID, _ db: Database) throws -> Membership? {
        let held = try db.all("SELECT * FROM enrollment WHERE account_id = ? AND course_id = ?", account, course)
        return held.isEmpty ? nil : Membership(try held.map(EnrollmentRow.decode))
    }

    /// A course in which a person may see something.
    struct Place {
        var course: Course.ID
        var membership: Membership
    }

    /// Each course once, in the order of their ids: those that the person is in, and those where they left private events.
    static func places(of account: Account.ID, _ db: Database) throws -> [Place] {
        let held = try db.all("SELECT * FROM enrollment WHERE account_id = ?", account).map(EnrollmentRow.decode)
        let left: [Course.ID] = try db.column(
            "SELECT DISTINCT course_id FROM event WHERE author_id = ? AND deleted_at IS NULL AND visibility = 'private'",
            account)
        let byCourse = Dictionary(grouping: held, by: \.course)
        return Set(left).union(byCourse.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
            Place(course: $0, membership: Membership(byCourse[$0] ?? []))
        }
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

/// Which events a person may see: the rule of `Audience`, as SQL. It stands after `FROM event e`.
enum Visibility {
    /// Takes the account twice.
    static let condition = "e.deleted_at IS NULL AND \(audience)"

    /// The same, also for what is deleted. Takes the account twice.
    static let audience = audience(of: "?")

    /// - Parameter account: as SQL.
    static func audience(of account: String) -> String {
        """
        (e.visibility = 'private' AND e.author_id = \(account) OR e.visibility <> 'private' AND EXISTS (
            SELECT 1 FROM enrollment m
            WHERE m.account_id = \(account) AND m.course_id = e.course_id AND (
                e.author_id = m.account_id
                OR (e.visibility = 'public' OR m.role = 'staff') AND (
                    (m.role = 'staff' AND m.section_id IS NULL)
                    OR NOT EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id)
                    OR EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id AND s.section_id = m.section_id)))))
        """
    }

    /// Which of them are an author's, by account or by alias: what somebody wrote anonymously is found by their account for
    /// themselves and for staff in charge alone. Takes the author twice, then the asking account twice.
    static let authorship = "(e.alias = ? OR (e.author_id = ? AND (e.alias IS NULL OR e.author_id = ? OR \(charge))))"

    /// Whether a person is in charge of the event. Takes the account once.
    static let charge = charge(of: "?")

    /// - Parameter account: as SQL.
    static func charge(of account: String) -> String {
        """
        (e.visibility <> 'private' AND EXISTS (
            SELECT 1 FROM enrollment m
            WHERE m.account_id = \(account) AND m.course_id = e.course_id AND m.role = 'staff' AND (
                m.section_id IS NULL
                OR NOT EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id)
                OR EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id AND s.section_id = m.section_id))))
        """
    }
}
