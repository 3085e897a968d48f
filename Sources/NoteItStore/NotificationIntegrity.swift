import GRDB
import NoteItCore

/// What inboxes, watches, marks and preferences hold is what the log says of them last.
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
        for mark in try EventMarkRow.all(of: account, db) {
            stored["\(account) mark \(mark.event)"] = try JSONCoding.string(mark)
        }
        if try db.first("SELECT 1 FROM preference WHERE account_id = ?", account) != nil {
            stored["\(account) preferences \(account)"] = try JSONCoding.string(try PreferencesRow.find(of: account, db))
        }
    }
    let newest = try db.all(
        """
        SELECT max(l."offset") AS "offset", l.op, l.type, l.subject, l.body, substr(t.topic, 9) AS account
        FROM log l JOIN log_topic t ON t."offset" = l."offset" JOIN account a ON t.topic = 'account:' || a.id
        WHERE l.type IN ('seatWatch', 'notification', 'mark', 'preferences') AND a.left_at IS NULL GROUP BY t.topic, l.type, l.subject
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
    return findings + (try stateFindings(db)) + (try markFindings(db))
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

/// Nobody has seen more than there is, and nobody is told of what they may not see.
private func markFindings(_ db: Database) throws -> [String] {
    let beyond: [String] = try db.column(
        """
        SELECT 'The mark of account ' || m.account_id || ' on event ' || e.id || ' has seen more than there is.'
        FROM event_mark m JOIN event e ON e.id = m.event_id WHERE m.seen > e.rev + e.last_reply
        UNION ALL
        SELECT 'The notice ' || e.id || ' says what it says since later than now.'
        FROM notice n JOIN event e ON e.id = n.event_id WHERE n.activity > e.rev + e.last_reply
        """)
    let told = try db.decoded(
        """
        SELECT n.event_id, n.account_id, n.id FROM notification n
        WHERE n.event_id IS NOT NULL AND n.kind NOT IN (\(Log.kindsThatStay)) ORDER BY n.event_id
        """, []
    ) { (event: $0[0] as Event.ID, account: $0[1] as Account.ID, id: $0[2] as String) }
    let unseen = try Dictionary(grouping: told, by: \.event).flatMap { event, told in
        let readers = try EventRow.find(event, db).map { try Readers.of($0, among: Set(told.map(\.account)), db) } ?? []
        return told.filter { !readers.contains($0.account) }.map {
            "Notification \($0.id) tells account \($0.account) of event \(event), which they may not see."
        }
    }
    return beyond + unseen.sorted()
}
