import Foundation
import GRDB
import NoteItCore
import struct NoteItCore.Cursor

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

    /// Takes what the server answered to a write, before the log brings it.
    /// - Parameter cursor: that of the copy before the write was sent. If the copy has moved since, this does nothing: the log
    ///   brings
    ///   the answer, or has already brought what came after it.
    public func take(_ changes: [Change], at cursor: Cursor?) async throws {
        guard !changes.isEmpty, let cursor else { return }
        try await database.write { db in try Self.take(changes, at: cursor, db) }
    }

    static func take(_ changes: [Change], at cursor: Cursor, _ db: Database) throws {
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
        case .upsert(.event(let event), _): try upsert(event, db)
        case .upsert(.reply(let reply), _): try upsert(reply, db)
        case .upsert(.enrollment(let enrollment), _): try upsert(enrollment, db)
        case .upsert(.course(let course), _): try upsert(course, db)
        case .upsert(.notification(let notification), _): try upsert(notification, db)
        case .upsert(.seatWatch(let watch), _): try upsert(watch, db)
        case .upsert(.mark(let mark), _): try upsert(mark, db)
        case .upsert(.preferences(let preferences, _), _): try upsert(preferences, db)
        case .upsert(.removal(let removal), _): try upsert(removal, db)
        case .upsert(.task(let task), _): try upsert(task, db)
        case .upsert(.studySettings(let settings, _), _): try upsert(settings, db)
        case .upsert(.studyPlan(let plan, _), _): try upsert(plan, db)
        case .upsert(.record(let record, _), _): try upsert(record, db)
        case .upsert(.degreePlan(let plan), _): try upsert(plan, db)
        case .upsert(.planReply(let reply), _): try upsert(reply, db)
        case .upsert(.personalEvent(let event), _): try upsert(event, db)
        case .upsert(.calendarImport(let source), _): try upsert(source, db)
        case .upsert(.account(let account), _):
            try db.run(sql: "UPDATE copy SET account = ?", arguments: [try JSONCoding.string(account)])
        case .remove(.event, let id):
            try db.run(sql: "DELETE FROM event WHERE id = ?", arguments: [id])
            try db.run(sql: "DELETE FROM reply WHERE event_id = ?", arguments: [id])
        case .remove(.reply, let id): try db.run(sql: "DELETE FROM reply WHERE id = ?", arguments: [id])
        case .remove(.enrollment, let id): try db.run(sql: "DELETE FROM enrollment WHERE scope = ?", arguments: [id])
        case .remove(.course, let id): try db.run(sql: "DELETE FROM course WHERE id = ?", arguments: [id])
        case .remove(.notification, let id): try db.run(sql: "DELETE FROM notification WHERE id = ?", arguments: [id])
        case .remove(.seatWatch, let id): try db.run(sql: "DELETE FROM seat_watch WHERE section_id = ?", arguments: [id])
        case .remove(.mark, let id): try db.run(sql: "DELETE FROM mark WHERE event_id = ?", arguments: [id])
        case .remove(.removal, let id): try db.run(sql: "DELETE FROM removal WHERE id = ?", arguments: [id])
        case .remove(.task, let id): try db.run(sql: "DELETE FROM task WHERE id = ?", arguments: [id])
        case .remove(.studySettings, _): try db.run(sql: "DELETE FROM study_settings")
        case .remove(.studyPlan, _): try db.run(sql: "DELETE FROM study_plan")
        case .remove(.record, _): try db.run(sql: "DELETE FROM record")
        case .remove(.degreePlan, let id): try remove(plan: id, db)
        case .remove(.planReply, let id): try db.run(sql: "DELETE FROM plan_reply WHERE id = ?", arguments: [id])
        case .remove(.personalEvent, let id): try db.run(sql: "DELETE FROM personal_event WHERE id = ?", arguments: [id])
        case .remove(.calendarImport, let id):
            try db.run(sql: "DELETE FROM calendar_import WHERE id = ?", arguments: [id])
        case .scopeRevoked(let course, let section):
            try db.run(sql: "DELETE FROM enrollment WHERE scope = ?", arguments: [section?.text ?? course.text])
            try purgeUnseen(of: course, db)
        case .remove, .scopeGranted, .unknown: break
        }
    }

    /// Deletes the events of the course that the reader may not see with the remaining enrollments, by the rule of the server.
    /// Hides the parts of authors that only insiders see, where the reader is no longer one.
    private static func purgeUnseen(of course: Course.ID, _ db: Database) throws {
        guard let account = try status(db)?.account else { return }
        let enrollments = try json(Enrollment.self, db, "SELECT json FROM enrollment WHERE course_id = ?", [course])
        if enrollments.isEmpty {
            try db.run(sql: "DELETE FROM removal WHERE course_id = ?", arguments: [course])
            try db.run(sql: "DELETE FROM course WHERE id = ?", arguments: [course])
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

    static func upsert(_ enrollment: Enrollment, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO enrollment (scope, course_id, since, json) VALUES (?, ?, ?, ?)",
            arguments: [
                enrollment.scope, enrollment.course, Int64(enrollment.since.timeIntervalSince1970),
                try JSONCoding.string(enrollment),
            ])
    }

    static func upsert(_ course: Course, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO course (id, json) VALUES (?, ?)",
            arguments: [course.id, try JSONCoding.string(course)])
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
