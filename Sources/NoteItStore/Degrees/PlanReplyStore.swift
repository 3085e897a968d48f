import Foundation
import NoteItCore

extension SQLStore {
    public func replies(
        toPlan plan: DegreePlan.ID, page: PageRequest, by account: Account.ID
    ) async throws -> Page<PlanReply> {
        try await read { db in
            _ = try DegreePlanRow.require(plan, seenBy: account, db)
            return try .thread(page) { after, count in
                try db.decoded(
                    """
                    \(PlanReplyRow.select)
                    WHERE r.plan_id = ? AND r.number > ? AND r.deleted_at IS NULL ORDER BY r.number LIMIT ?
                    """, [plan, after, count], by: PlanReplyRow.decode)
            }
        }
    }

    public func reply(
        _ new: NewReply, toPlan plan: DegreePlan.ID, by account: Account.ID
    ) async throws -> (reply: PlanReply, created: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            if let id = new.id, let earlier = try earlierReply(id, by: account, tx.db) { return (earlier, false) }
            let home = try DegreePlanRow.require(plan, seenBy: account, tx.db)
            try requirePlain(new.attachments)
            if new.anonymous == true { throw DomainError.invalid("anonymous", "must be false on a plan") }
            if let parent = new.parent { try requireComment(parent, on: plan, tx.db) }
            let id = try insert(new, on: plan, by: account, tx)
            try DegreePlanRow.follow(plan, by: account, tx)
            try PlanReplyRow.publish(id, on: plan, tx)
            try PlanNotifier(plan: home, actor: account, tx: tx).replied(id)
            return (try PlanReplyRow.require(id, seenBy: account, tx.db), true)
        }
    }

    public func editPlanReply(
        _ id: PlanReply.ID, with patch: ReplyPatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> PlanReply {
        try await commit { tx in
            let old = try PlanReplyRow.require(id, seenBy: account, tx.db)
            guard old.author.id == account else { throw DomainError.onlyAuthorEditsComment }
            try old.requireUnchanged(since: rev)
            try requirePlain(patch.attachments)
            guard try !identical(patch.body, old.body) else { return old }
            try tx.db.send(
                "UPDATE plan_reply SET body = ?, edited_at = ?, rev = rev + 1 WHERE id = ?", patch.body, tx.now.seconds, id)
            try PlanReplyRow.publish(id, on: old.plan, tx)
            return try PlanReplyRow.require(id, seenBy: account, tx.db)
        }
    }

    public func deletePlanReply(_ id: PlanReply.ID, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let old = try PlanReplyRow.require(id, seenBy: account, tx.db)
            let plan = try DegreePlanRow.require(old.plan, seenBy: account, tx.db)
            guard old.author.id == account || plan.owner.id == account else {
                throw DomainError.onlyAuthorAndOwnerDeleteComment
            }
            try old.requireUnchanged(since: rev)
            try tx.db.send("UPDATE plan_reply SET body = '', deleted_at = ? WHERE id = ?", tx.now.seconds, id)
            try tx.db.send("UPDATE degree_plan SET reply_count = reply_count - 1 WHERE id = ?", old.plan)
            try PlanReplyRow.publish(id, on: old.plan, follows: true, tx)
            try DegreePlanRow.publish(old.plan, to: DegreePlanRow.holders(of: old.plan, tx.db), tx)
        }
    }
}

/// The comment that the author sent under this id before; nil if the id is free.
private func earlierReply(_ id: PlanReply.ID, by account: Account.ID, _ db: SQLConnection) throws -> PlanReply? {
    guard
        try db.wasSent(id, in: "plan_reply", by: account, owner: "author_id", deletable: "reply", apartFrom: ["reply"])
    else { return nil }
    return try PlanReplyRow.require(id, seenBy: account, db)
}

/// Throws `.invalid` unless the parent is a comment on the same plan.
private func requireComment(_ parent: PlanReply.ID, on plan: DegreePlan.ID, _ db: SQLConnection) throws {
    let found = try db.first(
        "SELECT 1 FROM plan_reply WHERE id = ? AND plan_id = ? AND deleted_at IS NULL", parent, plan)
    guard found != nil else { throw DomainError.invalid("parent", "must be a comment on the same plan") }
}

private func insert(
    _ new: NewReply, on plan: DegreePlan.ID, by account: Account.ID, _ tx: Transaction
) throws -> PlanReply.ID {
    let id = try new.id ?? .make(at: tx.now, counter: tx.db.head())
    let number: Int? = try tx.db.value(
        """
        UPDATE degree_plan SET last_reply = last_reply + 1, reply_count = reply_count + 1 WHERE id = ?
        RETURNING last_reply
        """, plan)
    try tx.db.send(
        "INSERT INTO plan_reply (id, plan_id, number, parent_id, author_id, body, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        id, plan, number, new.parent, account, new.body, tx.now.seconds)
    return id
}

private func requirePlain(_ attachments: [Attachment.ID]?) throws {
    guard attachments?.isEmpty ?? true else { throw DomainError.invalid("attachments", "must be empty on a plan") }
}
