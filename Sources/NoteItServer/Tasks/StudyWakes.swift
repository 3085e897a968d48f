import NoteItCore
import Synchronization

/// The people whose study plans are to be refreshed soon.
final class StudyWakes: Sendable {
    private struct State {
        var woken: Set<Account.ID> = []
        /// The people who were woken and whose refresh may not be over.
        var taken: Set<Account.ID> = []
        /// The people whose plans must not be refreshed for a while.
        var resting: Set<Account.ID> = []
        /// The people whom a calendar program woke a moment ago, and whether one did again since.
        var paced: [Account.ID: Bool] = [:]
    }

    private let state = Mutex(State())
    /// Rings when a person was woken.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    /// Between two refreshes for calendar programs.
    private let pace: Duration

    init(pace: Duration = .seconds(1)) {
        self.pace = pace
        (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func wake(_ person: Account.ID) {
        state.withLock { _ = $0.woken.insert(person) }
        ring.yield()
    }

    /// Wakes someone now, but again only after a pause: calendar programs send their changes one by one.
    func wakePaced(_ person: Account.ID) {
        let isWaiting = state.withLock { $0.paced.updateValue($0.paced[person] != nil, forKey: person) != nil }
        if isWaiting { return }
        wake(person)
        Task {
            try? await Task.sleep(for: pace)
            if state.withLock({ $0.paced.removeValue(forKey: person) }) == true { wakePaced(person) }
        }
    }

    /// Lets someone rest, then wakes them.
    func wake(_ person: Account.ID, after pause: Duration) {
        guard state.withLock({ $0.resting.insert(person).inserted }) else { return }
        Task {
            try? await Task.sleep(for: pause)
            state.withLock { _ = $0.resting.remove(person) }
            wake(person)
        }
    }

    func isResting(_ person: Account.ID) -> Bool { state.withLock { $0.resting.contains(person) } }

    /// Whether a change of someone may wait for its refresh.
    func isAwaited(_ person: Account.ID) -> Bool {
        state.withLock { $0.woken.contains(person) || $0.taken.contains(person) || $0.paced[person] == true }
    }

    /// Everyone who was woken since the last call. When their plans are refreshed, call `finishTaken`.
    func takeWoken() -> Set<Account.ID> {
        state.withLock { state in
            (state.taken, state.woken) = (state.woken, [])
            return state.taken
        }
    }

    func finishTaken() { state.withLock { $0.taken = [] } }
}
