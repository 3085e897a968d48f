import Foundation
import Logging
import NoteItCore
import ServiceLifecycle

/// Once a day deletes the rows of the log that are older than its retention, prunes sessions that ended, ends the seat watches of
/// past terms, and deletes files that go with nothing.
struct Housekeeper: Service {
    let store: any Store
    let days: Int
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                await prune()
                await pruneSessions()
                await endWatches()
                await collectFiles()
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

    private func pruneSessions() async {
        do {
            let count = try await store.pruneSessions()
            if count > 0 { logger.info("Pruned \(count) sessions that ended") }
        } catch {
            logger.warning("Sessions that ended could not be pruned, tomorrow again: \(error)")
        }
    }

    private func endWatches() async {
        do {
            let count = try await store.endSeatWatches()
            if count > 0 { logger.info("Ended \(count) seat watches of terms that are over") }
        } catch {
            logger.warning("The seat watches of past terms could not be ended, tomorrow again: \(error)")
        }
    }

    private func collectFiles() async {
        do {
            let count = try await store.collectAttachments()
            if count > 0 { logger.info("Deleted \(count) files that go with nothing") }
        } catch {
            logger.warning("Files that go with nothing could not be deleted, tomorrow again: \(error)")
        }
    }
}
