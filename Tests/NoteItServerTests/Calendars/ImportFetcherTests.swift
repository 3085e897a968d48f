import CZlib
import Foundation
import NoteItCore
import Synchronization
import Testing

@testable import NoteItServer

/// The fetcher against a web server that answers with given bytes.
struct ImportFetcherTests {
    private static let calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"

    /// - Parameter addresses: of each lookup in turn; afterwards the last.
    private func fetcher(
        _ host: CannedHost, addresses: [[String]] = [["127.0.0.1"]], lookups: Lookups = Lookups(),
        time: Duration = .seconds(20)
    ) throws -> ImportFetcher {
        let allowed = try #require(AllowedHosts("calendar.test:\(host.port)"))
        let resolver = NameResolver { name in
            let turn = lookups.add(name)
            return addresses[min(turn, addresses.count - 1)].compactMap { NetworkAddress($0) }
        }
        return ImportFetcher(gate: ImportGuard(allowed: allowed, resolver: resolver), time: time)
    }

    private func source(_ host: CannedHost, _ path: String = "/secret.ics", etag: String? = nil) -> ImportSource {
        ImportSource(url: "http://calendar.test:\(host.port)\(path)", etag: etag, lastModified: nil)
    }

    private func sentence(_ work: () async throws -> some Sendable) async throws -> String {
        do {
            _ = try await work()
        } catch let failure as ImportFailure {
            #expect(!failure.sentence.contains("/secret"))
            return failure.sentence
        }
        Issue.record("nothing was refused")
        return ""
    }

    @Test func itConnectsToTheAddressThatWasChecked() async throws {
        let host = try await CannedHost { _ in CannedHost.response(Self.calendar, "ETag: \"7\"", "Last-Modified: yesterday") }
        let lookups = Lookups()
        let fetcher = try fetcher(host, addresses: [["127.0.0.1"], ["192.0.2.1"]], lookups: lookups)
        let answer = try await fetcher.fetch(source(host))
        let newest = ImportSource(url: source(host).url, etag: "\"7\"", lastModified: "yesterday")
        #expect(answer == .calendar(Array(Self.calendar.utf8), newest))
        #expect(lookups.names == ["calendar.test"])
        let request = try #require(host.requests.first)
        #expect(request.hasPrefix("GET /secret.ics HTTP/1.1\r\n"))
        #expect(request.contains("calendar.test:\(host.port)\r\n"))
        #expect(request.contains("NoteIt/\(NoteItVersion.current)\r\n"))
        try await host.stop()
    }

    @Test func theNextAddressIsTriedIfTheFirstTakesNoConnection() async throws {
        let host = try await CannedHost { _ in CannedHost.response(Self.calendar) }
        let fetcher = try fetcher(host, addresses: [["127.0.0.2", "127.0.0.1"]])
        #expect(try await fetcher.fetch(source(host)).text == Self.calendar)
        try await host.stop()
    }

    @Test func anUnchangedCalendarIsNotSentAgain() async throws {
        let host = try await CannedHost { _ in Array("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".utf8) }
        let fetcher = try fetcher(host)
        #expect(try await fetcher.fetch(source(host, etag: "\"7\"")) == .unchanged)
        #expect(try #require(host.requests.first).lowercased().contains("if-none-match: \"7\"\r\n"))
        #expect(try await sentence { try await fetcher.fetch(source(host)) }.contains("304"))
        try await host.stop()
    }

    @Test func aRedirectIsGuardedAgain() async throws {
        let host = try await CannedHost { _ in
            CannedHost.response(status: 302, "Location: https://inside.test/secret")
        }
        let lookups = Lookups()
        let fetcher = try fetcher(host, addresses: [["127.0.0.1"], ["10.0.0.1"]], lookups: lookups)
        #expect(
            try await sentence { try await fetcher.fetch(source(host)) }
                == "The host inside.test is in a private network. Ask the operator of NoteIt to allow it, or import a file.")
        #expect(lookups.names == ["calendar.test", "inside.test"])
        try await host.stop()
    }

    @Test func threeRedirectsAreFollowed() async throws {
        let host = try await CannedHost { request in
            let step = request.split(separator: " ")[1].dropFirst().first.flatMap(\.wholeNumberValue) ?? 0
            return step == 0
                ? CannedHost.response(Self.calendar)
                : CannedHost.response(status: 301, "Location: \(step - 1)")
        }
        let fetcher = try fetcher(host)
        #expect(try await fetcher.fetch(source(host, "/3")).text == Self.calendar)
        #expect(
            try await sentence { try await fetcher.fetch(source(host, "/4")) }
                == "The address redirects more than 3 times. Open it in a browser and use the address at the end.")
        #expect(host.requests.count == 8)
        try await host.stop()
    }

    @Test(arguments: [(401, "sign-in"), (404, "no calendar"), (429, "too often"), (500, "failed"), (206, "206")])
    func anotherStatusIsRefused(status: Int, word: String) async throws {
        let host = try await CannedHost { _ in CannedHost.response(status: status) }
        let fetcher = try fetcher(host)
        let said = try await sentence { try await fetcher.fetch(source(host)) }
        #expect(said.contains(word) && said.contains(String(status)) && said.contains("calendar.test"))
        try await host.stop()
    }

    @Test func tooManyBytesAreRefused() async throws {
        let host = try await CannedHost { _ in CannedHost.response(String(repeating: "a", count: ImportFetcher.mostBytes + 1)) }
        let fetcher = try fetcher(host)
        #expect(
            try await sentence { try await fetcher.fetch(source(host)) }
                == "The calendar of calendar.test is larger than 5 MB. Choose a shorter span or fewer calendars there."
        )
        try await host.stop()
    }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Early hints, and the extension of a chunk; then an answer.
    private static let endless: [String] = [
        many("HTTP/1.1 103 Early Hints\r\nLink: </\(many("a", 4_000))>\r\n\r\n", ImportFetcher.mostReceived / 4_000)
            + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nB",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;\(many("a", ImportFetcher.mostReceived))\r\nB\r\n0\r\n\r\n",
    ]

    @Test(arguments: [0, 1]) func anAnswerWithoutEndIsLeft(index: Int) async throws {
        let host = try await CannedHost { _ in Array(Self.endless[index].utf8) }
        let fetcher = try fetcher(host)
        #expect(
            try await sentence { try await fetcher.fetch(source(host)) }
                == "The host calendar.test sends without end. Check the address in a browser.")
        try await host.stop()
    }

    @Test func aCalendarThatEndsEarlyIsRefused() async throws {
        let host = try await CannedHost { _ in
            Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\nBEGIN".utf8)
        }
        let fetcher = try fetcher(host)
        #expect(try await sentence { try await fetcher.fetch(source(host)) }.contains("closed the connection"))
        try await host.stop()
    }

    @Test func aSilentHostIsLeft() async throws {
        let host = try await CannedHost { _ in nil }
        let fetcher = try fetcher(host, time: .seconds(1))
        #expect(
            try await sentence { try await fetcher.fetch(source(host)) }
                == "The calendar did not arrive within 1 seconds. Try again later, or import a file.")
        try await host.stop()
    }

    @Test func aHostWithoutServerIsUnreachable() async throws {
        let host = try await CannedHost { _ in nil }
        try await host.stop()
        let fetcher = try fetcher(host)
        #expect(
            try await sentence { try await fetcher.fetch(source(host)) }
                == "The host calendar.test cannot be reached. Check the address, or try again later.")
    }

    @Test func compressedCalendarsAreRead() async throws {
        let host = try await CannedHost { _ in
            CannedHost.response(deflated(Array(Self.calendar.utf8)), "Content-Encoding: deflate")
        }
        let fetcher = try fetcher(host)
        #expect(try await fetcher.fetch(source(host)).text == Self.calendar)
        try await host.stop()
    }
}

extension ImportFetcher.Answer {
    fileprivate var text: String? {
        if case .calendar(let bytes, _) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}

/// Compressed bodies are bounded and complete.
struct ContentDecoderTests {
    private func decode(
        _ bytes: [UInt8], _ encoding: String?, limit: Int = 1 << 20, step: Int = 1_000
    ) throws(ImportFailure) -> [UInt8] {
        let decoder = try ContentDecoder(encoding, limit: limit, host: "calendar.test")
        for start in stride(from: 0, to: bytes.count, by: step) {
            try decoder.append(bytes[start..<min(start + step, bytes.count)])
        }
        return try decoder.finish()
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000], [1, 1_000, 1 << 20])
    func bytesAreDecodedInAnySteps(count: Int, step: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        #expect(try decode(deflated(bytes), "deflate", step: step) == bytes)
        if count <= 65_537 { #expect(try decode(bytes, "identity", step: step) == bytes) }
    }

    @Test func aBombIsRefusedAtTheLimit() {
        let bomb = deflated([UInt8](repeating: 0, count: 4 << 20))
        #expect(bomb.count < 10_000)
        #expect(
            throws: ImportFailure(
                "The calendar of calendar.test is larger than 1 MB. Choose a shorter span or fewer calendars there.")
        ) { try decode(bomb, "gzip") }
    }

    @Test func theLimitItselfIsTaken() throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        #expect(try decode(deflated(bytes), "gzip", limit: 100_000) == bytes)
        #expect(throws: ImportFailure.self) { try decode(deflated(bytes), "gzip", limit: 99_999) }
        #expect(throws: ImportFailure.self) { try decode(bytes, nil, limit: 99_999) }
    }

    @Test func damagedBytesAreRefused() {
        let bytes = deflated((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
        for bad in [Array(bytes.dropLast()), bytes + [1], Array(bytes.dropFirst()), Array("BEGIN:VCALENDAR".utf8)] {
            #expect(
                throws: ImportFailure(
                    """
                    The host calendar.test sent a calendar whose compression is damaged. Save the calendar as a file and import that.
                    """)
            ) { try decode(bad, "gzip") }
        }
    }

    @Test(arguments: ["br", "gzip, gzip", "zstd"]) func otherEncodingsAreRefused(encoding: String) {
        #expect(throws: ImportFailure.self) { try decode([], encoding) }
    }
}

/// The names that were looked up.
private final class Lookups: Sendable {
    private let all = Mutex<[String]>([])

    var names: [String] { all.withLock(\.self) }

    /// Returns the number of earlier lookups.
    func add(_ name: String) -> Int {
        all.withLock { all in
            all.append(name)
            return all.count - 1
        }
    }
}

/// In the zlib format, which HTTP calls deflate.
private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    #expect(compress(&output, &size, bytes, UInt(bytes.count)) == Z_OK)
    return Array(output.prefix(Int(size)))
}
