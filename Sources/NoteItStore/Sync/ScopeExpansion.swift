import NoteItCore

/// A course or a section that the reader joined or left.
extension LogExpansion {
    mutating func expandScope(_ reader: Interest) throws {
        let course = try stored(row.course)
        add("a0", .none, row.subject)
        add("a1", .enrollment, row.subject, of: reader.account)
        // Topics of an older grant that stays are not news. A client purges by scope: if a person is both staff and a student of
        // a section, the loss of one role purges the topics of both.
        let grant = reader.grants.first { (row.change == .scopeGranted ? $0.grantedAt : $0.revokedAt) == row.offset }
        let older = reader.grants.filter { $0.revokedAt == nil && $0.grantedAt < row.offset }
        let dropped = row.change == .scopeGranted ? [] : older.filter { $0.enrollment.scope == row.subject }
        let kept = older.filter { !dropped.contains($0) }
        let news = Set(((grant.map { [$0] } ?? []) + dropped).flatMap(\.topics)).subtracting(kept.flatMap(\.topics))
        if news.contains(.course(course)) { add("a2", .course, course.text) }
        guard !news.isEmpty else { return }
        try addEvents(of: course, touching: news, for: reader)
        try addNotifications(where: "course_id", course.text)
        try addBroadcasts(where: "course_id", course.text)
    }

    /// The events whose readers or insiders hold one of `news`, now or when the row was written, with their threads.
    private mutating func addEvents(of course: Course.ID, touching news: Set<Topic>, for reader: Interest) throws {
        guard let start = start("b") else { return }
        var (number, reply) = (Self.number(start.prefix(8)), Self.number(start.dropFirst(8).prefix(8)))
        while left > 0 {
            let events = try EventShape.all(of: course, from: number, limit: 200, db)
            for event in events where left > 0 {
                if try concerns(event, news, reader) {
                    let key = "b" + Self.hex(event.number)
                    if wasThere(event) { add(key + Self.hex(0) + "0", .event, event.id.description) }
                    if try event.isRemoved || isRestored(event.id) {
                        add(key + Self.hex(0) + "1", .removal, event.id.description)
                    }
                    // Nobody but its readers knows the ids of a thread: not of one that was removed then.
                    if try wasThere(event) && !wasRemoved(event.id) {
                        try addThread(of: event.id, prefix: key, after: event.number == number ? reply : 0)
                    }
                }
            }
            guard let last = events.last, events.count == 200 else { return }
            (number, reply) = (last.number + 1, 0)
        }
    }

    private func isRestored(_ event: Event.ID) throws -> Bool {
        row.change == .scopeRevoked ? try db.value("SELECT \(Self.isRestored("?"))", event, row.offset) ?? false : false
    }

    private func wasThere(_ event: EventShape) -> Bool {
        guard let deleted = event.deletedAt, deleted <= row.writtenAt else { return true }
        return deleted == row.writtenAt && second.deleted.contains(event.id.description)
    }

    /// Whether an event that is there now was removed when the row was written: a later row restored it.
    private func wasRemoved(_ event: Event.ID) throws -> Bool {
        let before: String? = try db.value(
            """
            SELECT before FROM log WHERE subject = ? AND type = 'event' AND "offset" > ? AND before IS NOT NULL
            ORDER BY "offset" LIMIT 1
            """, event, row.offset)
        return before == ""
    }

    private func concerns(_ event: EventShape, _ news: Set<Topic>, _ reader: Interest) throws -> Bool {
        let isLater = event.createdAt == row.writtenAt && second.made.contains(event.id.description)
        guard event.createdAt <= row.writtenAt, !isLater else { return false }
        // A client need not know which anonymous events are its reader's own in order to keep them.
        let isOwn = event.author == reader.account && (row.change == .scopeRevoked || news.contains(.course(event.course)))
        guard event.isRemoved || wasThere(event) else { return false }
        let topics = event.audience.topics + event.audience.insiders
        if reader.sees(event.audience), isOwn || topics.contains(where: news.contains) { return true }
        // A later grant brings what is there, not what was deleted before it: a reader may see the event again, and still hold it
        // and its thread as they were.
        guard row.change == .scopeRevoked else { return false }
        let audience = try LogRow.audience(of: event.id, after: row.offset, db) ?? event.audience.topics
        return audience.contains { news.contains($0) || (isOwn && $0 == .account(reader.account)) }
    }
}
