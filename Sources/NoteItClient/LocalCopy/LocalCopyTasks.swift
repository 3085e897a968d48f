import Foundation
import GRDB
import NoteItCore

/// Tasks, study settings and the study plan.
extension LocalCopy {
    /// Oldest first, then those that wait in the outbox.
    public func tasks() async throws -> [StudyTask] {
        try await database.read { db in
            let tasks = try Self.all(StudyTask.self, .task, db)
            let known = Set(tasks.map(\.id))
            return try tasks + Self.waitingTasks(db).filter { !known.contains($0.id) }
        }
    }

    private static func waitingTasks(_ db: Database) throws -> [StudyTask] {
        try waiting("task", db).compactMap { entry in
            guard case .task(let new, _) = entry.content, var task = new.task(queued: entry) else { return nil }
            if task.deadline == nil, let event = task.event {
                let due = try Int64.fetchOne(db, sql: "SELECT due FROM event WHERE id = ?", arguments: [event.description])
                task.deadline = due.map { Date(timeIntervalSince1970: Double($0)) }
            }
            return task
        }
    }

    /// Nil if the person never set them.
    public func studySettings() async throws -> StudySettings? {
        try await only(.studySettings)
    }

    /// The plan of the days around the last refresh, with classes and fixed tasks; nil before the first plan.
    public func studyPlan() async throws -> StudyPlan? {
        try await only(.studyPlan)
    }
}

extension NewStudyTask {
    /// The task as the server will store it; nil if it has no id.
    public func task(queued entry: OutboxEntry) -> StudyTask? { id.map { task($0, at: entry.queuedAt) } }
}
