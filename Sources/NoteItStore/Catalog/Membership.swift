import NoteItCore

/// The roles of one person in one course, for the rules about posting and moderating.
struct Membership {
    let course: Course.ID
    private(set) var topics: Set<Topic> = []
    /// The sections of which the person is a student or staff.
    private(set) var sections: Set<Section.ID> = []
    private(set) var staffSections: Set<Section.ID> = []
    /// Whether the person is staff of the whole course.
    private(set) var isWholeStaff = false

    /// - Parameter enrollments: those in `course`; none for a person who is not in it.
    init(in course: Course.ID, _ enrollments: [Enrollment] = []) {
        self.course = course
        topics = Set(enrollments.flatMap(Interest.topics))
        sections = Set(enrollments.compactMap(\.section))
        staffSections = Set(enrollments.filter { $0.role == .staff }.compactMap(\.section))
        isWholeStaff = enrollments.contains { $0.section == nil }
    }

    var isStaff: Bool { isWholeStaff || !staffSections.isEmpty }

    /// Whether the person is in charge of a subject with this audience: as staff of the whole course or of one of its sections,
    /// or as any staff if it is for the whole course.
    func isInsider(of audience: @autoclosure () -> Audience) -> Bool {
        // Only staff are insiders. For others the audience is not even made.
        isStaff && audience().insiders.contains(where: topics.contains)
    }

    /// Whether the person may send notices to these sections; none for the whole course.
    func mayNotify(_ sections: [Section.ID]) -> Bool {
        isWholeStaff || (!sections.isEmpty && sections.allSatisfy(staffSections.contains))
    }

    /// Throws `.forbidden` for staff of the course, of any section: they write under their names, because an alias says "student".
    /// It is asked wherever an anonymous text is written, changed, or shown to more people.
    func requireMayHide(_ advice: String = "Send it without `anonymous`.") throws {
        if isStaff { throw DomainError.staffWriteUnderTheirNames(advice) }
    }

    /// Nil if the person is not in the course.
    static func find(_ account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> Membership? {
        let held = try db.decoded(
            "SELECT * FROM enrollment WHERE account_id = ? AND course_id = ?", [account, course], by: EnrollmentRow.decode)
        return held.isEmpty ? nil : Membership(in: course, held)
    }

    /// Throws `.invalid` for a course that the person is not in.
    static func requireOwn(_ course: Course.ID, of account: Account.ID, _ db: SQLConnection) throws {
        if try find(account, in: course, db) == nil { throw DomainError.notOwnCourse(course) }
    }

    /// One for each course of which the person may see something, in the order of their ids: the courses that they are in, and
    /// those where they left private events.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [Membership] {
        let held = try db.decoded(
            "SELECT * FROM enrollment WHERE account_id = ?", [account], by: EnrollmentRow.decode)
        let left: [Course.ID] = try db.column(
            "SELECT DISTINCT course_id FROM event WHERE author_id = ? AND deleted_at IS NULL AND visibility = 'private'",
            account)
        let byCourse = Dictionary(grouping: held, by: \.course)
        return Set(left).union(byCourse.keys).sorted().map {
            Membership(in: $0, byCourse[$0] ?? [])
        }
    }

    /// Throws `.notFound` if the course is absent, `.forbidden` if the person is not in it.
    static func require(_ account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> Membership {
        if let membership = try find(account, in: course, db) { return membership }
        throw try refusal(in: course, db)
    }

    /// Why a person without a role in the course may do nothing there.
    static func refusal(in course: Course.ID, _ db: SQLConnection) throws -> DomainError {
        try CourseRow.requireExists(course, db)
        return .notEnrolled(in: course)
    }

    /// Throws `.notFound` if the course is absent, `.forbidden` if the person is not its staff.
    static func requireStaff(_ account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws {
        guard try require(account, in: course, db).isStaff else { throw DomainError.onlyStaffSeesThis(of: course.code) }
    }
}

/// The events that a person may see: the rule of `Audience` as SQL, for use after `FROM event e`; and the plans that they hold.
enum Visibility {
    /// Takes the account twice.
    static let condition = "e.deleted_at IS NULL AND \(audience)"

    /// The same including deleted events. Takes the account twice.
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

    /// The events of an author, named by account or by alias. The account finds anonymous events only for the author and for the
    /// staff in charge. Takes the author twice, then the asking account twice.
    static let authorship = "(e.alias = ? OR (e.author_id = ? AND (e.alias IS NULL OR e.author_id = ? OR \(charge))))"

    /// Whether a person is in charge of the event. Takes the account once.
    static let charge = charge(of: "?")

    /// - Parameter account: as SQL.
    static func charge(of account: String) -> String {
        """
        (e.visibility <> 'private' AND EXISTS (
            SELECT 1 FROM enrollment m
            WHERE m.account_id = \(account) AND \(staffOfIt)))
        """
    }

    /// As SQL, whether the plan `p` is in a person's copy: it is their own, or they follow it.
    /// - Parameter account: as SQL.
    static func plan(heldBy account: String) -> String {
        """
        (p.deleted_at IS NULL AND (p.account_id = \(account) OR (p.shared = 1 AND EXISTS (
            SELECT 1 FROM plan_follower f WHERE f.plan_id = p.id AND f.account_id = \(account)))))
        """
    }

    /// The staff for whose sections the event is, after `FROM enrollment m`.
    static let staffOfIt = """
        m.course_id = e.course_id AND m.role = 'staff' AND (
            m.section_id IS NULL
            OR NOT EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id)
            OR EXISTS (SELECT 1 FROM event_section s WHERE s.event_id = e.id AND s.section_id = m.section_id))
        """
}
