import Foundation
import NoteItCore

struct StoredRemoval {
    /// As the author and staff see it.
    var whole: Removal
    /// Whether the reader of the query is the author or in charge of the event.
    var isWhole: Bool
    /// The author of the removed post.
    var author: Account.ID
    var reply: Reply.ID?
    /// The readers of the removed post. Its author, too, sees the reason.
    var audience: Audience

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
        COALESCE(r.author_id, e.author_id) AS author_id, e.author_id AS event_author, e.visibility,
        (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id) AS sections
        """

    private static let source = "FROM removal x JOIN event e ON e.id = x.event_id LEFT JOIN reply r ON r.id = x.reply_id"

    /// A removed reply is shown while its event is there.
    private static let isShown =
        "CASE WHEN x.reply_id IS NULL THEN e.deleted_at IS NOT NULL ELSE e.deleted_at IS NULL AND r.deleted_at IS NOT NULL END"

    /// The removals that a person may see.
    static func seen(by account: Account.ID, _ db: SQLConnection) throws -> [Removal] {
        try db.all(
            """
            SELECT \(columns), COALESCE(r.author_id, e.author_id) = ? OR \(Visibility.charge) AS whole \(source)
            WHERE (x.course_id IN (SELECT course_id FROM enrollment WHERE account_id = ?) OR e.author_id = ?)
                AND \(isShown) AND \(Visibility.audience)
            ORDER BY x.course_id, removed_at, x.event_id, x.reply_id
            """, account, account, account, account, account, account
        ).map(decode).map { $0.isWhole ? $0.whole : $0.plain }
    }

    /// The removals in a course that a member of its staff may undo, newest first: none of their own posts.
    static func charged(
        to account: Account.ID, in course: Course.ID, before position: TimedPosition?, limit: Int, _ db: SQLConnection
    ) throws -> [Removal] {
        try db.all(
            """
            SELECT \(columns), 1 AS whole \(source)
            WHERE x.course_id = ? AND \(isShown) AND \(Visibility.charge) AND COALESCE(r.author_id, e.author_id) <> ?
                AND (COALESCE(r.deleted_at, e.deleted_at), COALESCE(x.reply_id, x.event_id)) < (?, ?)
            ORDER BY removed_at DESC, COALESCE(x.reply_id, x.event_id) DESC LIMIT ?
            """, course, account, account, position?.time ?? .max, position?.id ?? "", limit
        ).map { try decode($0).whole }
    }

    /// Nil if staff did not remove the post.
    static func find(_ event: Event.ID, reply: Reply.ID?, _ db: SQLConnection) throws -> StoredRemoval? {
        try db.first(
            "SELECT \(columns), 1 AS whole \(source) WHERE x.event_id = ? AND COALESCE(x.reply_id, '') = COALESCE(?, '')",
            event, reply
        ).map(decode)
    }

    /// Whether staff removed a reply to the event.
    static func isAny(inThreadOf event: Event.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM removal WHERE event_id = ? AND reply_id IS NOT NULL", event) != nil
    }

    /// By the id of the removed post; nil also if the removal is not shown any more.
    static func find(_ subject: String, _ db: SQLConnection) throws -> StoredRemoval? {
        try db.first(
            """
            SELECT \(columns), 1 AS whole \(source)
            WHERE x.event_id = COALESCE((SELECT event_id FROM reply WHERE id = ?), ?) AND COALESCE(x.reply_id, x.event_id) = ?
                AND \(isShown)
            """, subject, subject, subject
        ).map(decode)
    }

    private static func decode(_ row: Row) throws -> StoredRemoval {
        let (event, reply): (Event.ID, Reply.ID?) = (row["event_id"], row["reply_id"])
        let removal = Removal(
            id: (reply?.description ?? event.description), course: row["course_id"], event: event, number: row["number"],
            reply: reply != nil, replyNumber: row["reply_number"], title: row["title"], removedAt: row.date("removed_at"),
            reason: row["reason"])
        var audience = Audience(
            course: removal.course, sections: Section.ID.list(row["sections"]),
            visibility: try stored(Event.Visibility(rawValue: row["visibility"])), author: row["event_author"])
        audience.insiders.append(.account(row["author_id"]))
        return StoredRemoval(
            whole: removal, isWhole: row["whole"], author: row["author_id"], reply: reply, audience: audience)
    }
}

/// Every removal is of a deleted post, and every post that staff deleted has a removal.
func removalFindings(_ db: SQLConnection) throws -> [String] {
    let there: [String] = try db.column(
        """
        SELECT COALESCE(x.reply_id, x.event_id) FROM removal x JOIN event e ON e.id = x.event_id LEFT JOIN reply r ON r.id = x.reply_id
        WHERE CASE WHEN x.reply_id IS NULL THEN e.deleted_at IS NULL ELSE r.deleted_at IS NULL OR r.event_id <> x.event_id END
            OR e.course_id <> x.course_id
        """)
    let silent: [String] = try db.column(
        """
        SELECT id FROM event e WHERE deleted_by <> author_id
            AND NOT EXISTS (SELECT 1 FROM removal x WHERE x.event_id = e.id AND x.reply_id IS NULL)
        UNION ALL
        SELECT id FROM reply r WHERE deleted_by <> author_id
            AND NOT EXISTS (SELECT 1 FROM removal x WHERE x.event_id = r.event_id AND x.reply_id = r.id)
        """)
    return silent.map { "Staff deleted \($0), but it has no removal." }
        + there.map { "The removal of \($0) is of a post that is not deleted." }
}
