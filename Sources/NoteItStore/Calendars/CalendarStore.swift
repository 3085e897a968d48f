import Foundation
import NoteItCore

extension SQLStore {
    public func calendars(
        of account: Account.ID, withProperties: Bool
    ) async throws -> (calendars: [CalendarCollection], state: CalendarState) {
        try await read { db in
            (
                try CalendarRow.all(of: account, withProperties: withProperties, db),
                try CalendarFollowing.state(of: account, db)
            )
        }
    }

    public func openCalendar(_ id: String, of account: Account.ID) async throws -> OpenedCalendar {
        let now = now
        return try await lookUp { db in
            OpenedCalendar(
                account: try AccountRow.require(account, db), zone: try StudySettingsRow.zone(of: account, at: now, db),
                calendar: try CalendarRow.find(id, of: account, db),
                state: try CalendarFollowing.state(of: id, account, db))
        }
    }

    public func makeCalendar(
        _ id: String, components: [CalendarCollection.Component], displayName: String?, properties: [String: String],
        by account: Account.ID
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let known: [String] = try tx.db.column("SELECT id FROM calendar WHERE account_id = ?", account)
            // Swift's equality, to which the forms of one character in Unicode are one.
            guard !known.contains(id), !CalendarRow.isReserved(id) else {
                throw DomainError.conflict("The calendar id \(id.prefix(64)) is taken. Choose another.")
            }
            guard (1...200).contains(id.unicodeScalars.count), ![".", ".."].contains(id), !id.utf8.contains(UInt8(ascii: "/"))
            else {
                throw DomainError.invalid("id", "must be 1 to 200 characters, and a name of a path")
            }
            guard !components.isEmpty else { throw DomainError.invalid("components", "must name at least one") }
            try CalendarRow.requireRoom(for: properties)
            try tx.db.requireRoom(
                under: CalendarCollection.most, in: "calendar WHERE account_id = ? AND made_at IS NOT NULL", account,
                else: "You have made \(CalendarCollection.most) calendars. Delete one first.")
            let (offset, json) = (try tx.log.calendarsChanged(), try JSONCoding.string(properties))
            try tx.db.send(
                """
                INSERT INTO calendar (account_id, id, made_at, components, display_name, properties, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, account, id, offset,
                try jsonArray(CalendarCollection.Component.allCases.filter(components.contains).map(\.rawValue)), displayName,
                json, offset)
            try CalendarRow.requirePropertyRoom(from: "", to: json, of: account, tx.db)
        }
    }

    public func setProperties(
        ofCalendar id: String, displayName: Clearable<String>?, properties: [String: String?], by account: Account.ID
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            _ = try CalendarRow.require(id, of: account, tx.db)
            let row = try tx.db.first(
                "SELECT display_name, properties FROM calendar WHERE account_id = ? AND id = ?", account, id)
            let (oldName, oldJSON): (String?, String) =
                row.map { ($0["display_name"], $0["properties"]) } ?? (nil, "{}")
            let old: [String: String] = try storedJSON(oldJSON)
            let name =
                switch displayName {
                case nil: oldName
                case .cleared: nil as String?
                case .set(let name): name
                }
            let new = old.merging(properties.compactMapValues(\.self)) { $1 }.filter { properties[$0.key] != .some(nil) }
            guard name != oldName || new != old else { return }
            try CalendarRow.requireRoom(for: new)
            let json = try JSONCoding.string(new)
            try tx.db.send(
                """
                INSERT INTO calendar (account_id, id, display_name, properties, changed) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account_id, id) DO UPDATE SET display_name = excluded.display_name,
                    properties = excluded.properties, changed = excluded.changed
                """, account, id, name, json, try tx.log.calendarsChanged())
            let transparency = CalendarCollection.transparency
            if old[transparency] != new[transparency] { try StudyState.touchIfKnown(account, tx.db) }
            try CalendarRow.requirePropertyRoom(from: oldJSON, to: json, of: account, tx.db)
        }
    }

    public func deleteCalendar(_ id: String, by account: Account.ID) async throws {
        try await commit { tx in
            guard try CalendarRow.require(id, of: account, tx.db).madeAt > 0 else {
                throw DomainError.onlyOwnCalendarsAreDeleted(id)
            }
            let items: [String] = try tx.db.column(
                """
                SELECT item FROM calendar_object WHERE account_id = ? AND calendar = ? AND event IS NOT NULL ORDER BY item
                """, account, id)
            try CalendarObjectRow.deleteAll(in: id, of: account, tx.db)
            try tx.db.send("DELETE FROM calendar WHERE account_id = ? AND id = ?", account, id)
            guard !items.isEmpty else { return }
            try tx.log.emptied(id, of: items, of: account)
            try StudyState.touchIfKnown(account, tx.db)
        }
    }

    public func objects(
        inCalendar id: String, matching query: CalendarObjectQuery, of account: Account.ID
    ) async throws -> (objects: [CalendarObject], state: CalendarState) {
        let body = { @Sendable (db: SQLConnection) in
            _ = try CalendarRow.require(id, of: account, db)
            return (
                objects: try CalendarObjectRow.all(in: id, matching: query, of: account, db),
                state: try CalendarFollowing.state(of: id, account, db)
            )
        }
        if case .names(let names) = query, names.count == 1 { return try await lookUp(body) }
        return try await read(body)
    }

    public func changes(
        inCalendar id: String, after position: CalendarPosition?, limit: Int, of account: Account.ID
    ) async throws -> CalendarChanges {
        try await read { db in
            guard let calendar = try CalendarRow.find(id, of: account, db) else {
                throw DomainError.notFound("calendar \(id.prefix(64))")
            }
            let state = try CalendarFollowing.state(of: id, account, db)
            if let position {
                if position.offset > state.head.offset { throw DomainError.expired(.ahead) }
                let oldest = try CalendarRow.oldestPosition(in: id, of: account, db)
                if position.offset < 0 || max(position.offset, position.floor) < oldest { throw DomainError.expired(.pruned) }
            }
            let page = try ChangePage(
                of: calendar, after: position, limit: limit, upTo: state.head.offset, account, db)
            return CalendarChanges(
                changed: page.changed, removed: page.removed, next: page.next, hasMore: page.hasMore, state: state)
        }
    }
}

/// The changes of a calendar after a position.
private struct ChangePage {
    var changed: [CalendarObject]
    var removed: [RemovedCalendarObject] = []
    var next: CalendarPosition
    var hasMore: Bool

    init(
        of calendar: CalendarCollection, after position: CalendarPosition?, limit: Int, upTo head: Int64,
        _ account: Account.ID, _ db: SQLConnection
    ) throws {
        let (start, limit) = (position ?? CalendarPosition(offset: 0), max(limit, 1))
        // A first copy needs no removals.
        let kind = position == nil ? "AND o.removed_at IS NULL" : ""
        let isAfter = """
            o.account_id = ? AND o.calendar = ? AND o.changed >= ? AND (o.changed > ? OR o.name > ?) AND o.changed <= ?
            """
        let begin: [SQLParameter] = [account, calendar.id, start.offset, start.offset, start.name, head]
        let places: [(offset: Int64, name: String)] = try db.decoded(
            "SELECT o.changed, o.name FROM calendar_object o WHERE \(isAfter) \(kind) ORDER BY o.changed, o.name LIMIT ?",
            begin + [limit + 1]
        ) { ($0[0], $0[1]) }
        hasMore = places.count > limit
        next = CalendarPosition(offset: calendar.changed)
        if hasMore {
            let last = places[limit - 1]
            next = CalendarPosition(
                offset: last.offset, name: last.name, floor: position.map(\.floor) ?? head)
        }
        let end = hasMore ? places[limit - 1] : (offset: head + 1, name: "")
        let range = "\(isAfter) AND (o.changed < ? OR o.changed = ? AND o.name <= ?)"
        let bounds = begin + [end.offset, end.offset, end.name]
        changed = try db.decoded(
            "\(CalendarObjectRow.select) WHERE \(range) AND o.removed_at IS NULL ORDER BY o.changed, o.name", bounds,
            by: CalendarObjectRow.decode)
        guard position != nil else { return }
        removed = try db.decoded(
            """
            SELECT o.name, o.uid, o.item, o.sequence, o.removed_at, o.changed, o.calendar, o.course_id, o.first_start, o.trace
            FROM calendar_object o
            WHERE \(range) AND o.removed_at IS NOT NULL ORDER BY o.changed, o.name
            """, bounds, by: CalendarObjectRow.removed)
    }
}
