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
    }

    private let state = Mutex(State())

    /// Queues webhooks, and those that were postponed. O(n + w) for n new and w waiting ones.
    func add(_ webhooks: [Webhook.ID]) {
        state.withLock { state in
            var known = Set(state.waiting)
            for id in state.postponed + webhooks where known.insert(id).inserted {
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
    func end(_ id: Webhook.ID, isBusy: Bool = false, hasMore: Bool = false) {
        state.withLock { state in
            state.running.remove(id)
            let isAgain = state.again.remove(id) != nil
            if isBusy { state.postponed.append(id) } else if isAgain || hasMore { state.waiting.append(id) }
        }
    }
}
