import Logging
import NoteItCore
import ServiceLifecycle

/// Keeps the index of texts near to the log, and tidy, so that a search has little left to do. While people write it stands aside:
/// it takes its turn when nothing was written for a second, or when much waits.
struct SearchIndexer: Service {
    let store: any Store
    let logger: Logger

    /// So many changes wait at most for a pause.
    private static let patience = 10_000
    /// After a failure: on a full disk its tries would only be in others' way.
    private static let pause = Duration.seconds(30)

    /// What was found a second ago.
    private struct State {
        /// Changes that are not in the index.
        var waiting = 0
        /// The log's head when the index was tidy last.
        var tidyAt: Int64?
        /// Nothing could be written then, as the log says already.
        var hasFailed = false
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var state = State()
            repeat {
                do {
                    state = try await look(state)
                } catch {
                    if !state.hasFailed { logger.warning("The index of texts could not be written, later again: \(error)") }
                    state.hasFailed = true
                    try? await Task.sleep(for: Self.pause)
                }
            } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
    }

    private func look(_ before: State) async throws -> State {
        let (waiting, head) = (try await store.textsToIndex(), try await store.head().head)
        var state = State(waiting: waiting, tidyAt: before.tidyAt)
        if waiting == 0 {
            if before.tidyAt != head, try await tidy() { state.tidyAt = head }
        } else if waiting == before.waiting || waiting > Self.patience {
            try await store.indexTexts()
            state.waiting = 0
        }
        return state
    }

    /// Returns whether it came to an end before somebody wrote.
    private func tidy() async throws -> Bool {
        while try await store.tidyTexts() {
            if try await store.textsToIndex() > 0 { return false }
        }
        return true
    }
}
