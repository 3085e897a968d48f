import GRDB
import NoteItCore

/// What the log asks of an event: who may see it, and since when it is there.
struct EventShape {
    var id: Event.ID
    var number: Int
    var course: Course.ID
    var author: Account.ID
    var audience: Audience
    var createdAt: Int64
    var deletedAt: Int64?
    /// Whether staff deleted it, and may bring it back.
    var isRemoved: Bool

    private static let select = """
        SELECT e.id, e.number, e.course_id, e.author_id, e.visibility,
            (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id), e.created_at, e.deleted_at,
            EXISTS (SELECT 1 FROM removal x WHERE x.event_id = e.id AND COALESCE(x.reply_id, '') = '')
        FROM event e
        """

    private init(_ row: Row) throws {
        (id, number, course, author) = (row[0], row[1], row[2], row[3])
        audience = Audience(
            course: course, sections: (row[5] as String?)?.split(separator: " ").map(String.init) ?? [],
            visibility: try stored(Event.Visibility(rawValue: row[4])), author: author)
        (createdAt, deletedAt, isRemoved) = (row[6], row[7], row[8])
    }

    static func find(_ id: Event.ID, _ db: Database) throws -> EventShape? {
        try db.decoded("\(select) WHERE e.id = ?", [id], by: EventShape.init).first
    }

    /// In the order of their numbers, deleted ones too.
    static func all(of course: Course.ID, from number: Int, limit: Int, _ db: Database) throws -> [EventShape] {
        try db.decoded(
            "\(select) WHERE e.course_id = ? AND e.number >= ? ORDER BY e.number LIMIT ?", [course, number, limit],
            by: EventShape.init)
    }
}
