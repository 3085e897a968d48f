import Foundation
import NoteItCore

extension SQLStore {
    /// Checks the tables and the log against each other, in one read transaction, then the search index, and then the files beside
    /// the database.
    /// - Returns: one sentence for each fault.
    public func check() async throws -> [String] {
        let findings = try await read { db in
            try db.engine.findings(db) + offsetFindings(db) + subjectFindings(db) + eventFindings(db) + counterFindings(db)
                + notificationFindings(db) + questionFindings(db) + auditFindings(db) + removalFindings(db) + claimFindings(db)
                + attachmentFindings(db) + studyFindings(db) + degreeFindings(db)
                + calendarFindings(db)
                + deliveryFindings(db)
        }
        return findings + (try await searching(searchFindings)) + (try await fileFindings())
    }
}

/// Offsets are dense from the first unpruned row to the head, and the index of topics finds each row by its topics alone.
private func offsetFindings(_ db: SQLConnection) throws -> [String] {
    let head = try LogRow.head(db)
    var findings: [String] = []
    let row = try stored(try db.first(#"SELECT COUNT(*) AS rows, min("offset") AS first, max("offset") AS last FROM log"#))
    let (rows, first, last): (Int64, Int64?, Int64?) = (row["rows"], row["first"], row["last"])
    if rows != head.offset - head.pruned {
        findings.append(
            "The log has \(rows) rows, but \(head.offset - head.pruned) offsets from \(head.pruned + 1) to \(head.offset).")
    }
    if let first, first != head.pruned + 1 { findings.append("The log begins at \(first), not at \(head.pruned + 1).") }
    if let last, last != head.offset { findings.append("The log ends at \(last), not at its head \(head.offset).") }
    var found = Dictionary(
        grouping: try db.decoded(#"SELECT "offset", topic FROM log_topic"#, []) { ($0[0] as Int64, $0[1] as String) }, by: \.0
    ).mapValues { Set($0.map(\.1)) }
    for row in try LogRow.all(after: head.pruned, limit: .max, db) {
        let topics = found.removeValue(forKey: row.offset) ?? []
        if topics != Set(row.heard.map(\.rawValue)) {
            findings.append("The index of topics is wrong about row \(row.offset) of the log.")
        }
        if topics.isEmpty, row.change != .signedOut, row.type != .calendar {
            findings.append("Row \(row.offset) of the log has no topics.")
        }
    }
    return findings + found.keys.sorted().map { "The index of topics has row \($0) of the log, which is missing." }
}

/// The subject of every row exists.
private func subjectFindings(_ db: SQLConnection) throws -> [String] {
    let lost: [Int64] = try db.column(
        """
        SELECT l."offset" FROM log l WHERE l.type = 'event' AND NOT EXISTS (SELECT 1 FROM event WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'reply' AND NOT EXISTS (SELECT 1 FROM reply WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'course' AND NOT EXISTS (SELECT 1 FROM course WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'account' AND NOT EXISTS (SELECT 1 FROM account WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l
        WHERE l.type = 'degreePlan' AND NOT EXISTS (SELECT 1 FROM degree_plan WHERE id = l.subject)
        UNION ALL
        SELECT l."offset" FROM log l WHERE l.type = 'planReply' AND NOT EXISTS (SELECT 1 FROM plan_reply WHERE id = l.subject)
        """)
    return lost.map { "Row \($0) of the log has a subject that does not exist." }
}

/// The newest row of each event has the topics that may see it: none for a deleted event. Each reply has a row.
private func eventFindings(_ db: SQLConnection) throws -> [String] {
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
            findings.append(
                "Row \(row.offset) of the log, the newest of event \(id), does not have the topics that may see it.")
        }
    }
    let replies: [String] = try db.column("SELECT id FROM reply WHERE deleted_at IS NULL")
    return findings + replies.filter { isWhole && newest[$0] == nil }.map { "The reply \($0) is not in the log." }
}

/// Stored counts equal what they count.
private func counterFindings(_ db: SQLConnection) throws -> [String] {
    let counts: [String] = try db.column(
        """
        SELECT id FROM event e
        WHERE reply_count <> (SELECT COUNT(*) FROM reply r WHERE r.event_id = e.id AND r.deleted_at IS NULL)
            OR last_reply < COALESCE((SELECT max(number) FROM reply r WHERE r.event_id = e.id), 0)
            OR newest_reply <> COALESCE((
                SELECT max(number) FROM reply r
                WHERE r.event_id = e.id AND r.deleted_at IS NULL AND r.number > e.edit_reply), edit_reply)
        """)
    let numbers: [String] = try db.column(
        "SELECT id FROM course c WHERE last_number < COALESCE((SELECT max(number) FROM event e WHERE e.course_id = c.id), 0)")
    return counts.map { "The event \($0) has a wrong count of replies, or a wrong newest one." }
        + numbers.map { "The course \($0) would give out an event number twice." }
}
