import Foundation
import NoteItCore

enum TaskRow: NounRow {
    typealias Noun = StudyTask

    static let (table, alias) = ("task", "t")

    static let sql: [Column: String] = [
        .start: "t.starts_at",
        .end: "t.ends_at",
        .rule: "t.rule",
        .exceptions: "t.exceptions",
        .done: "(t.done_at IS NOT NULL)",
        .waits: "EXISTS (SELECT 1 FROM task_after a WHERE a.task_id = t.id)",
        .minutesDone:
            "CAST(COALESCE((SELECT SUM(r.minutes) FROM study_record r WHERE r.task_id = t.id), 0) AS BIGINT)",
    ]

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) FROM task t"

    static func decode(_ row: Row, _ db: SQLConnection) throws -> StudyTask {
        let waits: Bool = row[Column.waits]
        return try decode(row, after: waits ? try TaskAfter.all(of: row[Column.id], db) : [])
    }

    private static func decode(_ row: Row, after: [StudyTask.ID]) throws -> StudyTask {
        var task = try decode(row)
        task.after = after
        return task
    }

    static let after: [StudyTask.ID] = []

    static func recurrence(_ row: Row) throws -> TaskRecurrence? {
        guard let rule: String = row[Column.rule] else { return nil }
        let text: String = row[Column.exceptions]
        let exceptions = try text.dropFirst().dropLast().split(separator: ",").map { (seconds: Substring) -> Date in
            let seconds: Int64 = try stored(Int64(String(seconds)))
            return Date(timeIntervalSince1970: TimeInterval(seconds))
        }
        return TaskRecurrence(rule: rule, exceptions: exceptions)
    }

    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [StudyTask] {
        let after = try TaskAfter.all(of: account, db)
        return try db.decoded("\(select) WHERE t.account_id = ? ORDER BY t.created_at, t.id", [account]) { row in
            try decode(row, after: after[row[Column.id]] ?? [])
        }
    }

    /// Nil if the person has no such task.
    static func find(_ id: StudyTask.ID, of account: Account.ID, _ db: SQLConnection) throws -> StudyTask? {
        try db.decoded("\(select) WHERE t.id = ? AND t.account_id = ?", [id, account]) { try decode($0, db) }.first
    }

    /// Throws `.notFound` if the person has no such task.
    static func require(_ id: StudyTask.ID, of account: Account.ID, _ db: SQLConnection) throws -> StudyTask {
        guard let task = try find(id, of: account, db) else { throw DomainError.notFound("task \(id)") }
        return task
    }
}

extension TaskRow {
    /// Keeps the order of the log within a second.
    static func newID(_ tx: Transaction) throws -> StudyTask.ID {
        .make(at: tx.now, counter: try tx.db.head())
    }

    /// Stores a new task and its log row. Everything in it is checked, except `after`.
    /// - Parameter isByRule: whether a rule of the settings made it.
    static func insert(_ task: StudyTask, isByRule: Bool = false, of account: Account.ID, _ tx: Transaction) throws {
        try insert(
            task,
            [
                "account_id": account, "rule": task.recurrence?.rule, "exceptions": exceptions(of: task), "by_rule": isByRule,
                "done_at": task.done ? tx.now.seconds : nil,
            ], tx.db)
        try TaskAfter.set(task.after, of: task, by: account, tx.db)
        try tx.log.changed(.task, task.id.description, of: account)
    }

    /// Stores what a person changed in a task. A task that a rule or an import made is theirs from then on.
    static func update(_ task: StudyTask, over old: StudyTask, of account: Account.ID, _ tx: Transaction) throws {
        try write(task, over: old, editedAt: tx.now, of: account, tx)
        try ImportTask.keep(task.id, tx.db)
    }

    /// Stores what the source of an import changed in a task.
    static func follow(_ task: StudyTask, over old: StudyTask, of account: Account.ID, _ tx: Transaction) throws {
        try write(task, over: old, editedAt: old.editedAt, of: account, tx)
    }

    private static func write(
        _ task: StudyTask, over old: StudyTask, editedAt: Date?, of account: Account.ID, _ tx: Transaction
    ) throws {
        var new = task
        (new.rev, new.editedAt) = (old.rev + 1, editedAt)
        try update(
            new, ["rule": task.recurrence?.rule, "exceptions": exceptions(of: task), "by_rule": false],
            also: "done_at = CASE WHEN ? = 1 THEN COALESCE(done_at, ?) END", [task.done, tx.now.seconds],
            except: [.id, .createdAt], tx.db)
        let isOther = task.kind == .fixed && old.kind == .flexible || task.every != nil && old.every == nil
        if isOther { try release(task.id, of: account, tx) }
        if task.after != old.after { try TaskAfter.set(task.after, of: task, by: account, tx.db) }
        try tx.log.changed(.task, task.id.description, of: account)
    }

    /// Deletes a task with its blocks and its notifications. What was studied stays.
    static func delete(_ id: StudyTask.ID, of account: Account.ID, _ tx: Transaction) throws {
        try release(id, of: account, tx)
        let notifications: [String] = try tx.db.column("DELETE FROM notification WHERE task_id = ? RETURNING id", id)
        for notification in notifications.sorted() { try tx.log.changed(.notification, notification, of: account) }
        try tx.db.send("DELETE FROM task WHERE id = ?", id)
        try tx.log.changed(.task, id.description, of: account)
    }

    /// No other task waits for this one any more, and only its done blocks stay.
    private static func release(_ id: StudyTask.ID, of account: Account.ID, _ tx: Transaction) throws {
        for other in try TaskAfter.remove(id, tx.db) {
            try tx.db.send("UPDATE task SET rev = rev + 1 WHERE id = ?", other)
            try tx.log.changed(.task, other.description, of: account)
        }
        try tx.db.send("DELETE FROM study_block WHERE task_id = ? AND done = 0", id)
    }

    /// A JSON array of seconds: dates in RFC 3339 take much longer to read.
    private static func exceptions(of task: StudyTask) -> String? {
        task.recurrence.map { "[\($0.exceptions.map { String($0.seconds) }.joined(separator: ","))]" }
    }
}
