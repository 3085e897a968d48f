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

    /// What was found a second ago.
    private struct State {
        /// Changes that are not in the index.
        var waiting = 0
        var isTidy = false
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var state = State()
            repeat { state = await look(state) } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
    }

    private func look(_ before: State) async -> State {
        do {
            let waiting = try await store.textsToIndex()
            if waiting == 0 { return before.isTidy ? before : State(isTidy: try await tidy()) }
            guard waiting == before.waiting || waiting > Self.patience else { return State(waiting: waiting) }
            try await store.indexTexts()
            return State()
        } catch {
            if before.waiting == 0 { logger.warning("Texts could not be indexed, later again: \(error)") }
            return before
        }
    }

    /// Returns whether it came to an end before somebody wrote.
    private func tidy() async throws -> Bool {
        while try await store.tidyTexts() {
            if try await store.textsToIndex() > 0 { return false }
        }
        return true
    }
}
