import Foundation
import NoteItCore

extension SQLStore {
    public func calendarFeeds(of account: Account.ID) async throws -> [CalendarFeed] {
        try await read { try CalendarFeedRow.all(of: account, $0) }
    }

    public func addCalendarFeed(_ new: NewCalendarFeed, hash: String, by account: Account.ID) async throws -> CalendarFeed {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let courses = new.courses.map(unique)
            let strange = try (courses ?? []).filter { try Membership.find(account, in: $0, tx.db) == nil }
            if !strange.isEmpty {
                throw DomainError.invalid(
                    strange.map {
                        FieldError(field: "courses", detail: "must be courses that you are in; \($0.shown) is not one")
                    })
            }
            let count = try tx.db.requireRoom(
                under: CalendarFeed.most, in: "calendar_feed WHERE account_id = ?", account,
                else: "You have \(CalendarFeed.most) calendar feeds. Revoke one first.")
            let feed = CalendarFeed(
                id: .make(at: tx.now, counter: count), name: new.name,
                include: CalendarFeed.Part.allCases.filter(new.include.contains), courses: courses, createdAt: tx.now,
                lastRead: nil)
            try CalendarFeedRow.insert(feed, ["account_id": account, "hash": hash], tx.db)
            return feed
        }
    }

    public func revokeCalendarFeed(_ id: CalendarFeed.ID, by account: Account.ID) async throws {
        try await commit { tx in
            let count = try tx.db.run("DELETE FROM calendar_feed WHERE id = ? AND account_id = ?", id, account)
            guard count > 0 else { throw DomainError.notFound("calendar feed \(id)") }
        }
    }

    public func calendarFeed(hash: String) async throws -> (feed: CalendarFeed, account: Account.ID)? {
        try await read { db in
            let row = try db.first(
                """
                SELECT \(CalendarFeedRow.Column.list), f.account_id FROM calendar_feed f JOIN account a ON a.id = f.account_id
                WHERE f.hash = ? AND a.suspended_at IS NULL AND a.left_at IS NULL
                """, hash)
            return try row.map { (try CalendarFeedRow.decode($0), $0["account_id"]) }
        }
    }

    public func read(_ id: CalendarFeed.ID) async throws {
        try await noteUse("read_at", in: "calendar_feed", id.description)
    }
}

enum CalendarFeedRow: NounRow {
    typealias Noun = CalendarFeed

    static let (table, alias) = ("calendar_feed", "f")
    static let sql: [Column: String] = [.include: "f.parts", .lastRead: "f.read_at"]

    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [CalendarFeed] {
        try db.decoded(
            "SELECT \(Column.list) FROM calendar_feed f WHERE f.account_id = ? ORDER BY f.created_at, f.id", [account],
            by: decode)
    }
}
