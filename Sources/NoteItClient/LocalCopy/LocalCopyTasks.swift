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

    /// The plan of the days around the last refresh, with classes and fixed tasks, and with what waits in the outbox for its blocks;
    /// nil before the first plan.
    public func studyPlan() async throws -> StudyPlan? {
        try await database.read { db in try Self.storedPlan(db).map { try Self.withWaitingChanges($0, db) } }
    }

    /// A plan that the server told, with what waits in the outbox for its blocks.
    public func withWaitingChanges(_ plan: StudyPlan) async throws -> StudyPlan {
        try await database.read { db in try Self.withWaitingChanges(plan, db) }
    }

    private static func withWaitingChanges(_ plan: StudyPlan, _ db: Database) throws -> StudyPlan {
        try waiting("block", db).reduce(plan) { plan, entry in
            guard case .block(let patch, let id, _) = entry.content, let block = plan.blocks.first(where: { $0.id == id }),
                let changed = try? patch.applied(to: block)
            else { return plan }
            return plan.replacing(changed)
        }
    }

    private static func storedPlan(_ db: Database) throws -> StudyPlan? {
        try all(StudyPlan.self, .studyPlan, db).first
    }

    /// The plan with a block as the server has it now; nil if the copy has no plan.
    static func change(of block: StudyPlan.Block, _ db: Database) throws -> Change? {
        guard let plan = try storedPlan(db), let reader = try status(db)?.account.id else { return nil }
        return .upsert(.studyPlan(plan.replacing(block), of: reader), rev: nil)
    }
}

extension StudyPlan {
    /// The plan with another state of one of its blocks.
    public func replacing(_ block: Block) -> StudyPlan {
        var plan = self
        plan.blocks = blocks.map { $0.id == block.id ? block : $0 }
            .sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
        return plan
    }
}

extension NewStudyTask {
    /// The task as the server will store it; nil if it has no id.
    public func task(queued entry: OutboxEntry) -> StudyTask? { id.map { task($0, at: entry.queuedAt) } }
}
