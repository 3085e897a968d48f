import Foundation
import ICalendar
import NoteItCore

/// Keeps people's derived calendars up to date, and serves the objects of all their calendars.
final class CalendarService: Sendable {
    /// How often an answer is read again because what it is made from changed meanwhile.
    private static let attempts = 5

    let assembler = CalendarAssembler()
    private let store: any Store
    private let study: StudyService
    private let turns = OneAtATime<Account.ID>()
    /// The bytes of objects of derived calendars. An entry is valid while the object has its ETag.
    private let cache = ByteCache<CacheKey, (etag: String, bytes: [UInt8])>()

    private struct CacheKey: Hashable, Sendable {
        var account: Account.ID
        var calendar: CalendarCollection.Derived
        var name: String
    }

    init(store: any Store, study: StudyService) { (self.store, self.study) = (store, study) }

    /// The person's calendars, after derived ones were brought up to date.
    func calendars(
        of account: Account.ID, withProperties: Bool
    ) async throws -> (calendars: [CalendarCollection], state: CalendarState) {
        await study.catchUp(account)
        let answer = try await store.calendars(of: account, withProperties: withProperties)
        if answer.state.isCurrent { return answer }
        _ = try await refresh(account)
        return try await store.calendars(of: account, withProperties: withProperties)
    }

    /// One calendar, after derived ones were brought up to date if it is one of them. Throws `.notFound` for the account.
    func calendar(_ id: String, of account: Account.ID) async throws -> OpenedCalendar {
        if id == CalendarCollection.Derived.study.rawValue { await study.catchUp(account) }
        let answer = try await store.openCalendar(id, of: account)
        if answer.state.isCurrent { return answer }
        _ = try await refresh(account)
        return try await store.openCalendar(id, of: account)
    }

    /// The objects of a calendar as they are now, by name. Throws `.notFound`.
    func objects(
        inCalendar id: String, matching query: CalendarObjectQuery, of account: Account.ID
    ) async throws -> (objects: [ServedObject], state: CalendarState) {
        let (answer, objects) = try await served(id, of: account) {
            try await self.store.objects(inCalendar: id, matching: query, of: account)
        } rows: {
            ($0.objects, $0.state)
        }
        return (objects, answer.state)
    }

    typealias Changes = (
        changed: [ServedObject], removed: [RemovedCalendarObject], next: CalendarPosition, hasMore: Bool,
        state: CalendarState
    )

    /// The changes of a calendar after a position, with the objects as they are now. Throws `.notFound`, `.expired`.
    func changes(
        inCalendar id: String, after position: CalendarPosition?, limit: Int, of account: Account.ID
    ) async throws -> Changes {
        let (answer, objects) = try await served(id, of: account) {
            try await self.store.changes(inCalendar: id, after: position, limit: limit, of: account)
        } rows: {
            ($0.changed, $0.state)
        }
        return (objects, answer.removed, answer.next, answer.hasMore, answer.state)
    }

    /// The values of derived calendars, with rows that say the same.
    func derived(of account: Account.ID) async throws -> (inputs: CalendarInputs, items: DerivedCalendars) {
        await study.catchUp(account)
        for _ in 0..<Self.attempts {
            let inputs = try await store.calendarInputs(of: account)
            let items = DerivedCalendars(inputs)
            if items.match(inputs.objects) { return (inputs, items) }
            _ = try await refresh(account, evenIfCurrent: true)
        }
        throw Self.changing
    }

    private static let changing = DomainError.unavailable("Your calendars are changing at this moment. Try again.")

    /// Reads rows until they can be served as they were read.
    private func served<Answer>(
        _ id: String, of account: Account.ID, _ read: () async throws -> Answer,
        rows: (Answer) -> (objects: [CalendarObject], state: CalendarState)
    ) async throws -> (Answer, [ServedObject]) {
        guard let calendar = CalendarCollection.Derived(rawValue: id) else {
            let answer = try await read()
            return (answer, rows(answer).objects.map { ServedObject(object: $0, bytes: $0.data ?? []) })
        }
        if calendar == .study { await study.catchUp(account) }
        var items: DerivedCalendars?
        for attempt in 0..<Self.attempts {
            let answer = try await read()
            let (objects, state) = rows(answer)
            // What changed after the refresh of this request may be left out: the request could have come before.
            if state.isCurrent || attempt > 0, let served = try await serve(objects, in: calendar, of: account, from: items) {
                return (answer, served)
            }
            items = try await refresh(account, evenIfCurrent: state.isCurrent)
        }
        throw Self.changing
    }

    /// The objects with their bytes; nil if what an object is made from has changed since its row was read.
    private func serve(
        _ objects: [CalendarObject], in calendar: CalendarCollection.Derived, of account: Account.ID,
        from known: DerivedCalendars?
    ) async throws -> [ServedObject]? {
        var (items, served) = (known, [ServedObject]())
        for (number, object) in objects.enumerated() {
            // Other requests take their turns.
            if number % 100 == 99 { await Task.yield() }
            let key = CacheKey(account: account, calendar: calendar, name: object.name)
            if let data = object.sent ?? cache[key].flatMap({ $0.etag == object.etag ? $0.bytes : nil }) {
                served.append(ServedObject(object: object, bytes: data))
                continue
            }
            if items == nil { items = DerivedCalendars(try await store.calendarInputs(of: account)) }
            guard let items, let item = items.item(of: object, in: calendar) else { return nil }
            let bytes = encode(item, as: object, reader: items.zone)
            cache.keep((object.etag, bytes), at: key, bytes: bytes.count)
            served.append(ServedObject(object: object, bytes: bytes))
        }
        return served
    }

    private func encode(_ item: DerivedItem, as object: CalendarObject, reader: TimeZone) -> [UInt8] {
        let merged = object.data.flatMap { SentObject($0, item, reader: reader) }?.merged(as: object, assembler)
        return Array((merged ?? assembler.object(item, as: object)).text.utf8)
    }

    /// Brings the rows of derived calendars up to date, one refresh of a person at a time. Returns what they were made from; nil if
    /// they were up to date. Throws `.unavailable` if they change too fast: older rows may show what the person lost access to.
    /// - Parameter evenIfCurrent: items can differ without news in the log: when they become too old, or by a new version of NoteIt.
    private func refresh(_ account: Account.ID, evenIfCurrent: Bool = false) async throws -> DerivedCalendars? {
        try await turns.run(for: account) {
            if !evenIfCurrent, try await store.calendars(of: account, withProperties: false).state.isCurrent { return nil }
            for _ in 0..<Self.attempts {
                let inputs = try await store.calendarInputs(of: account)
                let items = DerivedCalendars(inputs)
                if try await store.keepDerived(items.rows, of: account, from: inputs) { return items }
            }
            throw Self.changing
        }
    }
}

extension CalendarObject {
    /// The object as a program sent it; nil if none did, or the item changed since.
    var sent: [UInt8]? { dataDigest == digest ? data : nil }

    static func etag(of bytes: [UInt8]) -> String { Secret.shortDigest(bytes) }
}

extension AppContext {
    /// Reads many objects of calendars: `longRead`, unless the client leaves before its turn, which throws `CancellationError`.
    func longReadOfObjects<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
        let asked = ContinuousClock.now
        return try await longRead(reserving: RequestShare.manyObjects) {
            // Whoever did not wait is still there. To ask the event loop takes a tenth of a small report.
            let hasWaited = ContinuousClock.now - asked > .milliseconds(50)
            if hasWaited, try await ClientWatch.hasLeft(channel) { throw CancellationError() }
            return try await read()
        }
    }
}
