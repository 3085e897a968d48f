import Foundation
import NoteItCore

/// Finds the next message of a webhook in the log, as its person may see it now.
///
/// A webhook tells news: rows of events and replies. What only follows from a row, such as all posts of a course that the person
/// joined, is not told.
struct WebhookReading {
    let row: WebhookRow
    let now: Date
    let db: SQLConnection

    /// Rows that are read at once; those after which the place is worth writing, and the age of a row in seconds.
    private static let (batch, far, old) = (200, 20, 3_600 as Int64)

    func work() throws -> WebhookWork {
        let (head, place) = (try LogRow.head(db), row.place)
        // Places of webhooks move on long before the rows after them are pruned: see `isFar`.
        if let expiry = head.expiry(of: place) {
            var gap = message(.gap(expiry), at: now, in: nil, upTo: head.cursor)
            // The head moves on between two tries.
            gap.id = "\(row.webhook.id)-\(place.epoch)-\(place.offset)-gap"
            return .send(gap)
        }
        let interest = try EnrollmentRow.interest(of: row.account, only: row.webhook.course, db)
        if let course = row.webhook.course, !interest.topics.contains(.course(course)) {
            return .ended("You are not in \(course.shown) any more. Join it again, then test the webhook.")
        }
        let offsets = try LogRow.offsets(of: interest, after: place.offset, limit: Self.batch, db)
        for offset in offsets {
            let entry = try LogRow.require(offset, db)
            guard let content = try content(of: entry, for: interest) else { continue }
            let end = LogCursor(epoch: head.epoch, offset: offset)
            return .send(message(content, at: Date(seconds: entry.writtenAt), in: entry.course, upTo: end))
        }
        let more = offsets.count == Self.batch
        let end = more ? LogCursor(epoch: head.epoch, offset: offsets[Self.batch - 1]) : head.cursor
        // What failed is not to be told any more, such as a reply that was deleted meanwhile: the webhook is well again.
        let isFar = try row.tries > 0 || row.failingSince != nil || more || offsets.count > Self.far || isOld(place)
        return .nothing(from: place, to: end, isFar: isFar, more: more)
    }

    /// Whether the row after a place was written long ago.
    private func isOld(_ place: LogCursor) throws -> Bool {
        let time: Int64? = try db.value(#"SELECT written_at FROM log WHERE "offset" = ?"#, place.offset + 1)
        return time.map { $0 < now.seconds - Self.old } ?? false
    }

    private func message(
        _ content: WebhookMessage.Content, at date: Date, in course: Course.ID?, upTo end: LogCursor
    ) -> WebhookMessage {
        WebhookMessage(
            id: "\(row.webhook.id)-\(end.epoch)-\(end.offset)", target: row.target(at: now), content: content, at: date,
            course: course, from: row.place, to: end, tries: row.tries, failingSince: row.failingSince)
    }

    private func content(of entry: LogRow, for interest: Interest) throws -> WebhookMessage.Content? {
        // Nothing is told of a course that the person left, not even their private events.
        guard entry.change == .changed, let course = entry.course, interest.topics.contains(.course(course)),
            let kind = try kind(of: entry, for: interest), row.webhook.changes.contains(kind)
        else { return nil }
        return .change(kind, try delivery(of: entry, gone: [.eventDeleted, .replyDeleted].contains(kind), to: interest))
    }

    private func kind(of entry: LogRow, for interest: Interest) throws -> Webhook.Kind? {
        switch entry.type {
        case .event: try eventKind(of: entry, for: interest)
        case .reply: try replyKind(of: entry, for: interest)
        default: nil
        }
    }

    private func delivery(of entry: LogRow, gone: Bool, to interest: Interest) throws -> Delivery {
        guard !gone, let found = try subject(of: entry, for: interest) else {
            return Delivery(type: entry.type, subject: entry.subject)
        }
        let isInsider = interest.isInsider(of: found.audience)
        return Delivery(
            type: entry.type, subject: entry.subject, rev: found.rev,
            body: try (isInsider ? found.insider ?? found.plain : found.plain)())
    }

    /// The subject as it is now; nil if the person may not see it.
    private func subject(of entry: LogRow, for interest: Interest) throws -> LogSubject? {
        let item = LogItem(position: LogPosition(entry.offset), row: entry, type: entry.type, subject: entry.subject)
        return try LogSubject.find(item, db).flatMap { interest.sees($0.audience) ? $0 : nil }
    }

    private func holds(_ topics: [Topic], _ interest: Interest) -> Bool { topics.contains(where: interest.topics.contains) }

    // MARK: Kinds

    private func eventKind(of entry: LogRow, for interest: Interest) throws -> Webhook.Kind? {
        guard try subject(of: entry, for: interest) != nil else {
            // A later row tells the end of what the row itself did not end.
            return holds(entry.after, interest) ? nil : .eventDeleted
        }
        if let before = entry.before, !holds(before, interest) { return .eventCreated }
        let created: Int64? = try db.value("SELECT created_at FROM event WHERE id = ?", entry.subject)
        if created == entry.writtenAt, try isFirst(entry) { return .eventCreated }
        return try followsReply(entry) ? nil : .eventUpdated
    }

    private func replyKind(of entry: LogRow, for interest: Interest) throws -> Webhook.Kind? {
        let times = try db.first("SELECT created_at, deleted_at FROM reply WHERE id = ?", entry.subject)
        guard let times else { return nil }
        if let deleted = times[1] as Int64? {
            guard deleted <= entry.writtenAt else { return nil }
            // The deletion may be a later row of the same second.
            return try LogSecond(of: entry, db).deleted.contains(entry.subject) ? nil : .replyDeleted
        }
        // With an event go its replies.
        guard try subject(of: entry, for: interest) != nil else { return nil }
        return try times[0] as Int64 == entry.writtenAt && isFirst(entry) ? .replyCreated : .replyUpdated
    }

    /// Whether no earlier row of the same second is about the same event or reply. O(n) for n rows of the second.
    ///
    /// Rows of another type do not count: a person's mark on an event has its id, and comes first for an anonymous one.
    private func isFirst(_ entry: LogRow) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM log WHERE "offset" < ? AND subject = ? AND type = ? AND "offset" > COALESCE((
                SELECT "offset" FROM log WHERE "offset" < ? AND written_at <> ? ORDER BY "offset" DESC LIMIT 1), 0)
            """, entry.offset, entry.subject, entry.type.rawValue, entry.offset, entry.writtenAt) == nil
    }

    /// Whether the row only says that the event has a new, edited or deleted reply, as the row before it does: `ReplyRow.publish`
    /// wrote both. After any other row of a reply comes a mark.
    private func followsReply(_ entry: LogRow) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM log l JOIN reply r ON r.id = l.subject
            WHERE l."offset" = ? AND l.op = 'changed' AND l.type = 'reply' AND r.event_id = ?
            """, entry.offset - 1, entry.subject) != nil
    }
}
