import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Cursor

extension SQLiteStore {
    /// Checks the database and its log against each other, in one read transaction, and then the files beside it.
    /// - Returns: a sentence for each thing that is wrong; none if all is well.
    public func check() async throws -> [String] {
        let findings = try await read { db in
            try databaseFindings(db) + offsetFindings(db) + subjectFindings(db) + eventFindings(db) + counterFindings(db)
                + notificationFindings(db) + questionFindings(db) + auditFindings(db) + removalFindings(db) + claimFindings(db)
                + searchFindings(db)
                + attachmentFindings(db)
        }
        return findings + (try await fileFindings())
    }
}

private func databaseFindings(_ db: Database) throws -> [String] {
    let damage: [String] = try db.column("PRAGMA integrity_check")
    let orphans = try db.all("PRAGMA foreign_key_check").map { row in
        "A row of \(row["table"] as String? ?? "?") refers to a row of \(row["parent"] as String? ?? "?") that is not there."
    }
    return damage.filter { $0 != "ok" }.map { "SQLite: \($0)" } + orphans
}

/// Offsets are dense from the first row that was not pruned to the head, and every row says whom it is for.
private func offsetFindings(_ db: Database) throws -> [String] {
    let head = try LogRow.head(db)
    var findings: [String] = []
    let row = try stored(try db.first(#"SELECT COUNT(*) AS rows, min("offset") AS first, max("offset") AS last FROM log"#))
    let (rows, first, last): (Int64, Int64?, Int64?) = (row["rows"], row["first"], row["last"])
    if rows != head.head - head.pruned {
        findings.append(
            "The log has \(rows) rows, but \(head.head - head.pruned) offsets from \(head.pruned + 1) to \(head.head).")
    }
    if let first, first != head.pruned + 1 { findings.append("The log begins at \(first), not at \(head.pruned + 1).") }
    if let last, last != head.head { findings.append("The log ends at \(last), not at its head \(head.head).") }
    let silent: [Int64] = try db.column(
        #"SELECT "offset" FROM log l WHERE op <> 'signedOut' AND NOT EXISTS (SELECT 1 FROM log_topic t WHERE t."offset" = l."offset")"#
    )
    return findings + silent.map { "Row \($0) of the log is for nobody." }
}

/// Every row's subject exists, and the body of an upsert is about it.
private func subjectFindings(_ db: Database) throws -> [String] {
    let lost: [Int64] = try db.column(
        """
        SELECT l."offset" FROM log l WHERE l.type = 'event' AND NOT EXISTS (SELECT 1 FROM event WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'reply' AND NOT EXISTS (SELECT 1 FROM reply WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'course' AND NOT EXISTS (SELECT 1 FROM course WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'account' AND NOT EXISTS (SELECT 1 FROM account WHERE id = l.subject)
        """)
    let foreign: [Int64] = try db.column(
        """
        SELECT "offset" FROM log WHERE body IS NOT NULL AND NOT (json_valid(body) AND CASE type
            WHEN 'enrollment' THEN COALESCE(json_extract(body, '$.section'), json_extract(body, '$.course')) = subject
            WHEN 'mark' THEN COALESCE(json_extract(body, '$.event'), json_extract(body, '$.id')) = subject
            WHEN 'preferences' THEN json_extract(body, '$.id') IS NULL OR json_extract(body, '$.id') = subject
            WHEN 'seatWatch' THEN COALESCE(json_extract(body, '$.section.id'), json_extract(body, '$.id')) = subject
            ELSE json_extract(body, '$.id') = subject END)
        """)
    return lost.map { "Row \($0) of the log is about something that never was." }
        + foreign.map { "Row \($0) of the log carries a body that is not its subject's." }
}

/// The newest row of each event and reply says what is stored: the same body, or that it is gone.
private func eventFindings(_ db: Database) throws -> [String] {
    let head = try LogRow.head(db)
    var findings: [String] = []
    func compare(_ type: ChangeType, _ subject: String, deleted: Bool, _ body: () throws -> String?) throws {
        let newest = try db.first(
            """
            SELECT l."offset", l.op, l.body FROM log l WHERE l.type = ? AND l.subject = ? AND NOT (
                l.op = 'remove' AND EXISTS (SELECT 1 FROM log_topic t WHERE t."offset" = l."offset" AND t.after = 1))
            ORDER BY l."offset" DESC LIMIT 1
            """, type.rawValue, subject)
        guard let newest else {
            if head.pruned == 0 { findings.append("The \(type.rawValue) \(subject) is not in the log.") }
            return
        }
        let said: String? = newest["body"]
        // A row that refers to its subject says what is stored, as long as that is there.
        if said == nil, newest["op"] == LogEntry.Change.upsert.rawValue, !deleted { return }
        if try said != (deleted ? nil : body()) {
            findings.append(
                "Row \(newest["offset"] as Int64) of the log is the newest about \(type.rawValue) \(subject), but says something else."
            )
        }
    }
    for row in try db.all("SELECT id, deleted_at FROM event") {
        let id: Event.ID = row["id"]
        try compare(.event, id.description, deleted: row.dateIfPresent("deleted_at") != nil) {
            try EventRow.find(id, db).map { try JSONCoding.string($0.event) }
        }
    }
    for row in try db.all(
        "SELECT r.id, COALESCE(r.deleted_at, e.deleted_at) AS gone FROM reply r JOIN event e ON e.id = r.event_id")
    {
        let id: Reply.ID = row["id"]
        try compare(.reply, id.description, deleted: row.dateIfPresent("gone") != nil) {
            try ReplyRow.find(id, db).map { try JSONCoding.string($0.reply) }
        }
    }
    return findings
}

/// What is kept beside what it counts.
private func counterFindings(_ db: Database) throws -> [String] {
    let counts: [String] = try db.column(
        """
        SELECT id FROM event e
        WHERE reply_count <> (SELECT COUNT(*) FROM reply r WHERE r.event_id = e.id AND r.deleted_at IS NULL)
            OR last_reply < COALESCE((SELECT max(number) FROM reply r WHERE r.event_id = e.id), 0)
        """)
    let numbers: [String] = try db.column(
        "SELECT id FROM course c WHERE last_number < COALESCE((SELECT max(number) FROM event e WHERE e.course_id = c.id), 0)")
    return counts.map { "The event \($0) counts its replies wrongly." }
        + numbers.map { "The course \($0) would give a number twice." }
}
