import Synchronization

/// Runs the work of one person in sequence, and the work of different people concurrently.
final class OneAtATime<Person: Hashable & Sendable>: Sendable {
    /// For each person at work, their waiting work in the order of arrival.
    private let waiting = Mutex<[Person: [CheckedContinuation<Void, Never>]]>([:])

    /// Waits for the person's earlier work. O(w) for w waiting.
    func run<Value>(for person: Person, _ work: () async throws -> Value) async rethrows -> Value {
        await begin(person)
        defer { end(person) }
        return try await work()
    }

    private func begin(_ person: Person) async {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                if waiting[person] == nil {
                    waiting[person] = []
                    return true
                }
                waiting[person]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
    }

    private func end(_ person: Person) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[person]?.isEmpty == false else {
                waiting[person] = nil
                return nil
            }
            return waiting[person]?.removeFirst()
        }
        next?.resume()
    }
}
