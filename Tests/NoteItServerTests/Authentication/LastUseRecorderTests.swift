import Testing

@testable import NoteItServer

struct LastUseRecorderTests {
    @Test func aUseIsRecordedOnceAMinute() async throws {
        let (clock, notes) = (TestClock(), AsyncStream<Int>.makeStream())
        let uses = LastUseRecorder<Int>(now: { clock.now }) { notes.continuation.yield($0) }
        for _ in 0..<10 { uses.record(1) }
        clock.advance(by: 59)
        uses.record(1)
        uses.record(2)
        clock.advance(by: 1)
        uses.record(1)
        var seen: [Int] = []
        for await note in notes.stream {
            seen.append(note)
            if seen.count == 3 { break }
        }
        #expect(seen.sorted() == [1, 1, 2])
    }
}
