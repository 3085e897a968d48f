import Foundation
import HTTPTypes
import Hummingbird
import ICalendar
import NoteItCore

/// Reading, storing and removing of objects: `/dav/calendars/ACCOUNT/ID/NAME`. The calendar is the caller's own and exists.
struct CalendarObjectRoutes: Sendable {
    let store: any Store
    let service: CalendarService
    let study: StudyService
    let work: ObjectWork
    let now: @Sendable () -> Date
    /// A person's changes of tasks and blocks run one after the other: each reads, changes and stores.
    private let turns = OneAtATime<Account.ID>()

    init(
        store: any Store, service: CalendarService, study: StudyService, work: ObjectWork, now: @escaping @Sendable () -> Date
    ) {
        (self.store, self.service, self.study, self.work, self.now) = (store, service, study, work, now)
    }

    /// HEAD does the same; the router drops the body.
    func get(
        _ name: String, in calendar: CalendarCollection, of account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        guard let served = try await find(name, in: calendar, of: account) else { throw Self.absent(name) }
        var headers: HTTPFields = [
            .eTag: "\"\(served.object.etag)\"", .lastModified: HTTPDate.text(served.object.modifiedAt),
            .cacheControl: "private, no-cache",
        ]
        if ObjectCondition(request).knows(served.object.etag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = calendar.mediaType
        return Response(status: .ok, headers: headers, body: .counted(served.bytes, context))
    }

    /// The whole calendar as one file, for people and programs that open its address.
    func getAll(
        of calendar: CalendarCollection, of account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let objects = try await service.objects(inCalendar: calendar.id, matching: .all, of: account).objects
        let tag = Secret.shortDigest(objects.map { "\($0.object.name)\t\($0.object.etag)" }.joined(separator: "\n"))
        var headers: HTTPFields = [.eTag: "\"\(tag)\"", .cacheControl: "private, no-cache"]
        if ObjectCondition(request).knows(tag) { return Response(status: .notModified, headers: headers) }
        let reader = Zone(try await store.studySettings(of: account).zone ?? .gmt)
        let bytes = try await work.run(on: objects.bytes, for: account, context) { steps in
            var file = CalendarFileOfAll(named: calendar.name)
            for served in objects {
                guard let object = try work.parsed(served, of: account, reader, &steps) else { continue }
                try steps.spend(bytes: served.bytes.count)
                try file.append(object.calendar, bytes: served.bytes.count)
            }
            return Array(file.calendar.text.utf8)
        }
        headers[.contentType] = "text/calendar; charset=utf-8"
        return Response(status: .ok, headers: headers, body: .counted(bytes, context))
    }

    /// - Parameter zone: of the study settings.
    func put(
        _ name: String, in calendar: CalendarCollection, of account: Account.ID, zone: TimeZone, _ request: Request,
        _ context: AppContext
    ) async throws -> Response {
        guard calendar.isWritable else { throw Self.readOnly("write", calendar, account) }
        // RFC 9110, section 14.5: a part must not be taken for the whole.
        guard request.headers[.contentRange] == nil else {
            throw DAVFailure(.badRequest, nil, "Send the whole object, without Content-Range.")
        }
        try SentCalendar.requireCalendar(request)
        let received = try await body(of: request, context)
        defer { withExtendedLifetime(received) {} }
        // The caller may have signed out meanwhile.
        _ = try context.requireCaller()
        let sent = try await work.run(on: received.bytes.count, for: account, context) { steps in
            try SentCalendar(received.bytes, of: calendar.components, reader: Zone(zone), &steps)
        }
        let write = ObjectWrite(
            name: name, calendar: calendar, account: account, condition: ObjectCondition(request), zone: zone)
        let result = try await putObject(sent, write, context)
        study.wakes.wakePaced(account)
        var response = Response(status: result.created ? .created : .noContent)
        // A program without a tag reads the object again.
        if result.isAsSent { response.headers[.eTag] = "\"\(result.object.etag)\"" }
        return response
    }

    func putObject(_ sent: SentCalendar, _ write: ObjectWrite, _ context: AppContext) async throws -> WrittenObject {
        switch write.calendar.kind {
        case .derived(.tasks):
            return try await turns.run(for: write.account) {
                try await TaskWriter(store: store, service: service, work: work, context: context, now: now()).put(sent, write)
            }
        case .derived(.study):
            return try await turns.run(for: write.account) {
                try await BlockWriter(store: store, service: service, now: now()).put(sent, write)
            }
        case .derived, .imported: throw Self.readOnly("write", write.calendar, write.account)
        case .personal: return try await put(sent, write)
        }
    }

    /// An object of a personal calendar.
    private func put(_ sent: SentCalendar, _ write: ObjectWrite) async throws -> WrittenObject {
        if !write.condition.isStored { _ = try await write.found(by: service) }
        do {
            let (stored, created) = try await store.put(
                object(sent, write), inCalendar: write.calendar.id, if: write.condition.stored, by: write.account)
            return WrittenObject(object: stored, created: created, isAsSent: true)
        } catch DomainError.conflict(let why) {
            throw try await conflict(why, sent.uid, write)
        } catch DomainError.stale {
            throw DAVFailure.stale
        }
    }

    func object(_ sent: SentCalendar, _ write: ObjectWrite) -> SentCalendarObject {
        SentCalendarObject(
            name: write.name, uid: sent.uid, item: nil, data: sent.bytes, digest: CalendarObject.etag(of: sent.bytes),
            firstStart: sent.span?.start, lastEnd: sent.span?.end, event: PersonalEventText(sent))
    }

    /// Why an object cannot be stored: its UID is taken, or the calendar is full.
    func conflict(_ why: String, _ uid: String, _ write: ObjectWrite) async throws -> DAVFailure {
        func find(_ query: CalendarObjectQuery) async throws -> CalendarObject? {
            try await store.objects(inCalendar: write.calendar.id, matching: query, of: write.account).objects.first
        }
        if let other = try await find(.uid(uid)), other.name != write.name {
            return .uidConflict(with: write.href(of: other.name))
        }
        if let own = try await find(.names([write.name])), own.uid != uid {
            return .uidConflict(with: write.href(of: write.name))
        }
        return .full(why)
    }

    func delete(
        _ name: String, in calendar: CalendarCollection, of account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        guard calendar.isWritable else { throw Self.readOnly("unbind", calendar, account) }
        try await remove(
            ObjectWrite(name: name, calendar: calendar, account: account, condition: ObjectCondition(request), zone: .gmt),
            context)
        study.wakes.wakePaced(account)
        return Response(status: .noContent)
    }

    func remove(_ write: ObjectWrite, _ context: AppContext) async throws {
        switch write.calendar.kind {
        case .derived(.tasks):
            try await turns.run(for: write.account) {
                try await TaskWriter(store: store, service: service, work: work, context: context, now: now()).delete(write)
            }
        case .derived(.study):
            try await turns.run(for: write.account) {
                try await BlockWriter(store: store, service: service, now: now()).delete(write)
            }
        case .derived, .imported: throw Self.readOnly("unbind", write.calendar, write.account)
        case .personal:
            if !write.condition.isStored { _ = try await write.found(by: service) }
            do {
                try await store.deleteObject(
                    write.name, inCalendar: write.calendar.id, if: write.condition.stored, by: write.account)
            } catch DomainError.stale {
                throw DAVFailure.stale
            }
        }
    }

    private func find(
        _ name: String, in calendar: CalendarCollection, of account: Account.ID
    ) async throws -> ServedObject? {
        try await service.objects(inCalendar: calendar.id, matching: .names([name]), of: account).objects.first
    }

    private func body(of request: Request, _ context: AppContext) async throws -> DAVBody.Received {
        do {
            return try await DAVBody.bytes(of: request, context, upTo: CalendarObject.mostBytes)
        } catch DomainError.tooLarge {
            throw DAVFailure.object(
                "max-resource-size", "An object has at most \(CalendarObject.mostBytes) bytes. Leave out attachments.")
        }
    }

    static func absent(_ name: String) -> DomainError { .notFound("object \(name.prefix(80))") }

    static func readOnly(_ privilege: String, _ calendar: CalendarCollection, _ account: Account.ID) -> DAVFailure {
        .needs(
            privilege, on: DAVPath.calendar(calendar.id, of: "\(account)").href,
            "The calendar \(calendar.id) can only be read: NoteIt makes its objects.")
    }
}

/// A request to change an object.
struct ObjectWrite: Sendable {
    let name: String
    let calendar: CalendarCollection
    let account: Account.ID
    let condition: ObjectCondition
    /// The zone of the study settings.
    let zone: TimeZone

    /// Throws `DAVFailure` if the condition does not hold for the object that is there.
    func require(_ found: ServedObject?) throws {
        if !condition.holds(for: found?.object.etag) { throw DAVFailure.stale }
    }

    /// The object that is there. Throws `DAVFailure` if the condition does not hold for it.
    func found(by service: CalendarService) async throws -> ServedObject? {
        let found = try await service.objects(inCalendar: calendar.id, matching: .names([name]), of: account).objects.first
        try require(found)
        return found
    }

    /// Call it after reading what an object stands for: it is what the condition was checked for, if the object is still the same.
    /// Throws `DAVFailure` if it is not.
    func requireUnchanged(_ served: ServedObject, by service: CalendarService) async throws {
        guard try await found(by: service)?.object.etag == served.object.etag else { throw DAVFailure.stale }
    }

    func href(of name: String) -> String { DAVPath.object(name, in: calendar.id, of: "\(account)").href }
}

/// An object after a write.
struct WrittenObject: Sendable {
    var object: CalendarObject
    var created: Bool
    /// Whether the stored bytes are those that were sent.
    var isAsSent: Bool
}

/// All objects of a calendar in one VCALENDAR.
private struct CalendarFileOfAll {
    private static let mostBytes = 16 << 20

    private(set) var calendar: Component
    private var zones: Set<String> = []
    private var bytes = 0

    init(named name: String) {
        calendar = .calendar()
        calendar.properties.append(Property("X-WR-CALNAME", text: name))
    }

    /// Appends an object. Of definitions of zones with one name, the first holds.
    mutating func append(_ object: Component, bytes: Int) throws {
        self.bytes += bytes
        if self.bytes > Self.mostBytes {
            throw DAVFailure.tooMany("The calendar is too long for one file. Open it with a calendar program.")
        }
        calendar.components += object.components.filter { component in
            component.name != "VTIMEZONE" || component.text("TZID").map { zones.insert($0).inserted } == true
        }
    }
}
