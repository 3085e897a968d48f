import Foundation
import GRDB
import NoteItCore

extension LocalCopy {
    /// Applies a batch and moves the cursor, in one transaction. Applying a batch again, in whole or in part, does no harm.
    /// - Returns: whether the copy has everything up to `batch.to` now. False means that nothing was applied: there is no
    ///   copy, it is of another epoch, or changes between its cursor and `batch.from` are missing.
    @discardableResult
    public func apply(_ batch: ChangeBatch, at now: Date) async throws -> Bool {
        try await database.write { db in
            guard let status = try Self.status(db), status.cursor.epoch == batch.from.epoch,
                batch.from.epoch == batch.to.epoch, batch.from.position <= status.cursor.position
            else { return false }
            if batch.to.position < status.cursor.position { return true }
            for received in batch.changes { try Self.apply(received.change, db) }
            try db.run(
                sql: "UPDATE copy SET \"offset\" = ?, key = ?, refreshed_at = ?",
                arguments: [batch.to.offset, batch.to.position.key, Int64(now.timeIntervalSince1970)])
            return true
        }
    }

    /// Applies what the server answered to a write, before the log brings it.
    /// - Parameter cursor: that of the copy before the write was sent. If the copy has moved since, this does nothing: the log
    ///   brings the answer, or has already brought what came after it.
    public func applyAnswers(_ changes: [Change], at cursor: LogCursor?) async throws {
        guard !changes.isEmpty, let cursor else { return }
        try await database.write { db in try Self.applyAnswers(changes, at: cursor, db) }
    }

    static func applyAnswers(_ changes: [Change], at cursor: LogCursor, _ db: Database) throws {
        guard try status(db)?.cursor == cursor else { return }
        for change in changes {
            switch change {
            case .upsert(.event(var event), let rev):
                // Only the answer to its author has them.
                event.unknownMentions = nil
                try apply(.upsert(.event(event), rev: rev), db)
            case .upsert(.reply(var reply), let rev):
                reply.unknownMentions = nil
                try apply(.upsert(.reply(reply), rev: rev), db)
            default: try apply(change, db)
            }
        }
    }

    private static func apply(_ change: Change, _ db: Database) throws {
        switch change {
        case .upsert(let body, _): try upsert(body, db)
        case .remove(let type, let id): try remove(type, id: id, db)
        case .scopeRevoked(let course, let section):
            try remove(.enrollment, id: section?.text ?? course.text, db)
            try purgeUnseen(of: course, db)
        case .scopeGranted, .unknown: break
        }
    }

    static func upsert(_ body: Change.Body, _ db: Database) throws {
        switch body {
        case .event(let event): try upsert(event, db)
        case .reply(let reply): try upsert(reply, db)
        case .mark(let mark): try upsert(mark, db)
        case .account(let account):
            try db.run(sql: "UPDATE copy SET account = ?", arguments: [try JSONCoding.string(account)])
        default:
            let (subject, (scope, place)) = (body.subject, body.scopeAndPlace)
            try store(subject.value, subject.type, id: subject.id, scope: scope, place: place, db)
        }
    }

    private static func remove(_ type: ChangeType, id: String, _ db: Database) throws {
        switch type {
        case .event:
            try db.run(sql: "DELETE FROM event WHERE id = ?", arguments: [id])
            try db.run(sql: "DELETE FROM reply WHERE event_id = ?", arguments: [id])
        case .reply: try db.run(sql: "DELETE FROM reply WHERE id = ?", arguments: [id])
        case .mark: try db.run(sql: "DELETE FROM mark WHERE event_id = ?", arguments: [id])
        default:
            try db.run(sql: "DELETE FROM subject WHERE kind = ? AND id = ?", arguments: [type.rawValue, id])
            guard type == .degreePlan else { return }
            for kind in [ChangeType.planReply, .planCheck] { try removeAll(kind, in: id, db) }
        }
    }

    /// Deletes the events of the course that the reader may not see with the remaining enrollments, by the rule of the server.
    /// Hides the parts of authors that only insiders see, where the reader is no longer one.
    private static func purgeUnseen(of course: Course.ID, _ db: Database) throws {
        guard let account = try status(db)?.account else { return }
        let enrollments = try all(Enrollment.self, .enrollment, in: course.text, db)
        if enrollments.isEmpty {
            try removeAll(.removal, in: course.text, db)
            try remove(.course, id: course.text, db)
        }
        let marks = try json(EventMark.self, db, "SELECT json FROM mark WHERE course_id = ?", [course])
        let own = Set(marks.lazy.filter(\.mine).map(\.event))
        let interest = Interest(account: account.id, grants: enrollments.map { Interest.Grant($0, grantedAt: 0) })
        for var event in try json(Event.self, db, "SELECT json FROM event WHERE course_id = ?", [course]) {
            // A private event in the copy is always the reader's own.
            let isOwn = event.visibility == .private || own.contains(event.id)
            let audience = Audience(
                course: course, sections: event.sections, visibility: event.visibility,
                author: isOwn ? account.id : event.author.id)
            if !interest.sees(audience) {
                try apply(.remove(.event, id: event.id.description), db)
            } else if !interest.isInsider(of: audience) {
                event.author.hide(anonymous: event.anonymous, standIn: event.id.uuid)
                try upsert(event, db)
                try hideAuthors(inThreadOf: event.id, db)
            }
        }
    }

    private static func hideAuthors(inThreadOf event: Event.ID, _ db: Database) throws {
        for var reply in try json(Reply.self, db, "SELECT json FROM reply WHERE event_id = ?", [event.description]) {
            reply.author.hide(anonymous: reply.anonymous, standIn: reply.id.uuid)
            try upsert(reply, db)
        }
    }

    static func upsert(_ event: Event, _ db: Database) throws {
        try db.run(
            sql: """
                INSERT OR REPLACE INTO event (
                    id, course_id, term_id, number, kind, due, author_id, signer, created_at, edited_at, rev, activity,
                    must_read, pinned, json
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                event.id.description, event.course, event.course.term, event.number, event.kind.rawValue,
                event.due.map { Int64($0.timeIntervalSince1970) }, event.author.id.description, event.author.signer,
                Int64(event.createdAt.timeIntervalSince1970), event.editedAt.map { Int64($0.timeIntervalSince1970) },
                event.rev, event.newestActivity, event.mustRead, event.isPinned, try JSONCoding.string(event),
            ])
    }

    // Keeps the position, so that an edit does not move a reply after those of the same second.
    static func upsert(_ reply: Reply, _ db: Database) throws {
        try db.run(
            sql: """
                INSERT INTO reply (id, event_id, author_id, signer, created_at, json) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET event_id = excluded.event_id, author_id = excluded.author_id,
                    signer = excluded.signer, json = excluded.json
                """,
            arguments: [
                reply.id.description, reply.event.description, reply.author.id.description, reply.author.signer,
                Int64(reply.createdAt.timeIntervalSince1970), try JSONCoding.string(reply),
            ])
    }
}

extension Author {
    /// Removes what only staff see, after the reader has left them: the email, and the name under an alias. The server sends
    /// the reader's own view a moment later.
    /// - Parameter standIn: an identity until then; not the author's.
    mutating func hide(anonymous: Bool, standIn: UUID) {
        email = nil
        // An alias stays as it is.
        if anonymous, self != .anonymous(id) { self = .anonymous(Account.ID(standIn)) }
    }
}
