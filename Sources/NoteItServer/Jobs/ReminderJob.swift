import Logging
import NoteItCore
import ServiceLifecycle

/// Publishes posts and writes reminders whose time has come, every 15 seconds; one node for all. After an outage it also publishes what was missed,
/// and writes the reminders that were missed and still make sense.
struct ReminderJob: Service {
    static let pause = Duration.seconds(15)

    let store: any Store
    let nodes: NodeWatch
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while await nodes.turn(.reminders) {
                // What is published may be due soon.
                await work("publish posts", store.publishDue) { "Published \($0) posts" }
                await work("write reminders", store.remind) { "Wrote \($0) reminders" }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private func work(_ what: String, _ work: () async throws -> Int, done: (Int) -> String) async {
        do {
            let count = try await work()
            if count > 0 { logger.info("\(done(count))") }
        } catch {
            logger.failed(to: what, again: "in \(Self.pause)", error)
        }
    }
}
