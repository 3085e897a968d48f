import Foundation
import NoteItCore

extension SQLStore {
    public func tasks(of account: Account.ID) async throws -> [StudyTask] {
        try await read { try TaskRow.all(of: account, $0) }
    }

    public func task(_ id: StudyTask.ID, by account: Account.ID) async throws -> StudyTask {
        try await read { try TaskRow.require(id, of: account, $0) }
    }

    public func addTask(_ new: NewStudyTask, by account: Account.ID) async throws -> (task: StudyTask, created: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            if let id = new.id, try tx.db.wasSent(id, in: "task", by: account) {
                return (try TaskRow.require(id, of: account, tx.db), false)
            }
            let id = try insert(new, done: false, of: account, tx)
            try StudyState.touch(account, tx.db)
            return (try TaskRow.require(id, of: account, tx.db), true)
        }
    }

    public func edit(
        _ id: StudyTask.ID, to new: NewStudyTask, done: Bool?, adding parts: [TaskPart], ifRev rev: Int?, by account: Account.ID
    ) async throws -> (task: StudyTask, parts: [StudyTask]) {
        try await commit { tx in
            let old = try TaskRow.require(id, of: account, tx.db)
            try old.requireUnchanged(since: rev)
            var wanted = try resolved(new, over: old, of: account, tx.db).task(id, at: old.createdAt)
            wanted.done = done ?? old.done
            (wanted.minutesDone, wanted.editedAt, wanted.rev) = (old.minutesDone, old.editedAt, old.rev)
            let isSame = try identical(wanted, old)
            guard !isSame || !parts.isEmpty else { return (old, []) }
            if !isSame { try TaskRow.update(wanted, over: old, of: account, tx) }
            let added = try parts.map { try insert($0.task, done: $0.done, over: old, of: account, tx) }
            if wanted.every != nil, old.every == nil { try TaskLimit.requireEvery(of: account, tx.db) }
            if wanted.hasExceptions { try TaskLimit.requireExceptions(of: account, tx.db) }
            try StudyState.touch(account, tx.db)
            return (
                try TaskRow.require(id, of: account, tx.db), try added.map { try TaskRow.require($0, of: account, tx.db) }
            )
        }
    }

    public func delete(_ id: StudyTask.ID, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let old = try TaskRow.require(id, of: account, tx.db)
            try old.requireUnchanged(since: rev)
            try TaskRow.delete(id, of: account, tx)
            try StudyState.touch(account, tx.db)
        }
    }

    public func mark(_ id: StudyTask.ID, _ mark: TaskDone, by account: Account.ID) async throws -> StudyTask {
        try await commit { tx in
            let old = try TaskRow.require(id, of: account, tx.db)
            guard mark.minutes != nil || mark.done != old.done else { return old }
            if let minutes = mark.minutes {
                try StudyRecord.add(minutes, from: tx.now - Double(60 * minutes), of: old, by: account, tx)
            }
            if mark.done != old.done { try TaskRow.write(done: mark.done, to: id, tx) }
            try tx.log.changed(.task, id.description, of: account)
            try StudyState.touch(account, tx.db)
            return try TaskRow.require(id, of: account, tx.db)
        }
    }
}

extension TaskRow {
    /// Marks a person's tasks of an event as done, or as open again.
    static func mark(tasksOf event: Event.ID, done: Bool, of account: Account.ID, _ tx: Transaction) throws {
        let open = done ? "done_at IS NULL" : "done_at IS NOT NULL"
        let tasks: [StudyTask.ID] = try tx.db.column(
            "SELECT id FROM task WHERE event_id = ? AND account_id = ? AND \(open) ORDER BY id", event, account)
        for task in tasks {
            try write(done: done, to: task, tx)
            try tx.log.changed(.task, task.description, of: account)
        }
        if !tasks.isEmpty { try StudyState.touch(account, tx.db) }
    }

    fileprivate static func write(done: Bool, to task: StudyTask.ID, _ tx: Transaction) throws {
        try tx.db.send(
            "UPDATE task SET done_at = ?, by_rule = 0, edited_at = ?, rev = rev + 1 WHERE id = ?",
            done ? tx.now.seconds : nil, tx.now.seconds, task)
        try ImportTask.keep(task, tx.db)
    }
}

/// Adds a task. Throws as `TaskStore.add` does. Returns its id.
/// - Parameter old: the task that it was a part of.
private func insert(
    _ new: NewStudyTask, done: Bool, over old: StudyTask? = nil, of account: Account.ID, _ tx: Transaction
) throws -> StudyTask.ID {
    if let id = new.id, try tx.db.wasSent(id, in: "task", by: account) { throw DomainError.taken(id) }
    guard try TaskLimit.left(of: account, tx.db) > 0 else {
        throw DomainError.conflict("You have \(StudyTask.most) tasks. Delete one first.")
    }
    let id = try new.id ?? TaskRow.newID(tx)
    var task = try resolved(new, over: old, of: account, tx.db).task(id, at: tx.now)
    task.done = done
    try TaskRow.insert(task, of: account, tx)
    if task.every != nil { try TaskLimit.requireEvery(of: account, tx.db) }
    if task.hasExceptions { try TaskLimit.requireExceptions(of: account, tx.db) }
    return id
}

enum TaskLimit {
    /// The number of tasks that a person may still add.
    static func left(of account: Account.ID, _ db: SQLConnection) throws -> Int {
        let count: Int? = try db.value("SELECT COUNT(*) FROM task WHERE account_id = ?", account)
        return StudyTask.most - (count ?? 0)
    }

    static let mostExceptions = 10_000

    /// The number of exceptions in a person's recurring tasks.
    static func exceptions(of account: Account.ID, _ db: SQLConnection) throws -> Int {
        try db.value(
            """
            SELECT CAST(SUM(length(exceptions) - length(replace(exceptions, ',', '')) + 1) AS BIGINT)
            FROM task WHERE account_id = ? AND exceptions <> '[]'
            """, account) ?? 0
    }

    /// Throws `.conflict` if the person has too much work that is done anew.
    static func requireEvery(of account: Account.ID, _ db: SQLConnection) throws {
        let count: Int? = try db.value("SELECT COUNT(*) FROM task WHERE account_id = ? AND every IS NOT NULL", account)
        if let count, count > StudyTask.mostEvery {
            throw DomainError.conflict("You have \(StudyTask.mostEvery) tasks that repeat as study. Delete one first.")
        }
    }

    /// Throws `.conflict` if the person's recurring tasks have too many exceptions together.
    static func requireExceptions(of account: Account.ID, _ db: SQLConnection) throws {
        if try exceptions(of: account, db) > mostExceptions {
            throw DomainError.conflict(
                "Your repeating tasks would have more than \(mostExceptions) exceptions. End an old one first.")
        }
    }
}

extension StudyTask {
    fileprivate var hasExceptions: Bool { recurrence.map { !$0.exceptions.isEmpty } ?? false }
}

/// The task with the deadline and the course of its event. Throws `.invalid` for an event that the person may not see or that has
/// no due date, and for a course that they are not in. What `old` has is not refused: its event may be gone since.
private func resolved(
    _ new: NewStudyTask, over old: StudyTask?, of account: Account.ID, _ db: SQLConnection
) throws -> NewStudyTask {
    var new = new
    var faults: [FieldError] = []
    if let id = new.event {
        if let event = try FollowedEvent.find(id, seenBy: account, db) {
            new.deadline = event.deadline
            new.course = new.course ?? event.course
        } else if id == old?.event {
            new.event = nil
        } else {
            faults.append(FieldError(field: "event", detail: "must be a due event that you see; \(id) is not one"))
        }
    }
    if let course = new.course, course != old?.course, try Membership.find(account, in: course, db) == nil {
        faults.append(.notOwnCourse(course))
    }
    if !faults.isEmpty { throw DomainError.invalid(faults) }
    return new
}
