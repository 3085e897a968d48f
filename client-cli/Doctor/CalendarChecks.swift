import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// When each calendar was last in step: imports by their sources, feeds and app passwords by the programs that use them.
struct CalendarChecks {
    let client: APIClient
    let clock: DueText

    /// Empty if the account has no calendars, or nobody is signed in.
    /// - Parameter known: the imports of the local copy, for when the server is not reached.
    func findings(known: [CalendarImport]) async -> [Finding] {
        guard (try? client.session()) != nil else { return [] }
        let client = client.with(timeout: .seconds(5))
        do {
            let imports = try await client.calendarImports().map(finding)
            let feeds = try await client.calendarFeeds().map(finding)
            return imports + feeds + (try await client.appPasswords().map(finding))
        } catch {
            return known.map(finding)
        }
    }

    private func finding(_ source: CalendarImport) -> Finding {
        let what = "import \(source.name.truncated(to: 24))"
        let read = source.lastSynced.map { "\(counted(source.events, "event")), read \(clock.distance($0))" } ?? "never read"
        let sync = "Try again: noteit calendar import sync \(source.id.short)"
        if let why = source.lastError { return .warning(what, "\(read); then failed: \(why)", sync) }
        if CalendarFreshness([source], clock: clock).isOld(source) { return .warning(what, read, sync) }
        return .good(what, read)
    }

    private func finding(_ feed: CalendarFeed) -> Finding {
        let read = feed.lastRead.map { "read \(clock.distance($0))" } ?? "never read"
        return .good("feed \(feed.name.truncated(to: 24))", read)
    }

    private func finding(_ password: AppPassword) -> Finding {
        let used = password.lastUsed.map { "used \(clock.distance($0))" } ?? "never used"
        return .good("password \(password.name.truncated(to: 24))", used)
    }
}
