import Foundation
import NoteItCore

extension SQLStore {
    public func answer(_ id: Event.ID, with reply: Reply.ID, by account: Account.ID) async throws -> Event {
        try await commit { tx in
            let (old, isInsider) = try EventRow.require(id, seenBy: account, tx.db)
            let side = try AnswerSide(of: account, old, isInsider: isInsider)
            try requireQuestion(old, "has an answer")
            guard let found = try ReplyRow.find(reply, tx.db), found.reply.event == id else {
                throw DomainError.invalid("reply", "must be a reply to the question")
            }
            let answered = try EventRow.setAnswer(side, of: old, to: reply, tx)
            try EventNotifier(stored: answered, actor: account, tx: tx).answered(by: found, instead: old.event)
            return answered.seen(byInsider: isInsider)
        }
    }

    public func clearAnswer(of id: Event.ID, by account: Account.ID) async throws {
        try await commit { tx in
            let (old, isInsider) = try EventRow.require(id, seenBy: account, tx.db)
            let side = try AnswerSide(of: account, old, isInsider: isInsider)
            let open = try EventRow.setAnswer(side, of: old, to: nil, tx)
            try EventNotifier(stored: open, actor: account, tx: tx).takeBackAnswers(of: old.event)
        }
    }

    public func sayMeToo(on id: Event.ID, by account: Account.ID) async throws -> Event {
        try await commit { tx in
            let (event, isInsider) = try EventRow.require(id, seenBy: account, tx.db)
            try requireQuestion(event, "is asked by others too")
            guard event.author.id != account else { throw DomainError.conflict("It is your own question.") }
            return try EventRow.setMeToo(true, of: account, on: event, tx).seen(byInsider: isInsider)
        }
    }

    public func undoMeToo(on id: Event.ID, by account: Account.ID) async throws {
        try await commit { tx in
            let (event, _) = try EventRow.require(id, seenBy: account, tx.db)
            _ = try EventRow.setMeToo(false, of: account, on: event, tx)
        }
    }
}

/// The side from which an answer is chosen.
private enum AnswerSide {
    /// By the author of the question.
    case accepted
    /// By the staff of the course.
    case endorsed

    /// Throws `.forbidden` for everyone else. Staff accept answers to their own questions.
    init(of account: Account.ID, _ event: StoredEvent, isInsider: Bool) throws {
        if event.author.id == account {
            self = .accepted
        } else if isInsider {
            self = .endorsed
        } else {
            throw DomainError.onlyAskerAcceptsAndStaffEndorse
        }
    }
}

private func requireQuestion(_ stored: StoredEvent, _ what: String) throws {
    guard stored.event.kind == .question else {
        throw DomainError.conflict("Only a question \(what); this is \(stored.event.kind.withArticle).")
    }
}

extension EventRow {
    /// Returns the changed event. Writes nothing if the answer is the same.
    fileprivate static func setAnswer(
        _ side: AnswerSide, of stored: StoredEvent, to reply: Reply.ID?, _ tx: Transaction
    ) throws -> StoredEvent {
        switch side {
        case .accepted where stored.event.accepted == reply, .endorsed where stored.event.endorsed == reply: return stored
        case .accepted: try tx.db.send("UPDATE event SET accepted_id = ? WHERE id = ?", reply, stored.id)
        case .endorsed: try tx.db.send("UPDATE event SET endorsed_id = ? WHERE id = ?", reply, stored.id)
        }
        return try published(stored.id, tx)
    }

    /// Returns the changed event. Writes nothing if the mark is the same.
    fileprivate static func setMeToo(
        _ wanted: Bool, of account: Account.ID, on event: StoredEvent, _ tx: Transaction
    ) throws -> StoredEvent {
        guard try EventMarkRow.find(event.id, of: account, tx.db)?.meToo ?? false != wanted else { return event }
        try EventMarkRow.change(event, of: account, tx) { $0.meToo = wanted }
        try tx.db.send("UPDATE event SET me_too = me_too + ? WHERE id = ?", wanted ? 1 : -1, event.id)
        return try published(event.id, tx)
    }

    /// Logs an event that changed without an edit. Returns it.
    static func published(_ id: Event.ID, _ tx: Transaction) throws -> StoredEvent {
        let event = try stored(try EventRow.find(id, tx.db))
        try tx.log.changed(event, dates: false)
        return event
    }
}
