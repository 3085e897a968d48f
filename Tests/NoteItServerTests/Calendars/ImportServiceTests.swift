import Foundation
import Logging
import NoteItCore
import NoteItStore
import Synchronization
import TestTime
import TestDatabase
import Testing

@testable import NoteItServer

/// Imports on a real store, from a web server that a test controls.
struct ImportServiceTests {
    /// What the web server answers now.
    private final class Page: Sendable {
        private let answer = Mutex<[UInt8]>([])
        var now: [UInt8] { answer.withLock(\.self) }
        func set(_ bytes: [UInt8]) { answer.withLock { $0 = bytes } }
    }

    private struct Scene {
        let store: SQLStore
        let clock: TestClock
        let service: ImportService
        let keeper: ImportJob
        let host: CannedHost
        let page: Page
        let ada: Account.ID
        let changed: Changed

        var new: NewCalendarImport {
            NewCalendarImport(name: "Work", url: "http://calendar.test:\(host.port)/secret.ics", tasks: true)
        }

        func titles() async throws -> [String] {
            try await store.tasks(of: ada).map(\.title)
        }

        func only() async throws -> CalendarImport {
            let all = try await store.calendarImports(of: ada)
            return try #require(all.count == 1 ? all.first : nil)
        }
    }

    private final class Changed: Sendable {
        private let people = Mutex<[Account.ID]>([])
        var count: Int { people.withLock(\.count) }
        func add(_ person: Account.ID) { people.withLock { $0.append(person) } }
    }

    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (clock, page, changed) = (TestClock(), Page(), Changed())
        let location = try TestDatabase.make(in: folder)
        defer { TestDatabase.remove(location) }
        let store = try SQLStore(location) { clock.now }
        let host = try await CannedHost { _ in page.now }
        let address = try #require(NetworkAddress("127.0.0.1"))
        let gate = ImportGuard(
            allowed: try #require(AllowedHosts("calendar.test:\(host.port)")), resolver: NameResolver { _ in [address] })
        var fetcher = ImportFetcher(gate: gate)
        fetcher.time = patience
        let service = ImportService(
            store: store, fetcher: fetcher, now: { clock.now }, random: { 0.5 }, onChange: changed.add)
        let keeper = ImportJob(store: store, service: service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let new = NewAccount(email: "ada@example.edu", password: TestServer.password, displayName: "Ada")
        let ada = try await store.register(new, role: .student, password: "hash").id
        page.set(CannedHost.response(Self.calendar("Essay"), "ETag: \"1\""))
        try await body(
            Scene(
                store: store, clock: clock, service: service, keeper: keeper, host: host, page: page, ada: ada, changed: changed
            ))
        try await host.stop()
        try store.close()
    }

    private static func calendar(_ titles: String..., refresh: String = "P1D") -> String {
        let todos = titles.map { "BEGIN:VTODO\r\nUID:\($0)\r\nDUE:20990101T120000Z\r\nSUMMARY:\($0)\r\nEND:VTODO\r\n" }
        return
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nREFRESH-INTERVAL;VALUE=DURATION:\(refresh)\r\n\(todos.joined())END:VCALENDAR\r\n"
    }

    @Test func aCalendarIsReadBeforeItIsStored() async throws {
        try await withScene { scene in
            let added = try await scene.service.create(scene.new, by: scene.ada)
            #expect(added.host == "calendar.test" && added.events == 1 && added.lastError == nil && added.lastSynced != nil)
            #expect(try await scene.titles() == ["Essay"])
            #expect(scene.changed.count == 1)
        }
    }

    @Test func anAddressThatCannotBeReadIsNotStored() async throws {
        try await withScene { scene in
            scene.page.set(CannedHost.response(status: 500))
            let detail = "could not be imported. The host calendar.test failed (500). Try again later"
            await #expect(throws: DomainError.invalid("url", detail)) {
                try await scene.service.create(scene.new, by: scene.ada)
            }
            let stored = try await scene.store.calendarImports(of: scene.ada)
            #expect(stored.isEmpty)
        }
    }

    @Test func dueImportsAreReadOnceEach() async throws {
        try await withScene { scene in
            _ = try await scene.service.create(scene.new, by: scene.ada)
            #expect(try await !scene.keeper.readNext())
            scene.clock.advance(by: 100_000)
            scene.page.set(CannedHost.response(Self.calendar("Essay", "Lab", refresh: "PT2H")))
            #expect(try await scene.keeper.readNext())
            #expect(try await !scene.keeper.readNext())
            #expect(try await scene.titles().sorted() == ["Essay", "Lab"])
            #expect(try await scene.only().nextSync == scene.clock.now + 7_200)
            #expect(scene.host.requests.count == 2)
            let request = try #require(scene.host.requests.last)
            #expect(request.lowercased().contains("if-none-match: \"1\"\r\n"))
        }
    }

    @Test func aSourceThatFailsIsTriedLaterAndLaterAndItsCopyStays() async throws {
        try await withScene { scene in
            let added = try await scene.service.create(scene.new, by: scene.ada)
            scene.page.set(CannedHost.response(status: 503))
            scene.clock.advance(by: 100_000)
            for hours in [1.0, 2, 4, 8] {
                #expect(try await scene.keeper.readNext())
                let kept = try await scene.only()
                #expect(
                    kept.lastError == "The host calendar.test failed (503). Try again later."
                        && kept.lastSynced == added.lastSynced)
                #expect(kept.events == 1 && kept.nextSync == scene.clock.now + hours * 3_600)
                scene.clock.advance(by: hours * 3_600)
            }
            #expect(try await scene.titles() == ["Essay"])
            scene.page.set(CannedHost.response(status: 304))
            #expect(try await scene.keeper.readNext())
            let kept = try await scene.only()
            #expect(kept.lastError == nil && kept.lastSynced == scene.clock.now)
            #expect(kept.nextSync == scene.clock.now + 86_400)
            #expect(scene.changed.count == 1)
        }
    }

    @Test func itsOwnerMayReadItOnceAMinute() async throws {
        try await withScene { scene in
            let added = try await scene.service.create(scene.new, by: scene.ada)
            scene.page.set(CannedHost.response(Self.calendar()))
            #expect(try await scene.service.sync(added.id, by: scene.ada).events == 0)
            #expect(try await scene.titles() == [])
            await #expect(throws: DomainError.tooMany("It was read within the last minute. Try again in 60 s.", retryAfter: 60))
            {
                try await scene.service.sync(added.id, by: scene.ada)
            }
            scene.clock.advance(by: 60)
            _ = try await scene.service.sync(added.id, by: scene.ada)
        }
    }

    @Test func aFileIsReadOnce() async throws {
        try await withScene { scene in
            let added = try await scene.service.create(
                "Old", file: Array(Self.calendar("Essay").utf8), busy: false, allDayBusy: nil, tasks: nil, by: scene.ada)
            #expect(added.host == nil && added.nextSync == nil && !added.busy && !added.tasks && added.events == 1)
            await #expect(throws: DomainError.self) { try await scene.service.sync(added.id, by: scene.ada) }
            await #expect(
                throws: DomainError.invalid(
                    "(body)", "could not be imported. The calendar is empty. Export it again, with its events")
            ) {
                try await scene.service.create("Empty", file: [], busy: nil, allDayBusy: nil, tasks: nil, by: scene.ada)
            }
        }
    }

    @Test func nobodyFillsTheServerWithImports() async throws {
        try await withScene { scene in
            for number in 0..<CalendarImport.most {
                _ = try await scene.service.create(
                    "\(number)", file: Array(Self.calendar().utf8), busy: nil, allDayBusy: nil, tasks: nil, by: scene.ada)
            }
            await #expect(throws: DomainError.conflict("You have 20 imports already. Delete one first.")) {
                try await scene.service.create(scene.new, by: scene.ada)
            }
            #expect(scene.host.requests.isEmpty)
        }
    }
}
