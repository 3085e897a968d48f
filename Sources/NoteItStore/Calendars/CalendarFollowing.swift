import NoteItCore

/// How far a person's derived calendars follow the log.
enum CalendarFollowing {
    struct Progress {
        /// Nil if something changed that the log does not have.
        var derivedAt: Int64?
        var version: Int64 = 0
        /// Removals up to this offset may be forgotten, from before each calendar had an offset of its own.
        var pruned: Int64 = 0
    }

    static func progress(of account: Account.ID, _ db: SQLConnection) throws -> Progress {
        let found = try db.decoded(
            "SELECT derived_at, version, pruned FROM calendar_state WHERE account_id = ?", [account]
        ) { Progress(derivedAt: $0[0], version: $0[1], pruned: $0[2]) }
        return found.first ?? Progress()
    }

    static func state(of account: Account.ID, _ db: SQLConnection) throws -> CalendarState {
        let derivedAt = try progress(of: account, db).derivedAt
        return CalendarState(
            head: try LogRow.head(db),
            isCurrent: try derivedAt.map { try !hasNews(after: $0, for: account, db) } ?? false)
    }

    /// The state for requests about one calendar: only derived ones follow the log.
    static func state(of calendar: String, _ account: Account.ID, _ db: SQLConnection) throws -> CalendarState {
        guard CalendarCollection.Derived(rawValue: calendar) == nil else { return try state(of: account, db) }
        return CalendarState(head: try LogRow.head(db), isCurrent: true)
    }

    /// Whether the log has a row after an offset by which a person's derived calendars may differ. Rows that calendars write for
    /// themselves have no topics, so they are not among them.
    static func hasNews(after offset: Int64, for account: Account.ID, _ db: SQLConnection) throws -> Bool {
        let head = try LogRow.head(db)
        if offset < head.pruned || offset > head.offset { return true }
        if offset == head.offset { return false }
        let topics = try EnrollmentRow.interest(of: account, db).topics.map(\.rawValue).sorted()
        return try db.first(news, try jsonArray(topics), offset, head.offset) != nil
    }

    /// One look into an index for each topic, however many replies and marks came meanwhile: `dates` stands in the index so that
    /// SQLite prefers it to the primary key.
    static let news = """
        SELECT 1 FROM json_each(?) j WHERE EXISTS (
            SELECT 1 FROM log_topic t
            WHERE t.topic = j.value AND t.dates = 1 AND t."offset" > ? AND t."offset" <= ?)
        LIMIT 1
        """

    /// Notes that derived calendars hold all that the log has.
    static func caughtUp(_ account: Account.ID, _ db: SQLConnection) throws {
        let head = try LogRow.head(db).offset
        guard try progress(of: account, db).derivedAt != head else { return }
        try db.send(
            """
            INSERT INTO calendar_state (account_id, derived_at, version, pruned) VALUES (?, ?, 0, 0)
            ON CONFLICT (account_id) DO UPDATE SET derived_at = excluded.derived_at
            """, account, head)
    }

    /// Notes a change that the log does not have, such as a pinned study block.
    static func expire(of account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO calendar_state (account_id, derived_at, version, pruned) VALUES (?, NULL, 1, 0)
            ON CONFLICT (account_id) DO UPDATE SET derived_at = NULL, version = calendar_state.version + 1
            """, account)
    }

    /// Notes that the dates or holidays of a term changed.
    static func expire(in term: Term.ID, _ db: SQLConnection) throws {
        try db.send(
            """
            UPDATE calendar_state SET derived_at = NULL, version = version + 1 WHERE account_id IN (
                SELECT m.account_id FROM enrollment m JOIN course c ON c.id = m.course_id WHERE c.term_id = ?)
            """, term)
    }

    /// Deletes everything about calendars of a person who leaves.
    static func forget(_ account: Account.ID, _ db: SQLConnection) throws {
        for table in [
            "import_task", "calendar_import", "calendar_object", "calendar", "calendar_state", "calendar_feed", "app_password",
        ] {
            try db.send("DELETE FROM \(table) WHERE account_id = ?", account)
        }
    }
}

/// The offsets of the objects that change in one transaction: a new one after each `group`, so that a long answer can be cut
/// between them.
struct CalendarOffsets {
    /// The most objects with the same offset.
    static let group = 50

    private var last: Int64?
    private var left = 0

    mutating func next(_ tx: Transaction) throws -> Int64 {
        if let last, left > 0 {
            left -= 1
            return last
        }
        let offset = try tx.log.calendarsChanged()
        (last, left) = (offset, Self.group - 1)
        return offset
    }
}
