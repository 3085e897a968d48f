import Foundation
import NoteItCore

extension SQLStore {
    public func calendarFeeds(of account: Account.ID) async throws -> [CalendarFeed] {
        try await read { try CalendarFeedRow.all(of: account, $0) }
    }

    public func add(_ new: NewCalendarFeed, hash: String, by account: Account.ID) async throws -> CalendarFeed {
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
            let count: Int? = try tx.db.value("SELECT COUNT(*) FROM calendar_feed WHERE account_id = ?", account)
            guard count ?? 0 < CalendarFeed.most else {
                throw DomainError.conflict("You have \(CalendarFeed.most) calendar feeds. Revoke one first.")
            }
            let feed = CalendarFeed(
                id: .make(at: tx.now, counter: Int64(count ?? 0)), name: new.name,
                include: CalendarFeed.Part.allCases.filter(new.include.contains), courses: courses, createdAt: tx.now,
                lastRead: nil)
            try tx.db.send(
                """
                INSERT INTO calendar_feed (id, account_id, name, hash, parts, courses, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
                """, feed.id, account, feed.name, hash, try jsonArray(feed.include.map(\.rawValue)),
                try courses.map(jsonArray), tx.now.seconds)
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
                SELECT f.* FROM calendar_feed f JOIN account a ON a.id = f.account_id
                WHERE f.hash = ? AND a.suspended_at IS NULL AND a.left_at IS NULL
                """, hash)
            return try row.map { (try CalendarFeedRow.decode($0), $0["account_id"]) }
        }
    }

    public func read(_ id: CalendarFeed.ID) async throws {
        try await noteUse("read_at", in: "calendar_feed", id.description)
    }
}

enum CalendarFeedRow {
    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [CalendarFeed] {
        try db.decoded(
            "SELECT * FROM calendar_feed WHERE account_id = ? ORDER BY created_at, id", [account], by: decode)
    }

    static func decode(_ row: Row) throws -> CalendarFeed {
        let courses: String? = row["courses"]
        return CalendarFeed(
            id: row["id"], name: row["name"],
            include: try row.texts("parts").map { try stored(CalendarFeed.Part(rawValue: $0)) },
            courses: try courses.map { try texts($0).map { Course.ID($0) } }, createdAt: row.date("created_at"),
            lastRead: row.dateIfPresent("read_at"))
    }
}
