import Foundation
import NoteItCore

enum PlanReplyRow {
    enum Column: Int, SelectedColumn {
        case id, plan, number, parent, body, author, authorName, authorRole, authorHandle, createdAt, editedAt, rev

        var sql: String {
            switch self {
            case .id: "r.id"
            case .plan: "r.plan_id"
            case .number: "r.number"
            case .parent: "r.parent_id"
            case .body: "r.body"
            case .author: "r.author_id"
            case .authorName: "a.display_name"
            case .authorRole: "a.role"
            case .authorHandle: "a.handle"
            case .createdAt: "r.created_at"
            case .editedAt: "r.edited_at"
            case .rev: "r.rev"
            }
        }
    }

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) FROM plan_reply r JOIN account a ON a.id = r.author_id"

    /// The same with the plan `p`.
    static let selectWithPlan = "\(select) JOIN degree_plan p ON p.id = r.plan_id"

    static func decode(_ row: Row) throws -> PlanReply {
        PlanReply(
            id: row[Column.id], plan: row[Column.plan], number: row[Column.number], parent: row[Column.parent],
            body: row[Column.body],
            author: Author(
                id: row[Column.author], displayName: row[Column.authorName],
                role: try stored(Account.Role(rawValue: row[Column.authorRole])), handle: row[Column.authorHandle]),
            createdAt: row.date(Column.createdAt), editedAt: row.dateIfPresent(Column.editedAt), rev: row[Column.rev])
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
            "\(selectWithPlan) WHERE r.id = ? AND r.deleted_at IS NULL AND \(DegreePlanRow.isHeld(by: "?"))",
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
