import Foundation
import NoteItCore

extension SQLStore {
    public func mark(of event: Event.ID, by account: Account.ID) async throws -> EventMark {
        try await read { db in
            let (stored, _) = try EventRow.require(event, seenBy: account, db)
            return try EventMarkRow.find(event, of: account, db) ?? stored.unmarked(by: account)
        }
    }

    public func mark(_ event: Event.ID, with patch: EventMarkPatch, by account: Account.ID) async throws -> EventMark {
        try await commit { tx in
            let (stored, _) = try EventRow.require(event, seenBy: account, tx.db)
            return try EventMarkRow.apply(patch, to: stored, by: account, isAnswered: true, tx)
        }
    }

    public func markSeen(_ events: [ReadRequest.Seen], by account: Account.ID) async throws {
        try await commit { tx in
            for seen in events {
                do {
                    let (stored, _) = try EventRow.require(seen.event, seenBy: account, tx.db)
                    try EventMarkRow.see(stored, by: account, upTo: seen.seen, tx)
                } catch DomainError.notFound {
                    // Deleted or hidden since the client read it.
                }
            }
        }
    }

    public func markSeen(in course: Course.ID, by account: Account.ID) async throws {
        try await commit { tx in
            _ = try Membership.require(account, in: course, tx.db)
            for event in try EventMarkRow.unread(by: account, in: course, tx.db) {
                try EventMarkRow.see(try stored(try EventRow.find(event, tx.db)), by: account, tx)
            }
        }
    }
}

extension StoredEvent {
    /// The mark of a person who has not made one.
    func unmarked(by account: Account.ID) -> EventMark {
        let isOwn = author.id == account
        return EventMark(event: event.id, course: event.course, seen: isOwn ? event.rev : 0, mine: isOwn)
    }
}

extension EventMark {
    /// What was seen stays seen, up to the activity of the event.
    fileprivate func applying(_ patch: EventMarkPatch, activity: Int) -> EventMark {
        var mark = self
        mark.seen = max(seen, min(patch.seen ?? 0, activity))
        mark.following = patch.following ?? following
        mark.muted = patch.muted ?? muted
        mark.done = patch.done ?? done
        if let time = patch.remindAt { mark.remindAt = time.value?.wholeSeconds }
        return mark
    }
}

extension EventMarkRow {
    /// The events of a course with something that a person has not seen.
    static func unread(by account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> [Event.ID] {
        try db.column(
            """
            SELECT e.id FROM event e WHERE e.course_id = ? AND \(Visibility.condition) AND \(Unread.condition(true))
            ORDER BY e.number
            """, course, account, account, account, account, account)
    }

    /// Marks an event as seen, by default completely.
    static func see(_ stored: StoredEvent, by account: Account.ID, upTo seen: Int = .max, _ tx: Transaction) throws {
        try apply(EventMarkPatch(seen: seen), to: stored, by: account, tx)
    }

    /// An event that is seen completely has its notifications read.
    @discardableResult
    fileprivate static func apply(
        _ patch: EventMarkPatch, to stored: StoredEvent, by account: Account.ID, isAnswered: Bool = false, _ tx: Transaction
    ) throws -> EventMark {
        var patch = patch
        if let time = patch.remindAt?.value, try OwnReminder.wasSent(of: stored.event.id, at: time, to: account, tx.db) {
            patch.remindAt = nil
        }
        let activity = stored.event.activity
        let mark = try change(stored, of: account, isAnswered: isAnswered, tx) { $0 = $0.applying(patch, activity: activity) }
        if let done = patch.done { try TaskRow.mark(tasksOf: stored.event.id, done: done, of: account, tx) }
        if patch.seen != nil, mark.seen >= stored.event.newestActivity {
            try NotificationRow.read(about: stored.event.id, by: account, tx)
        }
        return mark
    }
}
