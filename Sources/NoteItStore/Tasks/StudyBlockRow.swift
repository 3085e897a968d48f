import Foundation
import NoteItCore

/// The stored study and break blocks of a person.
enum StudyBlockRow: NounRow {
    typealias Noun = StudyPlan.Block

    static let (table, alias) = ("study_block", "b")

    static let sql: [Column: String] = [
        .start: "b.starts_at",
        .end: "b.ends_at",
        .task: "b.task_id",
        .event: "t.event_id",
        .course: "COALESCE(t.course_id, r.course_id)",
        .title: "COALESCE(t.title, r.title, '')",
    ]

    private static let select = """
        SELECT \(Column.list)
        FROM study_block b LEFT JOIN task t ON t.id = b.task_id
            LEFT JOIN study_record r ON r.account_id = b.account_id AND r.block_id = b.id
        """

    /// The blocks that start at a time or later, in time order. Only those whose task was deleted have titles.
    static func all(of account: Account.ID, from start: Date, _ db: SQLConnection) throws -> [StudyPlan.Block] {
        try db.decoded(
            "\(select) WHERE b.account_id = ? AND b.starts_at >= ? ORDER BY b.starts_at, b.ends_at, b.id",
            [account, start.seconds]
        ) { row in
            var block = try decode(row)
            if block.task != nil { block.title = "" }
            return block
        }
    }

    private static func all(
        of account: Account.ID, among ids: Set<String>, _ db: SQLConnection
    ) throws -> [StudyPlan.Block] {
        if ids.isEmpty { return [] }
        return try db.decoded(
            "\(select) WHERE b.account_id = ? AND b.id IN (SELECT value FROM json_each(?))", [account, try jsonArray(ids)],
            by: decode)
    }

    /// Throws `.notFound` unless it is a study block of a task of the person.
    static func require(_ id: String, of account: Account.ID, _ db: SQLConnection) throws -> StudyPlan.Block {
        let found = try db.decoded(
            "\(select) WHERE b.account_id = ? AND b.id = ? AND b.kind = 'study' AND b.task_id IS NOT NULL", [account, id],
            by: decode)
        guard let block = found.first else { throw DomainError.notFound("study block \(id.prefix(64))") }
        return block
    }
}

extension StudyBlockRow {
    /// Replaces the blocks from the plan's first day on, and updates earlier ones that are among `blocks`. Done blocks of a task
    /// stay as they are.
    /// - Parameter day: the start of the plan's first day.
    static func replace(with blocks: [StudyPlan.Block], from day: Date, of account: Account.ID, _ tx: Transaction) throws {
        let old = try all(of: account, from: min(day, tx.now), tx.db)
        let wanted = Set(blocks.map(\.id))
        for block in old where !wanted.contains(block.id) && (!block.done || block.task == nil) {
            try tx.db.send("DELETE FROM study_block WHERE account_id = ? AND id = ?", account, block.id)
        }
        let earlier = try all(of: account, among: wanted.subtracting(old.map(\.id)), tx.db)
        let known = (old + earlier).keyed(by: \.id)
        let settings = try StudySettingsRow.settings(of: account, at: tx.now, tx.db)
        for block in blocks where known[block.id].map({ !$0.done && !isStored(block, as: $0) }) ?? true {
            try write(block, settings, of: account, tx)
        }
    }

    private static func isStored(_ block: StudyPlan.Block, as old: StudyPlan.Block) -> Bool {
        var block = block
        (block.title, block.event, block.course) = (old.title, old.event, old.course)
        return block == old
    }

    /// Inserts or updates a block, with the times of its alerts.
    static func write(
        _ block: StudyPlan.Block, _ settings: StudySettings, of account: Account.ID, _ tx: Transaction
    ) throws {
        let moments = try StudyAlerts.moments(of: block, settings, of: account, tx)
        var stored = block
        stored.task = block.task.flatMap { StudyTask.ID($0) }?.description
        try insert(
            stored,
            [
                "account_id": account, "start_alert_at": moments.start?.seconds, "end_alert_at": moments.end?.seconds,
            ], over: ["account_id", "id"], tx.db)
    }

    /// Moves the alerts of all blocks that have not ended to other settings.
    static func reschedule(_ settings: StudySettings, of account: Account.ID, _ tx: Transaction) throws {
        // No block is longer than a day.
        for block in try all(of: account, from: tx.now - 86_400, tx.db) where block.end > tx.now {
            try write(block, settings, of: account, tx)
        }
    }
}
