import Foundation
import GRDB
import NoteItCore

/// The record, degree plans, and the comments on them.
extension LocalCopy {
    /// Nil before its first item.
    public func record() async throws -> AcademicRecord? {
        try await (read("SELECT json FROM record") as [AcademicRecord]).first
    }

    /// My own with the courses that wait in the outbox, then those that I follow, each oldest first.
    public func degreePlans() async throws -> [DegreePlan] {
        try await database.read { db in
            let plans = try Self.withWaitingCourses(
                Self.json(DegreePlan.self, db, "SELECT json FROM degree_plan ORDER BY created_at, id"), db)
            let reader = try Self.status(db)?.account.id
            return plans.filter { $0.owner.id == reader } + plans.filter { $0.owner.id != reader }
        }
    }

    /// Nil if I neither own nor follow it.
    public func degreePlan(_ id: DegreePlan.ID) async throws -> DegreePlan? {
        try await database.read { db in
            try Self.withWaitingCourses(
                Self.json(DegreePlan.self, db, "SELECT json FROM degree_plan WHERE id = ?", [id.description]), db
            ).first
        }
    }

    private static func withWaitingCourses(_ plans: [DegreePlan], _ db: Database) throws -> [DegreePlan] {
        var plans = plans
        for entry in try waiting("plan", db) {
            guard case .courses(let addition, let id) = entry.content, let index = plans.firstIndex(where: { $0.id == id }),
                let terms = addition.added(to: plans[index].terms)
            else { continue }
            plans[index].terms = terms
        }
        return plans
    }

    /// Comments on a plan, oldest first.
    public func replies(toPlan id: DegreePlan.ID) async throws -> [PlanReply] {
        try await read("SELECT json FROM plan_reply WHERE plan_id = ? ORDER BY number", [id.description])
    }

    /// Those of these comments that are in the copy.
    public func planReplies(_ ids: Set<PlanReply.ID>) async throws -> [PlanReply.ID: PlanReply] {
        let list = try JSONCoding.string(ids.map(\.description))
        let found: [PlanReply] = try await read(
            "SELECT json FROM plan_reply WHERE id IN (SELECT value FROM json_each(?))", [list])
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    static func upsert(_ record: AcademicRecord, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO record (id, json) VALUES (1, ?)", arguments: [try JSONCoding.string(record)])
    }

    static func upsert(_ plan: DegreePlan, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO degree_plan (id, created_at, json) VALUES (?, ?, ?)",
            arguments: [
                plan.id.description, Int64(plan.createdAt.timeIntervalSince1970), try JSONCoding.string(plan),
            ])
    }

    static func upsert(_ reply: PlanReply, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO plan_reply (id, plan_id, number, json) VALUES (?, ?, ?, ?)",
            arguments: [reply.id.description, reply.plan.description, reply.number, try JSONCoding.string(reply)])
    }

    /// Deletes a plan with its comments and its check.
    static func remove(plan id: String, _ db: Database) throws {
        try db.run(sql: "DELETE FROM degree_plan WHERE id = ?", arguments: [id])
        try db.run(sql: "DELETE FROM plan_reply WHERE plan_id = ?", arguments: [id])
        try db.run(sql: "DELETE FROM plan_check WHERE plan_id = ?", arguments: [id])
    }
}

/// Answers of the server that pages need offline. The log does not change them: they are as of the last time.
extension LocalCopy {
    public func keep(_ check: PlanCheck, of plan: DegreePlan) async throws {
        let json = try JSONCoding.string(check)
        try await database.write { db in
            try db.run(
                sql: "INSERT OR REPLACE INTO plan_check (plan_id, rev, json) VALUES (?, ?, ?)",
                arguments: [plan.id.description, plan.rev, json])
        }
    }

    /// The last check of this revision of the plan. Nil if there is none.
    public func check(of plan: DegreePlan) async throws -> PlanCheck? {
        let found: [PlanCheck] = try await read(
            "SELECT json FROM plan_check WHERE plan_id = ? AND rev = ?", [plan.id.description, plan.rev])
        return found.first
    }

    public func keep(_ entries: [CatalogEntry]) async throws {
        let rows = try entries.map { ($0.code.description, try JSONCoding.string($0)) }
        try await database.write { db in
            for (code, json) in rows {
                try db.run(sql: "INSERT OR REPLACE INTO catalog_entry (code, json) VALUES (?, ?)", arguments: [code, json])
            }
        }
    }

    /// The entries among these that were kept, in any order.
    public func catalogEntries(of codes: Set<CourseCode>) async throws -> [CatalogEntry] {
        try await (read("SELECT json FROM catalog_entry") as [CatalogEntry]).filter { codes.contains($0.code) }
    }
}
