import Foundation
import GRDB
import NoteItCore

/// Tasks, study settings and the study plan.
extension LocalCopy {
    /// Oldest first, then those that wait in the outbox.
    public func tasks() async throws -> [StudyTask] {
        try await database.read { db in
            let tasks = try Self.json(StudyTask.self, db, "SELECT json FROM task ORDER BY created_at, id")
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
        try await (read("SELECT json FROM study_settings") as [StudySettings]).first
    }

    /// The plan of the days around the last refresh, with classes and fixed tasks; nil before the first plan.
    public func studyPlan() async throws -> StudyPlan? {
        try await (read("SELECT json FROM study_plan") as [StudyPlan]).first
    }

    static func upsert(_ task: StudyTask, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO task (id, created_at, json) VALUES (?, ?, ?)",
            arguments: [
                task.id.description, Int64(task.createdAt.timeIntervalSince1970), try JSONCoding.string(task),
            ])
    }

    static func upsert(_ settings: StudySettings, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO study_settings (id, json) VALUES (1, ?)", arguments: [try JSONCoding.string(settings)])
    }

    static func upsert(_ plan: StudyPlan, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO study_plan (id, json) VALUES (1, ?)", arguments: [try JSONCoding.string(plan)])
    }
}

extension NewStudyTask {
    /// As it will be stored; nil if it has no id.
    public func task(queued entry: OutboxEntry) -> StudyTask? { id.map { task($0, at: entry.queuedAt) } }
}
