import Testing

@testable import NoteItServer

struct ByteCacheTests {
    @Test func anEntryIsReplaced() {
        let cache = ByteCache<String, Int>()
        cache.keep(1, at: "a", bytes: 1)
        cache.keep(2, at: "a", bytes: 1)
        #expect(cache["a"] == 2 && cache["b"] == nil)
    }

    @Test func theCacheIsBounded() {
        let cache = ByteCache<Int, Int>(room: 100_000)
        for number in 0..<1_000 { cache.keep(number, at: number, bytes: 1_000) }
        #expect((0..<1_000).count { cache[$0] != nil } <= 100)
        #expect(cache[999] == 999)
        cache.keep(0, at: 1_000, bytes: 50_000)
        #expect(cache[1_000] == nil)
    }

    @Test func aReplacedEntryIsNotCounted() {
        let cache = ByteCache<Int, Int>(room: 100_000)
        cache.keep(0, at: 0, bytes: 1_000)
        for number in 0..<1_000 { cache.keep(number, at: 1, bytes: 1_000) }
        #expect(cache[0] == 0 && cache[1] == 999)
    }
}
