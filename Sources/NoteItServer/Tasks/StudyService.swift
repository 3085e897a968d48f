import Foundation
import NIOCore
import NoteItCore
import Planning

/// Keeps people's study plans up to date. A plan is made anew only when its inputs changed; each person's refreshes run one after
/// the other.
final class StudyService: Sendable {
    /// The most steps of one search: some tenths of a second at the worst.
    static let steps = WeeksTimetable.defaultSteps
    /// The longest time of one request's work on the planning threads.
    private static let limit = Duration.seconds(60)
    /// How often a plan is made again because its inputs changed meanwhile.
    private static let attempts = 5

    let pool: PlanningPool
    private let store: any Store
    private let now: @Sendable () -> Date
    private let turns = OneAtATime<Account.ID>()
    let wakes = StudyWakes()

    init(store: any Store, pool: PlanningPool, now: @escaping @Sendable () -> Date) {
        (self.store, self.pool, self.now) = (store, pool, now)
    }

    /// A plan cannot be stored, because its inputs changed each time while it was made.
    struct InputsChanging: Error {}

    /// The person's plan as it should be now. Stores it if it changed. Throws `InputsChanging`.
    func refresh(_ account: Account.ID) async throws -> PersonalPlan {
        try await turns.run(for: account) {
            try await store.followEvents(of: account)
            for _ in 0..<Self.attempts {
                let inputs = try await store.studyInputs(of: account)
                let plan = try PersonalPlan(inputs, now: now())
                if plan.isCurrent { return plan }
                let made = try await pool.run(for: account) { try plan.made(steps: Self.steps, isOver: $0.isOver) }
                if try await store.keep(made, ifVersion: inputs.version, of: account) { return plan.keeping(made) }
            }
            throw InputsChanging()
        }
    }

    /// Refreshes the person's plan if a change of theirs waits for it, so that they read what they just did. Where it cannot be
    /// refreshed now, the old one is read.
    func catchUp(_ account: Account.ID) async {
        guard await mayBeBehind(account) else { return }
        _ = try? await refresh(account)
    }

    /// Another node does not tell whom it woke.
    private func mayBeBehind(_ account: Account.ID) async -> Bool {
        if wakes.isAwaited(account) { return true }
        guard store.isShared, let inputs = try? await store.studyInputs(of: account) else { return false }
        return (try? PersonalPlan(inputs, now: now()))?.isCurrent == false
    }

    /// The plan of some days, for a client that waits for it. A plan that is current is read without a place in the queue, as far
    /// as devices show it. Throws as `run`.
    /// - Parameters: `from`: today if it is nil; `to`: a week in all if it is nil.
    func timetable(of account: Account.ID, from: Day?, to: Day?, on channel: any Channel) async throws -> StudyPlan {
        if let plan = try await current(account) {
            let days = plan.days(from: from, to: to)
            if days.from <= days.to, let shown = try plan.shown(from: days.from, to: days.to) { return shown }
        }
        // Held from here on: the refresh waits too.
        let permit = try pool.permit(for: account)
        let plan = try await newest(account)
        let days = plan.days(from: from, to: to)
        try days.to.requireSpan(from: days.from, mostDays: StudyPreview.mostDays)
        return try await run(for: account, with: permit, on: channel) { budget in
            plan.timetable(from: days.from, to: days.to, until: budget.isOver)
        }
    }

    /// Runs a request's work on the planning threads until its client leaves. Expanding rules is such work. Throws `.tooMany` and
    /// `.unavailable` if too much waits, `CancellationError` if the client left.
    /// - Parameter permit: nil: a new one.
    func run<Value: Sendable>(
        for account: Account.ID, with permit: PlanningPool.SearchPermit? = nil, on channel: any Channel,
        _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        let permit = try permit ?? pool.permit(for: account)
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        return try await pool.run(with: permit, within: Self.limit, until: { watch.isGone }, work)
    }

    /// The stored plan, if it still holds.
    private func current(_ account: Account.ID) async throws -> PersonalPlan? {
        do { try await store.followEvents(of: account) } catch DomainError.unavailable { return nil }
        let plan = try PersonalPlan(try await store.studyInputs(of: account), now: now())
        return plan.isCurrent ? plan : nil
    }

    /// The plan that is stored where a newer one cannot be, as on a full disk: reads go on.
    private func newest(_ account: Account.ID) async throws -> PersonalPlan {
        do {
            return try await refresh(account)
        } catch is InputsChanging {
            return try PersonalPlan(try await store.studyInputs(of: account), now: now())
        } catch DomainError.unavailable {
            return try PersonalPlan(try await store.studyInputs(of: account), now: now())
        }
    }

    /// Has a plan refreshed soon, after a change to its inputs.
    func wake(_ account: Account.ID) { wakes.wake(account) }
}
