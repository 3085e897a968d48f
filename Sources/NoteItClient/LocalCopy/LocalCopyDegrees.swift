import Foundation
import GRDB
import NoteItCore

/// The record, degree plans, and the comments on them.
extension LocalCopy {
    /// Nil before its first item.
    public func record() async throws -> AcademicRecord? {
        try await only(.record)
    }

    /// My own with the courses that wait in the outbox, then those that I follow, each oldest first.
    public func degreePlans() async throws -> [DegreePlan] {
        try await database.read { db in
            let plans = try Self.withWaitingCourses(Self.all(DegreePlan.self, .degreePlan, db), db)
            let reader = try Self.status(db)?.account.id
            return plans.filter { $0.owner.id == reader } + plans.filter { $0.owner.id != reader }
        }
    }

    /// Nil if I neither own nor follow it.
    public func degreePlan(_ id: DegreePlan.ID) async throws -> DegreePlan? {
        try await database.read { db in
            try Self.withWaitingCourses([Self.one(DegreePlan.self, .degreePlan, id: id.description, db)].compactMap(\.self), db)
                .first
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
        try await all(.planReply, in: id.description)
    }

    /// The comments with these ids, as far as they are in the copy.
    public func planReplies(_ ids: Set<PlanReply.ID>) async throws -> [PlanReply.ID: PlanReply] {
        try await among(ids, "subject WHERE kind = 'planReply'")
    }
}

/// Answers of the server that pages need offline. The log does not change them: they are as of the last time.
extension LocalCopy {
    public func store(_ check: PlanCheck, of plan: DegreePlan) async throws {
        try await database.write { db in
            let id = plan.id.description
            try Self.store(check, .planCheck, id: id, scope: id, place: Int64(plan.rev), db)
        }
    }

    /// The last check of this revision of the plan. Nil if there is none.
    public func check(of plan: DegreePlan) async throws -> PlanCheck? {
        let found: [PlanCheck] = try await read(
            "SELECT json FROM subject WHERE kind = 'planCheck' AND id = ? AND place = ?", [plan.id.description, plan.rev])
        return found.first
    }

    public func store(_ entries: [CatalogEntry]) async throws {
        try await database.write { db in
            for entry in entries { try Self.store(entry, .catalogEntry, id: entry.code.description, db) }
        }
    }

    /// The entries among these that are in the copy, in any order.
    public func catalogEntries(of codes: Set<CourseCode>) async throws -> [CatalogEntry] {
        try await (all(.catalogEntry) as [CatalogEntry]).filter { codes.contains($0.code) }
    }
}
