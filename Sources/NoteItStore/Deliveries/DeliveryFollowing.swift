import Foundation
import NoteItCore

extension SQLStore {
    public func queueNotifications(by channel: PersonalDelivery.Channel, domain: String?) async throws -> Bool {
        guard try await read({ try DeliveryFollowing.isBehind(channel, $0) }) else { return false }
        let now = now
        return try await aside { try DeliveryFollowing(db: $0, channel: channel, domain: domain, now: now).take() }
    }
}

/// Queues what people want at once by one channel. It follows the log at its own pace, so that a notice writes nothing for its
/// readers. Whether each may still see it is decided when it is sent.
struct DeliveryFollowing {
    /// Rows of the log in one transaction, and places of one row. Nobody has as many places on a channel.
    private static let (rows, most) = (1_000 as Int64, 500)
    /// Seconds after which a notification is no news any more: after a long pause, nobody gets a heap of old news.
    private static let freshness: TimeInterval = 86_400

    let db: SQLConnection
    let channel: PersonalDelivery.Channel
    let domain: String?
    let now: Date

    static func isBehind(_ channel: PersonalDelivery.Channel, _ db: SQLConnection) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM log_head h JOIN delivery_log d ON d.channel = ? WHERE h.id = 1 AND h.head > d."offset"
            """, channel.rawValue) != nil
    }

    /// Reads one part of the log. Returns whether there is more.
    func take() throws -> Bool {
        let place = try stored(
            try db.first(#"SELECT "offset", reader FROM delivery_log WHERE channel = ?"#, channel.rawValue))
        let (offset, reader): (Int64, String) = (place[0], place[1])
        let head = try LogRow.head(db)
        guard offset >= head.pruned else { return try move(to: head.offset, of: head) }
        let last = min(head.offset, offset + Self.rows)
        var done = reader
        for row in try entries(after: offset, to: last) {
            if let next = try queue(row, after: done) { return try move(to: row.offset - 1, reader: next, of: head) }
            done = ""
        }
        return try move(to: last, of: head)
    }

    private func move(to offset: Int64, reader: String = "", of head: LogHead) throws -> Bool {
        try db.send(
            #"UPDATE delivery_log SET "offset" = ?, reader = ? WHERE channel = ?"#, offset, reader, channel.rawValue)
        return offset < head.offset
    }

    private struct Entry {
        var offset: Int64
        var notification: InboxNotification.ID
        /// Nil if it concerns several people.
        var owner: Account.ID?
    }

    private func entries(after offset: Int64, to last: Int64) throws -> [Entry] {
        try db.decoded(
            """
            SELECT "offset", subject, after FROM log
            WHERE "offset" > ? AND "offset" <= ? AND type = 'notification' AND op = 'changed' ORDER BY "offset"
            """, [offset, last]
        ) { row in
            let topics = LogRow.topics(row[2])
            return Entry(offset: row[0], notification: row[1], owner: topics.count == 1 ? topics[0].account : nil)
        }
    }

    /// - Parameter reader: people up to this account were queued before.
    /// - Returns: the last account that was queued, if there may be more.
    private func queue(_ entry: Entry, after reader: String) throws -> String? {
        guard let owner = entry.owner else { return try queueBroadcast(entry.notification, after: reader) }
        try queueOwn(entry.notification, of: owner)
        return nil
    }

    private struct Place {
        var account: Account.ID
        var target: String
        var settings: String?
    }

    private func queueOwn(_ id: InboxNotification.ID, of account: Account.ID) throws {
        let found = try db.decoded(
            """
            SELECT n.account_id, p.target, p.settings, n.kind, n.course_id, COALESCE(e.must_read, 0), n.event_id
            FROM notification n JOIN (\(channel.places)) p ON p.account_id = n.account_id
            LEFT JOIN event e ON e.id = n.event_id
            WHERE n.id = ? AND n.account_id = ? AND n.read_at IS NULL AND n.created_at > ? ORDER BY p.target
            """, [id, account, (now - Self.freshness).seconds]
        ) { row in
            (
                place: Place(account: row[0], target: row[1], settings: row[2]),
                news: DeliveryNews(
                    kind: InboxNotification.Kind(rawValue: row[3]), course: row[4], mustRead: (row[5] as Int) == 1),
                event: row[6] as Event.ID?
            )
        }
        for (place, news, event) in found { try add(id, news, about: event, to: place) }
    }

    private func queueBroadcast(_ id: InboxNotification.ID, after reader: String) throws -> String? {
        let notice = try db.first(
            """
            SELECT b.event_id, b.course_id, e.must_read FROM broadcast b JOIN event e ON e.id = b.event_id
            WHERE b.id = ? AND b.created_at > ? AND e.deleted_at IS NULL
            """, id, (now - Self.freshness).seconds)
        guard let notice else { return nil }
        let (event, course): (Event.ID, Course.ID) = (notice[0], notice[1])
        let news = DeliveryNews(kind: .notice, course: course, mustRead: (notice[2] as Int) == 1)
        let places = try db.decoded(
            """
            SELECT DISTINCT p.account_id, p.target, p.settings FROM enrollment m
            JOIN (\(channel.places)) p ON p.account_id = m.account_id
            WHERE m.course_id = ? AND m.account_id > ? AND (? = 1 OR p.settings IS NOT NULL) AND NOT EXISTS (
                SELECT 1 FROM broadcast_receipt r WHERE r.account_id = m.account_id AND r.broadcast_id = ?)
            ORDER BY p.account_id, p.target LIMIT ?
            """, [course, reader, news.mustRead, id, Self.most]
        ) { Place(account: $0[0], target: $0[1], settings: $0[2]) }
        for place in places { try add(id, news, about: event, to: place) }
        guard places.count == Self.most, let last = places.last?.account else { return nil }
        // Some places of the last person may be missing. What was queued is not queued again.
        return (places.last { $0.account != last }?.account ?? last).description
    }

    private func add(
        _ id: InboxNotification.ID, _ news: DeliveryNews, about event: Event.ID?, to place: Place
    ) throws {
        // Of settings that cannot be read, the one person hears when it is judged; everyone else is not to wait for that.
        guard (try? channel.wants(news, settings: place.settings)) ?? true else { return }
        try DeliveryRow.add(
            DeliveryRow.New(
                channel: channel, account: place.account, target: place.target, kind: .notification, subject: id.description,
                event: event),
            domain: domain, at: now, db)
    }
}
