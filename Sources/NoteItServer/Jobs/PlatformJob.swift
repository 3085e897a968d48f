import Foundation
import Logging
import NoteItCore
import ServiceLifecycle

/// Reads the people of the linked courses of platforms once a day; one node for all.
struct PlatformJob: Service {
    private static let pause = Duration.seconds(600)
    private static let day = 86_400.0

    let store: any Store
    let nodes: NodeWatch
    let roster: PlatformRoster
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while await nodes.turn(.platforms) {
                do {
                    for context in try await store.contextsToSync(since: now() - Self.day) { await sync(context) }
                } catch {
                    logger.failed(to: "list the courses of platforms", again: "in \(Self.pause)", error)
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// What fails is told by `noteitd lti courses`, and tried again the next day.
    private func sync(_ context: PlatformContext) async {
        guard await nodes.turn(.platforms) else { return }
        do {
            _ = try await roster.sync(context, isOurs: { nodes.holds(.platforms) })
        } catch {
            logger.warning("The people of \(context.id) at \(context.platform) were not read: \(error)")
        }
    }
}
