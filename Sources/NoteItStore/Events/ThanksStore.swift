import NoteItCore

extension SQLStore {
    public func thank(for id: Reply.ID, _ wanted: Bool, by account: Account.ID) async throws -> Reply {
        try await commit { tx in
            let (found, isInsider) = try ReplyRow.require(id, seenBy: account, tx.db)
            guard found.author.id != account else { throw DomainError.conflict("It is your own reply.") }
            let event = found.reply.event
            let thread = try stored(try EventRow.find(event, tx.db))
            let thanked = try EventMarkRow.find(event, of: account, tx.db)?.thanked ?? []
            guard thanked.contains(id) != wanted else { return found.seen(byInsider: isInsider) }
            if wanted, thanked.count >= EventMark.mostThanked {
                throw DomainError.conflict(
                    "You have thanked for \(EventMark.mostThanked) replies of this thread, the most there can be.")
            }
            // Before the mark: an event that is logged right after a reply only has that reply to say (`WebhookReading`).
            try tx.log.changed(.reply, id.description, in: thread)
            try EventMarkRow.change(thread, of: account, tx) { mark in
                mark.thanked = wanted ? mark.thanked + [id] : mark.thanked.filter { $0 != id }
            }
            try tx.db.send(
                wanted
                    ? "INSERT INTO reply_thanks (account_id, event_id, reply_id) VALUES (?, ?, ?)"
                    : "DELETE FROM reply_thanks WHERE account_id = ? AND event_id = ? AND reply_id = ?", account, event, id)
            try tx.db.send("UPDATE reply SET thanks = thanks + ? WHERE id = ?", wanted ? 1 : -1, id)
            return try stored(try ReplyRow.find(id, tx.db)).seen(byInsider: isInsider)
        }
    }
}
