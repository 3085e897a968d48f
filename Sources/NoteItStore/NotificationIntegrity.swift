import GRDB
import NoteItCore

/// What inboxes and watches hold is what the log says of them last.
func notificationFindings(_ db: Database) throws -> [String] {
    let head = try LogRow.head(db)
    var findings: [String] = []
    var stored: [String: String] = [:]
    for account in try db.column("SELECT id FROM account WHERE left_at IS NULL") as [Account.ID] {
        for watch in try SeatWatchRow.all(of: account, db) {
            stored["\(account) seatWatch \(watch.section.id)"] = try JSONCoding.string(watch)
        }
        for notification in try NotificationRow.all(of: account, db) {
            stored["\(account) notification \(notification.id)"] = try JSONCoding.string(notification)
        }
    }
    let newest = try db.all(
        """
        SELECT max(l."offset") AS "offset", l.op, l.type, l.subject, l.body, substr(t.topic, 9) AS account
        FROM log l JOIN log_topic t ON t."offset" = l."offset" JOIN account a ON t.topic = 'account:' || a.id
        WHERE l.type IN ('seatWatch', 'notification') AND a.left_at IS NULL GROUP BY t.topic, l.type, l.subject
        """)
    for row in newest {
        let (type, subject): (String, String) = (row["type"], row["subject"])
        let said: String? = row["body"]
        if said != stored.removeValue(forKey: "\(row["account"] as String) \(type) \(subject)") {
            findings.append(
                "Row \(row["offset"] as Int64) of the log is the newest about \(type) \(subject), but says something else.")
        }
    }
    if head.pruned == 0 { findings += stored.keys.sorted().map { "The log does not have \($0)." } }
    return findings + (try stateFindings(db))
}

/// A watch remembers the seats as they are, or, where they are not known, as they last were.
private func stateFindings(_ db: Database) throws -> [String] {
    try (db.column("SELECT id FROM term") as [Term.ID]).flatMap { try SeatWatchRow.all(in: $0, db) }.compactMap { row in
        let (section, state) = (row.watch.section, row.watch.section.state)
        if row.isWithdrawn { return "Account \(row.account) watches section \(section.id), which is withdrawn." }
        return state == .unknown || state == row.state
            ? nil : "Account \(row.account)'s watch remembers section \(section.id) as \(row.state), but it is \(state)."
    }
}
