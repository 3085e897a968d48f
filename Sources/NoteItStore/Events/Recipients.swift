import NoteItCore

/// The people to whom notifications of an event go. `of` finds those who may see it, by the same topics that deliver it.
enum Recipients {
    /// - Parameter candidates: nil for everyone in the course. O(n) for n enrollments of the candidates.
    static func of(
        _ audience: Audience, in course: Course.ID, among candidates: Set<Account.ID>? = nil, _ db: SQLConnection
    ) throws -> Set<Account.ID> {
        if let candidates, candidates.isEmpty { return [] }
        let audience = Set(audience.topics)
        let enrollments =
            try candidates.map {
                try db.all(
                    "SELECT * FROM enrollment WHERE course_id = ? AND account_id IN (SELECT value FROM json_each(?))", course,
                    try jsonArray($0))
            } ?? (try db.all("SELECT * FROM enrollment WHERE course_id = ?", course))
        var readers: Set<Account.ID> = []
        for enrollment in enrollments {
            let account: Account.ID = enrollment["account_id"]
            if readers.contains(account) { continue }
            let held = [.account(account)] + Interest.topics(of: try EnrollmentRow.decode(enrollment))
            if held.contains(where: audience.contains) { readers.insert(account) }
        }
        return readers
    }

    static func of(
        _ stored: StoredEvent, among candidates: Set<Account.ID>? = nil, _ db: SQLConnection
    ) throws -> Set<Account.ID> {
        try of(stored.audience, in: stored.event.course, among: candidates, db)
    }

    /// The people who have muted an event or its course.
    static func muting(_ event: Event, _ db: SQLConnection) throws -> Set<Account.ID> {
        Set(
            try db.column(
                """
                SELECT account_id FROM event_mark WHERE event_id = ? AND muted = 1
                UNION ALL SELECT account_id FROM muted_course WHERE course_id = ?
                """, event.id, event.course) as [Account.ID])
    }

    /// The people who have ticked an event off.
    static func done(with event: Event.ID, _ db: SQLConnection) throws -> Set<Account.ID> {
        Set(try db.column("SELECT account_id FROM event_mark WHERE event_id = ? AND done = 1", event) as [Account.ID])
    }

    /// The people who have seen an event at some activity or later.
    static func seeing(_ event: Event.ID, from activity: Int = 1, _ db: SQLConnection) throws -> Set<Account.ID> {
        Set(
            try db.column("SELECT account_id FROM event_mark WHERE event_id = ? AND seen >= ?", event, activity)
                as [Account.ID])
    }
}
