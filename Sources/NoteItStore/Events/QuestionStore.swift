import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func answer(_ id: Event.ID, with reply: Reply.ID, by account: Account.ID) async throws -> Event {
        let now = now
        return try await commit { db in
            let (event, isInsider) = try EventRow.require(id, seenBy: account, db)
            let side = try AnswerSide(of: account, event, isInsider: isInsider)
            try requireQuestion(event, "has an answer")
            guard let found = try ReplyRow.find(reply, db), found.reply.event == id else {
                throw DomainError.invalid("reply", "must be a reply to the question")
            }
            let log = Log(db, at: now)
            let answered = try log.setAnswer(side, of: event, to: reply)
            try EventNews(stored: answered, actor: account, log: log).answered(by: found)
            return answered.seen(byInsider: isInsider)
        }
    }

    public func clearAnswer(of id: Event.ID, by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let (event, isInsider) = try EventRow.require(id, seenBy: account, db)
            _ = try Log(db, at: now).setAnswer(try AnswerSide(of: account, event, isInsider: isInsider), of: event, to: nil)
        }
    }

    public func sayMeToo(on id: Event.ID, by account: Account.ID) async throws -> Event {
        let now = now
        return try await commit { db in
            let (event, isInsider) = try EventRow.require(id, seenBy: account, db)
            try requireQuestion(event, "is asked by others too")
            guard event.author.id != account else { throw DomainError.conflict("It is your own question.") }
            return try Log(db, at: now).setMeToo(true, of: account, on: event).seen(byInsider: isInsider)
        }
    }

    public func undoMeToo(on id: Event.ID, by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let (event, _) = try EventRow.require(id, seenBy: account, db)
            _ = try Log(db, at: now).setMeToo(false, of: account, on: event)
        }
    }
}

/// Whose word an answer has.
private enum AnswerSide {
    /// Of who asked.
    case accepted
    /// Of the course's staff.
    case endorsed

    /// Throws `.forbidden` for who is neither. Staff who asked accept.
    init(of account: Account.ID, _ event: StoredEvent, isInsider: Bool) throws {
        if event.author.id == account {
            self = .accepted
        } else if isInsider {
            self = .endorsed
        } else {
            throw DomainError.forbidden("Only who asked accepts an answer, and only staff of the course endorse one.")
        }
    }
}

private func requireQuestion(_ event: StoredEvent, _ what: String) throws {
    guard event.event.kind == .question else {
        throw DomainError.conflict("Only a question \(what); this is a \(event.event.kind.rawValue).")
    }
}

extension Log {
    /// The event as it is then; nothing is written if it is so already.
    fileprivate func setAnswer(_ side: AnswerSide, of event: StoredEvent, to reply: Reply.ID?) throws -> StoredEvent {
        switch side {
        case .accepted where event.event.accepted == reply, .endorsed where event.event.endorsed == reply: return event
        case .accepted: try db.run("UPDATE event SET accepted_id = ? WHERE id = ?", reply, event.event.id)
        case .endorsed: try db.run("UPDATE event SET endorsed_id = ? WHERE id = ?", reply, event.event.id)
        }
        return try published(event.event.id)
    }

    /// The event as it is then; nothing is written if it is so already.
    fileprivate func setMeToo(_ wanted: Bool, of account: Account.ID, on event: StoredEvent) throws -> StoredEvent {
        guard try EventMarkRow.find(event.event.id, of: account, db)?.meToo ?? false != wanted else { return event }
        try mark(event, of: account) { $0.meToo = wanted }
        try db.run("UPDATE event SET me_too = me_too + ? WHERE id = ?", wanted ? 1 : -1, event.event.id)
        return try published(event.event.id)
    }

    private func published(_ id: Event.ID) throws -> StoredEvent {
        let event = try stored(try EventRow.find(id, db))
        try changed(event)
        return event
    }
}
