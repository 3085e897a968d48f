import NoteItCore
import Planning
import Synchronization
import TestTime
import Testing

@testable import NoteItServer

/// Searches are bounded, and end when their clients go away.
struct PlanningPoolTests {
    private static let limit = patience
    private let ada = Account.ID.make(at: .distantPast)
    private let bob = Account.ID.make(at: .distantPast)

    /// A search that runs until it is stopped. Returns once it has begun.
    private func busySearch(in pool: PlanningPool, of person: Account.ID) async throws -> Task<Void, any Error> {
        let started = AsyncStream<Void>.makeStream()
        let permit = try pool.permit(for: person)
        let task = Task {
            try await pool.run(with: permit, within: Self.limit, until: { false }) { budget in
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
        #expect(try await pool.run(with: pool.permit(for: ada), within: Self.limit, until: { false }) { _ in 7 } == 7)
    }

    @Test func aSearchEndsWhenItsClientIsGone() async throws {
        let pool = PlanningPool(workers: 1)
        let permit = try pool.permit(for: ada)
        let asked = Atomic(0)
        await #expect(throws: CancellationError.self) {
            try await pool.run(with: permit, within: Self.limit, until: { asked.add(1, ordering: .relaxed).newValue > 3 }) {
                while !$0.isOver() {}
            }
        }
    }

    @Test func aBudgetEndsASearchAndKeepsItsResult() async throws {
        let pool = PlanningPool(workers: 1)
        let found = try await pool.run(with: pool.permit(for: ada), within: .milliseconds(5), until: { false }) { budget in
            while !budget.isOver() {}
            return "what it has"
        }
        #expect(found == "what it has")
    }

    @Test func onePersonLeavesAWorkerToOthers() async throws {
        let pool = PlanningPool(workers: 2)
        let first = try await busySearch(in: pool, of: ada)
        let permit = try pool.permit(for: ada)
        let second = Task { try await pool.run(with: permit, within: Self.limit, until: { false }) { _ in "ada" } }
        #expect(try await pool.run(with: pool.permit(for: bob), within: Self.limit, until: { false }) { _ in "bob" } == "bob")
        first.cancel()
        #expect(try await second.value == "ada")
    }

    @Test func aStopEndsSearchesThatRunAndThatWait() async throws {
        let pool = PlanningPool(workers: 1)
        let running = try await busySearch(in: pool, of: ada)
        let permit = try pool.permit(for: bob)
        let waiting = Task { try await pool.run(with: permit, within: Self.limit, until: { false }) { _ in 7 } }
        pool.stop(within: .zero)
        await #expect(throws: CancellationError.self) { try await running.value }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await #expect(throws: CancellationError.self) { try await pool.run(for: ada) { _ in 7 } }
    }

    @Test func aSearchReportsItsProgressAndTime() async throws {
        let pool = PlanningPool(workers: 1)
        let told = Mutex<[SearchProgress]>([])
        _ = try await pool.run(
            with: pool.permit(for: ada), within: Self.limit, until: { false },
            tell: { progress, time in told.withLock { $0 += time >= .zero ? [progress] : [] } }
        ) { budget in
            budget.tell?(SearchProgress(phase: .counting, steps: 256))
        }
        #expect(told.withLock { $0 } == [SearchProgress(phase: .counting, steps: 256)])
    }

    @Test func tooManySearchesAreRefused() async throws {
        let pool = PlanningPool(workers: 1, capacity: 2, capacityPerPerson: 1)
        let task = try await busySearch(in: pool, of: ada)
        #expect {
            _ = try pool.permit(for: ada)
        } throws: {
            if case DomainError.tooMany = $0 { true } else { false }
        }
        let waiting = try pool.permit(for: bob)
        #expect {
            _ = try pool.permit(for: .make(at: .distantPast))
        } throws: {
            if case DomainError.unavailable = $0 { true } else { false }
        }
        task.cancel()
        _ = await task.result
        #expect(try await pool.run(with: waiting, within: Self.limit, until: { false }) { _ in 7 } == 7)
    }

    @Test func aSecondWorkerTakesSearchesWhileTheFirstIsBusy() async throws {
        let pool = PlanningPool(workers: 2)
        let task = try await busySearch(in: pool, of: ada)
        for number in 0..<5 {
            #expect(
                try await pool.run(with: pool.permit(for: bob), within: Self.limit, until: { false }) { _ in number } == number)
        }
        task.cancel()
        _ = await task.result
    }

    @Test func aLongSearchGivesWayToOthers() async throws {
        let pool = PlanningPool(workers: 1)
        let task = try await busySearch(in: pool, of: ada)
        for number in 0..<5 {
            #expect(
                try await pool.run(with: pool.permit(for: bob), within: Self.limit, until: { false }) { _ in number } == number)
            #expect(try await pool.run(for: .make(at: .distantPast)) { _ in number } == number)
        }
        task.cancel()
        _ = await task.result
    }

    @Test func onePersonsSearchesRunOneAfterTheOther() async throws {
        let pool = PlanningPool(workers: 2)
        let first = try await busySearch(in: pool, of: ada)
        let second = Task {
            try await pool.run(with: pool.permit(for: ada), within: Self.limit, until: { false }) { _ in first.isCancelled }
        }
        // While others have their turns, the second of hers does not begin.
        for number in 0..<5 {
            #expect(
                try await pool.run(with: pool.permit(for: bob), within: Self.limit, until: { false }) { _ in number } == number)
        }
        first.cancel()
        #expect(try await second.value)
    }

    @Test func anUnusedPermitReturns() throws {
        let pool = PlanningPool(workers: 1, capacity: 1)
        for _ in 0..<3 { _ = try pool.permit(for: ada) }
    }
}
