import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func mark(of event: Event.ID, by account: Account.ID) async throws -> EventMark {
        try await read { db in
            let (stored, _) = try EventRow.require(event, seenBy: account, db)
            return try EventMarkRow.find(event, of: account, db) ?? stored.unmarked(by: account)
        }
    }

    public func mark(_ event: Event.ID, with patch: EventMarkPatch, by account: Account.ID) async throws -> EventMark {
        let now = now
        return try await commit { db in
            let (stored, _) = try EventRow.require(event, seenBy: account, db)
            return try Log(db, at: now).apply(patch, to: stored, by: account)
        }
    }

    public func markSeen(_ events: [ReadRequest.Seen], by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let log = Log(db, at: now)
            for seen in events {
                do {
                    let (stored, _) = try EventRow.require(seen.event, seenBy: account, db)
                    try log.markSeen(stored, by: account, upTo: seen.seen)
                } catch DomainError.notFound {
                    // It went, or was hidden, meanwhile.
                }
            }
        }
    }

    public func markSeen(in course: Course.ID, by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            _ = try Membership.require(account, in: course, db)
            let log = Log(db, at: now)
            for event in try EventMarkRow.unread(by: account, in: course, db) {
                try log.markSeen(try stored(try EventRow.find(event, db)), by: account)
            }
        }
    }
}

extension StoredEvent {
    /// The mark of who has not made one.
    func unmarked(by account: Account.ID) -> EventMark {
        let isOwn = author.id == account
        return EventMark(event: event.id, course: event.course, seen: isOwn ? event.rev : 0, mine: isOwn)
    }
}

extension EventMark {
    /// What was seen stays seen, and nobody has seen more than there is.
    fileprivate func applying(_ patch: EventMarkPatch, activity: Int) -> EventMark {
        var mark = self
        mark.seen = max(seen, min(patch.seen ?? 0, activity))
        mark.following = patch.following ?? following
        mark.muted = patch.muted ?? muted
        return mark
    }
}

extension EventMarkRow {
    /// The events of a course in which there is something that a person has not seen.
    static func unread(by account: Account.ID, in course: Course.ID, _ db: Database) throws -> [Event.ID] {
        try db.column(
            """
            SELECT e.id FROM event e WHERE e.course_id = ? AND \(Visibility.condition) AND \(Unread.condition(true))
            ORDER BY e.number
            """, course, account, account, account, account)
    }
}

extension Log {
    /// Marks an event as seen; to its end, unless only a part was. That reads what its reader was told about it.
    func markSeen(_ stored: StoredEvent, by account: Account.ID, upTo seen: Int = .max) throws {
        try apply(EventMarkPatch(seen: seen), to: stored, by: account)
    }

    /// Who sees an event to its end has read what they were told about it.
    @discardableResult
    fileprivate func apply(_ patch: EventMarkPatch, to stored: StoredEvent, by account: Account.ID) throws -> EventMark {
        let activity = stored.event.activity
        let mark = try mark(stored, of: account) { $0 = $0.applying(patch, activity: activity) }
        if patch.seen != nil, mark.seen >= activity { try readNotifications(about: stored.event.id, by: account) }
        return mark
    }

    fileprivate func readNotifications(about event: Event.ID, by account: Account.ID) throws {
        let ids: [Notification.ID] = try db.column(
            "SELECT id FROM notification WHERE event_id = ? AND account_id = ? AND read_at IS NULL ORDER BY id", event, account)
        for id in ids { try read(id, by: account) }
        try readBroadcasts(about: event, by: account)
    }

    /// Marks a notification as read, if it is this person's and is not.
    func read(_ id: Notification.ID, by account: Account.ID) throws {
        let count = try db.run(
            "UPDATE notification SET read_at = ? WHERE id = ? AND account_id = ? AND read_at IS NULL", now.seconds, id, account)
        if count > 0 { return try changed(.notification, id.description, of: account) }
        try readBroadcast(id, by: account)
    }
}
