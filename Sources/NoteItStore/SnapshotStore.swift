import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Cursor

extension SQLiteStore {
    public func snapshot(next: String?, limit: Int, by account: Account.ID) async throws -> Snapshot {
        let place = try SnapshotPlace(next)
        return try await read { db in
            let head = try LogRow.head(db)
            if let place, let expiry = head.expiry(of: place.cursor) { throw DomainError.expired(expiry) }
            let cursor = place?.cursor ?? head.cursor
            let events = try eventsPage(behind: place, limit: limit, of: account, db)
            let room = limit - events.count
            let replies = try repliesPage(behind: place, limit: room, of: account, db)
            let next = SnapshotPlace(cursor: cursor, events: events, replies: replies, room: room)
            let isFirst = place == nil
            let enrollments = try isFirst ? EnrollmentRow.all(of: account, db) : []
            return Snapshot(
                cursor: cursor.description, account: try requireAccount(account, db), enrollments: enrollments,
                courses: try CourseRow.load(unique(enrollments.map(\.course)), db),
                notifications: try isFirst ? NotificationRow.all(of: account, db) : [],
                seatWatches: try isFirst ? SeatWatchRow.all(of: account, db) : [],
                marks: try isFirst ? EventMarkRow.all(of: account, db) : [],
                preferences: try isFirst ? PreferencesRow.find(of: account, db) : nil,
                removals: try isFirst ? RemovalRow.seen(by: account, db) : [],
                events: events.map(\.item), replies: replies.map(\.item), next: try next?.token())
        }
    }
}

/// An event or a reply with its place in the snapshot's order.
private struct Placed<Item: Sendable>: Sendable {
    var course: Course.ID
    var event: Int
    /// Of a reply.
    var reply = 0
    var item: Item
}

/// Where a page of a snapshot ends: behind an event, or, once all events are out, behind a reply.
private struct SnapshotPlace {
    enum Stage: String { case events, replies }

    var cursor: Cursor
    var stage: Stage
    var course: Course.ID
    var event: Int
    var reply: Int

    /// Nil for nil. Throws `.invalid` for a token that was not made here.
    init?(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 5, field: "next") else { return nil }
        guard let cursor = Cursor(parts[0]), let stage = Stage(rawValue: parts[1]), let event = Int(parts[3]),
            let reply = Int(parts[4])
        else { throw DomainError.invalid("next", "must be the `next` of the page before") }
        (self.cursor, self.stage, course, self.event, self.reply) = (cursor, stage, parts[2], event, reply)
    }

    /// Nil at the end of the snapshot: the page was not filled.
    init?(cursor: Cursor, events: [Placed<Event>], replies: [Placed<Reply>], room: Int) {
        self.cursor = cursor
        if room == 0, let last = events.last {
            (stage, course, event, reply) = (.events, last.course, last.event, 0)
        } else if replies.count == room, let last = replies.last {
            (stage, course, event, reply) = (.replies, last.course, last.event, last.reply)
        } else {
            return nil
        }
    }

    func token() throws -> String {
        try PageToken.make([cursor.description, stage.rawValue, course, "\(event)", "\(reply)"])
    }
}

/// Up to `limit` of what `fetch` finds in one course after the other, from `place` on.
private func page<Item>(
    behind place: SnapshotPlace?, limit: Int, of account: Account.ID, _ db: Database,
    fetch: (_ mine: Membership.Place, _ start: SnapshotPlace?, _ limit: Int) throws -> [Placed<Item>]
) throws -> [Placed<Item>] {
    var found: [Placed<Item>] = []
    for mine in try Membership.places(of: account, db) where found.count < limit {
        let isStart = mine.course == place?.course
        if let place, !isStart, !place.course.utf8.lexicographicallyPrecedes(mine.course.utf8) { continue }
        found += try fetch(mine, isStart ? place : nil, limit - found.count)
    }
    return found
}

private func eventsPage(
    behind place: SnapshotPlace?, limit: Int, of account: Account.ID, _ db: Database
) throws -> [Placed<Event>] {
    if place?.stage == .replies { return [] }
    let sql = """
        \(EventRow.select)
        WHERE e.course_id = ? AND e.number > ? AND \(Visibility.condition)
        ORDER BY e.number LIMIT ?
        """
    return try page(behind: place, limit: limit, of: account, db) { mine, start, limit in
        try db.decoded(sql, [mine.course, start?.event ?? 0, account, account, limit]) { row in
            let event = try EventRow.decode(row, db).seen(byStaff: mine.isStaff)
            return Placed(course: event.course, event: event.number, item: event)
        }
    }
}

private func repliesPage(
    behind place: SnapshotPlace?, limit: Int, of account: Account.ID, _ db: Database
) throws -> [Placed<Reply>] {
    let sql = """
        SELECT \(ReplyRow.Column.list), e.number
        FROM event e CROSS JOIN reply r ON r.event_id = e.id JOIN account a ON a.id = r.author_id
        WHERE e.course_id = ? AND (e.number, r.number) > (?, ?) AND r.deleted_at IS NULL AND \(Visibility.condition)
        ORDER BY e.number, r.number LIMIT ?
        """
    let place = place.flatMap { $0.stage == .replies ? $0 : nil }
    return try page(behind: place, limit: limit, of: account, db) { mine, start, limit in
        try db.decoded(sql, [mine.course, start?.event ?? 0, start?.reply ?? 0, account, account, limit]) { row in
            let stored = try ReplyRow.decode(row)
            return Placed(
                course: mine.course, event: row[ReplyRow.Column.allCases.count], reply: stored.reply.number,
                item: stored.seen(byStaff: mine.isStaff))
        }
    }
}
