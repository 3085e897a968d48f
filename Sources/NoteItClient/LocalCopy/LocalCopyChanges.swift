import Foundation
import GRDB
import NoteItCore

/// How the copy is kept in step.
extension LocalCopy {
    /// Applies a batch and moves the cursor, in one transaction. A batch that the copy has already, in whole or in
    /// part, does no harm.
    /// - Returns: whether the copy has everything up to `batch.to` now; false, with nothing done, if it is of another
    ///   epoch, there is no copy, or changes between its cursor and `batch.from` are missing.
    @discardableResult
    public func apply(_ batch: ChangeBatch, at now: Date) async throws -> Bool {
        try await database.write { db in
            guard let status = try Self.status(db), status.cursor.epoch == batch.from.epoch,
                batch.from.epoch == batch.to.epoch, batch.from.position <= status.cursor.position
            else { return false }
            if batch.to.position < status.cursor.position { return true }
            for received in batch.changes { try Self.apply(received.change, db) }
            try db.execute(
                sql: "UPDATE copy SET \"offset\" = ?, key = ?, refreshed_at = ?",
                arguments: [batch.to.offset, batch.to.position.key, Int64(now.timeIntervalSince1970)])
            return true
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
        case .upsert(.account(let account), _):
            try db.execute(sql: "UPDATE copy SET account = ?", arguments: [try JSONCoding.string(account)])
        case .remove(.event, let id):
            try db.execute(sql: "DELETE FROM event WHERE id = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM reply WHERE event_id = ?", arguments: [id])
        case .remove(.reply, let id): try db.execute(sql: "DELETE FROM reply WHERE id = ?", arguments: [id])
        case .remove(.enrollment, let id): try db.execute(sql: "DELETE FROM enrollment WHERE scope = ?", arguments: [id])
        case .remove(.course, let id): try db.execute(sql: "DELETE FROM course WHERE id = ?", arguments: [id])
        case .remove(.notification, let id): try db.execute(sql: "DELETE FROM notification WHERE id = ?", arguments: [id])
        case .remove(.seatWatch, let id): try db.execute(sql: "DELETE FROM seat_watch WHERE section_id = ?", arguments: [id])
        case .remove(.mark, let id): try db.execute(sql: "DELETE FROM mark WHERE event_id = ?", arguments: [id])
        case .remove(.removal, let id): try db.execute(sql: "DELETE FROM removal WHERE id = ?", arguments: [id])
        case .scopeRevoked(let course, let section):
            try db.execute(sql: "DELETE FROM enrollment WHERE scope = ?", arguments: [section ?? course])
            try purgeUnseen(of: course, db)
        case .remove, .scopeGranted, .unknown: break
        }
    }

    /// Deletes what of the course the enrollments that are left do not let its reader see, by the same rule as the server; and
    /// what insiders alone see of authors, where the reader is none any more.
    private static func purgeUnseen(of course: Course.ID, _ db: Database) throws {
        guard let account = try status(db)?.account else { return }
        let enrollments = try json(Enrollment.self, db, "SELECT json FROM enrollment WHERE course_id = ?", [course])
        if enrollments.isEmpty {
            try db.execute(sql: "DELETE FROM removal WHERE course_id = ?", arguments: [course])
            try db.execute(sql: "DELETE FROM course WHERE id = ?", arguments: [course])
        }
        let marks = try json(EventMark.self, db, "SELECT json FROM mark WHERE course_id = ?", [course])
        let own = Set(marks.lazy.filter(\.mine).map(\.event))
        let interest = Interest(account: account.id, places: enrollments.map { Interest.Place($0, grantedAt: 0) })
        for var event in try json(Event.self, db, "SELECT json FROM event WHERE course_id = ?", [course]) {
            // Somebody else's private event never comes here.
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
        try db.execute(
            sql: "INSERT OR REPLACE INTO enrollment (scope, course_id, json) VALUES (?, ?, ?)",
            arguments: [enrollment.scope, enrollment.course, try JSONCoding.string(enrollment)])
    }

    static func upsert(_ course: Course, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO course (id, json) VALUES (?, ?)",
            arguments: [course.id, try JSONCoding.string(course)])
    }

    static func upsert(_ event: Event, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO event (id, course_id, number, json) VALUES (?, ?, ?, ?)",
            arguments: [event.id.description, event.course, event.number, try JSONCoding.string(event)])
    }

    // Keeps the position, so that an edit does not move a reply behind those of the same second.
    static func upsert(_ reply: Reply, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO reply (id, event_id, created_at, json) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET event_id = excluded.event_id, json = excluded.json
                """,
            arguments: [
                reply.id.description, reply.event.description, Int64(reply.createdAt.timeIntervalSince1970),
                try JSONCoding.string(reply),
            ])
    }

    static func json<Value: Decodable>(
        _ type: Value.Type, _ db: Database, _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        let decoder = JSONCoding.decoder()
        return try String.fetchAll(db, sql: sql, arguments: arguments).map { try decoder.decode(type, from: Data($0.utf8)) }
    }
}
