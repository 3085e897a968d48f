import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth sessions`.
struct AuthSessions: SignedInCommand, ChoosesFields {
    static let jsonFields = ["createdAt", "current", "device", "id", "lastUsedAt"]
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the devices on which you are signed in, newest first.",
        discussion: "Sign one out with: noteit auth end ID")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let sessions = try await context.client.openSessions()
        try await context.report(sessions, plain: sessions.map(\.fields)) { try await show(sessions, context) }
    }

    private func show(_ sessions: [Session], _ context: CommandContext) async throws {
        let clock = try await context.clock()
        var table = Table([.init("id"), .init("device", least: 12), .init("signed in"), .init("last used"), .init("")])
        for session in sessions {
            table.addRow([
                Styled(session.shortID, .strong), Styled(session.device?.visible ?? "unnamed"),
                Styled(clock.distance(session.createdAt), .faint), Styled(clock.distance(session.lastUsedAt), .faint),
                session.current ? Styled("this one", .good) : "",
            ])
        }
        context.out(table.lines(width: context.width, header: true))
    }
}

extension Session {
    /// Enough of the id to tell it from others: its random end. Ids of one day begin alike.
    var shortID: String { String(id.description.suffix(8)) }

    fileprivate var fields: [String] {
        let (made, used) = (RFC3339.string(createdAt), RFC3339.string(lastUsedAt))
        return [id.description, device ?? "", made, used, current ? "current" : ""]
    }
}

/// `noteit auth end`.
struct AuthEnd: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "Sign another device out.",
        discussion: """
            Its live streams close within a second.

            Examples:
              noteit auth end 3f9a2b71
              noteit auth end --others
            """)

    @Argument(help: "Ids from 'noteit auth sessions', or their last 4 or more characters.") var ids: [String] = []
    @Flag(help: "All devices but this one.") var others = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if ids.isEmpty != others { throw ValidationError("Name devices by id, or use --others.") }
    }

    func run(_ context: CommandContext) async throws {
        let open = try await context.client.openSessions()
        let named = try Set(ids.map { try find($0, open).id })
        let chosen = open.filter { others ? !$0.current : named.contains($0.id) }
        for session in chosen { try await context.client.revoke(session.id) }
        try await context.report(chosen.map(\.id.description), plain: chosen.map { [$0.id.description] }) {
            let names = chosen.map { $0.device?.visible ?? $0.shortID }.joined(separator: ", ")
            context.say(chosen.isEmpty ? "No other device is signed in." : Styled("Signed out: \(names).", .good))
        }
    }

    private func find(_ id: String, _ open: [Session]) throws -> Session {
        guard id.count >= 4 else {
            throw Complaint("\(id) is too short.", advice: ["Give at least the last 4 characters of an id."])
        }
        let matches = open.filter { $0.id.description == id.lowercased() || $0.id.description.hasSuffix(id.lowercased()) }
        guard matches.count == 1, let match = matches.first else {
            throw Complaint(
                matches.isEmpty ? "No signed-in device has the id \(id)." : "Several devices have ids that end in \(id).",
                advice: ["List the devices with: noteit auth sessions"])
        }
        guard !match.current else {
            throw Complaint("\(id) is this device.", advice: ["Sign out here with: noteit auth logout"])
        }
        return match
    }
}
