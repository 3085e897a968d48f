import Foundation
import NoteItCore

extension SQLStore {
    public func plans(of account: Account.ID) async throws -> [DegreePlan] {
        try await read { db in
            try db.decoded(
                "\(DegreePlanRow.select) WHERE p.account_id = ? AND p.deleted_at IS NULL ORDER BY p.created_at, p.id",
                [account],
                by: DegreePlanRow.decode)
        }
    }

    public func followedPlans(of account: Account.ID) async throws -> [DegreePlan] {
        try await read { db in
            try db.decoded(
                """
                \(DegreePlanRow.select)
                WHERE p.id IN (SELECT plan_id FROM plan_follower WHERE account_id = ?) AND p.shared = 1 AND p.deleted_at IS NULL
                ORDER BY p.created_at, p.id
                """, [account], by: DegreePlanRow.decode)
        }
    }

    public func plan(_ id: DegreePlan.ID, by account: Account.ID) async throws -> DegreePlan {
        try await read { try DegreePlanRow.require(id, seenBy: account, $0) }
    }

    public func addPlan(_ new: NewDegreePlan, by account: Account.ID) async throws -> (plan: DegreePlan, created: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            if let id = new.id, try tx.db.wasSent(id, in: "degree_plan", by: account, deletable: "plan") {
                return (try DegreePlanRow.require(id, of: account, tx.db), false)
            }
            if let programme = new.programme { try ProgrammeRow.requireKnown(programme, tx.db) }
            try tx.db.requireRoom(
                under: DegreePlan.most, in: "degree_plan WHERE account_id = ? AND deleted_at IS NULL", account,
                else: "You have \(DegreePlan.most) plans. Delete one first.")
            let id = try new.id ?? .make(at: tx.now, counter: tx.db.head())
            try DegreePlanRow.insert(
                new.plan(id, of: .reference(account), at: tx.now),
                ["account_id": account, "credits_per_term": try new.creditsPerTerm.map(JSONCoding.string)], tx.db)
            try DegreePlanRow.publish(id, to: [account], tx)
            return (try DegreePlanRow.require(id, of: account, tx.db), true)
        }
    }

    public func edit(
        _ id: DegreePlan.ID, with patch: DegreePlanPatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> DegreePlan {
        try await commit { tx in
            let old = try DegreePlanRow.require(id, of: account, tx.db)
            try old.requireUnchanged(since: rev)
            var new = patch.applied(to: old)
            guard try !identical(new, old) else { return old }
            if let programme = new.programme, programme != old.programme { try ProgrammeRow.requireKnown(programme, tx.db) }
            let losesApproval = new.approved != nil && !new.saysTheSame(as: old)
            if losesApproval { (new.approved, new.approvalLost) = (nil, new.approved) }
            let followers = try old.shared ? DegreePlanRow.followers(of: id, tx.db) : []
            try DegreePlanRow.update(new, at: tx.now, tx.db)
            try DegreePlanRow.publish(id, to: [account], tx)
            try DegreePlanRow.publish(
                id, to: new.shared ? DegreePlanRow.followers(of: id, tx.db) : followers, follows: new.shared != old.shared, tx)
            if losesApproval, new.shared { try PlanNotifier(plan: new, actor: account, tx: tx).approvalLost() }
            return try DegreePlanRow.require(id, of: account, tx.db)
        }
    }

    public func delete(_ id: DegreePlan.ID, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let old = try DegreePlanRow.require(id, of: account, tx.db)
            try old.requireUnchanged(since: rev)
            try DegreePlanRow.delete(id, tx)
        }
    }

    public func approve(
        _ id: DegreePlan.ID, _ isApproved: Bool, ifRev rev: Int?, by account: Account.ID
    ) async throws -> DegreePlan {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let plan = try DegreePlanRow.require(id, seenBy: account, tx.db)
            guard plan.owner.id != account else { throw DomainError.ownerDoesNotApprovePlan }
            try plan.requireUnchanged(since: rev)
            let other = plan.approved.flatMap { $0.by.id == account ? nil : $0.by }
            if let other, try !(isApproved && teaches(account, tx.db) && !teaches(other.id, tx.db)) {
                throw DomainError.onlyApproverTakesBack(other.displayName)
            }
            guard other != nil || isApproved != (plan.approved != nil) else { return plan }
            let lost = isApproved ? nil : plan.approvalLost
            try tx.db.send(
                "UPDATE degree_plan SET approved_by = ?, approved_at = ?, lost_by = ?, lost_at = ? WHERE id = ?",
                isApproved ? account : nil, isApproved ? tx.now.seconds : nil, lost?.by.id, lost?.at.seconds, id)
            try DegreePlanRow.follow(id, by: account, tx)
            if isApproved { try PlanNotifier(plan: plan, actor: account, tx: tx).approved() }
            return try DegreePlanRow.require(id, seenBy: account, tx.db)
        }
    }
}

/// Whether a person is staff of a course, or has the role of those who may be. Their approval takes the place of a student's.
private func teaches(_ account: Account.ID, _ db: SQLConnection) throws -> Bool {
    try db.first(
        """
        SELECT 1 FROM account a WHERE a.id = ? AND (a.role <> 'student'
            OR EXISTS (SELECT 1 FROM enrollment m WHERE m.account_id = a.id AND m.role = 'staff'))
        """, account) != nil
}

extension DegreePlan {
    /// Whether an adviser who approved one has approved the other.
    fileprivate func saysTheSame(as other: DegreePlan) -> Bool {
        programme == other.programme && terms == other.terms && creditsPerTerm == other.creditsPerTerm
            && accepted == other.accepted
    }
}
