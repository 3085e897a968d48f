import Foundation
import Logging
import NoteItCore
import ServiceLifecycle

/// Once a day, one node removes old rows of the log, ended sessions, seat watches of past terms, unused files, traces of
/// calendar objects, and old mails and invitations.
struct HousekeepingJob: Service {
    /// How long calendar programs can learn that an object was removed.
    private static let removedObjectDays = 90
    /// How long deliveries are kept: mail can be answered for so long, and the rest is never queued again.
    private static func days(of channel: PersonalDelivery.Channel) -> Int { channel == .mail ? 90 : 7 }
    /// How long staff see what became of an invitation.
    private static let invitationDays = 90

    let store: any Store
    let nodes: NodeWatch
    let days: Int
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await tidyForAll() }
                group.addTask { await tidyCopies() }
            }
        }
    }

    /// Each node has copies of its own.
    private func tidyCopies() async {
        repeat { await remove("copies of files", store.tidyCopies) } while (try? await Task.sleep(for: .seconds(86_400))) != nil
    }

    private func tidyForAll() async {
        while await nodes.turn(.housekeeping) {
            await remove("rows of the log, older than \(days) days") {
                try await store.pruneLog(before: now() - Double(days) * 86_400)
            }
            await remove("ended sessions", store.pruneSessions)
            await remove("seat watches of past terms", store.endSeatWatches)
            await remove("unused files", at: .notice, store.collectAttachments)
            await remove("traces of calendar objects that were removed over \(Self.removedObjectDays) days ago") {
                try await store.pruneCalendars(before: now() - Double(Self.removedObjectDays) * 86_400)
            }
            for channel in PersonalDelivery.Channel.allCases {
                let days = Self.days(of: channel)
                await remove("deliveries by \(channel) that ended over \(days) days ago") {
                    try await store.pruneDeliveries(by: channel, before: now() - Double(days) * 86_400)
                }
            }
            await remove("invitations that ended over \(Self.invitationDays) days ago") {
                try await store.pruneInvitations(before: now() - Double(Self.invitationDays) * 86_400)
            }
            try? await Task.sleep(for: .seconds(86_400))
        }
    }

    private func remove(_ things: String, at level: Logger.Level = .info, _ work: () async throws -> Int) async {
        do {
            let count = try await work()
            if count > 0 { logger.log(level: level, "Removed \(count) \(things)") }
        } catch {
            logger.failed(to: "remove \(things)", again: "tomorrow", error)
        }
    }
}
