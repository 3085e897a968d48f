import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event delete`.
struct EventDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event with its thread, or one reply.",
        discussion: """
            Its author can, and the course's staff, who should say why. Asks first, unless --yes is given.

            Examples:
              noteit event delete CMPT225#42
              noteit event delete CMPT225#42#3           the third reply to it
              noteit event delete CMPT225#42 --yes --reason "not about the course"
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Option(help: "Why, for the record.") var reason: String?
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let place = try await work.place(EventWords(name))
        guard try await work.mayDelete(place) else {
            throw Complaint("Only its author and the staff of its course can delete \(place.name).")
        }
        let count = place.reply == nil ? place.thread.replies.count : 0
        if !yes {
            try work.confirm(
                "delete", place.description + (count == 0 ? "" : " and \(NoteItTerminal.EventList.replies(count))"))
        }
        try await work.delete(place, reason: reason)
        switch work.console.form {
        case .json: try work.writeJSON(["deleted": place.id])
        case .plain: work.console.row([place.name])
        case .pretty: work.console.say(Styled("Deleted \(place.name).", .good))
        }
    }
}

extension Workplace {
    /// As far as the local copy knows; the server decides.
    fileprivate func mayDelete(_ place: ThreadPlace) async throws -> Bool {
        if try await isOwn(place) { return true }
        return try await isStaff(of: place.event.course)
    }

    func delete(_ place: ThreadPlace, reason: String?) async throws {
        if let reply = place.reply {
            try await client.delete(reply.id, reason: reason)
        } else {
            try await client.delete(place.event.id, reason: reason)
        }
        _ = try await space.sync.refresh()
    }
}
