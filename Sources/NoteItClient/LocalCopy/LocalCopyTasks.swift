import Foundation
import GRDB
import NoteItCore

/// Tasks, study settings and the study plan.
extension LocalCopy {
    /// Oldest first.
    public func tasks() async throws -> [StudyTask] { try await read("SELECT json FROM task ORDER BY created_at, id") }

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
