import GRDB
import NoteItCore

/// The watches on a term's sections as they stood before an import, from which its news follow.
struct SeatNews {
    private let term: Term.ID
    private let before: [SeatWatchRow]

    init(of term: Term.ID, _ db: Database) throws {
        self.term = term
        before = try SeatWatchRow.all(in: term, db)
    }

    /// Tells each watcher what the import changed: once when the seats cross from one state to another, and that a section
    /// is no longer offered, which ends the watch. What is as it was makes no rows. O(n) for n watches in the term.
    func tell(_ log: Log) throws {
        guard !before.isEmpty else { return }
        let after = Dictionary(try SeatWatchRow.all(in: term, log.db).map { ($0.key, $0) }) { first, _ in first }
        for old in before {
            let section = old.watch.section.id
            guard let new = after[old.key], !new.isWithdrawn, new.watch.course == old.watch.course else {
                // A registration number that names a section of another course now is not what was watched.
                try log.notify(old.account, of: .sectionCancelled, old.watch)
                try log.endWatch(on: section, of: old.account)
                continue
            }
            try tell(new, after: old, log)
        }
    }

    private func tell(_ new: SeatWatchRow, after old: SeatWatchRow, _ log: Log) throws {
        if new.watch != old.watch {
            try log.changed(.seatWatch, new.watch.section.id, of: new.account)
        }
        let state = new.watch.section.state
        guard state != .unknown, state != old.state else { return }
        try log.db.run(
            "UPDATE seat_watch SET state = ? WHERE account_id = ? AND section_id = ?",
            state.rawValue, new.account, new.watch.section.id)
        if let kind = state.news(after: old.state) { try log.notify(new.account, of: kind, new.watch) }
    }
}
