import Foundation
import GRDB
import NoteItCore

/// A removal as it is stored.
struct StoredRemoval {
    /// As the author and staff see it.
    var whole: Removal
    /// Whether the reader asked about is its author or answers for the event.
    var isWhole: Bool
    /// Of what was removed.
    var author: Account.ID
    var reply: Reply.ID?

    /// As everyone else sees it.
    var plain: Removal {
        var removal = whole
        (removal.title, removal.reason) = (nil, nil)
        return removal
    }
}

enum RemovalRow {
    private static let columns = """
        x.event_id, x.reply_id, x.course_id, e.number, r.number AS reply_number, e.title,
        COALESCE(r.deleted_at, e.deleted_at, 0) AS removed_at,
        CASE WHEN x.reply_id IS NULL THEN e.deleted_why ELSE r.deleted_why END AS reason,
        COALESCE(r.author_id, e.author_id) AS author_id
        """

    private static let source = "FROM removal x JOIN event e ON e.id = x.event_id LEFT JOIN reply r ON r.id = x.reply_id"

    /// Replies that were removed are seen as long as their event is there.
    private static let isShown =
        "CASE WHEN x.reply_id IS NULL THEN e.deleted_at IS NOT NULL ELSE e.deleted_at IS NULL AND r.deleted_at IS NOT NULL END"

    /// Those that a person may see, in one course or in all.
    static func seen(by account: Account.ID, in course: Course.ID? = nil, _ db: Database) throws -> [Removal] {
        try db.all(
            """
            SELECT \(columns), COALESCE(r.author_id, e.author_id) = ? OR \(Visibility.charge) AS whole \(source)
            WHERE x.course_id IN (SELECT course_id FROM enrollment WHERE account_id = ?) AND (? IS NULL OR x.course_id = ?)
                AND \(isShown) AND \(Visibility.audience)
            ORDER BY x.course_id, removed_at, x.event_id, x.reply_id
            """, account, account, account, course, course, account, account
        ).map(decode).map { $0.isWhole ? $0.whole : $0.plain }
    }

    /// Those that a member of a course's staff answers for, newest first.
    static func charged(
        to account: Account.ID, in course: Course.ID, before place: TimedPlace?, limit: Int, _ db: Database
    ) throws -> [Removal] {
        try db.all(
            """
            SELECT \(columns), 1 AS whole \(source)
            WHERE x.course_id = ? AND \(isShown) AND \(Visibility.charge)
                AND (COALESCE(r.deleted_at, e.deleted_at), COALESCE(x.reply_id, x.event_id)) < (?, ?)
            ORDER BY removed_at DESC, COALESCE(x.reply_id, x.event_id) DESC LIMIT ?
            """, course, account, place?.time ?? .max, place?.id ?? "", limit
        ).map { decode($0).whole }
    }

    /// Nil if staff did not remove it.
    static func find(_ event: Event.ID, reply: Reply.ID?, _ db: Database) throws -> StoredRemoval? {
        try db.first(
            "SELECT \(columns), 1 AS whole \(source) WHERE x.event_id = ? AND COALESCE(x.reply_id, '') = COALESCE(?, '')",
            event, reply
        ).map(decode)
    }

    /// Of an event that is there: those of its replies.
    static func ofReplies(to event: Event.ID, _ db: Database) throws -> [StoredRemoval] {
        try db.all(
            "SELECT \(columns), 1 AS whole \(source) WHERE x.event_id = ? AND x.reply_id IS NOT NULL ORDER BY r.number", event
        ).map(decode)
    }

    /// Everyone's.
    static func shown(_ db: Database) throws -> [StoredRemoval] {
        try db.all("SELECT \(columns), 1 AS whole \(source) WHERE \(isShown)").map(decode)
    }

    private static func decode(_ row: Row) -> StoredRemoval {
        let (event, reply): (Event.ID, Reply.ID?) = (row["event_id"], row["reply_id"])
        let removal = Removal(
            id: (reply?.description ?? event.description), course: row["course_id"], event: event, number: row["number"],
            reply: reply != nil, replyNumber: row["reply_number"], title: row["title"], removedAt: row.date("removed_at"),
            reason: row["reason"])
        return StoredRemoval(whole: removal, isWhole: row["whole"], author: row["author_id"], reply: reply)
    }
}

extension Log {
    /// Tells that staff removed something: with its reason to those who answer for it and to its author, without to everyone
    /// else who could see it. One row for each person: the second is no news to who gets the first.
    ///
    /// Unlike events, removals are delivered without asking who may see them when they are read. So an author who may not see
    /// the event any more is left out; what changes that later tells them of removals too.
    func announce(_ removal: StoredRemoval, in event: StoredEvent) throws {
        let blind = try [event.author.id, removal.author].filter { try !sees(event.event.id, $0) }.map(Topic.account)
        let audience = event.audience.filter { !blind.contains($0) }
        let insiders = removal.insiders(in: event).filter { !blind.contains($0) }
        if !insiders.isEmpty { try append(row(of: removal.whole, after: insiders)) }
        var plain = try row(of: removal.plain, after: audience)
        (plain.before, plain.audienceOnly) = (insiders, true)
        try append(plain)
    }

    /// What was removed is back, or gone for good: who saw the removal sees it no longer.
    func withdraw(_ removal: StoredRemoval, in event: StoredEvent) throws {
        try append(
            NewRow(
                change: .remove, type: .removal, subject: removal.whole.id, course: event.event.course, after: [],
                before: event.audience + removal.insiders(in: event)))
    }

    /// The removals in an event's thread, told to another audience.
    func moveRemovals(to new: StoredEvent, from old: StoredEvent) throws {
        for removal in try RemovalRow.ofReplies(to: new.event.id, db) {
            try withdraw(removal, in: old)
            try announce(removal, in: new)
        }
    }

    private func row(of removal: Removal, after: [Topic]) throws -> NewRow {
        NewRow(
            change: .upsert, type: .removal, subject: removal.id, course: removal.course, after: after,
            body: try JSONCoding.string(removal))
    }

    private func sees(_ event: Event.ID, _ account: Account.ID) throws -> Bool {
        try db.first("SELECT 1 FROM event e WHERE e.id = ? AND \(Visibility.audience)", event, account, account) != nil
    }
}

extension StoredRemoval {
    /// Who gets it with its reason.
    fileprivate func insiders(in event: StoredEvent) -> [Topic] {
        let inCharge =
            event.event.visibility == .private ? [] : Topic.inCharge(course: event.event.course, sections: event.event.sections)
        return inCharge + [.account(author)]
    }
}

/// What the log says last of each removal is what is stored, to everyone who could see what was removed.
func removalFindings(_ db: Database) throws -> [String] {
    let isWhole = try LogRow.head(db).pruned == 0
    var shown = Dictionary(
        try RemovalRow.shown(db).map { ($0.whole.id, try JSONCoding.string($0.plain)) }, uniquingKeysWith: { first, _ in first }
    )
    var findings: [String] = []
    // Rows for one person follow from where that person is, and a removal's reason has a row of its own.
    let newest = try db.all(
        """
        SELECT max("offset") AS "offset", subject, body FROM log l
        WHERE type = 'removal' AND (audience_only = 1 OR (op = 'remove' AND EXISTS (
            SELECT 1 FROM log_topic t WHERE t."offset" = l."offset" AND t.before = 1)))
        GROUP BY subject
        """)
    for row in newest where row["body"] != shown.removeValue(forKey: row["subject"]) {
        findings.append(
            "Row \(row["offset"] as Int64) of the log is the newest about removal \(row["subject"] as String), but says something else."
        )
    }
    if isWhole { findings += shown.keys.sorted().map { "The log does not have removal \($0)." } }
    let there: [String] = try db.column(
        """
        SELECT COALESCE(x.reply_id, x.event_id) FROM removal x JOIN event e ON e.id = x.event_id LEFT JOIN reply r ON r.id = x.reply_id
        WHERE CASE WHEN x.reply_id IS NULL THEN e.deleted_at IS NULL ELSE r.deleted_at IS NULL OR r.event_id <> x.event_id END
            OR e.course_id <> x.course_id
        """)
    return findings + there.map { "The removal \($0) is of something that is there." }
}
