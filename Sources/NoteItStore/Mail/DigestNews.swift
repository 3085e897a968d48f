import NoteItCore

/// The events that came into a person's sight within a time: new ones, and older ones that were opened to them, restored, or are
/// for a section or a role that they were given. Whoever comes to a course is not told of what was there before.
struct DigestNews {
    let account: Account.ID
    /// In seconds since 1970.
    let time: Range<Int64>
    private let held: [Enrollment]
    private let topics: Set<Topic>

    init(of account: Account.ID, in time: Range<Int64>, _ db: SQLConnection) throws {
        let interest = try EnrollmentRow.interest(of: account, db)
        (self.account, self.time, topics) = (account, time, interest.topics)
        held = interest.grants.filter { $0.revokedAt == nil }.map(\.enrollment)
    }

    /// An event that the person may see now.
    private struct Found {
        var id: Event.ID
        var course: Course.ID
        var audience: Audience
        /// When the last change of its audience showed it to them; else when it was posted.
        var shown: Int64

        init(_ row: Row) throws {
            (id, course, shown) = (row[0], row[1], row[5])
            audience = Audience(
                course: course, sections: Section.ID.list(row[4]),
                visibility: try stored(Event.Visibility(rawValue: row[3])), author: row[2])
        }
    }

    /// In the order in which they came into sight, without those that were mailed by themselves. O(n) for n events of the
    /// person's courses, and the changes of their audiences.
    func events(_ db: SQLConnection) throws -> [Event.ID] {
        var found: [Found] = []
        try db.rows(Self.select, values) { row in
            let id: Event.ID = row[0]
            if id != found.last?.id { found.append(try Found(row)) }
            let moved: Int64? = row[6]
            if let moved, !LogRow.topics(row[7]).contains(where: topics.contains) {
                found[found.count - 1].shown = max(moved, found[found.count - 1].shown)
            }
            return true
        }
        return found.enumerated().map { (place: $0, id: $1.id, seen: sight(of: $1)) }.filter { time.contains($0.seen) }
            .sorted { ($0.seen, $0.place) < ($1.seen, $1.place) }.map { $0.id }
    }

    private func sight(of event: Found) -> Int64 {
        let own = held.filter { $0.course == event.course }
        guard let came = own.map(\.since.seconds).min(), came <= event.shown else { return event.shown }
        let audience = Set(event.audience.topics)
        let given = own.filter { !audience.isDisjoint(with: Interest.topics(of: $0)) }.map(\.since.seconds).min()
        return max(event.shown, given ?? came)
    }

    private static let select = """
        SELECT e.id, e.course_id, e.author_id, e.visibility,
            (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id), e.created_at, l.written_at,
            l.before
        FROM event e LEFT JOIN log l ON l.subject = e.id AND l.type = 'event' AND l.before IS NOT NULL
        WHERE \(DigestRow.inOwnCourses) AND \(Visibility.condition) AND e.author_id <> ? AND e.created_at < ? AND (
            e.created_at >= ?
            OR EXISTS (
                SELECT 1 FROM log o WHERE o.subject = e.id AND o.type = 'event' AND o.before IS NOT NULL AND o.written_at >= ?)
            OR EXISTS (
                SELECT 1 FROM enrollment n JOIN enrollment c ON c.account_id = n.account_id AND c.course_id = n.course_id
                WHERE n.account_id = ? AND n.course_id = e.course_id AND n.since >= ? AND c.since < n.since))
            AND NOT EXISTS (SELECT 1 FROM event_mark k WHERE k.account_id = ? AND k.event_id = e.id AND k.muted = 1)
            AND NOT EXISTS (
                SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.account_id = ? AND d.channel = 'mail'
                AND COALESCE(d.outcome, 'sent') = 'sent')
        ORDER BY e.course_id, e.number, l."offset"
        """

    private var values: [SQLParameter] {
        let (first, end) = (time.lowerBound, time.upperBound)
        return [account, account, account, account, account, end, first, first, account, first, account, account]
    }
}
