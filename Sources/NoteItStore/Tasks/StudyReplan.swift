import Foundation
import NoteItCore

extension SQLStore {
    public func peopleToReplan(limit: Int) async throws -> [Account.ID] {
        let now = now
        let (isBehind, expired) = try await read { db in
            (try StudyLog.isBehind(db), try StudyPlanRow.expired(at: now, limit: limit, db))
        }
        var people: [Account.ID] = []
        if isBehind {
            for _ in 0..<StudyLog.mostBatches where people.isEmpty {
                let (found, more) = try await commit { try StudyLog.take(limit, $0.db) }
                people = found
                if !more { break }
            }
        }
        return Array(unique(people + expired).prefix(limit))
    }
}

extension StudyPlanRow {
    /// The people whose plan is of an earlier day.
    static func expired(at now: Date, limit: Int, _ db: SQLConnection) throws -> [Account.ID] {
        try db.column(
            "SELECT account_id FROM study_plan WHERE expires_at <= ? ORDER BY expires_at LIMIT ?", now.seconds, limit)
    }
}

/// Finds the people whose study inputs changed. It follows the log at its own pace, so that an edit of an event writes nothing
/// for its followers.
enum StudyLog {
    /// Rows of the log in one transaction.
    private static let batch: Int64 = 1_000
    /// The most transactions of one call.
    static let mostBatches = 10

    /// Whether there are rows to read, or people who wait.
    static func isBehind(_ db: SQLConnection) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM log_head h JOIN study_log s ON s.id = h.id
            WHERE h.head > s."offset" OR EXISTS (SELECT 1 FROM study_pending)
            """) != nil
    }

    /// Reads one batch of the log.
    /// - Returns: at most `limit` people, and whether the log goes on.
    static func take(_ limit: Int, _ db: SQLConnection) throws -> (people: [Account.ID], more: Bool) {
        let head = try LogRow.head(db)
        let offset: Int64 = try stored(try db.value(#"SELECT "offset" FROM study_log WHERE id = 1"#))
        var last = min(head.offset, offset + batch)
        if offset < head.pruned {
            try markEveryone(db)
            last = head.offset
        } else if offset < last {
            try mark(after: offset, to: last, db)
        }
        if offset < last { try db.send(#"UPDATE study_log SET "offset" = ? WHERE id = 1"#, last) }
        let people: [Account.ID] = try db.column(
            """
            DELETE FROM study_pending WHERE account_id IN (SELECT account_id FROM study_pending ORDER BY account_id LIMIT ?)
            RETURNING account_id
            """, limit)
        return (people, last < head.offset)
    }

    /// Marks the people whom rows of the log concern: those who follow a changed event or have a rule that wants it, who are in a
    /// changed course, and the owners of tasks, settings, enrollments, personal events and imported calendars.
    private static func mark(after offset: Int64, to last: Int64, _ db: SQLConnection) throws {
        let rows = #"l."offset" > ?1 AND l."offset" <= ?2"#
        try db.send(
            """
            INSERT INTO study_pending (account_id)
            SELECT s.account_id FROM study_state s WHERE s.account_id IN (
                SELECT t.account_id FROM log l JOIN event e ON e.id = l.subject JOIN task t ON t.event_id = e.id
                    WHERE \(rows) AND \(isChange)
                UNION SELECT u.account_id FROM log l JOIN event e ON e.id = l.subject
                    JOIN study_rule u ON u.course_id = e.course_id AND u.kind = e.kind
                    WHERE \(rows) AND \(isChange) AND e.due IS NOT NULL AND e.deleted_at IS NULL AND NOT EXISTS (
                        SELECT 1 FROM study_rule_event x WHERE x.account_id = u.account_id AND x.event_id = e.id)
                UNION SELECT m.account_id FROM log l JOIN enrollment m ON m.course_id = l.subject
                    WHERE \(rows) AND l.type = 'course'
                UNION SELECT substr(l.after, 9) FROM log l WHERE \(rows)
                    AND (l.type IN ('task', 'studySettings', 'personalEvent', 'calendarImport')
                        OR l.op IN ('scopeGranted', 'scopeRevoked')))
            ON CONFLICT DO NOTHING
            """, offset, last)
    }

    /// Whether a row changed an event itself, as SQL. Each reply has a row of its event too.
    private static let isChange = "l.type IN ('event', 'removal') AND \(isChangeOfEvent)"

    /// The same for a row of an event.
    static let isChangeOfEvent = """
        (e.deleted_at IS NOT NULL OR l.before IS NOT NULL OR e.created_at >= l.written_at OR e.edited_at >= l.written_at)
        """

    /// After a long pause, rows of the log may be gone.
    private static func markEveryone(_ db: SQLConnection) throws {
        try db.send(
            "INSERT INTO study_pending (account_id) SELECT account_id FROM study_state WHERE TRUE ON CONFLICT DO NOTHING")
    }

    /// Marks people who share a row of the log by which they joined or left a section: `mark(after:to:)` reads rows of one person.
    static func mark(_ people: [Account.ID], _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO study_pending (account_id)
            SELECT account_id FROM study_state WHERE account_id IN (SELECT value FROM json_each(?)) ON CONFLICT DO NOTHING
            """, try jsonArray(people))
    }

    /// Marks the people in the courses of a term, whose dates or holidays changed.
    static func mark(_ term: Term.ID, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO study_pending (account_id)
            SELECT s.account_id FROM study_state s WHERE s.account_id IN (
                SELECT m.account_id FROM enrollment m JOIN course c ON c.id = m.course_id WHERE c.term_id = ?)
            ON CONFLICT DO NOTHING
            """, term)
    }
}
