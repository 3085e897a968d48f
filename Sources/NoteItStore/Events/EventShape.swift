import NoteItCore

/// The part of an event that the log needs: its audience, and when it was created and deleted.
struct EventShape {
    var id: Event.ID
    var number: Int
    var course: Course.ID
    var author: Account.ID
    var audience: Audience
    var createdAt: Int64
    var deletedAt: Int64?
    /// Whether staff removed it, and may restore it.
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
            course: course, sections: Section.ID.list(row[5]),
            visibility: try stored(Event.Visibility(rawValue: row[4])), author: author)
        (createdAt, deletedAt, isRemoved) = (row[6], row[7], row[8])
    }

    static func find(_ id: Event.ID, _ db: SQLConnection) throws -> EventShape? {
        try find([id], db)[id]
    }

    static func find(_ ids: Set<Event.ID>, _ db: SQLConnection) throws -> [Event.ID: EventShape] {
        let found = try db.decoded(ids, "\(select) WHERE e.id", by: EventShape.init)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    }

    /// In the order of their numbers, including deleted ones.
    static func all(of course: Course.ID, from number: Int, limit: Int, _ db: SQLConnection) throws -> [EventShape] {
        try db.decoded(
            "\(select) WHERE e.course_id = ? AND e.number >= ? ORDER BY e.number LIMIT ?", [course, number, limit],
            by: EventShape.init)
    }
}
