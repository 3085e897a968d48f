import Foundation
import NoteItCore

extension SQLStore {
    public func calendarImports(of account: Account.ID) async throws -> [CalendarImport] {
        try await read { try CalendarImportRow.all(of: account, $0) }
    }

    public func calendarImport(_ id: CalendarImport.ID, by account: Account.ID) async throws -> CalendarImport {
        try await read { try CalendarImportRow.require(id, of: account, $0) }
    }

    public func addImport(
        _ name: String, from source: ImportSource?, busy: Bool, tasks: Bool, copy: ImportCopy?, by account: Account.ID
    ) async throws -> CalendarImport {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let count: Int? = try tx.db.value("SELECT COUNT(*) FROM calendar_import WHERE account_id = ?", account)
            guard count ?? 0 < CalendarImport.most else {
                throw DomainError.tooManyImports(CalendarImport.most)
            }
            let id = CalendarImport.ID.make(at: tx.now, counter: try tx.db.head())
            // A source that was not read yet is due at once.
            let next = source.map { _ in tx.now + (copy == nil ? 0 : 86_400) }
            let new = CalendarImport(
                id: id, name: name, host: source.map(CalendarImportRow.host), lastSynced: copy.map { _ in tx.now },
                lastError: nil,
                nextSync: next, events: copy?.events ?? 0, busy: busy, allDayBusy: copy?.allDayBusy ?? false,
                freeDays: copy?.freeDays, tasks: tasks, rev: 1)
            try CalendarImportRow.insert(
                new,
                [
                    "account_id": account, "url": source?.url, "etag": source?.etag, "last_modified": source?.lastModified,
                    "created_at": tx.now.seconds,
                ], tx.db)
            if let copy { try CalendarImportRow.replaceContents(with: copy, of: id, tasks: tasks, by: account, tx) }
            try tx.log.changed(.calendarImport, id.description, of: account)
            if busy { try StudyState.touchIfKnown(account, tx.db) }
            return try CalendarImportRow.require(id, of: account, tx.db)
        }
    }

    public func deleteImport(_ id: CalendarImport.ID, by account: Account.ID) async throws {
        try await commit { tx in
            _ = try CalendarImportRow.require(id, of: account, tx.db)
            _ = try ImportTask.replace(with: [], of: id, by: account, tx)
            try CalendarObjectRow.deleteAll(in: CalendarRow.id(of: id), of: account, tx.db)
            try tx.db.send("DELETE FROM calendar WHERE account_id = ? AND id = ?", account, CalendarRow.id(of: id))
            try tx.db.send("DELETE FROM calendar_import WHERE id = ?", id)
            try tx.log.changed(.calendarImport, id.description, of: account)
            try StudyState.touchIfKnown(account, tx.db)
        }
    }

    public func importSource(_ id: CalendarImport.ID, by account: Account.ID) async throws -> ImportSource {
        try await read { db in
            let row = try db.first("SELECT * FROM calendar_import WHERE id = ? AND account_id = ?", id, account)
            guard let row else { throw DomainError.notFound("calendar import \(id)") }
            guard let source = CalendarImportRow.source(row) else {
                throw DomainError.conflict("This import came from a file. Delete it and import a newer file.")
            }
            return source
        }
    }

    public func importPace(_ id: CalendarImport.ID, by account: Account.ID) async throws -> ImportPace {
        try await read { db in
            let row = try db.first(
                "SELECT failures, pause FROM calendar_import WHERE id = ? AND account_id = ?", id, account)
            guard let row else { throw DomainError.notFound("calendar import \(id)") }
            let pause: Int64 = row["pause"]
            return ImportPace(failures: row["failures"], interval: TimeInterval(pause))
        }
    }

    public func importsToSync(limit: Int, pause: TimeInterval) async throws -> [(
        account: Account.ID, id: CalendarImport.ID, source: ImportSource
    )] {
        let now = now.seconds
        guard try await read({ try !CalendarImportRow.due(at: now, limit: 1, $0).isEmpty }) else { return [] }
        return try await commit { tx in
            let due = try CalendarImportRow.due(at: tx.now.seconds, limit: limit, tx.db)
            for item in due {
                try tx.db.send(
                    "UPDATE calendar_import SET next_sync = ? WHERE id = ?", (tx.now + pause).seconds, item.id)
            }
            return due
        }
    }

    public func keepSync(
        _ result: ImportResult, of id: CalendarImport.ID, next: Date, pace: ImportPace, by account: Account.ID
    ) async throws -> CalendarImport {
        try await commit { tx in
            let old = try CalendarImportRow.require(id, of: account, tx.db)
            let seconds = tx.now.seconds
            switch result {
            case .failed(let why):
                try tx.db.send("UPDATE calendar_import SET error = ? WHERE id = ?", why, id)
            case .unchanged:
                try tx.db.send("UPDATE calendar_import SET error = NULL, synced_at = ? WHERE id = ?", seconds, id)
            case .copy(let copy, let source):
                let isFile = old.host == nil
                try tx.db.send(
                    """
                    UPDATE calendar_import SET error = NULL, synced_at = ?, url = ?, host = ?, etag = ?, last_modified = ?,
                        events = ?, free_days = ?
                    WHERE id = ?
                    """, seconds, isFile ? nil : source.url, isFile ? nil : CalendarImportRow.host(of: source),
                    isFile ? nil : source.etag, isFile ? nil : source.lastModified, copy.events, copy.freeDays, id)
                let isChanged = try CalendarImportRow.replaceContents(
                    with: copy, of: id, tasks: old.tasks, by: account, tx)
                if isChanged, old.busy { try StudyState.touchIfKnown(account, tx.db) }
            }
            try tx.db.send(
                "UPDATE calendar_import SET rev = rev + 1, next_sync = ?, failures = ?, pause = ? WHERE id = ?",
                old.host == nil ? nil : next.seconds, pace.failures, Int64(pace.interval), id)
            try tx.log.changed(.calendarImport, id.description, of: account)
            return try CalendarImportRow.require(id, of: account, tx.db)
        }
    }
}

enum CalendarImportRow: NounRow {
    typealias Noun = CalendarImport

    static let (table, alias) = ("calendar_import", "i")

    static let sql: [Column: String] = [.lastSynced: "i.synced_at", .lastError: "i.error", .leftOut: "i.left_out"]

    private static let select = "SELECT \(Column.list) FROM calendar_import i"

    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [CalendarImport] {
        try db.decoded(
            "\(select) WHERE i.account_id = ? ORDER BY i.created_at, i.id", [account], by: decode)
    }

    static func find(_ id: CalendarImport.ID, of account: Account.ID, _ db: SQLConnection) throws -> CalendarImport? {
        try db.decoded("\(select) WHERE i.id = ? AND i.account_id = ?", [id, account], by: decode).first
    }

    /// Throws `.notFound` if the person has no such import.
    static func require(_ id: CalendarImport.ID, of account: Account.ID, _ db: SQLConnection) throws -> CalendarImport {
        guard let found = try find(id, of: account, db) else { throw DomainError.notFound("calendar import \(id)") }
        return found
    }

    static func leftOut(_ row: Row) throws -> ImportLeftOut? {
        try (row[Column.leftOut] as String?).map { try storedJSON($0) }
    }

    /// Nil for a file.
    static func source(_ row: Row) -> ImportSource? {
        (row["url"] as String?).map { ImportSource(url: $0, etag: row["etag"], lastModified: row["last_modified"]) }
    }

    /// The part of the address that may be shown.
    static func host(of source: ImportSource) -> String { URLComponents(string: source.url)?.host ?? "" }

    /// The imports whose time has come, longest overdue first, but for those of suspended people.
    static func due(at seconds: Int64, limit: Int, _ db: SQLConnection) throws -> [(
        account: Account.ID, id: CalendarImport.ID, source: ImportSource
    )] {
        try db.decoded(
            """
            SELECT i.* FROM calendar_import i JOIN account a ON a.id = i.account_id
            WHERE i.next_sync <= ? AND a.suspended_at IS NULL ORDER BY i.next_sync LIMIT ?
            """, [seconds, limit]
        ) { (account: $0["account_id"], id: $0["id"], source: try stored(source($0))) }
    }
}

extension CalendarImportRow {
    /// Makes the objects and tasks of an import those of a copy. What did not change stays as it is. Returns whether anything
    /// changed.
    @discardableResult
    static func replaceContents(
        with copy: ImportCopy, of id: CalendarImport.ID, tasks: Bool, by account: Account.ID, _ tx: Transaction
    ) throws -> Bool {
        let isMoved = try replace(with: copy.objects, in: CalendarRow.id(of: id), by: account, tx)
        let made = try ImportTask.replace(with: tasks ? copy.tasks : [], of: id, by: account, tx)
        let full = "\(made.leftOut) of its to-dos are no tasks, because you have \(StudyTask.most) tasks, the most allowed."
        let leftOut = ImportLeftOut(
            count: copy.leftOut?.count ?? 0, why: (made.leftOut > 0 ? [full] : []) + (copy.leftOut?.why ?? []))
        try tx.db.send("UPDATE calendar_import SET left_out = ? WHERE id = ?", try leftOut.map(JSONCoding.string), id)
        return isMoved || made.isChanged
    }

    private static func replace(
        with objects: [SentCalendarObject], in calendar: String, by account: Account.ID, _ tx: Transaction
    ) throws -> Bool {
        let rows = try tx.db.decoded(
            "SELECT \(FormerObject.columns) FROM calendar_object WHERE account_id = ? AND calendar = ?", [account, calendar],
            by: FormerObject.init)
        let present = Dictionary(rows.filter { !$0.isRemoved }.map { ($0.uid, $0) }) { first, _ in first }
        let former = Dictionary(rows.filter(\.isRemoved).map { ($0.uid, $0) }) { $0.modifiedAt < $1.modifiedAt ? $1 : $0 }
        let objects = Dictionary(objects.map { ($0.uid, $0) }) { _, last in last }
        var (offsets, isChanged) = (CalendarOffsets(), false)
        for row in rows where !row.isRemoved && objects[row.uid] == nil {
            try CalendarObjectRow.remove(row.name, in: calendar, of: account, changed: offsets.next(tx), tx)
            isChanged = true
        }
        var names = Dictionary(rows.map { ($0.name, $0.uid) }) { first, _ in first }
        for object in objects.values.sorted(by: { $0.uid < $1.uid }) {
            let row = present[object.uid] ?? former[object.uid]
            if let row, !row.isRemoved, row.digest == object.digest { continue }
            let item = try row?.item ?? CalendarObjectRow.newItem(tx)
            // A present object keeps its name. Two objects of a source may come with the same.
            let isTaken = names[object.name].map { $0 != object.uid } ?? false
            let name = row?.name ?? (isTaken ? "\(item).ics" : object.name)
            names[name] = object.uid
            try CalendarObjectRow.write(
                NewCalendarObject(
                    name: name, uid: object.uid, item: item, digest: object.digest, data: object.data,
                    dataDigest: object.digest, course: nil, event: nil, firstStart: object.firstStart,
                    lastEnd: object.lastEnd, sequence: row?.sequence(after: object.uid, isSame: false) ?? 0,
                    createdAt: row?.createdAt ?? tx.now, modifiedAt: tx.now, rev: (row?.rev ?? 0) + 1),
                in: calendar, of: account, changed: offsets.next(tx), tx.db)
            isChanged = true
        }
        return isChanged
    }
}
