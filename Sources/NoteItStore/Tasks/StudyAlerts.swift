import Foundation
import NoteItCore

extension SQLStore {
    public func alert() async throws -> Int {
        var (count, failure) = (0, FailedForOne?.none)
        while true {
            let (now, failed) = (now, failure?.count ?? 0)
            let due = try await read { try StudyAlerts.due(at: now, after: failed, $0) }
            if due.isEmpty { break }
            do {
                count += try await commit { tx in
                    try StudyAlerts.forgetOld(tx)
                    return try due.filter { try $0.send(tx) }.count
                }
            } catch {
                do {
                    count += try await oneByOne(due, named: { "the block \($0.block) of \($0.account)" }) { alert in
                        try await commit { try alert.send($0) ? 1 : 0 }
                    }
                } catch let fault as FailedForOne {
                    let first = failure ?? fault
                    failure = FailedForOne(name: first.name, error: first.error, count: failed + fault.count)
                }
            }
        }
        if let failure { throw failure }
        return count
    }
}

/// Alerts at the start and before the end of study blocks. A block's row has the moments of the alerts that are to come.
enum StudyAlerts {
    /// The most that share a transaction.
    private static let batch = 100
    /// A person who was alerted so often within a day hears no late alerts.
    fileprivate static let mostOfDay = 20

    /// An alert whose moment has come.
    struct Due {
        var account: Account.ID
        var block: String
        var kind: InboxNotification.Kind
    }

    /// - Parameter failed: how many of the first were tried before.
    static func due(at now: Date, after failed: Int, _ db: SQLConnection) throws -> [Due] {
        try db.decoded(
            """
            SELECT account_id, id, 'studyStarts', starts_at FROM study_block WHERE start_alert_at <= ?
            UNION ALL SELECT account_id, id, 'studyEnds', starts_at FROM study_block WHERE end_alert_at <= ?
            ORDER BY 4, 1, 2, 3 LIMIT ? OFFSET ?
            """, [now.seconds, now.seconds, batch, failed]
        ) { Due(account: $0[0], block: $0[1], kind: InboxNotification.Kind(rawValue: $0[2])) }
    }

    /// When to alert for a block; nil for an alert that is not wanted, or was sent for a block of this id before. A moment that
    /// is past becomes now, if what it announces is still to come or the stored block has that time already. Call it before the
    /// block's row is written.
    static func moments(
        of block: StudyPlan.Block, _ settings: StudySettings, of account: Account.ID, _ tx: Transaction
    ) throws -> (start: Date?, end: Date?) {
        guard block.kind == .study, !block.done, !block.missed, block.end > tx.now else { return (nil, nil) }
        let sent: [String] = try tx.db.column(
            "SELECT kind FROM study_alert WHERE account_id = ? AND block_id = ?", account, block.id)
        let old = try tx.db.first(
            "SELECT starts_at, ends_at, start_alert_at, end_alert_at FROM study_block WHERE account_id = ? AND id = ?", account,
            block.id)
        func moment(_ kind: InboxNotification.Kind, _ lead: Int?, before date: Date) -> Date? {
            guard let lead, !sent.contains(kind.rawValue) else { return nil }
            let moment = date - Double(60 * lead)
            let columns = Columns(kind)
            let wasThere = old?.date(columns.border) == date
            if moment >= tx.now || wasThere && old?.dateIfPresent(columns.moment) == moment { return moment }
            return wasThere || date > tx.now ? tx.now : nil
        }
        let end = moment(.studyEnds, settings.alerts.end, before: block.end)
        let zone = settings.zone ?? .gmt
        return (
            moment(.studyStarts, settings.alerts.start, before: block.start),
            // From the next day on, the block counts as missed.
            end.flatMap { Day($0, in: zone) > Day(block.start, in: zone) ? nil : $0 }
        )
    }

    /// A person moved a block: what was announced for its old times may be announced for the new ones.
    static func rearm(_ new: StudyPlan.Block, over old: StudyPlan.Block, of account: Account.ID, _ tx: Transaction) throws {
        for (kind, isMoved) in [
            (InboxNotification.Kind.studyStarts, new.start != old.start), (.studyEnds, new.end != old.end),
        ] where isMoved {
            try tx.db.send(
                "DELETE FROM study_alert WHERE account_id = ? AND block_id = ? AND kind = ?", account, new.id, kind.rawValue)
        }
    }

    /// No block is longer than a day, and none begins in the past: those of old alerts do not come back.
    fileprivate static func forgetOld(_ tx: Transaction) throws {
        try tx.db.send("DELETE FROM study_alert WHERE ends_at < ?", tx.now.seconds - 86_400)
    }

    /// The columns of a block that an alert is about.
    fileprivate struct Columns {
        var moment, border: String

        init(_ kind: InboxNotification.Kind) {
            (moment, border) = kind == .studyStarts ? ("start_alert_at", "starts_at") : ("end_alert_at", "ends_at")
        }
    }
}

extension StudyAlerts.Due {
    /// Writes the alert into the inbox. Returns false if it is not due any more, or too late: the block has ended.
    func send(_ tx: Transaction) throws -> Bool {
        let columns = StudyAlerts.Columns(kind)
        let found = try tx.db.first(
            """
            SELECT b.\(columns.border) AS border, b.\(columns.moment) AS moment, b.ends_at, b.task_id, t.title, t.course_id,
                t.done_at
            FROM study_block b LEFT JOIN task t ON t.id = b.task_id
            WHERE b.account_id = ? AND b.id = ? AND b.\(columns.moment) <= ?
            """, account, block, tx.now.seconds)
        guard let row = found else { return false }
        try tx.db.send("UPDATE study_block SET \(columns.moment) = NULL WHERE account_id = ? AND id = ?", account, block)
        let done: Int64? = row["done_at"]
        guard row.date("ends_at") > tx.now, let title: String = row["title"], done == nil else { return false }
        let (task, border): (StudyTask.ID, Date) = (row["task_id"], row.date("border"))
        let isNew = try tx.db.run(
            """
            INSERT INTO study_alert (account_id, block_id, kind, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, account, block, kind.rawValue, row.date("ends_at").seconds)
        guard isNew > 0 else { return false }
        if try isLate(row.date("moment"), before: border, tx.db), try isTooMuch(task, tx) { return false }
        let left = max(0, border.seconds - tx.now.seconds)
        try NotificationRow.add(
            account,
            InboxNotification(
                id: .make(at: tx.now), kind: kind, course: row["course_id"], task: task, text: title,
                minutes: Int((left + 59) / 60), createdAt: tx.now, readAt: nil), tx)
        return true
    }

    /// Whether the alert's true moment was past when the block got its times, or the settings their lead.
    private func isLate(_ moment: Date, before border: Date, _ db: SQLConnection) throws -> Bool {
        let alerts = try (StudySettingsRow.find(of: account, db) ?? .ofNewPerson).alerts
        let lead = kind == .studyStarts ? alerts.start : alerts.end
        return moment > border - Double(60 * (lead ?? 0))
    }

    /// Late alerts may be many at once, such as those of a new plan with a lead of a day.
    private func isTooMuch(_ task: StudyTask.ID, _ tx: Transaction) throws -> Bool {
        let now = tx.now.seconds
        let ofTask = try tx.db.first(
            "SELECT 1 FROM notification WHERE task_id = ? AND kind = ? AND created_at > ?", task, kind.rawValue, now - 3_600)
        if ofTask != nil { return true }
        let ofDay: Int? = try tx.db.value(
            """
            SELECT COUNT(*) FROM notification
            WHERE account_id = ? AND created_at > ? AND kind IN ('studyStarts', 'studyEnds')
            """, account, now - 86_400)
        return (ofDay ?? 0) >= StudyAlerts.mostOfDay
    }
}
