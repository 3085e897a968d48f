import NoteItCore
import Synchronization

/// The webhooks that wait for their turn. One webhook is served by one task at a time, so that its messages stay in order.
final class WebhookTurns: Sendable {
    private struct State {
        /// In the order in which they came, each once.
        var waiting: [Webhook.ID] = []
        var running: Set<Webhook.ID> = []
        /// News came for these while they were served.
        var again: Set<Webhook.ID> = []
        /// These wait until `add` is called next: their host or their person is busy.
        var postponed: [Webhook.ID] = []
        /// How often in a row each could not be served.
        var failures: [Webhook.ID: Int] = [:]
        /// These wait until then, whatever news comes for them.
        var setAside: [Webhook.ID: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())

    /// Queues webhooks, those that were postponed, and those that were set aside until now. O(n + w) for n new and w waiting ones.
    func add(_ webhooks: [Webhook.ID], at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            let back = state.setAside.filter { $0.value <= now }.map(\.key)
            for id in back { state.setAside[id] = nil }
            var known = Set(state.waiting).union(state.setAside.keys)
            for id in state.postponed + webhooks + back where known.insert(id).inserted {
                if state.running.contains(id) { state.again.insert(id) } else { state.waiting.append(id) }
            }
            state.postponed = []
        }
    }

    /// How many more tasks may serve the waiting webhooks.
    func room(within most: Int) -> Int {
        state.withLock { max(0, min($0.waiting.count, most - $0.running.count)) }
    }

    func take() -> Webhook.ID? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            let id = state.waiting.removeFirst()
            state.running.insert(id)
            return id
        }
    }

    /// - Parameters: `isBusy`: its turn comes later; `hasMore`: it goes to the end of the queue.
    /// - Returns: how often in a row it could not be served before; 0 while it is busy.
    @discardableResult
    func end(_ id: Webhook.ID, isBusy: Bool = false, hasMore: Bool = false) -> Int {
        state.withLock { state in
            state.running.remove(id)
            let isAgain = state.again.remove(id) != nil
            if isBusy {
                state.postponed.append(id)
                return 0
            }
            if isAgain || hasMore { state.waiting.append(id) }
            return state.failures.removeValue(forKey: id) ?? 0
        }
    }

    /// Sets a webhook aside that could not be served, later and later.
    /// - Returns: how often in a row.
    func fail(_ id: Webhook.ID, at now: ContinuousClock.Instant = .now) -> Int {
        state.withLock { state in
            state.running.remove(id)
            state.again.remove(id)
            let failures = (state.failures[id] ?? 0) + 1
            state.failures[id] = failures
            state.setAside[id] = now + .backOff(after: failures)
            return failures
        }
    }
}
