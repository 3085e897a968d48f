import NoteItCore

/// A person's calendars, and what is set on them.
enum CalendarRow {
    private struct Settings {
        var madeAt: Int64?
        var components: [CalendarCollection.Component]?
        var displayName: String?
        var properties: [String: String] = [:]
        var changed: Int64 = 0
        var pruned: Int64 = 0
    }

    /// - Parameter calendar: nil for all.
    private static func settings(
        of calendar: String? = nil, _ account: Account.ID, withProperties: Bool = true, _ db: SQLConnection
    ) throws -> [String: Settings] {
        let rows = try db.decoded(
            """
            SELECT id, made_at, components, display_name, \(withProperties ? "properties" : "'{}'"), changed, pruned FROM calendar
            WHERE account_id = ? \(calendar == nil ? "" : "AND id = ?")
            """, [account] + (calendar.map { [$0] } ?? [])
        ) { row -> (String, Settings) in
            let (components, json): (String?, String) = (row[2], row[4])
            return (
                row[0],
                Settings(
                    madeAt: row[1], components: components.map(Self.components), displayName: row[3],
                    properties: json == "{}" ? [:] : try storedJSON(json), changed: row[5], pruned: row[6])
            )
        }
        // Two ids may be one to Swift and two to the database: one character has several forms in Unicode.
        return Dictionary(rows) { first, _ in first }
    }

    /// From the JSON array that holds their names.
    private static func components(_ json: String) -> [CalendarCollection.Component] {
        let names = json.utf8.split { !$0.isASCIILetterOrDigit }
        return CalendarCollection.Component.allCases.filter { component in
            names.contains { $0.elementsEqual(component.rawValue.utf8) }
        }
    }

    /// Derived ones, `personal`, own ones by id, imports by id.
    static func all(
        of account: Account.ID, withProperties: Bool, _ db: SQLConnection
    ) throws -> [CalendarCollection] {
        let settings = try settings(account, withProperties: withProperties, db)
        let imports: [(id: CalendarImport.ID, name: String)] = try db.decoded(
            "SELECT id, name FROM calendar_import WHERE account_id = ? ORDER BY id", [account]
        ) { ($0[0], $0[1]) }
        let made = settings.filter { $0.value.madeAt != nil }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        func calendar(_ id: String, _ kind: CalendarCollection.Kind, name: String? = nil) throws -> CalendarCollection {
            try collection(id, kind, name: name, settings[id], of: account, db)
        }
        return try CalendarCollection.Derived.allCases.map { try calendar($0.rawValue, .derived($0)) }
            + ([CalendarCollection.personal] + made).map { try calendar($0, .personal) }
            + imports.map { try calendar(id(of: $0.id), .imported($0.id), name: $0.name) }
    }

    /// Nil if the person has no such calendar.
    static func find(_ id: String, of account: Account.ID, _ db: SQLConnection) throws -> CalendarCollection? {
        let settings = try settings(of: id, account, db)[id]
        guard let kind = try look(up: id, of: account, db, madeAt: settings?.madeAt)?.kind else { return nil }
        var name: String?
        if case .imported(let source) = kind { name = try CalendarImportRow.find(source, of: account, db)?.name }
        return try collection(id, kind, name: name, settings, of: account, db)
    }

    private static func collection(
        _ id: String, _ kind: CalendarCollection.Kind, name: String?, _ settings: Settings?, of account: Account.ID,
        _ db: SQLConnection
    ) throws -> CalendarCollection {
        let own = settings ?? Settings()
        let newest: Int64? = try db.value(
            "SELECT max(changed) FROM calendar_object WHERE account_id = ? AND calendar = ?", account, id)
        return CalendarCollection(
            id: id, kind: kind, components: own.components, displayName: own.displayName ?? name, properties: own.properties,
            changed: max(own.changed, own.pruned, newest ?? 0, try CalendarFollowing.progress(of: account, db).pruned))
    }

    /// The offset after which removals are known, and which programs must have reached.
    static func oldestPosition(in id: String, of account: Account.ID, _ db: SQLConnection) throws -> Int64 {
        let row = try db.first("SELECT made_at, pruned FROM calendar WHERE account_id = ? AND id = ?", account, id)
        let (madeAt, pruned): (Int64?, Int64) = row.map { ($0["made_at"], $0["pruned"]) } ?? (nil, 0)
        return max(madeAt ?? 0, pruned, try CalendarFollowing.progress(of: account, db).pruned)
    }

    /// Notes that removals up to an offset are forgotten.
    static func pruned(upTo offset: Int64, in id: String, of account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO calendar (account_id, id, changed, pruned) VALUES (?1, ?2, 0, ?3)
            ON CONFLICT (account_id, id) DO UPDATE
            SET pruned = CASE WHEN calendar.pruned < ?3 THEN ?3 ELSE calendar.pruned END
            """, account, id, offset)
    }

    static func id(of id: CalendarImport.ID) -> String { importPrefix + id.description }

    static let importPrefix = "import-"

    /// The ids of the derived calendars, in SQL for use after `IN`.
    static let derivedIDs = "(\(CalendarCollection.Derived.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"

    /// Whether no calendar can be made with an id.
    static func isReserved(_ id: String) -> Bool {
        id == CalendarCollection.personal || id.hasPrefix(importPrefix) || CalendarCollection.Derived(rawValue: id) != nil
    }

    /// Throws `.notFound` if the person has no such calendar.
    static func require(
        _ id: String, of account: Account.ID, _ db: SQLConnection
    ) throws -> (kind: CalendarCollection.Kind, madeAt: Int64) {
        let found = try look(
            up: id, of: account, db,
            madeAt: db.value("SELECT made_at FROM calendar WHERE account_id = ? AND id = ?", account, id))
        guard let found else { throw DomainError.notFound("calendar \(id.prefix(64))") }
        return found
    }

    /// - Parameter madeAt: the offset at which the person made it; nil if they did not.
    private static func look(
        up id: String, of account: Account.ID, _ db: SQLConnection, madeAt: @autoclosure () throws -> Int64?
    ) throws -> (kind: CalendarCollection.Kind, madeAt: Int64)? {
        if let derived = CalendarCollection.Derived(rawValue: id) { return (.derived(derived), 0) }
        if id == CalendarCollection.personal { return (.personal, 0) }
        if id.hasPrefix(importPrefix) {
            let found: CalendarImport.ID? = try db.value(
                "SELECT id FROM calendar_import WHERE id = ? AND account_id = ?", String(id.dropFirst(importPrefix.count)),
                account)
            return found.map { (.imported($0), 0) }
        }
        return try madeAt().map { (.personal, $0) }
    }

    /// Throws `.notFound`, and `.forbidden` if its objects cannot be changed.
    static func requireWritable(
        _ id: String, of account: Account.ID, _ db: SQLConnection
    ) throws -> CalendarCollection.Kind {
        let kind = try require(id, of: account, db).kind
        guard CalendarCollection(id: id, kind: kind, displayName: nil, properties: [:], changed: 0).isWritable else {
            throw DomainError.calendarIsReadOnly(id)
        }
        return kind
    }

    /// Throws `.conflict` if the properties are too many or too large.
    static func requireRoom(for properties: [String: String]) throws {
        let most = (count: CalendarCollection.mostProperties, bytes: CalendarCollection.mostPropertyBytes)
        guard properties.count <= most.count else {
            throw DomainError.conflict("A calendar can have \(most.count) properties of programs.")
        }
        guard properties.allSatisfy({ $0.key.utf8.count + $0.value.utf8.count <= most.bytes }) else {
            throw DomainError.conflict("A property of a calendar can have \(most.bytes) bytes.")
        }
    }

    /// Throws `.conflict` if the properties of all calendars of the person are too long together. Only what grows is refused.
    /// Call it after the write.
    /// - Parameters: `old`, `new`: the properties of the calendar that was written, as JSON.
    static func requirePropertyRoom(
        from old: String, to new: String, of account: Account.ID, _ db: SQLConnection
    ) throws {
        guard new.unicodeScalars.count > old.unicodeScalars.count else { return }
        let size: Int? = try db.value(
            "SELECT CAST(SUM(length(properties)) AS BIGINT) FROM calendar WHERE account_id = ?", account)
        if let size, size > CalendarCollection.mostPropertySize {
            throw DomainError.conflict(CalendarCollection.propertiesFull)
        }
    }

    /// Counts a change of the objects of a personal calendar. Throws `.conflict` if they become too many or too large.
    static func count(objects: Int, bytes: Int, in calendar: String, of account: Account.ID, _ db: SQLConnection) throws {
        guard objects != 0 || bytes != 0 else { return }
        let count: Int? = try db.value(
            """
            INSERT INTO calendar (account_id, id, objects, bytes, changed) VALUES (?, ?, ?, ?, 0)
            ON CONFLICT (account_id, id) DO UPDATE SET objects = calendar.objects + ?, bytes = calendar.bytes + ?
            RETURNING objects
            """, account, calendar, max(objects, 0), max(bytes, 0), objects, bytes)
        if objects > 0, let count, count > CalendarObject.most {
            throw DomainError.conflict("The calendar \(calendar) has \(CalendarObject.most) objects. Remove one first.")
        }
        guard bytes > 0 else { return }
        let total: Int? = try db.value("SELECT CAST(SUM(bytes) AS BIGINT) FROM calendar WHERE account_id = ?", account)
        if let total, total > CalendarCollection.mostBytes {
            throw DomainError.conflict(
                "Your calendars have \(CalendarCollection.mostBytes >> 20) MiB, the most allowed. Remove an object first.")
        }
    }
}
