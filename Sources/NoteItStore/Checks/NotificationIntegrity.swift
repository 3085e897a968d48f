import GRDB
import NoteItCore

/// What inboxes, watches and marks hold is right, as far as that can be told.
func notificationFindings(_ db: Database) throws -> [String] { try stateFindings(db) + markFindings(db) }

/// A watch remembers the seats as they are, or, where they are not known, as they last were.
private func stateFindings(_ db: Database) throws -> [String] {
    try (db.column("SELECT id FROM term") as [Term.ID]).flatMap { try SeatWatchRow.all(in: $0, db) }.compactMap { row in
        let (section, state) = (row.watch.section, row.watch.section.state)
        if row.isWithdrawn { return "Account \(row.account) watches section \(section.id), which is withdrawn." }
        return state == .unknown || state == row.state
            ? nil : "Account \(row.account)'s watch remembers section \(section.id) as \(row.state), but it is \(state)."
    }
}

/// Nobody has seen more than there is.
private func markFindings(_ db: Database) throws -> [String] {
    try db.column(
        """
        SELECT 'The mark of account ' || m.account_id || ' on event ' || e.id || ' has seen more than there is.'
        FROM event_mark m JOIN event e ON e.id = m.event_id WHERE m.seen > e.rev + e.last_reply
        UNION ALL
        SELECT 'The notice ' || e.id || ' says what it says since later than now.'
        FROM notice n JOIN event e ON e.id = n.event_id WHERE n.activity > e.rev + e.last_reply
        """)
}
