import Foundation
import NoteItCore

extension SQLStore {
    /// Oldest first.
    /// - Parameter number: the last row of the previous page; 0 for the first page.
    public func audit(matching query: AuditQuery, after number: Int64, limit: Int) async throws -> [AuditEntry] {
        try await read { db in
            try db.all(
                """
                \(AuditRow.select)
                WHERE u.number > ? AND u.at >= ? AND (CAST(? AS TEXT) IS NULL OR u.actor_id = ?)
                    AND (CAST(? AS TEXT) IS NULL OR u.action = ?)
                ORDER BY u.number LIMIT ?
                """, number, query.since?.seconds ?? .min, query.actor, query.actor, query.action?.rawValue,
                query.action?.rawValue, limit
            ).map(AuditRow.decode)
        }
    }

    public func noteFailedSignIn(email: String, from address: String) async throws {
        try await commit { tx in
            let tried: Account.ID? = try tx.db.value("SELECT id FROM account WHERE email_key = ?", EmailAddress.key(email))
            try AuditRow.add(
                .signInFailed, by: nil, subject: tried?.description, detail: address.isEmpty ? nil : address, tx)
        }
    }
}

enum AuditRow {
    /// One of the joins finds the subject, whatever its type; none does if it is gone. Ids of different types never collide.
    /// The title of an event is shown until its author deletes it, and never for a private event.
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
        LEFT JOIN section x ON u.action IN ('staffGranted', 'staffRevoked', 'memberAdmitted', 'memberRefused', 'memberRemoved')
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

extension AuditRow {
    /// Writes an action to the audit log, in the transaction of the action. The row can never be changed or deleted: name
    /// people by their account ids, and quote only the actor.
    /// - Parameters:
    ///   - actor: the account that acts; nil for the operator, the catalog, or a caller who is not signed in.
    ///   - subject: the id of the object of the action.
    ///   - detail: a few more words, such as a section or the old and the new role.
    static func add(
        _ action: AuditAction, by actor: Account.ID?, subject: String? = nil, course: Course.ID? = nil, detail: String? = nil,
        _ tx: Transaction
    ) throws {
        try tx.db.send(
            """
            INSERT INTO audit (number, at, action, actor_id, subject, course_id, detail)
            SELECT COALESCE(max(number), 0) + 1, ?, ?, ?, ?, ?, ? FROM audit
            """, tx.now.seconds, action.rawValue, actor, subject, course, detail)
    }
}

/// The audit log is complete: its numbers have no gaps, and its triggers allow appending alone.
func auditFindings(_ db: SQLConnection) throws -> [String] {
    let row = try stored(try db.first("SELECT COUNT(*) AS rows, COALESCE(max(number), 0) AS last FROM audit"))
    let (rows, last): (Int64, Int64) = (row["rows"], row["last"])
    let unknown: [Int64] = try db.column(
        "SELECT number FROM audit WHERE action NOT IN (SELECT value FROM json_each(?))",
        try jsonArray(AuditAction.allCases.map(\.rawValue)))
    return (rows == last ? [] : ["The audit log has \(rows) rows, but its last number is \(last)."])
        + (try db.engine.auditTriggers(db) == 3 ? [] : ["The triggers that protect the audit log are missing."])
        + unknown.map { "Row \($0) of the audit log has an unknown action." }
}
