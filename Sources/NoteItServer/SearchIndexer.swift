import Logging
import NoteItCore
import ServiceLifecycle

/// Keeps the index of texts near to the log, so that a search has little left to do. While people write it stands aside: it takes
/// its turn when nothing was written for a second, or when much waits.
struct SearchIndexer: Service {
    let store: any Store
    let logger: Logger

    /// So many changes wait at most for a pause.
    private static let patience = 10_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var before = 0
            repeat { before = await look(before) } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
    }

    /// - Parameter before: how many waited a second ago.
    /// - Returns: how many wait.
    private func look(_ before: Int) async -> Int {
        do {
            let waiting = try await store.textsToIndex()
            guard waiting > 0, waiting == before || waiting > Self.patience else { return waiting }
            try await store.indexTexts()
            return 0
        } catch {
            if before == 0 { logger.warning("Texts could not be indexed, later again: \(error)") }
            return before
        }
    }
}
