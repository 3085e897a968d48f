import Foundation
import NoteItCore

/// The stored objects of calendars, and those that were removed.
enum CalendarObjectRow: NounRow {
    typealias Noun = CalendarObject

    static let (table, alias) = ("calendar_object", "o")
    static let sql: [Column: String] = [.data: "o.data", .dataETag: "o.data_etag"]

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) FROM calendar_object o"

    /// The condition of a calendar's objects. Takes the account and the calendar.
    private static let isThere = "o.account_id = ? AND o.calendar = ? AND o.removed_at IS NULL"

    static func data(_ row: Row) throws -> [UInt8]? { row[Column.data] }

    static func etag(_ row: Row) throws -> String {
        etag(
            row[Column.digest], row[Column.sequence], dataDigest: row[Column.dataDigest], dataETag: row[Column.dataETag])
    }

    /// Of the data while the object is the data, else of what the object is made from.
    private static func etag(_ digest: String, _ sequence: Int, dataDigest: String?, dataETag: String?) -> String {
        if let dataETag, dataDigest == digest { return dataETag }
        return "\(digest.prefix(32))-\(sequence)"
    }

    static func etag(of data: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(data)
        return String(hash.digest().prefix(32))
    }
}

extension CalendarObjectRow {
    /// By name.
    static func all(
        in calendar: String, matching query: CalendarObjectQuery = .all, of account: Account.ID, _ db: SQLConnection
    ) throws -> [CalendarObject] {
        switch query {
        case .all: try db.decoded("\(select) WHERE \(isThere) ORDER BY o.name", [account, calendar], by: decode)
        case .names(let names):
            try db.decoded(
                "\(select) WHERE \(isThere) AND o.name IN (SELECT value FROM json_each(?)) ORDER BY o.name",
                [account, calendar, try jsonArray(names)], by: decode)
        case .uid(let uid):
            try db.decoded("\(select) WHERE \(isThere) AND o.uid = ?", [account, calendar, uid], by: decode)
        case .between(let start, let end):
            try all(in: calendar, from: start.seconds, to: Int64(end.timeIntervalSince1970.rounded(.up)), of: account, db)
        }
    }

    /// Objects that span more seconds are found apart, so that those of a month are one range of an index.
    static let longest: Int64 = 32 * 86_400

    private static func all(
        in calendar: String, from start: Int64, to end: Int64, of account: Account.ID, _ db: SQLConnection
    ) throws -> [CalendarObject] {
        // In SQL, the order would make SQLite walk the whole calendar by name.
        try db.decoded(
            """
            \(select) WHERE \(isThere) AND o.is_long = 0 AND o.first_start >= ? AND o.first_start < ? AND o.last_end >= ?
            UNION ALL
            \(select) WHERE \(isThere) AND o.is_long = 1 AND (o.first_start IS NULL OR o.first_start < ?)
                AND (o.last_end IS NULL OR o.last_end >= ?)
            """, [account, calendar, start - longest, end, start, account, calendar, end, start], by: decode
        ).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// What is known of a name: the object, nil if it is absent or removed, and its row, nil if there never was one.
    static func known(
        _ name: String, in calendar: String, of account: Account.ID, _ db: SQLConnection
    ) throws -> (object: CalendarObject?, row: FormerObject?) {
        let columns = Column.allCases.count
        let found = try db.decoded(
            """
            SELECT \(Column.list), o.course_id, o.event, o.rev, o.trace, o.removed_at IS NOT NULL FROM calendar_object o
            WHERE o.account_id = ? AND o.calendar = ? AND o.name = ?
            """, [account, calendar, name]
        ) { row in
            let object = try decode(row)
            return (
                object,
                FormerObject(
                    object, course: row[columns], event: row[columns + 1], rev: row[columns + 2], trace: row[columns + 3],
                    isRemoved: row[columns + 4])
            )
        }
        guard let (object, row) = found.first else { return (nil, nil) }
        return (row.isRemoved ? nil : object, row)
    }

    /// The objects that may take a person's time from now on: those of personal calendars and of imports that are busy time,
    /// without calendars that a program made transparent.
    static func busy(of account: Account.ID, at now: Date, _ db: SQLConnection) throws -> [CalendarObject] {
        let calendars: [String] = try db.column(
            """
            SELECT id FROM calendar WHERE account_id = ? AND made_at IS NOT NULL
            UNION ALL SELECT 'import-' || id FROM calendar_import WHERE account_id = ? AND busy = 1
            """, account, account)
        let days = CalendarObjectQuery.meeting(now - 86_400..<now + 200 * 86_400)
        let transparent = try db.decoded(
            "SELECT id, properties FROM calendar WHERE account_id = ? AND instr(properties, ?) > 0",
            [account, "schedule-calendar-transp"]
        ) { row -> String? in
            CalendarCollection.isTransparent(try storedJSON(row[1])) ? row[0] : nil
        }
        return try ([CalendarCollection.personal] + calendars.sorted()).filter { !transparent.contains($0) }.flatMap {
            try all(in: $0, matching: days, of: account, db)
        }
    }
}

/// What is written of an object.
struct NewCalendarObject {
    var name, uid, item, digest: String
    var data: [UInt8]?
    /// The digest of the item when the data was sent.
    var dataDigest: String?
    var course: Course.ID?
    /// `PersonalEventText` as JSON.
    var event: String?
    var firstStart, lastEnd: Date?
    var sequence: Int
    var createdAt, modifiedAt: Date
    var rev = 1
}

/// The moments between which all instances of an object lie, in seconds; nil: there is no bound.
struct CalendarBounds {
    let first, last: Int64?

    init(_ firstStart: Date?, _ lastEnd: Date?) {
        first = firstStart?.seconds
        last = lastEnd.map { max($0.seconds, firstStart?.seconds ?? .min) }
    }

    var isLong: Bool {
        guard let first, let last else { return true }
        return last - first > CalendarObjectRow.longest
    }
}

extension CalendarObjectRow {
    /// Writes an object over one of its name, present or removed.
    /// - Parameter isReplacement: whether the object is present with the same UID and item. Then fewer indexes are written.
    @discardableResult
    static func write(
        _ object: NewCalendarObject, in calendar: String, of account: Account.ID, isReplacement: Bool = false, changed: Int64,
        _ db: SQLConnection
    ) throws -> CalendarObject {
        let (bounds, dataETag) = (CalendarBounds(object.firstStart, object.lastEnd), object.data.map(etag))
        if isReplacement {
            try db.send(
                """
                UPDATE calendar_object SET digest = ?, data_digest = ?, data_etag = ?, course_id = ?, event = ?, first_start = ?,
                    last_end = ?, is_long = ?, sequence = ?, modified_at = ?, changed = ?, rev = ?, data = ?
                WHERE account_id = ? AND calendar = ? AND name = ?
                """,
                object.digest, object.dataDigest, dataETag, object.course, object.event, bounds.first, bounds.last,
                bounds.isLong, object.sequence, object.modifiedAt.seconds, changed, object.rev, object.data, account, calendar,
                object.name)
        } else {
            try db.send(
                """
                INSERT INTO calendar_object (account_id, calendar, name, uid, item, digest, data_digest, data_etag, course_id, event,
                    first_start, last_end, is_long, sequence, created_at, modified_at, changed, rev, data)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account_id, calendar, name) DO UPDATE SET uid = excluded.uid, item = excluded.item,
                    digest = excluded.digest, data_digest = excluded.data_digest, data_etag = excluded.data_etag,
                    course_id = excluded.course_id, event = excluded.event, first_start = excluded.first_start,
                    last_end = excluded.last_end, is_long = excluded.is_long, sequence = excluded.sequence,
                    created_at = excluded.created_at, modified_at = excluded.modified_at, changed = excluded.changed,
                    rev = excluded.rev, data = excluded.data, removed_at = NULL, lost = 0
                """,
                account, calendar, object.name, object.uid, object.item, object.digest, object.dataDigest,
                dataETag, object.course, object.event, bounds.first, bounds.last,
                bounds.isLong, object.sequence, object.createdAt.seconds, object.modifiedAt.seconds, changed, object.rev,
                object.data)
        }
        return CalendarObject(
            name: object.name, uid: object.uid, item: object.item,
            etag: etag(object.digest, object.sequence, dataDigest: object.dataDigest, dataETag: dataETag), data: object.data,
            digest: object.digest, dataDigest: object.dataDigest, firstStart: bounds.first.map(Date.init(seconds:)),
            lastEnd: bounds.last.map(Date.init(seconds:)), sequence: object.sequence,
            createdAt: Date(seconds: object.createdAt.seconds), modifiedAt: Date(seconds: object.modifiedAt.seconds),
            changed: changed)
    }

    /// Leaves a row that says what was removed.
    /// - Parameter lost: whether the person may not see it any more.
    static func remove(
        _ name: String, in calendar: String, of account: Account.ID, lost: Bool = false, changed: Int64, _ tx: Transaction
    ) throws {
        try tx.db.send(
            """
            UPDATE calendar_object SET data = NULL, data_digest = NULL, data_etag = NULL, event = NULL, removed_at = ?1, lost = ?2,
                changed = ?3, trace = \(lost ? "NULL" : "trace")
            WHERE account_id = ?4 AND calendar = ?5 AND name = ?6
            """, tx.now.seconds, lost, changed, account, calendar, name)
    }

    /// Frees the item of a removed object, so that another object can stand for it.
    static func free(_ name: String, in calendar: String, of account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send(
            "UPDATE calendar_object SET item = ? WHERE account_id = ? AND calendar = ? AND name = ?", try newItem(tx), account,
            calendar, name)
    }

    /// Deletes all rows of a calendar, so that nothing tells of its objects.
    static func deleteAll(in calendar: String, of account: Account.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM calendar_object WHERE account_id = ? AND calendar = ?", account, calendar)
    }

    /// An id for an object that stands for itself.
    static func newItem(_ tx: Transaction) throws -> String {
        PersonalEvent.ID.make(at: tx.now, counter: try tx.db.head()).description
    }
}

/// The removed objects.
extension CalendarObjectRow {
    static func removed(_ row: Row) throws -> RemovedCalendarObject {
        RemovedCalendarObject(
            name: row["name"], uid: row["uid"], item: row["item"], sequence: row["sequence"],
            removedAt: row.date("removed_at"), changed: row["changed"],
            calendar: CalendarCollection.Derived(rawValue: row["calendar"]), course: row["course_id"],
            firstStart: row.dateIfPresent("first_start"), trace: try (row["trace"] as String?).map { try storedJSON($0) })
    }
}

/// The events of personal calendars, as the log has them.
enum PersonalEventRow {
    private static let select = """
        SELECT o.item, o.calendar, o.event, o.created_at, o.modified_at, o.rev FROM calendar_object o
        WHERE o.account_id = ? AND o.event IS NOT NULL
        """

    private static func decode(_ row: Row) throws -> PersonalEvent {
        let rev: Int = row["rev"]
        return PersonalEvent(
            id: row["item"], calendar: row["calendar"], text: try storedJSON(row["event"]), createdAt: row.date("created_at"),
            editedAt: rev > 1 ? row.date("modified_at") : nil, rev: rev)
    }

    static func find(_ id: PersonalEvent.ID, of account: Account.ID, _ db: SQLConnection) throws -> PersonalEvent? {
        try db.decoded("\(select) AND o.item = ?", [account, id], by: decode).first
    }

    /// Hands the events after an id to `body` in the order of their ids, until it returns false.
    static func each(
        of account: Account.ID, after id: String, limit: Int, _ db: SQLConnection, _ body: (PersonalEvent) throws -> Bool
    ) throws {
        try db.rows("\(select) AND o.item > ? ORDER BY o.item LIMIT ?", [account, id, limit]) { try body(decode($0)) }
    }
}
