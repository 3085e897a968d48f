import Foundation
import NoteItCore

extension SQLStore {
    public func followEvents(of account: Account.ID) async throws {
        let now = now
        // Most calls find nothing to do, and need no commit.
        guard try await read({ try !EventFollowing(account, at: now, $0).isEmpty }) else { return }
        try await commit { tx in
            try EventFollowing(account, at: tx.now, tx.db).perform(tx)
        }
    }
}

/// What has to change in a person's tasks, so that they follow the events.
private struct EventFollowing {
    private let account: Account.ID
    private var moved: [(task: StudyTask.ID, deadline: Date)] = []
    /// Tasks whose event is gone, hidden or undated.
    private var left: [StudyTask.ID] = []
    /// Such tasks that a rule made and on which nothing was done.
    private var takenBack: [(task: StudyTask.ID, event: Event.ID)] = []
    private var added: [(event: FollowedEvent, minutes: Int)] = []

    var isEmpty: Bool { moved.isEmpty && left.isEmpty && takenBack.isEmpty && added.isEmpty }

    init(_ account: Account.ID, at now: Date, _ db: SQLConnection) throws {
        self.account = account
        try readTasks(db)
        try readRules(at: now, db)
    }

    private mutating func readTasks(_ db: SQLConnection) throws {
        let columns = FollowedEvent.Column.allCases.count
        let sql = """
            SELECT \(FollowedEvent.Column.list), t.id, t.event_id, t.deadline, t.by_rule,
                EXISTS (SELECT 1 FROM study_record r WHERE r.task_id = t.id)
            FROM task t LEFT JOIN event e ON e.id = t.event_id AND e.due IS NOT NULL AND e.deleted_at IS NULL
                    AND \(Visibility.audience(of: "t.account_id"))
                LEFT JOIN course c ON c.id = e.course_id LEFT JOIN term z ON z.id = c.term_id
            WHERE t.account_id = ? AND t.event_id IS NOT NULL ORDER BY t.created_at, t.id
            """
        try db.rows(sql, [account]) { row in
            let (task, followed): (StudyTask.ID, Event.ID) = (row[columns], row[columns + 1])
            let (byRule, isStudied): (Bool, Bool) = (row[columns + 3], row[columns + 4])
            if (row[FollowedEvent.Column.id] as Event.ID?) != nil {
                let event = try FollowedEvent(row)
                if event.deadline.seconds != row[columns + 2] as Int64? { moved.append((task, event.deadline)) }
            } else if byRule, !isStudied {
                takenBack.append((task, followed))
            } else {
                left.append(task)
            }
            return true
        }
    }

    private mutating func readRules(at now: Date, _ db: SQLConnection) throws {
        let columns = FollowedEvent.Column.allCases.count
        let sql = """
            SELECT \(FollowedEvent.Column.list), u.minutes
            FROM study_rule u JOIN event e ON e.course_id = u.course_id AND e.kind = u.kind \(FollowedEvent.joins)
            WHERE u.account_id = ? AND e.due > ? AND e.deleted_at IS NULL AND \(Visibility.audience(of: "u.account_id"))
                AND NOT EXISTS (SELECT 1 FROM study_rule_event x WHERE x.account_id = u.account_id AND x.event_id = e.id)
                AND NOT EXISTS (SELECT 1 FROM task t WHERE t.account_id = u.account_id AND t.event_id = e.id)
            ORDER BY e.due, e.id LIMIT ?
            """
        let room = try max(TaskLimit.left(of: account, db), 0)
        try db.rows(sql, [account, now.seconds, room]) { row in
            let event = try FollowedEvent(row)
            if event.deadline > now { added.append((event, row[columns])) }
            return true
        }
    }

    func perform(_ tx: Transaction) throws {
        guard !isEmpty else { return }
        for (task, deadline) in moved {
            try tx.db.send("UPDATE task SET deadline = ?, rev = rev + 1 WHERE id = ?", deadline.seconds, task)
            try tx.log.changed(.task, task.description, of: account)
        }
        for task in left {
            try tx.db.send("UPDATE task SET event_id = NULL, by_rule = 0, rev = rev + 1 WHERE id = ?", task)
            try tx.log.changed(.task, task.description, of: account)
        }
        for (task, event) in takenBack {
            try TaskRow.delete(task, of: account, tx)
            // The event may come back.
            try tx.db.send("DELETE FROM study_rule_event WHERE account_id = ? AND event_id = ?", account, event)
        }
        for (event, minutes) in added { try add(event, minutes, tx) }
        try StudyState.touch(account, tx.db)
    }

    private func add(_ event: FollowedEvent, _ minutes: Int, _ tx: Transaction) throws {
        try tx.db.send("INSERT INTO study_rule_event (account_id, event_id) VALUES (?, ?)", account, event.id)
        let task = StudyTask(
            id: try TaskRow.newID(tx), title: event.title, notes: "", kind: .flexible, start: nil, end: nil, minutes: minutes,
            earliest: nil, deadline: event.deadline, priority: .medium, after: [], recurrence: nil, course: event.course,
            event: event.id, spaced: nil, done: false, minutesDone: 0, createdAt: tx.now, editedAt: nil, rev: 1)
        try TaskRow.insert(task, isByRule: true, of: account, tx)
    }
}
