import Foundation
import NoteItCore
import Synchronization
import Testing

@testable import NoteItServer

struct CalendarCacheTests {
    private let account = Account.ID.make(at: at("2026-11-01T00:00:00Z"))

    private func key(_ name: String) -> CalendarObjectCache.Key {
        CalendarObjectCache.Key(account: account, calendar: .due, name: name)
    }

    @Test func anObjectIsKeptForItsETag() {
        let cache = CalendarObjectCache()
        cache.keep([1, 2], key("a"), etag: "1")
        #expect(cache.bytes(key("a"), etag: "1") == [1, 2] && cache.bytes(key("a"), etag: "2") == nil)
        cache.keep([3], key("a"), etag: "2")
        #expect(cache.bytes(key("a"), etag: "2") == [3] && cache.bytes(key("a"), etag: "1") == nil)
    }

    @Test func theCacheIsBounded() {
        let cache = CalendarObjectCache(room: 100_000)
        for number in 0..<1_000 { cache.keep([UInt8](repeating: 0, count: 1_000), key("\(number)"), etag: "1") }
        #expect((0..<1_000).count { cache.bytes(key("\($0)"), etag: "1") != nil } <= 100)
        #expect(cache.bytes(key("999"), etag: "1") != nil)
        cache.keep([UInt8](repeating: 0, count: 50_000), key("large"), etag: "1")
        #expect(cache.bytes(key("large"), etag: "1") == nil)
    }

    @Test func aUseIsNotedOnceAMinute() async throws {
        let (clock, notes) = (TestClock(), AsyncStream<Int>.makeStream())
        let uses = LastUseRecorder<Int>(now: { clock.now }) { notes.continuation.yield($0) }
        for _ in 0..<10 { uses.note(1) }
        clock.advance(by: 59)
        uses.note(1)
        uses.note(2)
        clock.advance(by: 1)
        uses.note(1)
        var seen: [Int] = []
        for await note in notes.stream {
            seen.append(note)
            if seen.count == 3 { break }
        }
        #expect(seen.sorted() == [1, 1, 2])
    }
}
