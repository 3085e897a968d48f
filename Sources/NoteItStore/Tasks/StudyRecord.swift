import Foundation
import NoteItCore

/// Minutes that a person studied.
enum StudyRecord {
    typealias ID = Identifier<StudyRecord>

    /// - Parameter block: the block that was marked as done; nil if a timer counted.
    static func add(
        _ minutes: Int, from start: Date, of task: StudyTask, block: String? = nil, by account: Account.ID, _ tx: Transaction
    ) throws {
        try tx.db.send(
            """
            INSERT INTO study_record (id, account_id, task_id, block_id, course_id, title, started_at, minutes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, ID.make(at: tx.now), account, task.id, block, task.course, task.title, start.seconds, minutes)
    }

    /// Records the minutes of a done block, less what timers counted within it for the task. Timers at the same time count once.
    /// A block that is not done has no record.
    static func settle(_ block: StudyPlan.Block, of task: StudyTask, by account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send("DELETE FROM study_record WHERE account_id = ? AND block_id = ?", account, block.id)
        guard block.done else { return }
        let timers: [(start: Int64, end: Int64)] = try tx.db.decoded(
            """
            SELECT started_at, started_at + 60 * minutes FROM study_record
            WHERE task_id = ? AND block_id IS NULL AND started_at < ? AND started_at + 60 * minutes > ? ORDER BY started_at
            """, [task.id, block.end.seconds, block.start.seconds]
        ) { ($0[0], $0[1]) }
        var (left, reached) = (block.end.seconds - block.start.seconds, block.start.seconds)
        for timer in timers where timer.end > reached {
            let end = min(timer.end, block.end.seconds)
            left -= end - max(timer.start, reached)
            reached = end
        }
        if left >= 60 { try add(Int(left / 60), from: block.start, of: task, block: block.id, by: account, tx) }
    }
}
