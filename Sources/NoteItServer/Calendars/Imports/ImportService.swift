import Foundation
import NoteItCore
import Synchronization

/// Reads calendars of elsewhere and stores what they say. What takes long runs beside the event loops: names are looked up and
/// calendars understood on threads of their own.
final class ImportService: Sendable {
    /// The imports that people wait for at once: in all, and of one person.
    private static let (most, mostOfOne) = (8, 2)

    private let store: any Store
    private let fetcher: ImportFetcher
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double
    /// Called with each person whose imported calendars changed.
    private let onChange: @Sendable (Account.ID) -> Void
    private let readers = Workers<Account.ID>(2, each: 1, niceness: 10)
    private let waiting = Quota<Account.ID>(total: most, each: mostOfOne)
    private let demands: TokenBuckets<CalendarImport.ID>
    /// The syncs of one import run one after the other.
    private let turns = OneAtATime<CalendarImport.ID>()
    private let counts = Counts()

    init(
        store: any Store, fetcher: ImportFetcher, now: @escaping @Sendable () -> Date,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, onChange: @escaping @Sendable (Account.ID) -> Void
    ) {
        (self.store, self.fetcher, self.now, self.random, self.onChange) = (store, fetcher, now, random, onChange)
        demands = TokenBuckets(now: now)
    }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_imports_running", help: "Calendars of elsewhere that are being read.") { [counts] in
            Double(counts.running.load(ordering: .relaxed))
        }
        metrics.addCounter("noteit_imports_total", help: "Calendars of elsewhere that were read, or failed to be.") {
            [counts] in
            Double(counts.all.load(ordering: .relaxed))
        }
        metrics.addCounter("noteit_import_failures_total", help: "Calendars of elsewhere that failed to be read.") { [counts] in
            Double(counts.failures.load(ordering: .relaxed))
        }
        metrics.register(counts.seconds)
    }

    private final class Counts: Sendable {
        let running = Atomic(0)
        let all = Atomic(0)
        let failures = Atomic(0)
        let seconds = Histogram("noteit_import_seconds", help: "Time that reading an import took.", bounds: Histogram.seconds)
    }

    /// Reads the calendar of an address, and stores it. Nothing is stored if it cannot be read: then throws `.invalid`.
    func create(_ new: NewCalendarImport, by account: Account.ID) async throws -> CalendarImport {
        let permit = try takeTurn(for: account)
        defer { permit.release() }
        try await requireRoom(of: account)
        do {
            let source = ImportSource(url: try WebAddress(ofCalendar: new.url).url, etag: nil, lastModified: nil)
            let (copy, newest) = try await counted { () async throws -> (ImportCopy, ImportSource) in
                guard case .calendar(let bytes, let newest) = try await fetcher.fetch(source) else {
                    throw ImportFailure("The host answered without a calendar. Check the address in a browser.")
                }
                let reading = try await read(
                    bytes, makingTasks: new.tasks ?? false, allDayBusy: new.allDayBusy ?? false, for: account)
                return (reading.copy, newest)
            }
            return try await created(new.name, newest, busy: new.busy, tasks: new.tasks, copy, by: account)
        } catch let failure as ImportFailure {
            throw DomainError.invalid("url", failure.asRule)
        }
    }

    /// Stores the calendar of a file. Throws `.invalid` if it cannot be understood.
    func create(
        _ name: String, file: [UInt8], busy: Bool?, allDayBusy: Bool?, tasks: Bool?, by account: Account.ID
    ) async throws -> CalendarImport {
        let permit = try takeTurn(for: account)
        defer { permit.release() }
        try await requireRoom(of: account)
        do {
            let copy = try await counted {
                try await read(file, makingTasks: tasks ?? false, allDayBusy: allDayBusy ?? false, for: account).copy
            }
            return try await created(name, nil, busy: busy, tasks: tasks, copy, by: account)
        } catch let failure as ImportFailure {
            throw DomainError.invalid("(body)", failure.asRule)
        }
    }

    private func created(
        _ name: String, _ source: ImportSource?, busy: Bool?, tasks: Bool?, _ copy: ImportCopy, by account: Account.ID
    ) async throws -> CalendarImport {
        let added = try await store.addImport(
            name, from: source, busy: busy ?? true, tasks: tasks ?? false, copy: copy, by: account)
        onChange(account)
        return added
    }

    /// Reads an import again because its owner asks. A calendar that cannot be read is not an error here: the import says why.
    /// Throws `.tooMany` within a minute of the last time, `.conflict` for a file, `.notFound`.
    func sync(_ id: CalendarImport.ID, by account: Account.ID) async throws -> CalendarImport {
        let source = try await store.importSource(id, by: account)
        let permit = try takeTurn(for: account)
        defer { permit.release() }
        if let seconds = demands.spend(from: [(id, .init(tokens: 1, rate: 1 / 60))]) {
            throw DomainError.tooMany("It was read within the last minute. Try again in \(seconds) s.", retryAfter: seconds)
        }
        return try await sync(id, of: account, from: source)
    }

    /// Reads an import again. Its last good copy stays if that fails.
    @discardableResult
    func sync(
        _ id: CalendarImport.ID, of account: Account.ID, from source: ImportSource
    ) async throws -> CalendarImport {
        try await turns.run(for: id) {
            let known = try await store.calendarImport(id, by: account)
            var pace = try await store.importPace(id, by: account)
            let result: ImportResult
            do {
                result = try await counted { () async throws -> ImportResult in
                    guard case .calendar(let bytes, let newest) = try await fetcher.fetch(source) else {
                        pace.wasUnchanged()
                        return .unchanged
                    }
                    let reading = try await read(
                        bytes, makingTasks: known.tasks, allDayBusy: known.allDayBusy ?? false, for: account)
                    pace.succeeded(refresh: reading.refresh)
                    return .copy(reading.copy, newest)
                }
            } catch let failure as ImportFailure {
                pace.failed()
                result = .failed(failure.sentence)
            }
            let next = now() + pace.pause(random())
            let stored = try await store.keepSync(result, of: id, next: next, pace: pace, by: account)
            if case .copy = result { onChange(account) }
            return stored
        }
    }

    func delete(_ id: CalendarImport.ID, by account: Account.ID) async throws {
        try await store.deleteImport(id, by: account)
        onChange(account)
    }

    private func takeTurn(for account: Account.ID) throws -> Permit {
        try waiting.permit(for: account) { excess in
            switch excess {
            case .each(let own): .tooMany("\(own) of your imports are being read. Wait until one is done.", retryAfter: 5)
            case .total: .unavailable("Too many imports are being read. Try again in a few seconds.")
            }
        }
    }

    /// The store checks it too; this spares the host a request.
    private func requireRoom(of account: Account.ID) async throws {
        let imports = try await store.calendarImports(of: account)
        guard imports.count < CalendarImport.most else {
            throw DomainError.tooManyImports(CalendarImport.most)
        }
    }

    private func read(
        _ bytes: [UInt8], makingTasks makesTasks: Bool, allDayBusy: Bool, for account: Account.ID
    ) async throws -> ImportReading {
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        let reader = ImportReader(zone: zone, makesTasks: makesTasks, allDayBusy: allDayBusy, now: now())
        return try await readers.run(for: account) { try reader.read(bytes) }
    }

    private func counted<Value>(_ work: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        counts.running.add(1, ordering: .relaxed)
        defer {
            counts.running.subtract(1, ordering: .relaxed)
            counts.all.add(1, ordering: .relaxed)
            counts.seconds.observe((ContinuousClock.now - start) / .seconds(1))
        }
        do {
            return try await work()
        } catch {
            counts.failures.add(1, ordering: .relaxed)
            throw error
        }
    }
}

extension ImportFailure {
    /// The failure as the detail of a field error, whose last dot the problem adds.
    fileprivate var asRule: String {
        "could not be imported. " + sentence.trimmingSuffix(".")
    }
}
