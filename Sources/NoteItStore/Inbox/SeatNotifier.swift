import NoteItCore

/// Compares the seat watches of a term before and after an import, and notifies the watchers.
struct SeatNotifier {
    private let term: Term.ID
    private let before: [SeatWatchRow]

    init(of term: Term.ID, _ db: SQLConnection) throws {
        self.term = term
        before = try SeatWatchRow.all(in: term, db)
    }

    /// Notifies each watcher once if the seats changed from one state to another, or if the section is no longer offered, which
    /// ends the watch. Unchanged watches write no rows. O(n) for n watches in the term.
    func notify(_ tx: Transaction) throws {
        guard !before.isEmpty else { return }
        let after = try SeatWatchRow.all(in: term, tx.db).keyed(by: \.key)
        for old in before {
            let section = old.watch.section.id
            guard let new = after[old.key], !new.isWithdrawn, new.watch.course == old.watch.course else {
                // A section that moved to another course is not the one that was watched.
                try NotificationRow.add(old.account, of: .sectionCancelled, old.watch, tx)
                try SeatWatchRow.end(on: section, of: old.account, tx)
                continue
            }
            try notify(new, after: old, tx)
        }
    }

    private func notify(_ new: SeatWatchRow, after old: SeatWatchRow, _ tx: Transaction) throws {
        if new.watch != old.watch { try tx.log.changed(.seatWatch, new.watch.section.id.text, of: new.account) }
        let state = new.watch.section.state
        guard state != .unknown, state != old.state else { return }
        try tx.db.send(
            "UPDATE seat_watch SET state = ? WHERE account_id = ? AND section_id = ?",
            state.rawValue, new.account, new.watch.section.id)
        if let kind = state.news(after: old.state) { try NotificationRow.add(new.account, of: kind, new.watch, tx) }
    }
}
