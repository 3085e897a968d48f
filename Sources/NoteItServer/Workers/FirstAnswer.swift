import Synchronization

/// Resumes its continuation with the first of several results, such as that of some work and that of its cancellation.
final class FirstAnswer<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var continuation: CheckedContinuation<Value, any Error>?
    }

    private let state = Mutex(State())

    var isGiven: Bool { state.withLock { $0.result != nil } }

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let early { continuation.resume(with: early) }
    }

    func give(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            if state.result == nil { state.result = result }
            return state.continuation
        }
        continuation?.resume(with: result)
    }
}
