import NoteItCore
import Synchronization

/// The people whose study plans are to be refreshed soon. Many changes of one person cost few refreshes: after one, they rest.
final class StudyWakes: Sendable {
    private struct State {
        var woken: Set<Account.ID> = []
        /// Those who rest, and whether they are woken afterwards.
        var resting: [Account.ID: Bool] = [:]

        /// Whether someone rests, who then is woken afterwards.
        mutating func keepsResting(_ person: Account.ID) -> Bool {
            guard resting[person] != nil else { return false }
            resting[person] = true
            return true
        }
    }

    private let state = Mutex(State())
    /// Rings when a person was woken.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    init() { (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Wakes someone; if they rest, afterwards.
    func wake(_ person: Account.ID) {
        let rests = state.withLock { state in
            if state.keepsResting(person) { return true }
            state.woken.insert(person)
            return false
        }
        if !rests { ring.yield() }
    }

    /// Everyone who was woken since the last call.
    func takeWoken() -> Set<Account.ID> {
        state.withLock { state in
            defer { state.woken = [] }
            return state.woken
        }
    }

    /// Whether someone's plan must not be refreshed now. Then they are woken after the rest.
    func isResting(_ person: Account.ID) -> Bool { state.withLock { $0.keepsResting(person) } }

    /// - Parameter waking: whether they are woken afterwards in any case.
    func rest(_ person: Account.ID, for pause: Duration, waking: Bool = false) {
        let rests = state.withLock { state in
            let known = state.resting[person]
            state.resting[person] = waking || known == true
            return known != nil
        }
        if rests { return }
        Task {
            try? await Task.sleep(for: pause)
            if state.withLock({ $0.resting.removeValue(forKey: person) }) == true { wake(person) }
        }
    }
}
