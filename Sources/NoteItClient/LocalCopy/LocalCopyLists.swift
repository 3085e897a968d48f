import Foundation
import GRDB
import NoteItCore

/// Lists of events. They decode the events that they return, and no others unless `EventSelection.fits` has to read them.
extension LocalCopy {
    /// The soonest due events; in what is left of the limit, the newest undated ones. Sections are soonest first, undated last.
    /// - Parameter limit: the most events; nil means all.
    public func list(_ selection: EventSelection, limit: Int? = nil) async throws -> EventExtract {
        try await database.read { db in
            var zones = TermZones(try Self.all(Term.self, .term, db))
            var (events, more) = try Self.fetch(selection, dated: true, limit, zones, db)
            if selection.includesUndated {
                let (undated, others) = try Self.fetch(selection, dated: false, limit.map { $0 - events.count }, zones, db)
                events += undated
                more += others
            }
            return EventExtract(sections: DueSection.grouping(events) { zones.day(of: $0) }, more: more)
        }
    }

    /// How many events a selection has.
    public func count(_ selection: EventSelection) async throws -> Int { try await list(selection, limit: 0).more }

    private static func fetch(
        _ selection: EventSelection, dated: Bool, _ limit: Int?, _ zones: TermZones, _ db: Database
    ) throws -> (events: [Event], more: Int) {
        let (condition, arguments) = selection.condition(dated: dated, zones)
        let order = dated ? "due, course_id, number" : "created_at DESC, number DESC"
        // SQLite would sort all undated events.
        let table = dated ? "event" : "event INDEXED BY event_\(selection.courses.count == 1 ? "of_course_" : "")undated"
        guard let fits = selection.fits else {
            let chosen = "SELECT rowid FROM \(table) WHERE \(condition) ORDER BY \(order) LIMIT \(limit ?? -1)"
            let events =
                limit == 0 ? [] : try json(Event.self, db, "SELECT json FROM event WHERE rowid IN (\(chosen))", arguments)
            guard let limit, events.count == limit else { return (events, 0) }
            let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM event WHERE \(condition)", arguments: arguments) ?? 0
            return (events, all - events.count)
        }
        let decoder = JSONCoding.decoder()
        var (events, more) = ([Event](), 0)
        let rows = try String.fetchCursor(
            db, sql: "SELECT json FROM \(table) WHERE \(condition) ORDER BY \(order)", arguments: arguments)
        while let json = try rows.next() {
            let event = try decoder.decode(Event.self, from: json)
            guard fits(event) else { continue }
            if limit.map({ events.count < $0 }) ?? true { events.append(event) } else { more += 1 }
        }
        return (events, more)
    }

    /// The first term lets SQLite use the index of what is new.
    private static let isNew = "news > 0 AND news = 2"

    /// The events that are new to the reader. Leaves out muted ones, except notices that must be read.
    public func news() async throws -> Set<Event.ID> {
        try await database.read { db in
            Set(try String.fetchAll(db, sql: "SELECT id FROM event WHERE \(Self.isNew)").compactMap { Event.ID($0) })
        }
    }

    /// How many events of each course are new to the reader. Leaves out muted ones, except notices that must be read.
    public func unreadCounts() async throws -> [Course.ID: Int] {
        try await database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT course_id, count(*) FROM event WHERE \(Self.isNew) GROUP BY course_id")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Course.ID, $0[1] as Int) })
        }
    }

    /// The newest notices that are new to the reader, the newest first, and how many there are in all.
    public func unreadNotices(limit: Int) async throws -> (newest: [Event], count: Int) {
        try await database.read { db in
            let condition = "\(Self.isNew) AND kind = 'notice'"
            let newest = try Self.json(
                Event.self, db, "SELECT json FROM event WHERE \(condition) ORDER BY created_at DESC, number DESC LIMIT ?",
                [limit])
            return (newest, try Int.fetchOne(db, sql: "SELECT count(*) FROM event WHERE \(condition)") ?? 0)
        }
    }

    /// The ids of those of `events` with something new to the reader, muted or not.
    public func unread(among events: [Event]) async throws -> Set<Event.ID> {
        guard !events.isEmpty else { return [] }
        let list = jsonArray(events.map(\.id))
        return try await database.read { db in
            let ids = try String.fetchAll(
                db, sql: "SELECT id FROM event WHERE news > 0 AND id IN (SELECT value FROM json_each(?))", arguments: [list])
            return Set(ids.compactMap { Event.ID($0) })
        }
    }

    /// A name that occurs in the copy, as its skeleton.
    public struct KnownName: Sendable, Equatable {
        public var account: Account.ID
        public var skeleton: String
    }

    /// The authors in the copy, once under each name that occurs. Aliases and deleted accounts have no name of their own.
    public func people() async throws -> [KnownName] {
        try await database.read { db in
            try Set(["event", "reply"].flatMap { try String.fetchAll(db, sql: Self.signers(in: $0)) }).compactMap { signer in
                Account.ID(String(signer.prefix(36))).map { KnownName(account: $0, skeleton: String(signer.dropFirst(37))) }
            }
        }
    }

    /// SQL for every signer in a table once. It goes from one to the next in the index, instead of reading all rows.
    private static func signers(in table: String) -> String {
        """
        WITH RECURSIVE found (signer) AS (
            SELECT min(signer) FROM \(table) WHERE signer IS NOT NULL
            UNION ALL
            SELECT (SELECT min(t.signer) FROM \(table) t WHERE t.signer > found.signer) FROM found
            WHERE found.signer IS NOT NULL
        )
        SELECT signer FROM found WHERE signer IS NOT NULL
        """
    }
}

extension Author {
    /// The account and the skeleton of its name; nil without a handle, which nothing can be confused with.
    var signer: String? { handle == nil ? nil : "\(id) \(NameSkeleton.of(displayName))" }
}
