import Logging
import NoteItCore
import ServiceLifecycle

/// Looks every 15 seconds for what people want to be reminded of. What was missed while the server was down is made up for, as
/// long as it is still due.
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
            logger.warning("Reminders could not be written, again in \(Self.pause): \(error)")
        }
    }
}
