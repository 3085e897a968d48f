import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth sessions`.
struct AuthSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the devices on which you are signed in, newest first.",
        discussion: "Sign one out with: noteit auth end ID")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let sessions = try await work.client.openSessions()
        switch work.console.form {
        case .json: try work.writeJSON(sessions)
        case .plain:
            for session in sessions {
                work.console.row([
                    session.id.description, session.device ?? "", RFC3339.string(session.createdAt),
                    RFC3339.string(session.lastUsedAt), session.current ? "current" : "",
                ])
            }
        case .pretty: try await show(sessions, work)
        }
    }

    private func show(_ sessions: [Session], _ work: Workplace) async throws {
        let clock = try await work.clock()
        var table = Table([.init("id"), .init("device", least: 12), .init("signed in"), .init("last used"), .init("")])
        for session in sessions {
            table.add([
                Styled(session.shortID, .strong), Styled(session.device?.visible ?? "unnamed"),
                Styled(clock.distance(session.createdAt), .faint), Styled(clock.distance(session.lastUsedAt), .faint),
                session.current ? Styled("this one", .good) : "",
            ])
        }
        work.console.out(table.lines(width: work.console.width, header: true))
    }
}

extension Session {
    /// Enough of the id to name it: its random end, since those of one day begin alike.
    var shortID: String { String(id.description.suffix(8)) }
}

/// `noteit auth end`.
struct AuthEnd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "Sign another device out.",
        discussion: """
            Its streams close within a second.

            Examples:
              noteit auth end 3f9a2b71
              noteit auth end --others
            """)

    @Argument(help: "Ids, or their ends, as 'noteit auth sessions' lists them.") var ids: [String] = []
    @Flag(help: "All devices but this one.") var others = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if ids.isEmpty != others { throw ValidationError("Name devices by id, or say --others.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let open = try await work.client.openSessions()
        let named = try Set(ids.map { try find($0, open).id })
        let chosen = open.filter { others ? !$0.current : named.contains($0.id) }
        for session in chosen { try await work.client.revoke(session.id) }
        switch work.console.form {
        case .json: try work.writeJSON(chosen.map(\.id.description))
        case .plain: for session in chosen { work.console.row([session.id.description]) }
        case .pretty:
            let names = chosen.map { $0.device?.visible ?? $0.shortID }.joined(separator: ", ")
            work.console.say(chosen.isEmpty ? "No other device is signed in." : Styled("Signed out: \(names).", .good))
        }
    }

    private func find(_ id: String, _ open: [Session]) throws -> Session {
        guard id.count >= 4 else {
            throw Complaint("\(id) is too short.", advice: ["Give at least the last 4 characters of the id."])
        }
        let matches = open.filter { $0.id.description == id.lowercased() || $0.id.description.hasSuffix(id.lowercased()) }
        guard matches.count == 1, let match = matches.first else {
            throw Complaint(
                matches.isEmpty ? "No device that is signed in has the id \(id)." : "\(id) does not name one device.",
                advice: ["See them with: noteit auth sessions"])
        }
        guard !match.current else {
            throw Complaint("\(id) is this device.", advice: ["Sign out here with: noteit auth logout"])
        }
        return match
    }
}
