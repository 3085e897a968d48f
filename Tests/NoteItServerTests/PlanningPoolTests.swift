import NoteItCore
import Planning
import Synchronization
import Testing

@testable import NoteItServer

/// Searches are bounded, and end when nobody waits for them.
struct PlanningPoolTests {
    private static let limit = Duration.seconds(60)

    @Test func aCancelledSearchEnds() async throws {
        let pool = PlanningPool(lanes: 1, capacity: 2)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await pool.run(within: Self.limit, until: { false }) { budget in
                started.continuation.yield()
                while !budget.isOver() {}
            }
        }
        var iterator = started.stream.makeAsyncIterator()
        _ = await iterator.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.run(within: Self.limit, until: { false }) { _ in 7 } == 7)
    }

    @Test func aSearchWhoseClientIsGoneEnds() async {
        let pool = PlanningPool(lanes: 1)
        let asked = Atomic(0)
        await #expect(throws: CancellationError.self) {
            try await pool.run(within: Self.limit, until: { asked.add(1, ordering: .relaxed).newValue > 3 }) { budget in
                while !budget.isOver() {}
            }
        }
    }

    @Test func aBudgetEndsASearchAndKeepsWhatItHas() async throws {
        let found = try await PlanningPool(lanes: 1).run(within: .milliseconds(5), until: { false }) { budget in
            while !budget.isOver() {}
            return "what it has"
        }
        #expect(found == "what it has")
    }

    @Test func tooManySearchesAreTurnedAway() async throws {
        let pool = PlanningPool(lanes: 1, capacity: 1)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await pool.run(within: Self.limit, until: { false }) { budget in
                started.continuation.yield()
                while !budget.isOver() {}
            }
        }
        var iterator = started.stream.makeAsyncIterator()
        _ = await iterator.next()
        await #expect(throws: DomainError.self) { try await pool.run(within: Self.limit, until: { false }) { _ in } }
        task.cancel()
        _ = await task.result
    }
}
