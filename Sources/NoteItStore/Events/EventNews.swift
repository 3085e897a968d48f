import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

/// What happens to an event, and whom that is news for. Nobody is told of what they do themselves, of what they may not see,
/// or of what they have muted; nobody is told one thing twice.
struct EventNews {
    let stored: StoredEvent
    /// Who does it.
    let actor: Account.ID
    let log: Log

    private var event: Event { stored.event }

    /// A new event.
    func posted() throws {
        // Whoever could be told of a mention is told of the notice.
        guard event.kind == .notice else { return _ = try mention(in: [event.title, event.body]) }
        try NoticeRow.keep(event, log.db)
        try broadcast(beyond: nil)
    }

    /// An edit: `stored` is the event after it.
    func edited(from old: StoredEvent) throws {
        try keepSeen(from: old.event.activity)
        var told: Set<Account.ID> = []
        if event.kind == .notice {
            told = try amended(from: old)
        } else if hasMoved(from: old.event.due) {
            let before = try Readers.of(old, log.db)
            told = try tell(.dueMoved, try Readers.of(stored, among: before, log.db), unlessUnread: true)
        }
        let known = try Readers.mentioned(in: [old.event.title, old.event.body], log.db)
        try mention(in: [event.title, event.body], except: told.union(try Readers.of(old, among: known, log.db)))
    }

    /// A new reply.
    func replied(_ reply: StoredReply) throws {
        try log.markSeen(stored, by: actor)
        let told = try mention(in: [reply.reply.body], by: reply.reply.id)
        let listeners: Set<Account.ID> = Set(
            try log.db.column(
                """
                SELECT author_id FROM event WHERE id = ?
                UNION SELECT author_id FROM reply WHERE event_id = ? AND deleted_at IS NULL
                UNION SELECT account_id FROM event_mark WHERE event_id = ? AND following = 1
                """, event.id, event.id, event.id))
        let waiting = listeners.subtracting(told)
        try tell(.reply, try Readers.of(stored, among: waiting, log.db), reply.reply.id, unlessUnread: true)
    }

    /// An edit of a reply, which may mention people that it did not.
    func editedReply(_ reply: StoredReply, from old: Reply) throws {
        try mention(
            in: [reply.reply.body], by: reply.reply.id, except: try Readers.mentioned(in: [old.body], log.db))
    }

    /// A reply became the answer: news for who asked, who wants to know the same, who follows, and who wrote it.
    func answered(by reply: StoredReply) throws {
        let listeners: Set<Account.ID> = Set(
            try log.db.column(
                "SELECT account_id FROM event_mark WHERE event_id = ? AND (me_too = 1 OR following = 1)", event.id))
        let told = try log.told(.answer, by: reply.reply.id, in: event.id)
        let concerned = listeners.union([stored.author.id, reply.author.id]).subtracting(told)
        try tell(.answer, try Readers.of(stored, among: concerned, log.db), reply.reply.id, unlessUnread: true)
    }

    /// A notice was deleted: news for who saw it. To be called before, to know who they are; the result goes to `retracted`.
    func readersOfNotice() throws -> Set<Account.ID> {
        guard event.kind == .notice else { return [] }
        let saw = try Readers.seeing(event.id, log.db).subtracting([stored.author.id])
        return try Readers.of(stored, among: saw, log.db)
    }

    /// - Parameter reason: what the sender says about it.
    func retracted(_ readers: Set<Account.ID>, reason: String?) throws {
        try tell(.noticeRetracted, readers, text: reason)
    }

    private func broadcast(beyond told: Audience?) throws {
        let muting = event.mustRead ? [] : try Readers.muting(event, log.db)
        try log.broadcast(stored, beyond: told, hiddenFrom: muting.union([actor]))
    }

    /// Returns who is told of the notice, of those who could be told of a mention, too.
    private func amended(from old: StoredEvent) throws -> Set<Account.ID> {
        try NoticeRow.keep(event, log.db)
        let isNew = old.event.kind != .notice
        if isNew || old.audience != stored.audience { try broadcast(beyond: isNew ? nil : old.audience) }
        var told = try Readers.mentioned(in: [event.title, event.body], log.db)
        if !isNew { told.subtract(try Readers.of(old, among: told, log.db)) }
        let (new, before) = (event, old.event)
        if !isNew, before.title != new.title || before.body != new.body || before.due != new.due {
            let saw = try Readers.of(old, among: try Readers.seeing(event.id, log.db), log.db)
            told.formUnion(try tell(.noticeAmended, try Readers.of(stored, among: saw, log.db), unlessUnread: true))
        }
        return told
    }

    /// A first date is no move, and neither is one from past to past.
    private func hasMoved(from old: Date?) -> Bool {
        guard let old, old != event.due else { return false }
        return max(old, event.due ?? old) > log.now
    }

    /// Who edits what they had seen to its end has seen the edit.
    private func keepSeen(from activity: Int) throws {
        guard let mark = try EventMarkRow.find(event.id, of: actor, log.db), mark.seen >= activity else { return }
        try log.mark(stored, of: actor) { $0.seen = event.activity }
    }

    @discardableResult
    private func mention(
        in texts: [String], by reply: Reply.ID? = nil, except told: Set<Account.ID> = []
    ) throws -> Set<Account.ID> {
        let named = try Readers.mentioned(in: texts, log.db).subtracting(told)
        guard !named.isEmpty else { return [] }
        let before = try log.told(.mention, by: reply, in: event.id)
        return try tell(.mention, try Readers.of(stored, among: named.subtracting(before), log.db), reply)
    }

    /// Writes to those of `people` who want to hear of it. Returns them.
    /// - Parameter unlessUnread: passes over who has not read the last such notification of this event.
    @discardableResult
    private func tell(
        _ kind: Notification.Kind, _ people: Set<Account.ID>, _ reply: Reply.ID? = nil, text: String? = nil,
        unlessUnread: Bool = false
    ) throws -> Set<Account.ID> {
        var people = people.subtracting([actor])
        if people.isEmpty { return [] }
        let passesMute = event.mustRead && [.notice, .noticeAmended, .noticeRetracted].contains(kind)
        if !passesMute { people.subtract(try Readers.muting(event, log.db)) }
        if unlessUnread { people.subtract(try log.unread(kind, about: event.id, by: people)) }
        for account in people.sorted(by: { $0.description < $1.description }) {
            try log.notify(
                account,
                Notification(
                    id: .make(at: log.now), kind: kind, course: event.course, event: event.id, reply: reply, text: text,
                    createdAt: log.now, readAt: nil))
        }
        return people
    }
}

extension Log {
    /// Who of `people` has not read a notification of that kind about an event.
    fileprivate func unread(
        _ kind: Notification.Kind, about event: Event.ID, by people: Set<Account.ID>
    ) throws -> Set<Account.ID> {
        Set(
            try db.column(
                """
                SELECT account_id FROM notification
                WHERE event_id = ? AND kind = ? AND read_at IS NULL AND account_id IN (SELECT value FROM json_each(?))
                """, event, kind.rawValue, try jsonArray(people.map(\.description))) as [Account.ID])
    }

    /// Who was told that of an event, or of a reply to it.
    fileprivate func told(_ kind: Notification.Kind, by reply: Reply.ID?, in event: Event.ID) throws -> Set<Account.ID> {
        Set(
            try db.column(
                "SELECT account_id FROM notification WHERE event_id = ? AND kind = ? AND reply_id IS ?", event, kind.rawValue,
                reply) as [Account.ID])
    }
}
