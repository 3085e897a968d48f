import Logging
import NoteItCore
import ServiceLifecycle
import Synchronization

/// Keeps the search index close to the log, and tidy, so that a search has little left to do. It gives way to writes: it works
/// once nothing was written for a second, or much waits.
struct SearchIndexJob: Service {
    let store: any Store
    let logger: Logger
    /// Whether the index had caught up with the log once. A node says that it is ready only then.
    let isWarm: WarmUp

    /// With more waiting changes than this, the index does not wait for a pause in writes.
    private static let patience = 10_000
    /// The pause after a failure: on a full disk, more tries would only hinder other writes.
    private static let pause = Duration.seconds(30)

    /// The findings of a second ago.
    private struct State {
        /// Changes that are not in the index.
        var waiting = 0
        /// The log's head when the index was last tidy.
        var tidyAt: Int64?
        /// Whether the last write failed, which was logged.
        var hasFailed = false
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await warmUp()
            var state = State()
            repeat {
                do {
                    state = try await look(state)
                } catch {
                    if !state.hasFailed { logger.failed(to: "write the search index", again: "later", error) }
                    state.hasFailed = true
                    try? await Task.sleep(for: Self.pause)
                }
            } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
    }

    private func warmUp() async {
        while !Task.isCancelled {
            do {
                try await store.warmUp()
                return isWarm.end()
            } catch {
                logger.failed(to: "make the search index", again: "in a second", error)
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func look(_ before: State) async throws -> State {
        let (waiting, head) = (try await store.textsToIndex(), try await store.head().offset)
        var state = State(waiting: waiting, tidyAt: before.tidyAt)
        if waiting == 0 {
            if before.tidyAt != head, try await tidy() { state.tidyAt = head }
        } else if waiting == before.waiting || waiting > Self.patience {
            try await store.indexTexts()
            state.waiting = 0
        }
        return state
    }

    /// Returns false if a write interrupted it.
    private func tidy() async throws -> Bool {
        while try await store.tidyTexts() {
            if try await store.textsToIndex() > 0 { return false }
        }
        return true
    }
}

/// Whether a node has prepared what it keeps beside a shared database.
final class WarmUp: Sendable {
    private let isOver: Atomic<Bool>

    init(isNeeded: Bool) { isOver = Atomic(!isNeeded) }

    func end() { isOver.store(true, ordering: .relaxed) }

    var sentence: String? { isOver.load(ordering: .relaxed) ? nil : "The search index of this node is being made." }
}
