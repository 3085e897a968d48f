import NoteItCore
import Planning
import Synchronization
import Testing

@testable import NoteItServer

/// Searches are bounded, and end when nobody waits for them.
struct PlanningPoolTests {
    private static let limit = Duration.seconds(60)
    private let ada = Account.ID.make(at: .distantPast)
    private let bob = Account.ID.make(at: .distantPast)

    /// A search that works until it is stopped; returns once it has begun.
    private func busySearch(in pool: PlanningPool, of person: Account.ID) async throws -> Task<Void, any Error> {
        let started = AsyncStream<Void>.makeStream()
        let place = try pool.enter(person)
        let task = Task {
            try await pool.run(in: place, within: Self.limit, until: { false }) { budget in
                started.continuation.yield()
                while !budget.isOver() {}
            }
        }
        var iterator = started.stream.makeAsyncIterator()
        _ = await iterator.next()
        return task
    }

    @Test func aCancelledSearchEnds() async throws {
        let pool = PlanningPool(workers: 1, capacity: 2)
        let task = try await busySearch(in: pool, of: ada)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.run(in: pool.enter(ada), within: Self.limit, until: { false }) { _ in 7 } == 7)
    }

    @Test func aSearchWhoseClientIsGoneEnds() async throws {
        let pool = PlanningPool(workers: 1)
        let place = try pool.enter(ada)
        let asked = Atomic(0)
        await #expect(throws: CancellationError.self) {
            try await pool.run(in: place, within: Self.limit, until: { asked.add(1, ordering: .relaxed).newValue > 3 }) {
                while !$0.isOver() {}
            }
        }
    }

    @Test func aBudgetEndsASearchAndKeepsWhatItHas() async throws {
        let pool = PlanningPool(workers: 1)
        let found = try await pool.run(in: pool.enter(ada), within: .milliseconds(5), until: { false }) { budget in
            while !budget.isOver() {}
            return "what it has"
        }
        #expect(found == "what it has")
    }

    @Test func aSearchTellsHowFarItIsAndSinceWhen() async throws {
        let pool = PlanningPool(workers: 1)
        let told = Mutex<[SearchProgress]>([])
        _ = try await pool.run(
            in: pool.enter(ada), within: Self.limit, until: { false },
            tell: { far, time in told.withLock { $0 += time >= .zero ? [far] : [] } }
        ) { budget in
            budget.tell?(SearchProgress(phase: .counting, steps: 256))
        }
        #expect(told.withLock { $0 } == [SearchProgress(phase: .counting, steps: 256)])
    }

    @Test func tooManySearchesAreTurnedAway() async throws {
        let pool = PlanningPool(workers: 1, capacity: 2, capacityOfOne: 1)
        let task = try await busySearch(in: pool, of: ada)
        #expect {
            _ = try pool.enter(ada)
        } throws: {
            if case DomainError.tooMany = $0 { true } else { false }
        }
        let waiting = try pool.enter(bob)
        #expect {
            _ = try pool.enter(.make(at: .distantPast))
        } throws: {
            if case DomainError.unavailable = $0 { true } else { false }
        }
        task.cancel()
        _ = await task.result
        #expect(try await pool.run(in: waiting, within: Self.limit, until: { false }) { _ in 7 } == 7)
    }

    @Test func aSecondWorkerTakesWhatTheFirstCannot() async throws {
        let pool = PlanningPool(workers: 2)
        let task = try await busySearch(in: pool, of: ada)
        for number in 0..<5 {
            #expect(try await pool.run(in: pool.enter(bob), within: Self.limit, until: { false }) { _ in number } == number)
        }
        task.cancel()
        _ = await task.result
    }

    @Test func aPlaceIsGivenBackWhenNobodyUsesIt() throws {
        let pool = PlanningPool(workers: 1, capacity: 1)
        for _ in 0..<3 { _ = try pool.enter(ada) }
    }
}
