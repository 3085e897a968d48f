import Dispatch
import Synchronization
import Testing

@testable import NoteItServer

struct WorkersTests {
    @Test func aCancelledTaskWaitsNeitherForItsTurnNorForItsWork() async throws {
        let workers = Workers<String>(1)
        let (begun, held) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let hasRun = Atomic(false)
        let running = Task {
            try await workers.run(for: "ada") {
                begun.continuation.yield()
                held.wait()
            }
        }
        var iterator = begun.stream.makeAsyncIterator()
        _ = await iterator.next()
        let waiting = Task { try await workers.run(for: "bob") { hasRun.store(true, ordering: .relaxed) } }
        for task in [running, waiting] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        held.signal()
        #expect(try await workers.run(for: "cleo") { 7 } == 7)
        let hasRunAtAll = hasRun.load(ordering: .relaxed)
        #expect(!hasRunAtAll)
    }
}
