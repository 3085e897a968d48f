import NoteItCore
import Synchronization

/// Lets a few through at a time, people in turn.
final class Turnstile<Person: Hashable & Sendable>: Sendable {
    private struct State {
        var places: Int
        var queue = TurnQueue<Person, CheckedContinuation<Void, Never>>()
    }

    private let state: Mutex<State>

    init(places: Int) { state = Mutex(State(places: places)) }

    /// Waits for a place, and gives it back after `work`.
    func pass<Value>(for person: Person, _ work: () async throws -> Value) async rethrows -> Value {
        await enter(person)
        defer { leave() }
        return try await work()
    }

    private func enter(_ person: Person) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.places > 0 else {
                    state.queue.add(continuation, for: person)
                    return false
                }
                state.places -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the place to whose turn is next.
    private func leave() {
        let next = state.withLock { state in
            let next = state.queue.next()
            if next == nil { state.places += 1 }
            return next
        }
        next?.resume()
    }
}
