import Foundation
import Logging
import NoteItCore
import ServiceLifecycle

/// Once a day deletes the rows of the log that are older than its retention.
struct LogPruner: Service {
    let store: any Store
    let days: Int
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                await prune()
            } while (try? await Task.sleep(for: .seconds(86_400))) != nil
        }
    }

    private func prune() async {
        do {
            let count = try await store.pruneLog(before: now() - Double(days) * 86_400)
            if count > 0 { logger.info("Pruned \(count) rows of the log, older than \(days) days") }
        } catch {
            logger.warning("The log could not be pruned, tomorrow again: \(error)")
        }
    }
}
