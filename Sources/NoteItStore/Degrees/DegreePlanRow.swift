import Foundation
import NoteItCore

enum DegreePlanRow: NounRow {
    typealias Noun = DegreePlan

    static let (table, alias) = ("degree_plan", "p")

    static let sql: [Column: String] = [
        .owner: "p.account_id",
        .ownerName: "o.display_name",
        .ownerRole: "o.role",
        .ownerHandle: "o.handle",
        .creditsPerTerm: "p.credits_per_term",
        .approver: "p.approved_by",
        .approverName: "a.display_name",
        .approverRole: "a.role",
        .approverHandle: "a.handle",
        .approved: "p.approved_at",
        .lostApprover: "p.lost_by",
        .lostApproverName: "l.display_name",
        .lostApproverRole: "l.role",
        .lostApproverHandle: "l.handle",
        .approvalLost: "p.lost_at",
    ]

    /// What no edit changes, and what other statements count.
    private static let unedited: Set<Column> = [.id, .createdAt, .replyCount]

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = """
        SELECT \(Column.list) FROM degree_plan p JOIN account o ON o.id = p.account_id
        LEFT JOIN account a ON a.id = p.approved_by LEFT JOIN account l ON l.id = p.lost_by
        """

    /// As SQL, whether a person may read the plan `p`. Takes the account once.
    static let isReadable = "p.deleted_at IS NULL AND (p.account_id = ? OR p.shared = 1)"

    /// As SQL, the ids of the plans that may be in a person's copy; `Visibility.plan` decides. Takes the account twice.
    static let candidates = """
        (SELECT id FROM degree_plan WHERE account_id = ? AND deleted_at IS NULL
            UNION SELECT plan_id FROM plan_follower WHERE account_id = ?)
        """

    static func owner(_ row: Row) throws -> Author {
        try stored(row.author(Column.owner, .ownerName, .ownerRole, .ownerHandle))
    }

    static func creditsPerTerm(_ row: Row) throws -> CreditLimits? {
        try (row[Column.creditsPerTerm] as String?).map { try storedJSON($0) }
    }

    static func approved(_ row: Row) throws -> DegreePlan.Approval? {
        let approver = try row.author(Column.approver, .approverName, .approverRole, .approverHandle)
        return try approver.map { DegreePlan.Approval(by: $0, at: try row.value(Column.approved)) }
    }

    static func approvalLost(_ row: Row) throws -> DegreePlan.Approval? {
        let approver = try row.author(Column.lostApprover, .lostApproverName, .lostApproverRole, .lostApproverHandle)
        return try approver.map { DegreePlan.Approval(by: $0, at: try row.value(Column.approvalLost)) }
    }

    /// Writes what its owner changed.
    static func update(_ plan: DegreePlan, at now: Date, _ db: SQLConnection) throws {
        var new = plan
        (new.rev, new.editedAt) = (plan.rev + 1, now)
        try update(
            new,
            [
                "credits_per_term": try new.creditsPerTerm.map(JSONCoding.string), "approved_by": new.approved?.by.id,
                "approved_at": new.approved?.at.seconds,
                "lost_by": new.approvalLost?.by.id, "lost_at": new.approvalLost?.at.seconds,
            ], except: unedited, db)
    }

    private static func first(_ condition: String, _ values: SQLParameter..., db: SQLConnection) throws -> DegreePlan? {
        try db.decoded("\(select) WHERE \(condition)", values, by: decode).first
    }

    /// Throws `.notFound` if `account` may not read the plan.
    static func require(_ id: DegreePlan.ID, seenBy account: Account.ID, _ db: SQLConnection) throws -> DegreePlan {
        guard let plan = try first("p.id = ? AND \(isReadable)", id, account, db: db) else { throw notFound(id) }
        return plan
    }

    /// Throws `.notFound` if the person has no such plan.
    static func require(_ id: DegreePlan.ID, of account: Account.ID, _ db: SQLConnection) throws -> DegreePlan {
        guard let plan = try first("p.id = ? AND p.account_id = ? AND p.deleted_at IS NULL", id, account, db: db) else {
            throw notFound(id)
        }
        return plan
    }

    static func notFound(_ id: DegreePlan.ID) -> DomainError { .notFound("plan \(id)") }

    /// Nil if the plan is not in the person's copy.
    static func find(_ id: DegreePlan.ID, heldBy account: Account.ID, _ db: SQLConnection) throws -> DegreePlan? {
        try first("p.id = ? AND \(Visibility.plan(heldBy: "?"))", id, account, account, db: db)
    }

    /// The people who follow a shared plan, by id.
    static func followers(of id: DegreePlan.ID, _ db: SQLConnection) throws -> [Account.ID] {
        try db.column(
            """
            SELECT f.account_id FROM plan_follower f JOIN degree_plan p ON p.id = f.plan_id
            WHERE f.plan_id = ? AND p.shared = 1 ORDER BY f.account_id
            """, id)
    }

    /// The people who have the plan in their copies, by id.
    /// - Parameter reader: nil for everyone.
    static func holders(
        of id: DegreePlan.ID, among reader: Account.ID? = nil, _ db: SQLConnection
    ) throws -> [Account.ID] {
        if let reader {
            let held = try db.first(
                "SELECT 1 FROM degree_plan p WHERE p.id = ? AND \(Visibility.plan(heldBy: "?"))", id, reader, reader)
            return held == nil ? [] : [reader]
        }
        let owner: [Account.ID] = try db.column("SELECT account_id FROM degree_plan WHERE id = ? AND deleted_at IS NULL", id)
        return (owner + (try followers(of: id, db))).sorted { $0.description < $1.description }
    }

    /// The ids of the plans that show a person's name, as the owner's or an approver's. Takes the person three times.
    private static let named = """
        SELECT id FROM degree_plan WHERE account_id = ? AND deleted_at IS NULL
        UNION SELECT id FROM degree_plan WHERE approved_by = ? UNION SELECT id FROM degree_plan WHERE lost_by = ?
        """

    /// The first 200 plans after `plan` that show a person's name as that of the owner or of an approver, by id.
    static func naming(
        _ account: Account.ID, after plan: String, _ db: SQLConnection
    ) throws -> [(id: String, plan: DegreePlan.ID)] {
        try db.decoded(
            "SELECT id FROM (\(named)) AS named WHERE id > ? ORDER BY id LIMIT 200", [account, account, account, plan]
        ) { ($0[0], $0[0]) }
    }

    /// The people who have a plan that shows a person's name, also in a comment.
    static func readers(of account: Account.ID, _ db: SQLConnection) throws -> [Account.ID] {
        let plans: [DegreePlan.ID] = try db.column(
            "\(named) UNION SELECT plan_id FROM plan_reply WHERE author_id = ? AND deleted_at IS NULL", account, account,
            account, account)
        return unique(try plans.flatMap { try holders(of: $0, db) })
    }
}

extension DegreePlanRow {
    /// Logs a change of a plan for people who have it, or had it before.
    /// - Parameter follows: whether its comments and the notifications about it appear or disappear with it.
    static func publish(
        _ id: DegreePlan.ID, to readers: [Account.ID], follows: Bool = false, _ tx: Transaction
    ) throws {
        for reader in readers {
            try tx.log.changed(.degreePlan, id.description, of: reader, follows: follows)
        }
    }

    /// Makes a person follow another's plan, and logs it for everyone who has the plan. Throws `.conflict` if too many follow it.
    static func follow(_ id: DegreePlan.ID, by account: Account.ID, _ tx: Transaction) throws {
        let isNew = try !holders(of: id, tx.db).contains(account)
        if isNew {
            try tx.db.requireRoom(
                under: DegreePlan.mostFollowers, in: "plan_follower WHERE plan_id = ?", id,
                else: "\(DegreePlan.mostFollowers) people follow this plan. No other may comment on it or approve it.")
            try tx.db.send("INSERT INTO plan_follower (plan_id, account_id) VALUES (?, ?)", id, account)
        }
        for holder in try holders(of: id, tx.db) {
            try publish(id, to: [holder], follows: isNew && holder == account, tx)
        }
    }

    /// Deletes a plan with its comments, and logs it for everyone who has it.
    static func delete(_ id: DegreePlan.ID, _ tx: Transaction) throws {
        let holders = try holders(of: id, tx.db)
        try tx.db.send(
            "UPDATE plan_reply SET body = '', deleted_at = ? WHERE plan_id = ? AND deleted_at IS NULL", tx.now.seconds, id)
        try tx.db.send(
            """
            UPDATE degree_plan SET name = '', programme_id = NULL, terms = '[]', credits_per_term = NULL, accepted = '[]',
                shared = 0, approved_by = NULL, approved_at = NULL, lost_by = NULL, lost_at = NULL, reply_count = 0,
                deleted_at = ?
            WHERE id = ?
            """, tx.now.seconds, id)
        try tx.db.send("DELETE FROM plan_follower WHERE plan_id = ?", id)
        try publish(id, to: holders, follows: true, tx)
    }

    /// Deletes the record, the plans and the approvals of a person who leaves. Their comments on the plans of others stay.
    static func forget(_ account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send("DELETE FROM academic_record WHERE account_id = ?", account)
        let own: [DegreePlan.ID] = try tx.db.column(
            "SELECT id FROM degree_plan WHERE account_id = ? AND deleted_at IS NULL ORDER BY id", account)
        for plan in own { try delete(plan, tx) }
        try tx.db.send("DELETE FROM plan_follower WHERE account_id = ?", account)
        let approved: [DegreePlan.ID] = try tx.db.column(
            "SELECT id FROM degree_plan WHERE approved_by = ? UNION SELECT id FROM degree_plan WHERE lost_by = ? ORDER BY 1",
            account, account)
        try tx.db.send("UPDATE degree_plan SET approved_by = NULL, approved_at = NULL WHERE approved_by = ?", account)
        try tx.db.send("UPDATE degree_plan SET lost_by = NULL, lost_at = NULL WHERE lost_by = ?", account)
        for plan in approved { try publish(plan, to: holders(of: plan, tx.db), tx) }
    }
}
