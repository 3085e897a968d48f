import NoteItCore

/// Seat watches and marks agree with what they are about.
func notificationFindings(_ db: SQLConnection) throws -> [String] { try stateFindings(db) + markFindings(db) }

/// A watch has the state of its section's seats, or the last known one.
private func stateFindings(_ db: SQLConnection) throws -> [String] {
    try (db.column("SELECT id FROM term") as [Term.ID]).flatMap { try SeatWatchRow.all(in: $0, db) }.compactMap { row in
        let (section, state) = (row.watch.section, row.watch.section.state)
        if row.isWithdrawn { return "Account \(row.account) watches section \(section.id), which is withdrawn." }
        return state == .unknown || state == row.state
            ? nil : "Account \(row.account)'s watch remembers section \(section.id) as \(row.state), but it is \(state)."
    }
}

/// No mark or notice is ahead of its event.
private func markFindings(_ db: SQLConnection) throws -> [String] {
    try db.column(
        """
        SELECT 'The mark of account ' || m.account_id || ' on event ' || e.id || ' has seen more than there is.'
        FROM event_mark m JOIN event e ON e.id = m.event_id WHERE m.seen > e.rev + e.last_reply
        UNION ALL
        SELECT 'The notice ' || e.id || ' says what it says since later than now.'
        FROM notice n JOIN event e ON e.id = n.event_id WHERE n.activity > e.rev + e.last_reply
        """)
}
