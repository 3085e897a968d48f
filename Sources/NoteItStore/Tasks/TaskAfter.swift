import NoteItCore

/// The order of a person's tasks: each waits for those in its `after`.
enum TaskAfter {
    static func all(of task: StudyTask.ID, _ db: SQLConnection) throws -> [StudyTask.ID] {
        try db.column("SELECT after_id FROM task_after WHERE task_id = ? ORDER BY position", task)
    }

    /// Replaces the tasks that a stored task waits for. Throws `.invalid` unless all are flexible tasks of the person and make no
    /// cycle.
    static func set(_ after: [StudyTask.ID], of task: StudyTask, by account: Account.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM task_after WHERE task_id = ?", task.id)
        guard !after.isEmpty else { return }
        try requireFlexible(after, by: account, db)
        if after.contains(task.id) { throw DomainError.invalid("after", "must not name the task itself: \(task.title)") }
        for (position, other) in after.enumerated() {
            try db.send("INSERT INTO task_after (task_id, position, after_id) VALUES (?, ?, ?)", task.id, position, other)
        }
        try requireRoom(account, db)
        // Most tasks are new: nothing waits for them yet.
        guard try db.first("SELECT 1 FROM task_after WHERE after_id = ?", task.id) != nil else { return }
        if let cycle = cycle(through: task.id, try all(from: task.id, db)) {
            throw DomainError.invalid("after", "must not make a cycle: \(try text(of: cycle, db))")
        }
    }

    /// Nothing waits for the task any more. Returns the tasks that did.
    static func remove(_ task: StudyTask.ID, _ db: SQLConnection) throws -> [StudyTask.ID] {
        let waiting: [StudyTask.ID] = try db.column("DELETE FROM task_after WHERE after_id = ? RETURNING task_id", task)
        return waiting.sorted { $0.description < $1.description }
    }

    /// The most pairs of a task and one that it waits for, of one person.
    static let most = 10_000

    private static func requireRoom(_ account: Account.ID, _ db: SQLConnection) throws {
        let count: Int? = try db.value(
            "SELECT COUNT(*) FROM task_after a JOIN task t ON t.id = a.task_id WHERE t.account_id = ?", account)
        if let count, count > most {
            throw DomainError.invalid("after", "must not bring the sum of all your tasks above \(most); it would be \(count)")
        }
    }

    private static func requireFlexible(_ after: [StudyTask.ID], by account: Account.ID, _ db: SQLConnection) throws {
        let rows = try db.all(
            "SELECT id, kind, every, title FROM task WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))", account,
            try jsonArray(after))
        let known = Dictionary(rows.map { ($0["id"] as StudyTask.ID, $0) }) { first, _ in first }
        let faults = after.compactMap { id -> FieldError? in
            guard let row = known[id] else {
                return FieldError(field: "after", detail: "must name a task of yours; there is no \(id)")
            }
            if row["kind"] == StudyTask.Kind.fixed.rawValue {
                return FieldError(field: "after", detail: "must name a flexible task; \(row["title"] as String) is fixed")
            }
            guard (row["every"] as String?) != nil else { return nil }
            return FieldError(field: "after", detail: "must name a task that is done once; \(row["title"] as String) repeats")
        }
        if !faults.isEmpty { throw DomainError.invalid(faults) }
    }

    /// The tasks that each task of a person waits for.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [StudyTask.ID: [StudyTask.ID]] {
        try grouped(
            """
            SELECT a.task_id, a.after_id FROM task_after a JOIN task t ON t.id = a.task_id
            WHERE t.account_id = ? ORDER BY a.task_id, a.position
            """, [account], db)
    }

    /// The tasks that a task waits for, those for which they wait, and so on. Without `CROSS JOIN` SQLite scans everyone's.
    private static func all(from task: StudyTask.ID, _ db: SQLConnection) throws -> [StudyTask.ID: [StudyTask.ID]] {
        try grouped(
            """
            WITH RECURSIVE reached (id) AS (
                SELECT id FROM task WHERE id = ?
                UNION SELECT a.after_id FROM reached r JOIN task_after a ON a.task_id = r.id)
            SELECT a.task_id, a.after_id FROM reached r CROSS JOIN task_after a WHERE a.task_id = r.id
            ORDER BY a.task_id, a.position
            """, [task], db)
    }

    private static func grouped(
        _ sql: String, _ arguments: [SQLParameter], _ db: SQLConnection
    ) throws -> [StudyTask.ID: [StudyTask.ID]] {
        let pairs: [(task: StudyTask.ID, after: StudyTask.ID)] = try db.decoded(sql, arguments) { ($0[0], $0[1]) }
        return Dictionary(grouping: pairs, by: \.task).mapValues { $0.map(\.after) }
    }

    /// The shortest cycle through a task, beginning with it; nil if there is none. Breadth-first search: O(n + m) for n tasks
    /// that wait for m in all.
    static func cycle(
        through task: StudyTask.ID, _ after: [StudyTask.ID: [StudyTask.ID]]
    ) -> [StudyTask.ID]? {
        var cameFrom: [StudyTask.ID: StudyTask.ID] = [:]
        var (queue, next) = ([task], 0)
        while next < queue.count {
            let current = queue[next]
            next += 1
            for other in after[current] ?? [] {
                if other == task {
                    let path = sequence(first: current) { $0 == task ? nil : cameFrom[$0] }
                    return path.reversed()
                }
                if cameFrom[other] == nil {
                    cameFrom[other] = current
                    queue.append(other)
                }
            }
        }
        return nil
    }

    /// Whether any task waits for itself. Kahn's algorithm (1962): O(n + m).
    static func hasCycle(_ after: [StudyTask.ID: [StudyTask.ID]]) -> Bool {
        var waiting = after.mapValues(\.count)
        let followers = Dictionary(grouping: after.flatMap { task, others in others.map { (task, $0) } }, by: \.1)
        var ready = followers.keys.filter { waiting[$0] == nil }
        while let task = ready.popLast() {
            for (other, _) in followers[task] ?? [] {
                let left = (waiting[other] ?? 0) - 1
                waiting[other] = left
                if left == 0 { ready.append(other) }
            }
        }
        return waiting.values.contains { $0 > 0 }
    }

    private static let mostNamed = 10

    /// The titles in order: `Essay after Outline after Essay`.
    private static func text(of cycle: [StudyTask.ID], _ db: SQLConnection) throws -> String {
        let titles = try cycle.prefix(mostNamed).map { id -> String in
            try stored(try db.value("SELECT title FROM task WHERE id = ?", id))
        }
        let left = cycle.count - titles.count
        let names = titles + (left > 0 ? ["\(left) more"] : []) + titles.prefix(1)
        return names.joined(separator: " after ")
    }
}
