import NoteItCore

/// The degree plans and comments that follow from a row of the log.
extension LogExpansion {
    /// A plan that a person gained or lost, or a comment that was deleted.
    mutating func expandPlan(of holder: Account.ID) throws {
        add("a", row.type, row.subject, of: holder)
        guard row.type == .degreePlan else { return try addNotifications(where: "plan_reply_id", row.subject, of: holder) }
        if let start = start("b") {
            let replies: [(id: String, number: Int)] = try db.decoded(
                """
                SELECT id, number FROM plan_reply WHERE plan_id = ? AND number > ? AND created_at <= ?
                    AND (deleted_at IS NULL OR deleted_at >= ?)
                ORDER BY number LIMIT ?
                """, [row.subject, Self.number(start.prefix(8)), row.writtenAt, row.writtenAt, left]
            ) { ($0[0], $0[1]) }
            for reply in replies { add("b" + Self.hex(reply.number), .planReply, reply.id, of: holder) }
        }
        try addNotifications(where: "plan_id", row.subject, of: holder)
    }

    /// The plans, and the comments on plans, that show a person's name.
    mutating func addPlans(naming account: Account.ID) throws {
        let db = db
        try addPlanned("d", .degreePlan) { plan in try DegreePlanRow.naming(account, after: plan, db) }
        try addPlanned("e", .planReply) { reply in try PlanReplyRow.all(by: account, after: reply, db) }
    }

    /// Adds each subject, for each person who has its plan.
    /// - Parameter page: returns the ids after an id, in their order, with their plans; empty at the end.
    private mutating func addPlanned(
        _ stage: Character, _ type: ChangeType,
        _ page: (String) throws -> [(id: String, plan: DegreePlan.ID)]
    ) throws {
        guard let start = start(stage) else { return }
        // The page may have ended between two people who have the same subject.
        var last = String(start.prefix(35))
        while left > 0 {
            let found = try page(last)
            for (id, plan) in found where left > 0 {
                for holder in try DegreePlanRow.holders(of: plan, among: reader?.account, db) {
                    add("\(stage)\(id)-\(Self.hex(holder))", type, id, of: holder, isRefresh: true)
                }
            }
            guard let end = found.last else { return }
            last = end.id
        }
    }
}
