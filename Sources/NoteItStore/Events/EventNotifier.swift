import Foundation
import NoteItCore

/// Notifies people of what happens to an event. People are not notified of what they do themselves, may not see or have muted,
/// and never twice of the same.
struct EventNotifier {
    let stored: StoredEvent
    /// The account that acts.
    let actor: Account.ID
    let tx: Transaction

    var event: Event { stored.event }
    private var texts: [String] { [event.title, event.body] }

    /// - Parameter hasFollowers: whether anybody follows anything of the course.
    func posted(hasFollowers: Bool) throws {
        // The people whom a notice mentions get the notice.
        guard event.kind == .notice else {
            let told = try mention(in: texts)
            if hasFollowers { try tellFollowers(except: told) }
            return
        }
        try NoticeRow.keep(event, tx.db)
        try broadcast(beyond: nil)
    }

    /// An edit; `stored` is the event after it.
    func edited(from old: StoredEvent) throws {
        try keepSeen(from: old)
        try takeBackAnswers(of: old.event)
        var told: Set<Account.ID> = []
        if event.kind == .notice {
            told = try amended(from: old)
        } else if hasMoved(from: old.event.due) {
            let before = try Recipients.of(old, tx.db)
            told = try tell(.dueMoved, try Recipients.of(stored, among: before, tx.db), unlessUnread: true)
        }
        let known = try MentionedPeople(in: [old.event.title, old.event.body], of: old, tx.db).people
        told.formUnion(try mention(in: texts, except: told.union(known)))
        try takeBackMentions(in: texts)
        try tellFollowers(except: told, since: old)
    }

    func replied(_ new: StoredReply) throws {
        try EventMarkRow.see(stored, by: actor, tx)
        let told = try mention(in: [new.reply.body], by: new.id)
        let listeners: Set<Account.ID> = Set(
            try tx.db.column(
                """
                SELECT author_id FROM event WHERE id = ?
                UNION SELECT author_id FROM reply WHERE event_id = ? AND deleted_at IS NULL
                UNION SELECT account_id FROM event_mark WHERE event_id = ? AND following = 1
                """, event.id, event.id, event.id))
        let waiting = listeners.subtracting(told)
        try tell(.reply, try Recipients.of(stored, among: waiting, tx.db), new.id, unlessUnread: true)
    }

    /// An edit of a reply: only people whom the old text did not mention are notified.
    func editedReply(_ new: StoredReply, from old: Reply) throws {
        let known = try MentionedPeople(in: [old.body], of: stored, tx.db).people
        try mention(in: [new.reply.body], by: new.id, except: known)
        try takeBackMentions(in: [new.reply.body], by: new.id)
    }

    /// A reply became the answer: news for its author, the author of the question, those with the same question and the
    /// followers.
    /// - Parameter old: the question before.
    func answered(by reply: StoredReply, instead old: Event) throws {
        try takeBackAnswers(of: old)
        let listeners: Set<Account.ID> = Set(
            try tx.db.column(
                "SELECT account_id FROM event_mark WHERE event_id = ? AND (me_too = 1 OR following = 1)", event.id))
        let told = try told(.answer, by: reply.id, in: event.id)
        let concerned = listeners.union([stored.author.id, reply.author.id]).subtracting(told)
        try tell(.answer, try Recipients.of(stored, among: concerned, tx.db), reply.id, unlessUnread: true)
    }

    /// The people who have seen the notice. Call it before deleting the notice, and pass the result to `retracted`.
    func readersOfNotice() throws -> Set<Account.ID> {
        guard event.kind == .notice else { return [] }
        let saw = try Recipients.seeing(event.id, tx.db).subtracting([stored.author.id])
        return try Recipients.of(stored, among: saw, tx.db)
    }

    /// A deleted notice: news for the people who had seen it.
    /// - Parameter reason: why the sender deleted it.
    func retracted(_ readers: Set<Account.ID>, reason: String?) throws {
        try tell(.noticeRetracted, readers, text: reason)
    }

    private func broadcast(beyond told: Audience?) throws {
        let muting = event.mustRead ? [] : try Recipients.muting(event, tx.db)
        try BroadcastRow.send(stored.event, to: stored.audience, beyond: told, hiddenFrom: muting.union([actor]), tx)
    }

    /// Returns the people who need no notification of a mention, since they are told of the notice or of the edit.
    private func amended(from old: StoredEvent) throws -> Set<Account.ID> {
        try NoticeRow.keep(event, tx.db)
        let isNew = old.event.kind != .notice
        if isNew || old.audience != stored.audience { try broadcast(beyond: isNew ? nil : old.audience) }
        var told = try MentionedPeople(in: texts, of: stored, tx.db).people
        if !isNew { told.subtract(try Recipients.of(old, among: told, tx.db)) }
        let (new, before) = (event, old.event)
        if !isNew, before.title != new.title || before.body != new.body || before.due != new.due {
            let saw = try Recipients.of(old, among: try Recipients.seeing(event.id, tx.db), tx.db)
            told.formUnion(try tell(.noticeAmended, try Recipients.of(stored, among: saw, tx.db), unlessUnread: true))
        }
        return told
    }

    /// A first date is not a move, and neither is a change of one past date to another.
    private func hasMoved(from old: Date?) -> Bool {
        guard let old, old != event.due else { return false }
        return max(old, event.due ?? old) > tx.now
    }

    /// An editor who had seen the whole event has seen the edit.
    private func keepSeen(from old: StoredEvent) throws {
        let mark = try EventMarkRow.find(event.id, of: actor, tx.db) ?? old.unmarked(by: actor)
        guard mark.seen >= old.event.newestActivity else { return }
        try EventMarkRow.change(stored, of: actor, tx) { $0.seen = event.activity }
    }

    @discardableResult
    private func mention(
        in texts: [String], by reply: Reply.ID? = nil, except told: Set<Account.ID> = []
    ) throws -> Set<Account.ID> {
        let named = try MentionedPeople(in: texts, of: stored, tx.db).people.subtracting(told)
        guard !named.isEmpty else { return [] }
        return try tell(.mention, named.subtracting(try self.told(.mention, by: reply, in: event.id)), reply)
    }

    /// News for the people who follow the course, the kind or a tag, once each.
    /// - Parameter old: the event before an edit: anyone who followed that and saw it was told of it.
    private func tellFollowers(except told: Set<Account.ID>, since old: StoredEvent? = nil) throws {
        var people = event.kind == .notice ? [] : try FollowRow.followers(of: event, tx.db)
        guard !people.isEmpty else { return }
        if let old {
            let knew = old.event.kind == .notice ? people : try FollowRow.followers(of: old.event, tx.db)
            people.subtract(try Recipients.of(old, among: knew, tx.db))
        }
        people.subtract(told.union(try self.told(.posted, by: nil, in: event.id)))
        try tell(.posted, try Recipients.of(stored, among: people, tx.db))
    }

    /// Notifies those of `people` who have not muted the event. Returns them.
    /// - Parameter unlessUnread: skips people with an unread notification of this kind about the event.
    @discardableResult
    func tell(
        _ kind: InboxNotification.Kind, _ people: Set<Account.ID>, _ reply: Reply.ID? = nil, text: String? = nil,
        unlessUnread: Bool = false
    ) throws -> Set<Account.ID> {
        var people = people.subtracting([actor])
        if people.isEmpty { return [] }
        let passesMute = event.mustRead && [.notice, .noticeAmended, .noticeRetracted].contains(kind)
        if !passesMute { people.subtract(try Recipients.muting(event, tx.db)) }
        if unlessUnread { people.subtract(try unread(kind, about: event.id, by: people)) }
        let new = InboxNotification(
            id: .make(at: tx.now), kind: kind, course: event.course, event: event.id, reply: reply, text: text,
            createdAt: tx.now, readAt: nil)
        try NotificationRow.add(new, to: people.sorted { $0.description < $1.description }, tx)
        return people
    }
}

extension EventNotifier {
    /// Those of `people` with an unread notification of this kind about an event. One about a reply that is gone is not shown.
    private func unread(
        _ kind: InboxNotification.Kind, about event: Event.ID, by people: Set<Account.ID>
    ) throws -> Set<Account.ID> {
        Set(
            try tx.db.column(
                """
                SELECT account_id FROM notification n
                WHERE event_id = ? AND kind = ? AND read_at IS NULL AND account_id IN (SELECT value FROM json_each(?))
                    AND NOT EXISTS (SELECT 1 FROM reply r WHERE r.id = n.reply_id AND r.deleted_at IS NOT NULL)
                """, event, kind.rawValue, try jsonArray(people)) as [Account.ID])
    }

    /// The people who had a notification of this kind about an event, or about a reply to it.
    func told(_ kind: InboxNotification.Kind, by reply: Reply.ID?, in event: Event.ID) throws -> Set<Account.ID> {
        Set(
            try tx.db.column(
                "SELECT account_id FROM notification WHERE event_id = ? AND kind = ? AND reply_id IS NOT DISTINCT FROM ?",
                event, kind.rawValue, reply) as [Account.ID])
    }
}
