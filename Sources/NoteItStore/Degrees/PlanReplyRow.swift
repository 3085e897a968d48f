import Foundation
import NoteItCore

enum PlanReplyRow: NounRow {
    typealias Noun = PlanReply

    static let (table, alias) = ("plan_reply", "r")

    static let sql: [Column: String] = [
        .author: "r.author_id",
        .authorName: "a.display_name",
        .authorRole: "a.role",
        .authorHandle: "a.handle",
    ]

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) FROM plan_reply r JOIN account a ON a.id = r.author_id"

    /// `select`, with the plan `p` of each reply.
    static let selectWithPlan = "\(select) JOIN degree_plan p ON p.id = r.plan_id"

    static func author(_ row: Row) throws -> Author {
        try stored(row.author(Column.author, .authorName, .authorRole, .authorHandle))
    }

    /// Throws `.notFound` if the comment is gone or `account` may not read its plan.
    static func require(_ id: PlanReply.ID, seenBy account: Account.ID, _ db: SQLConnection) throws -> PlanReply {
        let found = try db.decoded(
            "\(selectWithPlan) WHERE r.id = ? AND r.deleted_at IS NULL AND \(DegreePlanRow.isReadable)", [id, account],
            by: decode)
        guard let reply = found.first else { throw DomainError.notFound("reply \(id)") }
        return reply
    }

    /// Nil if the comment is not in the person's copy.
    static func find(_ id: PlanReply.ID, heldBy account: Account.ID, _ db: SQLConnection) throws -> PlanReply? {
        try db.decoded(
            "\(selectWithPlan) WHERE r.id = ? AND r.deleted_at IS NULL AND \(Visibility.plan(heldBy: "?"))",
            [id, account, account], by: decode
        ).first
    }

    /// The first 200 comments after `reply` by a person, by id, with their plans.
    static func all(
        by account: Account.ID, after reply: String, _ db: SQLConnection
    ) throws -> [(id: String, plan: DegreePlan.ID)] {
        try db.decoded(
            """
            SELECT id, plan_id FROM plan_reply WHERE author_id = ? AND id > ? AND deleted_at IS NULL ORDER BY id LIMIT 200
            """, [account, reply]
        ) { ($0[0], $0[1]) }
    }

    /// Logs a change of a comment for everyone who has its plan.
    /// - Parameter follows: whether the notifications about it disappear with it.
    static func publish(
        _ id: PlanReply.ID, on plan: DegreePlan.ID, follows: Bool = false, _ tx: Transaction
    ) throws {
        for holder in try DegreePlanRow.holders(of: plan, tx.db) {
            try tx.log.changed(.planReply, id.description, of: holder, follows: follows)
        }
    }
}
