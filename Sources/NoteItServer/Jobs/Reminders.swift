import Logging
import NoteItCore
import ServiceLifecycle

/// Writes due reminders every 15 seconds. After an outage it also writes those that were missed and are still due.
struct Reminders: Service {
    static let pause = Duration.seconds(15)

    let store: any Store
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                await remind()
            } while (try? await Task.sleep(for: Self.pause)) != nil
        }
    }

    private func remind() async {
        do {
            let count = try await store.remind()
            if count > 0 { logger.info("Wrote \(count) reminders") }
        } catch {
            logger.failed(to: "write reminders", again: "in \(Self.pause)", error)
        }
    }
}
