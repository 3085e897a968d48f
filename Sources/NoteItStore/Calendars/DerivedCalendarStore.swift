import Foundation
import NoteItCore

extension SQLStore {
    public func calendarInputs(of account: Account.ID) async throws -> CalendarInputs {
        let now = now
        return try await read { db in
            let settings = try StudySettingsRow.settings(of: account, at: now, db)
            let blocks = try StudyBlockRow.all(of: account, from: now - 366 * 86_400, db)
            let objects = try CalendarCollection.Derived.allCases.map {
                ($0, try CalendarObjectRow.all(in: $0.rawValue, of: account, db))
            }
            return CalendarInputs(
                head: try LogRow.head(db), timeZone: settings.timeZone, alerts: settings.alerts,
                classes: try StudyClassRow.all(of: account, at: now, db), due: try dueEvents(seenBy: account, db),
                blocks: blocks.filter { $0.kind == .study }, tasks: try TaskRow.all(of: account, db),
                objects: Dictionary(uniqueKeysWithValues: objects),
                version: try CalendarFollowing.progress(of: account, db).version)
        }
    }

    public func keepDerived(
        _ objects: [DerivedObject], of account: Account.ID, from inputs: CalendarInputs
    ) async throws -> Bool {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            guard try LogRow.head(tx.db).epoch == inputs.head.epoch,
                try CalendarFollowing.progress(of: account, tx.db).version == inputs.version,
                try !CalendarFollowing.hasNews(after: inputs.head.offset, for: account, tx.db)
            else { return false }
            var rows = DerivedRows(account: account, tx: tx)
            let wanted = Dictionary(grouping: objects, by: \.calendar)
            for calendar in CalendarCollection.Derived.allCases {
                try rows.keep(wanted[calendar] ?? [], in: calendar)
            }
            try rows.hideLost()
            try CalendarFollowing.caughtUp(account, tx.db)
            return true
        }
    }

    public func removedObjects(since date: Date, of account: Account.ID) async throws -> [RemovedCalendarObject] {
        try await read { db in
            try db.decoded(
                """
                SELECT o.name, o.uid, o.item, o.sequence, o.removed_at, o.changed, o.calendar, o.course_id, o.first_start, o.trace
                FROM calendar_object o
                WHERE o.account_id = ? AND o.removed_at >= ? AND o.calendar IN \(CalendarRow.derivedIDs) AND o.lost = 0
                    AND (o.course_id IS NULL OR EXISTS (
                        SELECT 1 FROM enrollment m WHERE m.account_id = o.account_id AND m.course_id = o.course_id))
                ORDER BY o.changed, o.name
                """, [account, date.seconds], by: CalendarObjectRow.removed)
        }
    }

    public func pruneCalendars(before date: Date) async throws -> Int {
        try await commit { tx in
            let gone: [(home: Home, changed: Int64)] = try tx.db.decoded(
                "DELETE FROM calendar_object WHERE removed_at < ? RETURNING account_id, calendar, changed", [date.seconds]
            ) { (Home(account: $0[0], calendar: $0[1]), $0[2]) }
            try tx.db.send(
                "UPDATE calendar_object SET trace = NULL WHERE removed_at < ? AND trace IS NOT NULL",
                (tx.now - Double(CalendarTrace.days) * 86_400).seconds)
            for (home, rows) in Dictionary(grouping: gone, by: \.home) {
                try CalendarRow.pruned(
                    upTo: rows.map(\.changed).max() ?? 0, in: home.calendar, of: home.account, tx.db)
            }
            return gone.count
        }
    }
}

private struct Home: Hashable {
    let account: Account.ID
    let calendar: String
}

/// The events with a due date that a person may see, in the order of these dates.
private func dueEvents(
    seenBy account: Account.ID, _ db: SQLConnection
) throws -> [(event: Event, former: [Event.DueChange])] {
    try Membership.all(of: account, db).flatMap { membership in
        try db.decoded(
            """
            \(EventRow.select)
            WHERE e.course_id = ? AND (e.due_day IS NULL) = FALSE AND \(Visibility.condition)
            ORDER BY e.due_day, e.due, e.number
            """, [membership.course, account, account]
        ) { row in
            let stored = try EventRow.decodeStored(row, db)
            let event = stored.seen(byInsider: membership.isInsider(of: stored.audience))
            return (event, event.dueHistory)
        }
    }
}

/// Brings the rows of a person's derived calendars up to date.
private struct DerivedRows {
    let account: Account.ID
    let tx: Transaction
    private var offsets = CalendarOffsets()

    init(account: Account.ID, tx: Transaction) { (self.account, self.tx) = (account, tx) }

    mutating func keep(_ objects: [DerivedObject], in calendar: CalendarCollection.Derived) throws {
        let rows = try tx.db.decoded(
            """
            SELECT \(FormerObject.columns) FROM calendar_object WHERE account_id = ? AND calendar = ? AND removed_at IS NULL
            """, [account, calendar.rawValue], by: FormerObject.init)
        var old = rows.keyed(by: \.item)
        for object in objects.withoutRepeats {
            guard let row = old.removeValue(forKey: object.item) else {
                try add(object)
                continue
            }
            if row.digest != object.digest {
                try change(object, row)
            } else if !row.hasBounds(of: object) {
                try place(object, row.name)
            }
        }
        for row in old.values.sorted(by: { $0.item < $1.item }) {
            try CalendarObjectRow.remove(
                row.name, in: calendar.rawValue, of: account, lost: try isLost(row, in: calendar),
                changed: try offsets.next(tx), tx)
        }
    }

    /// What was removed earlier, of a course that the person has left meanwhile, is lost too. A new offset tells feeds, which are
    /// kept as long as no offset changes.
    mutating func hideLost() throws {
        let rows: [(calendar: String, name: String)] = try tx.db.decoded(
            """
            SELECT o.calendar, o.name FROM calendar_object o
            WHERE o.account_id = ? AND o.removed_at IS NOT NULL AND o.lost = 0 AND o.course_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM enrollment m WHERE m.account_id = o.account_id AND m.course_id = o.course_id)
            ORDER BY o.calendar, o.name
            """, [account]
        ) { ($0[0], $0[1]) }
        for row in rows {
            try tx.db.send(
                "UPDATE calendar_object SET lost = 1, trace = NULL, changed = ? WHERE account_id = ? AND calendar = ? AND name = ?",
                try offsets.next(tx), account, row.calendar, row.name)
        }
    }

    /// A new object, or one that was removed and is there again.
    private mutating func add(_ object: DerivedObject) throws {
        let former = try tx.db.first(
            "SELECT \(FormerObject.columns) FROM calendar_object WHERE account_id = ? AND item = ? AND calendar = ?", account,
            object.item, object.calendar.rawValue
        ).map(FormerObject.init)
        var (name, uid) = (former?.name ?? "\(object.item).ics", former?.uid ?? "\(object.item)@noteit")
        // A program may have given either to another item.
        let isTaken =
            try tx.db.first(
                """
                SELECT 1 FROM calendar_object WHERE account_id = ?1 AND calendar = ?2 AND (name = ?3 OR uid = ?4 AND removed_at IS NULL)
                    AND item <> ?5
                """, account, object.calendar.rawValue, name, uid, object.item) != nil
        if isTaken {
            let other = try CalendarObjectRow.newItem(tx)
            (name, uid) = ("\(other).ics", "\(other)@noteit")
            if let former {
                try CalendarObjectRow.free(former.name, in: object.calendar.rawValue, of: account, tx)
            }
        }
        try CalendarObjectRow.write(
            NewCalendarObject(
                name: name, uid: uid, item: object.item, digest: object.digest, course: object.course,
                firstStart: object.firstStart, lastEnd: object.lastEnd,
                sequence: former?.sequence(after: uid, isSame: false) ?? 0, createdAt: tx.now, modifiedAt: tx.now,
                rev: (former?.rev ?? 0) + 1),
            in: object.calendar.rawValue, of: account, changed: offsets.next(tx), tx.db)
        try place(object, name)
    }

    /// What a program sent stays: the server brings it up to date.
    private mutating func change(_ object: DerivedObject, _ row: FormerObject) throws {
        try tx.db.send(
            """
            UPDATE calendar_object SET digest = ?, sequence = sequence + 1, modified_at = ?, changed = ?, rev = rev + 1
            WHERE account_id = ? AND calendar = ? AND name = ?
            """, object.digest, tx.now.seconds, try offsets.next(tx), account, object.calendar.rawValue, row.name)
        if !row.hasBounds(of: object) { try place(object, row.name) }
    }

    /// Notes when the object is, of which course, and what is left of it after its removal. It says the same as before.
    private func place(_ object: DerivedObject, _ name: String) throws {
        let bounds = CalendarBounds(object.firstStart, object.lastEnd)
        try tx.db.send(
            """
            UPDATE calendar_object SET first_start = ?, last_end = ?, is_long = ?, course_id = ?, trace = ?
            WHERE account_id = ? AND calendar = ? AND name = ?
            """, bounds.first, bounds.last, bounds.isLong, object.course, try object.trace.map(JSONCoding.string), account,
            object.calendar.rawValue, name)
    }

    /// Whether the person may not see any more what an object stood for.
    private func isLost(_ row: FormerObject, in calendar: CalendarCollection.Derived) throws -> Bool {
        if let course = row.course, try Membership.find(account, in: course, tx.db) == nil { return true }
        switch calendar {
        case .due:
            // A deleted or undated event is cancelled; a hidden one is lost.
            return try tx.db.first(
                "SELECT 1 FROM event WHERE id = ? AND deleted_at IS NULL AND due IS NOT NULL", row.item) != nil
        case .classes:
            let sections: [String] = try tx.db.column(
                "SELECT section_id FROM enrollment WHERE account_id = ? AND section_id IS NOT NULL", account)
            return !sections.contains { section in
                row.item.hasPrefix(section) && row.item.dropFirst(section.count).first.map { !$0.isNumber } ?? true
            }
        case .study, .tasks: return false
        }
    }
}

extension FormerObject {
    fileprivate func hasBounds(of object: DerivedObject) -> Bool {
        let bounds = CalendarBounds(object.firstStart, object.lastEnd)
        return bounds.first == firstStart?.seconds && bounds.last == lastEnd?.seconds && course == object.course
            && (try? object.trace.map(JSONCoding.string)) == trace
    }
}

extension [DerivedObject] {
    /// The first object of each item.
    fileprivate var withoutRepeats: [DerivedObject] {
        var seen: Set<String> = []
        return filter { seen.insert($0.item).inserted }
    }
}
