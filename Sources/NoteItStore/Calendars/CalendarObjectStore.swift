import Foundation
import NoteItCore

extension SQLStore {
    public func put(
        _ object: SentCalendarObject, inCalendar id: String, if condition: WriteCondition, by account: Account.ID
    ) async throws -> (object: CalendarObject, created: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let kind = try CalendarRow.requireWritable(id, of: account, tx.db)
            guard object.data.count <= CalendarObject.mostBytes else {
                throw DomainError.tooLarge("A calendar object can have \(CalendarObject.mostBytes) bytes.")
            }
            let home = CalendarHome(calendar: id, account: account, tx: tx)
            let (old, former) = try CalendarObjectRow.known(object.name, in: id, of: account, tx.db)
            try condition.require(of: old)
            let written =
                kind == .personal
                ? try home.putOwn(object, over: old, former) : try home.putItem(object, over: old, former)
            return (written, old == nil)
        }
    }

    public func moveObject(
        _ name: String, inCalendar id: String, if condition: WriteCondition, to object: SentCalendarObject,
        inCalendar target: String, if targetCondition: WriteCondition, by account: Account.ID
    ) async throws -> (object: CalendarObject, created: Bool) {
        try await commit { tx in
            for calendar in [id, target] where try CalendarRow.requireWritable(calendar, of: account, tx.db) != .personal {
                throw DomainError.calendarKeepsObjects(calendar)
            }
            let (source, home) = (
                CalendarHome(calendar: id, account: account, tx: tx),
                CalendarHome(calendar: target, account: account, tx: tx)
            )
            guard let (old, former) = try source.present(name) else {
                throw DomainError.notFound("calendar object \(name.prefix(64))")
            }
            try condition.require(of: old)
            let replaced = try home.present(object.name)
            try targetCondition.require(of: replaced?.object)
            try source.remove(old, former)
            if let replaced { try home.remove(replaced.object, replaced.row) }
            let row = try CalendarObjectRow.known(object.name, in: target, of: account, tx.db).row
            return (try home.putOwn(object, over: nil, row), replaced == nil)
        }
    }

    public func deleteObject(
        _ name: String, inCalendar id: String, if condition: WriteCondition, by account: Account.ID
    ) async throws {
        try await commit { tx in
            let kind = try CalendarRow.requireWritable(id, of: account, tx.db)
            let (found, former) = try CalendarObjectRow.known(name, in: id, of: account, tx.db)
            if found == nil, case .tags = condition { throw DomainError.stale }
            guard let old = found else { throw DomainError.notFound("calendar object \(name.prefix(64))") }
            try condition.require(of: old)
            guard kind == .personal else {
                return try CalendarObjectRow.remove(name, in: id, of: account, changed: tx.log.calendarsChanged(), tx)
            }
            try CalendarHome(calendar: id, account: account, tx: tx).remove(old, former)
        }
    }
}

extension WriteCondition {
    /// Throws `.stale` if the object is not as the request demands.
    /// - Parameter object: nil if it is absent.
    fileprivate func require(of object: CalendarObject?) throws {
        guard holds(for: object?.etag) else { throw DomainError.stale }
    }
}

/// A calendar in which an object is put.
private struct CalendarHome {
    let calendar: String
    let account: Account.ID
    let tx: Transaction

    func present(_ name: String) throws -> (object: CalendarObject, row: FormerObject?)? {
        let (object, row) = try CalendarObjectRow.known(name, in: calendar, of: account, tx.db)
        return object.map { ($0, row) }
    }

    /// Removes an object of a personal calendar.
    func remove(_ object: CalendarObject, _ row: FormerObject?) throws {
        let offset = try changed(object.item, isEvent: row?.event != nil)
        try CalendarObjectRow.remove(object.name, in: calendar, of: account, changed: offset, tx)
        try CalendarRow.count(objects: -1, bytes: -(object.data?.count ?? 0), in: calendar, of: account, tx.db)
    }

    /// Stores an object of a personal calendar.
    /// - Parameter row: of its name, present or removed.
    func putOwn(
        _ object: SentCalendarObject, over old: CalendarObject?, _ row: FormerObject?
    ) throws -> CalendarObject {
        try requireUID(object, over: old)
        let event = try object.event.map(JSONCoding.string)
        if let old, old.data == object.data, old.digest == object.digest, row?.event == event { return old }
        let item = try old?.item ?? CalendarObjectRow.newItem(tx)
        try CalendarRow.count(
            objects: old == nil ? 1 : 0, bytes: object.data.count - (old?.data?.count ?? 0), in: calendar, of: account, tx.db)
        let offset = try changed(item, isEvent: event != nil || row?.event != nil)
        let isSame = old?.digest == object.digest
        return try CalendarObjectRow.write(
            NewCalendarObject(
                name: object.name, uid: object.uid, item: item, digest: object.digest, data: object.data,
                dataDigest: object.digest, course: nil, event: event, firstStart: object.firstStart, lastEnd: object.lastEnd,
                sequence: row?.sequence(after: object.uid, isSame: isSame) ?? 0, createdAt: old?.createdAt ?? tx.now,
                modifiedAt: isSame ? old?.modifiedAt ?? tx.now : tx.now, rev: old == nil ? 1 : (row?.rev ?? 0) + 1),
            in: calendar, of: account, isReplacement: old != nil, changed: offset, tx.db)
    }

    /// The offset of a change of a personal calendar. The log has events; to-dos and journals are for calendar programs alone.
    /// - Parameter isEvent: whether the object is or was an event.
    func changed(_ item: String, isEvent: Bool) throws -> Int64 {
        guard isEvent else { return try tx.log.calendarsChanged() }
        try StudyState.touchIfKnown(account, tx.db)
        return try tx.log.changed(.personalEvent, item, of: account)
    }

    /// Stores an object beside its item of a derived calendar.
    /// - Parameter row: of its name, present or removed.
    func putItem(
        _ object: SentCalendarObject, over old: CalendarObject?, _ row: FormerObject?
    ) throws -> CalendarObject {
        guard let item = object.item ?? old?.item else { throw DomainError.calendarOfItems(calendar) }
        if let old, old.item != item {
            throw DomainError.conflict("The object \(object.name) stands for something else.")
        }
        var before = row
        if old == nil { before = try release(item, to: object.name) ?? before }
        try requireUID(object, over: old)
        if let old, old.data == object.data, old.digest == object.digest, old.dataDigest == object.digest { return old }
        try requireBytes(for: object)
        let isSame = before?.item == item && before?.isRemoved == false && before?.digest == object.digest
        return try CalendarObjectRow.write(
            NewCalendarObject(
                name: object.name, uid: object.uid, item: item, digest: object.digest, data: object.data,
                dataDigest: object.digest, course: before?.item == item ? before?.course : nil, event: nil,
                firstStart: object.firstStart, lastEnd: object.lastEnd,
                sequence: before?.sequence(after: object.uid, isSame: isSame) ?? 0, createdAt: before?.createdAt ?? tx.now,
                modifiedAt: isSame ? before?.modifiedAt ?? tx.now : tx.now, rev: (before?.rev ?? 0) + 1),
            in: calendar, of: account, changed: tx.log.calendarsChanged(), tx.db)
    }

    /// Small objects are bounded by their number. Throws `.conflict` if large ones take too many bytes.
    private func requireBytes(for object: SentCalendarObject) throws {
        guard object.data.count > 16_384 else { return }
        let others: Int? = try tx.db.value(
            "SELECT sum(length(data)) FROM calendar_object WHERE account_id = ? AND calendar = ? AND name <> ?", account,
            calendar,
            object.name)
        guard (others ?? 0) + object.data.count <= CalendarCollection.mostBytes else {
            throw DomainError.conflict(
                "The calendar \(calendar) has too many large objects. Send this one without attachments.")
        }
    }

    /// Throws `.conflict` if another object has the UID, or the object has another.
    private func requireUID(_ object: SentCalendarObject, over old: CalendarObject?) throws {
        // An index keeps others from having it too.
        if let old, old.uid.utf8.elementsEqual(object.uid.utf8) { return }
        let holder: String? = try tx.db.value(
            """
            SELECT name FROM calendar_object WHERE account_id = ? AND calendar = ? AND uid = ? AND removed_at IS NULL
            """, account, calendar, object.uid)
        if let holder, holder != object.name {
            throw DomainError.conflict("The object \(holder) has the UID \(object.uid.prefix(200)).")
        }
        if let old {
            throw DomainError.conflict("The object \(object.name) has another UID: \(old.uid.prefix(200)).")
        }
    }

    /// Frees an item that another object stands for, as one does that was made before the program's object came. Its name is
    /// removed. Returns that object.
    private func release(_ item: String, to name: String) throws -> FormerObject? {
        let row = try tx.db.first(
            """
            SELECT \(FormerObject.columns) FROM calendar_object
            WHERE account_id = ? AND item = ? AND calendar = ? AND name <> ?
            """, account, item, calendar, name)
        guard let other = row.map(FormerObject.init) else { return nil }
        // The item lives on, so nothing may say that it was cancelled.
        try CalendarObjectRow.remove(
            other.name, in: calendar, of: account, lost: true, changed: tx.log.calendarsChanged(), tx)
        try CalendarObjectRow.free(other.name, in: calendar, of: account, tx)
        return other
    }
}

/// What is known of an object before it is written.
struct FormerObject {
    var name, uid, item, digest: String
    var course: Course.ID?
    var event, trace: String?
    var firstStart, lastEnd: Date?
    var sequence: Int
    var createdAt, modifiedAt: Date
    var rev: Int
    var isRemoved: Bool

    static let columns = """
        name, uid, item, digest, course_id, event, trace, first_start, last_end, sequence, created_at, modified_at,
        rev, removed_at IS NOT NULL AS removed
        """

    init(_ row: Row) {
        (name, uid, item, digest) = (row["name"], row["uid"], row["item"], row["digest"])
        (course, event, sequence, rev) = (row["course_id"], row["event"], row["sequence"], row["rev"])
        trace = row["trace"]
        (firstStart, lastEnd) = (row.dateIfPresent("first_start"), row.dateIfPresent("last_end"))
        (createdAt, modifiedAt, isRemoved) = (row.date("created_at"), row.date("modified_at"), row["removed"])
    }

    init(_ object: CalendarObject, course: Course.ID?, event: String?, rev: Int, trace: String?, isRemoved: Bool) {
        (name, uid, item, digest) = (object.name, object.uid, object.item, object.digest)
        (self.course, self.event, self.rev, self.trace, self.isRemoved) = (course, event, rev, trace, isRemoved)
        (firstStart, lastEnd, sequence) = (object.firstStart, object.lastEnd, object.sequence)
        (createdAt, modifiedAt) = (object.createdAt, object.modifiedAt)
    }

    /// The SEQUENCE of what follows it. A program may have been told one more when it was removed.
    /// - Parameter isSame: whether it says the same.
    func sequence(after uid: String, isSame: Bool) -> Int {
        guard uid.utf8.elementsEqual(self.uid.utf8) else { return 0 }
        return sequence + (isRemoved ? 2 : isSame ? 0 : 1)
    }
}
