import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func audit(matching query: AuditQuery, after number: Int64, limit: Int) async throws -> [AuditEntry] {
        try await read { db in
            try db.all(
                """
                \(AuditRow.select)
                WHERE u.number > ? AND u.at >= ? AND (? IS NULL OR u.actor_id = ?) AND (? IS NULL OR u.action = ?)
                ORDER BY u.number LIMIT ?
                """, number, query.since?.seconds ?? .min, query.actor, query.actor, query.action?.rawValue,
                query.action?.rawValue, limit
            ).map(AuditRow.decode)
        }
    }

    public func noteFailedSignIn(email: String, from address: String) async throws {
        let now = now
        try await commit { db in
            let tried: Account.ID? = try db.value("SELECT id FROM account WHERE email_key = ?", EmailAddress.key(email))
            try Log(db, at: now).audit(
                .signInFailed, by: nil, subject: tried?.description, detail: address.isEmpty ? nil : address)
        }
    }
}

private enum AuditRow {
    /// Whatever the subject is, one of the joins finds it, and none of them if it is gone: ids of all sorts differ. An event's
    /// title is shown while it is there or staff removed it; not what is private, nor what its author took back.
    static let select = """
        SELECT u.*, a.email, COALESCE(b.email, CASE WHEN o.left_at IS NULL THEN s.device END) AS person,
            substr(e.course_id, instr(e.course_id, '.') + 1) || '#' || e.number || COALESCE('#' || r.number, '') AS place,
            CASE WHEN e.visibility <> 'private' AND (e.deleted_at IS NULL OR e.deleted_by <> e.author_id) THEN e.title END AS title,
            x.code
        FROM audit u
        LEFT JOIN account a ON a.id = u.actor_id
        LEFT JOIN account b ON b.id = u.subject
        LEFT JOIN session s ON s.id = u.subject
        LEFT JOIN account o ON o.id = s.account_id
        LEFT JOIN report p ON p.id = u.subject
        LEFT JOIN reply r ON r.id = CASE WHEN p.id IS NULL THEN u.subject ELSE p.reply_id END
        LEFT JOIN event e ON e.id = COALESCE(p.event_id, r.event_id, u.subject)
        LEFT JOIN section x ON u.action IN ('staffGranted', 'staffRevoked')
            AND x.id = substr(u.detail, 1, instr(u.detail || ' ', ' ') - 1)
        """

    static func decode(_ row: Row) throws -> AuditEntry {
        let (person, place): (String?, String?) = (row["person"], row["place"])
        return AuditEntry(
            number: row["number"], at: row.date("at"), action: try stored(AuditAction(rawValue: row["action"])),
            actor: row["actor_id"], actorEmail: row["email"], subject: row["subject"], subjectName: person ?? place,
            title: row["title"], course: row["course_id"], detail: row["detail"], sectionCode: row["code"])
    }
}

extension Log {
    /// Puts something that may have to be answered for into the audit log, in the transaction in which it is done. The row can
    /// neither be changed nor deleted after: name people by the ids of their accounts, and quote nobody but the actor.
    /// - Parameters:
    ///   - actor: who did it; nil for the operator, the catalog, or somebody who is not signed in.
    ///   - subject: the id of what it was done to.
    ///   - detail: a few words more, such as a section or the roles before and after.
    func audit(
        _ action: AuditAction, by actor: Account.ID?, subject: String? = nil, course: Course.ID? = nil, detail: String? = nil
    ) throws {
        try db.run(
            """
            INSERT INTO audit (number, at, action, actor_id, subject, course_id, detail)
            SELECT COALESCE(max(number), 0) + 1, ?, ?, ?, ?, ?, ? FROM audit
            """, now.seconds, action.rawValue, actor, subject, course, detail)
    }
}

/// The audit log is whole: its numbers have no gaps, and nothing but appending is allowed.
func auditFindings(_ db: Database) throws -> [String] {
    let row = try stored(try db.first("SELECT COUNT(*) AS rows, COALESCE(max(number), 0) AS last FROM audit"))
    let (rows, last): (Int64, Int64) = (row["rows"], row["last"])
    let guards: Int? = try db.value("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'")
    let unknown: [Int64] = try db.column(
        "SELECT number FROM audit WHERE action NOT IN (SELECT value FROM json_each(?))",
        try jsonArray(AuditAction.allCases.map(\.rawValue)))
    return (rows == last ? [] : ["The audit log has \(rows) rows, but its last number is \(last)."])
        + (guards == 3 ? [] : ["The audit log is not held by its triggers any more."])
        + unknown.map { "Row \($0) of the audit log says something that nobody knows." }
}
