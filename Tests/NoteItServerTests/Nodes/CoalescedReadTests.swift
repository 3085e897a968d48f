import Synchronization
import Testing

@testable import NoteItServer

struct CoalescedReadTests {
    /// The number of reads that began.
    private final class Source: Sendable {
        let begun = Atomic(0)

        func read() async throws -> Int {
            let number = begun.add(1, ordering: .relaxed).newValue
            await Task.yield()
            return number
        }
    }

    @Test(arguments: [Duration.zero, .milliseconds(1)])
    func aReaderGetsAReadThatBeganAfterItAsked(pace: Duration) async throws {
        let (source, reads) = (Source(), CoalescedRead<Int>(pace: pace))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let before = source.begun.load(ordering: .relaxed)
                    let number = try await reads.value(source.read)
                    #expect(number > before)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test
    func aFailureIsOfOneReadAlone() async throws {
        struct Failure: Error {}
        let reads = CoalescedRead<Int>()
        await #expect(throws: Failure.self) { try await reads.value { throw Failure() } }
        #expect(try await reads.value { 7 } == 7)
    }
}
