import Foundation
import Logging
import NoteItCore
import NoteItStore
import ServiceLifecycle
import Synchronization
import TestDatabase

@testable import NoteItServer

/// A clock that stands still until a test advances it.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}

/// The real server on a loopback socket, with the real store in a temporary file.
struct TestServer: Sendable {
    let port: Int
    let store: SQLStore
    let clock: TestClock
    let location: StoreLocation
    /// The path to which `.keys` is appended.
    var path: String { location.base }

    static let course: Course.ID = "202530.CMPT225"
    static let section: Section.ID = "202530.1001"

    func send(
        _ method: String, _ path: String, as token: String? = nil, json: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let json {
            if headers["Content-Type"] == nil { head += "Content-Type: application/json\r\n" }
            head += "Content-Length: \(json.utf8.count)\r\n"
        }
        return try await send(raw: Array((head + "\r\n" + (json ?? "")).utf8), isHead: method == "HEAD")
    }

    func send(raw bytes: [UInt8], isHead: Bool = false) async throws -> Answer {
        let answers = try await RawConnection.exchange(bytes, port: port, isHead: isHead)
        guard let answer = answers.first else { throw RawConnection.Closed() }
        return answer
    }

    /// Registers `name@example.edu`, signs in, and enrolls in the test section if `enrolled`.
    func student(_ name: String, enrolled: Bool = false) async throws -> SignedIn {
        let body = #"{"email": "\#(name)@example.edu", "password": "\#(Self.password)", "displayName": "\#(name)"}"#
        let answer = try await send("POST", "/v1/accounts", json: body)
        let student = try JSONCoding.decode(SignedIn.self, from: answer.body)
        if enrolled { _ = try await store.enroll(student.account.id, in: [Self.section]) }
        return student
    }

    static let password = "a rather long word"
}

/// Runs `body` against a server of its own, and stops it.
func withServer(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (location, clock) = (try TestDatabase.make(in: folder), TestClock())
    defer { TestDatabase.remove(location) }
    let store = try SQLStore(location) { clock.now }
    _ = try await store.importCatalog(.sample, links: [], options: ImportOptions(timeZone: "America/Vancouver"))
    let ports = AsyncStream<Int>.makeStream()
    let server = try Server(
        store: store, keys: try await SigningKeys(path: location.keysPath, now: clock.now, store: store) { clock.now },
        configuration: Configuration(port: 0, now: { clock.now }),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { ports.continuation.yield($0) }
    let group = ServiceGroup(services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        var iterator = ports.stream.makeAsyncIterator()
        guard let port = await iterator.next() else { throw RawConnection.Closed() }
        do {
            try await body(TestServer(port: port, store: store, clock: clock, location: location))
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
    try store.close()
}

extension CatalogTerm {
    /// Two courses; CMPT225 has two sections.
    static var sample: CatalogTerm {
        CatalogTerm(
            form: .csv, id: "202530", startsOn: Day("2026-09-01"), endsOn: Day("2026-12-20"),
            courses: [
                CatalogCourse(
                    subject: "CMPT", number: "225", title: "Data Structures", credits: Credits("3"), attributes: [],
                    sections: [.sample(crn: "1001", code: "D100"), .sample(crn: "1002", code: "D200")]),
                CatalogCourse(
                    subject: "MATH", number: "150", title: "Calculus", credits: Credits("4"), attributes: [],
                    sections: [.sample(crn: "2001", code: "D100")]),
            ], rows: 3)
    }
}

extension CatalogSection {
    static func sample(crn: String, code: String) -> CatalogSection {
        CatalogSection(
            crn: crn, code: code, kind: "LEC", instructors: [], meetings: [], capacity: 30, enrolled: 0, delivery: "")
    }
}
