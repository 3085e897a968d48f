import Foundation
import NoteItClient
import NoteItTerminal

/// Whether the local copy is whole, and what waits in the file beside it.
struct CopyChecks {
    let profile: Profile
    let client: APIClient
    /// Whether the server answers and accepts the session.
    let canSend: Bool

    /// The local copy, the outbox and the calendars.
    func findings() async -> [Finding] {
        if LocalDatabase.damage(profile) != nil {
            return [.bad("local copy", "damaged", "Fetch it again: noteit doctor --fix. The outbox is kept", replacement)]
        }
        do {
            let local = try LocalClient(profile: profile, client: client)
            let clock = DueText(now: Date(), timeZone: .current)
            let copy = await copy(local, clock)
            let imports = (try? await local.copy.calendarImports()) ?? []
            let calendars = await CalendarChecks(client: client, clock: clock).findings(known: imports)
            return [copy] + (await OutboxChecks(outbox: local.outbox, canSend: canSend).findings()) + calendars
        } catch {
            let complaint = Complaint(error)
            return [.bad("local copy", complaint.message, complaint.advice.first)]
        }
    }

    private func copy(_ local: LocalClient, _ clock: DueText) async -> Finding {
        do {
            guard let status = try await local.copy.status() else {
                return .good("local copy", "none yet: the first command that reads events fetches it")
            }
            let courses = try await local.copy.courses().count
            try await local.copy.check()
            return .good("local copy", "\(counted(courses, "course")), up to date \(clock.distance(status.refreshedAt))")
        } catch {
            return .bad("local copy", Complaint(error).message, "Fetch it again: noteit doctor --fix", refetching(local.sync))
        }
    }

    private var replacement: Repair {
        Repair("Fetch the local copy again, and keep its outbox") { [profile, client] in
            try LocalDatabase.giveUp(profile)
            let local = try LocalClient(profile: profile, client: client)
            return try await Self.refetch(local.sync) + "; the old file is \(local.damagedFile ?? "gone")"
        }
    }

    private func refetching(_ sync: Sync) -> Repair {
        Repair("Fetch the local copy again") { try await Self.refetch(sync) }
    }

    private static func refetch(_ sync: Sync) async throws -> String {
        do {
            guard case .current = try await sync.refresh(within: .seconds(20)) else {
                return "the next command that reaches the server fetches it"
            }
            return "fetched again"
        } catch ClientError.notSignedIn {
            return "it is fetched when you sign in"
        }
    }
}
