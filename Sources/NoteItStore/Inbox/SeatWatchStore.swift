import Foundation
import NoteItCore

extension SQLStore {
    public func seatWatches(of account: Account.ID) async throws -> [SeatWatch] {
        try await read { try SeatWatchRow.all(of: account, $0) }
    }

    public func seatWatch(_ section: Section.ID, by account: Account.ID) async throws -> SeatWatch {
        try await read { db in
            guard let row = try SeatWatchRow.find(section, of: account, db) else { throw notWatched(section) }
            return row.watch
        }
    }

    public func watchSeats(of section: Section.ID, by account: Account.ID) async throws -> (watch: SeatWatch, created: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            if let row = try SeatWatchRow.find(section, of: account, tx.db) { return (row.watch, false) }
            try requireOffered(section, at: tx.now, tx.db)
            try tx.db.requireRoom(
                under: SeatWatch.most, in: "seat_watch WHERE account_id = ?", account,
                else: "You watch \(SeatWatch.most) sections. Stop watching one of them first.")
            try tx.db.send(
                "INSERT INTO seat_watch (account_id, section_id, since, state) VALUES (?, ?, ?, 'unknown')",
                account, section, tx.now.seconds)
            let row = try stored(try SeatWatchRow.find(section, of: account, tx.db))
            try tx.db.send(
                "UPDATE seat_watch SET state = ? WHERE account_id = ? AND section_id = ?",
                row.watch.section.state.rawValue, account, section)
            try tx.log.changed(.seatWatch, section.text, of: account)
            return (row.watch, true)
        }
    }

    public func unwatchSeats(of section: Section.ID, by account: Account.ID) async throws {
        try await commit { tx in
            guard try SeatWatchRow.find(section, of: account, tx.db) != nil else { throw notWatched(section) }
            try SeatWatchRow.end(on: section, of: account, tx)
        }
    }

    public func endSeatWatches() async throws -> Int {
        try await commit { tx in
            var count = 0
            for term in try TermRow.all(at: tx.now, tx.db) where term.isPast(at: tx.now) {
                for row in try SeatWatchRow.all(in: term.id, tx.db) {
                    try SeatWatchRow.end(on: row.watch.section.id, of: row.account, tx)
                    count += 1
                }
            }
            return count
        }
    }
}

private func notWatched(_ section: Section.ID) -> DomainError { .notFound("watch on section \(section.shown)") }

/// Throws `.notFound` for a section that is absent or withdrawn, `.conflict` if its term is past.
private func requireOffered(_ section: Section.ID, at now: Date, _ db: SQLConnection) throws {
    let id: Term.ID? = try db.value(
        "SELECT c.term_id FROM section s JOIN course c ON c.id = s.course_id WHERE s.id = ? AND s.withdrawn = 0", section)
    guard let term = try TermRow.all(at: now, db).first(where: { $0.id == id }) else {
        throw DomainError.notFound("section \(section.shown)")
    }
    if term.isPast(at: now) {
        throw DomainError.conflict("\(term.name) is over: the seats of its sections no longer change.")
    }
}

/// A stored watch.
struct SeatWatchRow {
    var account: Account.ID
    var watch: SeatWatch
    /// The last known state of the seats, which the next import is compared with. An import without counts leaves it.
    var state: SeatState
    var isWithdrawn: Bool

    struct Key: Hashable {
        var account: Account.ID
        var section: Section.ID
    }

    var key: Key { Key(account: account, section: watch.section.id) }

    private static let query = """
        SELECT w.account_id, w.since, w.state, s.id, s.code, s.course_id, s.capacity, s.enrolled, s.withdrawn
        FROM seat_watch w JOIN section s ON s.id = w.section_id
        """

    private init(_ row: Row) throws {
        account = row["account_id"]
        watch = SeatWatch(
            section: SectionSeats(id: row["id"], code: row["code"], capacity: row["capacity"], enrolled: row["enrolled"]),
            course: row["course_id"], since: row.date("since"))
        state = try stored(SeatState(rawValue: row["state"]))
        isWithdrawn = row["withdrawn"]
    }

    static func find(_ section: Section.ID, of account: Account.ID, _ db: SQLConnection) throws -> SeatWatchRow? {
        try db.first("\(query) WHERE w.account_id = ? AND w.section_id = ?", account, section).map(SeatWatchRow.init)
    }

    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [SeatWatch] {
        try db.all("\(query) WHERE w.account_id = ? ORDER BY w.since, w.section_id", account).map { try SeatWatchRow($0).watch }
    }

    /// All watches on sections of a term.
    static func all(in term: Term.ID, _ db: SQLConnection) throws -> [SeatWatchRow] {
        try db.all(
            """
            \(query) JOIN course c ON c.id = s.course_id WHERE c.term_id = ? ORDER BY s.course_id, s.code, s.id, w.account_id
            """, term
        ).map(SeatWatchRow.init)
    }

    /// Ends a watch, and logs it for the devices of the person.
    static func end(on section: Section.ID, of account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send("DELETE FROM seat_watch WHERE account_id = ? AND section_id = ?", account, section)
        try tx.log.changed(.seatWatch, section.text, of: account)
    }
}
