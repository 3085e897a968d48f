import NoteItCore

/// What was told can be taken back: a notification goes when what it says is not so any more.
extension EventNotifier {
    /// After an edit: the mentions of people whom the text, the event's or the reply's, does not name any more.
    func takeBackMentions(in texts: [String], by reply: Reply.ID? = nil) throws {
        let names = texts.reduce(into: Set<String>()) { $0.formUnion(Mention.handles(in: $1)) }
        let told: [(id: InboxNotification.ID, account: Account.ID, handle: String?)] = try tx.db.decoded(
            """
            SELECT n.id, n.account_id, a.handle FROM notification n JOIN account a ON a.id = n.account_id
            WHERE n.event_id = ? AND n.kind = 'mention' AND n.reply_id IS NOT DISTINCT FROM ? ORDER BY n.id
            """, [event.id, reply]
        ) { ($0[0], $0[1], $0[2]) }
        for (id, account, handle) in told {
            let isNamed = handle.map { handle in names.contains { $0 == handle || Mention.isBeginning($0, of: handle) } }
            if isNamed != true { try NotificationRow.takeBack(id, of: account, tx) }
        }
    }

    /// After a choice or an edit: the news of answers that are chosen no more.
    /// - Parameter old: the question before.
    func takeBackAnswers(of old: Event) throws {
        let chosen = [event.accepted, event.endorsed]
        for reply in Set([old.accepted, old.endorsed].compactMap(\.self)) where !chosen.contains(reply) {
            let told: [(id: InboxNotification.ID, account: Account.ID)] = try tx.db.decoded(
                "SELECT id, account_id FROM notification WHERE event_id = ? AND kind = 'answer' AND reply_id = ? ORDER BY id",
                [event.id, reply]
            ) { ($0[0], $0[1]) }
            for (id, account) in told { try NotificationRow.takeBack(id, of: account, tx) }
        }
    }

    /// After the deletion of a reply: whoever has not read of it yet hears of the next one that somebody else wrote.
    func tellOfNext(after reply: Reply) throws {
        let waiting = Set(
            try tx.db.column(
                "SELECT account_id FROM notification WHERE reply_id = ? AND kind = 'reply' AND read_at IS NULL", reply.id)
                as [Account.ID])
        guard !waiting.isEmpty, let next = try self.next(after: reply.number, notBy: nil) else { return }
        let people = try Recipients.of(stored, among: waiting, tx.db)
        try tell(.reply, people.subtracting([next.author]), next.id, unlessUnread: true)
        guard people.contains(next.author), let other = try self.next(after: reply.number, notBy: next.author) else { return }
        try tell(.reply, [next.author], other.id, unlessUnread: true)
    }

    private func next(after number: Int, notBy author: Account.ID?) throws -> (id: Reply.ID, author: Account.ID)? {
        try tx.db.decoded(
            """
            SELECT id, author_id FROM reply
            WHERE event_id = ? AND number > ? AND deleted_at IS NULL AND author_id IS DISTINCT FROM ? ORDER BY number LIMIT 1
            """, [event.id, number, author]
        ) { row -> (id: Reply.ID, author: Account.ID) in (row[0], row[1]) }.first
    }
}

extension NotificationRow {
    /// Deletes a person's notification.
    static func takeBack(_ id: InboxNotification.ID, of account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send("DELETE FROM notification WHERE id = ?", id)
        try tx.log.changed(.notification, id.description, of: account)
    }
}
