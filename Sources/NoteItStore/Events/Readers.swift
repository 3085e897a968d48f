import GRDB
import NoteItCore

/// Who may see an event: the people behind the topics of its audience, by the rule that delivers it.
enum Readers {
    /// - Parameter candidates: nil asks for everyone in the course. O(n) for n places that they hold in it.
    static func of(
        _ audience: Audience, in course: Course.ID, among candidates: Set<Account.ID>? = nil, _ db: Database
    ) throws -> Set<Account.ID> {
        if let candidates, candidates.isEmpty { return [] }
        let audience = Set(audience.topics)
        let places =
            try candidates.map {
                try db.all(
                    "SELECT * FROM enrollment WHERE course_id = ? AND account_id IN (SELECT value FROM json_each(?))", course,
                    try jsonArray($0.map(\.description)))
            } ?? (try db.all("SELECT * FROM enrollment WHERE course_id = ?", course))
        var readers: Set<Account.ID> = []
        for place in places {
            let account: Account.ID = place["account_id"]
            if readers.contains(account) { continue }
            let held = [.account(account)] + Interest.topics(of: try EnrollmentRow.decode(place))
            if held.contains(where: audience.contains) { readers.insert(account) }
        }
        return readers
    }

    static func of(
        _ stored: StoredEvent, among candidates: Set<Account.ID>? = nil, _ db: Database
    ) throws -> Set<Account.ID> {
        try of(stored.audience, in: stored.event.course, among: candidates, db)
    }

    /// Who wants to hear nothing of an event, or of its course.
    static func muting(_ event: Event, _ db: Database) throws -> Set<Account.ID> {
        Set(
            try db.column(
                """
                SELECT account_id FROM event_mark WHERE event_id = ? AND muted = 1
                UNION ALL SELECT account_id FROM muted_course WHERE course_id = ?
                """, event.id, event.course) as [Account.ID])
    }

    /// Who has seen something of an event.
    static func seeing(_ event: Event.ID, from activity: Int = 1, _ db: Database) throws -> Set<Account.ID> {
        Set(
            try db.column("SELECT account_id FROM event_mark WHERE event_id = ? AND seen >= ?", event, activity)
                as [Account.ID])
    }

    /// Whom the handles in texts name.
    static func mentioned(in texts: [String], _ db: Database) throws -> Set<Account.ID> {
        let handles = texts.reduce(into: Set<String>()) { $0.formUnion(Mention.handles(in: $1)) }
        guard !handles.isEmpty else { return [] }
        return Set(
            try db.column(
                "SELECT id FROM account WHERE handle IN (SELECT value FROM json_each(?))", try jsonArray(handles.sorted()))
                as [Account.ID])
    }
}
