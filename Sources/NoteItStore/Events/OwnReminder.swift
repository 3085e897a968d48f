import Foundation
import NoteItCore

/// A reminder of an event that a person set for themselves. The mark of the event holds it until it is sent.
struct OwnReminder {
    let account: Account.ID
    let event: Event.ID
    let time: Date

    /// Those whose time has come, the earliest first.
    static func pending(at now: Date, _ db: SQLConnection) throws -> [OwnReminder] {
        try db.decoded(
            "SELECT account_id, event_id, remind_at FROM event_mark WHERE remind_at <= ? ORDER BY remind_at, account_id, event_id",
            [now.seconds]
        ) { row in
            OwnReminder(account: row[0], event: row[1], time: Date(timeIntervalSince1970: TimeInterval(row[2] as Int64)))
        }
    }

    /// Whether the person's last reminder of the event was one for this time: a device may ask twice.
    static func wasSent(of event: Event.ID, at time: Date, to account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try db.first(
            "SELECT 1 FROM event_mark WHERE account_id = ? AND event_id = ? AND reminded_at = ?", account, event,
            time.wholeSeconds.seconds) != nil
    }

    /// Ends the reminder, with a notification if the person may still see the event and is not done with it.
    /// - Returns: how many notifications it wrote: none also if the reminder changed since it was found.
    func send(_ tx: Transaction) throws -> Int {
        let ended = try tx.db.run(
            """
            UPDATE event_mark SET remind_at = NULL, reminded_at = remind_at
            WHERE account_id = ? AND event_id = ? AND remind_at = ?
            """, account, event, time.seconds)
        guard ended > 0 else { return 0 }
        try tx.log.changed(.mark, event.description, of: account)
        guard let (stored, _) = try EventRow.find(event, seenBy: account, tx.db),
            try EventMarkRow.find(event, of: account, tx.db)?.done == false
        else { return 0 }
        try NotificationRow.add(
            account,
            InboxNotification(
                id: .make(at: tx.now), kind: .ownReminder, course: stored.event.course, event: event, createdAt: tx.now,
                readAt: nil), tx)
        return 1
    }
}
