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

/// Offsets are dense from the first row that was not pruned to the head, and each row is found by its topics, no other.
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
    var found = Dictionary(
        grouping: try db.decoded(#"SELECT "offset", topic FROM log_topic"#, []) { ($0[0] as Int64, $0[1] as String) }, by: \.0
    ).mapValues { Set($0.map(\.1)) }
    for row in try LogRow.all(after: head.pruned, limit: .max, db) {
        let topics = found.removeValue(forKey: row.offset) ?? []
        if topics != Set(row.heard.map(\.rawValue)) {
            findings.append("Row \(row.offset) of the log is not found by its topics.")
        }
        if topics.isEmpty, row.change != .signedOut { findings.append("Row \(row.offset) of the log is for nobody.") }
    }
    return findings + found.keys.sorted().map { "Row \($0) of the log is found, but is not there." }
}

/// Every row's subject exists.
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
    return lost.map { "Row \($0) of the log is about something that never was." }
}

/// The newest row of each event names who may see it: nobody, if it is deleted. Each reply that is there has a row.
private func eventFindings(_ db: Database) throws -> [String] {
    let isWhole = try LogRow.head(db).pruned == 0
    var newest: [String: LogRow] = [:]
    for row in try LogRow.all(after: 0, limit: .max, db) where row.type == .event || row.type == .reply {
        newest[row.subject] = row
    }
    var findings: [String] = []
    for id in try db.column("SELECT id FROM event") as [Event.ID] {
        let event = try stored(try EventShape.find(id, db))
        guard let row = newest[id.description] else {
            if isWhole { findings.append("The event \(id) is not in the log.") }
            continue
        }
        if Set(row.after) != Set(event.deletedAt == nil ? event.audience.topics : []) {
            findings.append("Row \(row.offset) of the log is the newest about event \(id), but is for others than may see it.")
        }
    }
    let replies: [String] = try db.column("SELECT id FROM reply WHERE deleted_at IS NULL")
    return findings + replies.filter { isWhole && newest[$0] == nil }.map { "The reply \($0) is not in the log." }
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
