import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event delete`.
struct EventDelete: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event with its thread, or one reply.",
        discussion: """
            Its author may delete it, and the course's staff, who should give a reason. Asks first, unless --yes is given.

            Examples:
              noteit event delete CMPT225#42
              noteit event delete CMPT225#42#3           the third reply to it
              noteit event delete CMPT225#42 --yes --reason "not about the course"
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Option(help: "The reason, for the audit log.") var reason: String?
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let target = try await context.target(EventWords(name))
        guard try await context.mayDelete(target) else {
            throw Complaint("Only its author and the staff of its course can delete \(target.name).")
        }
        let count = target.reply == nil ? target.thread.replies.count : 0
        if !yes {
            try context.confirm("delete", target.description + (count == 0 ? "" : " and \(counted(count, "reply", "replies"))"))
        }
        try await context.delete(target, reason: reason)
        try context.report(["deleted": target.id], plain: [[target.name]], Styled("Deleted \(target.name).", .good))
    }
}

extension CommandContext {
    /// Whether the reader may delete it, as far as the local copy knows. The server decides.
    fileprivate func mayDelete(_ target: ThreadTarget) async throws -> Bool {
        if try await isOwn(target) { return true }
        return try await isStaff(of: target.event.course)
    }

    func delete(_ target: ThreadTarget, reason: String?) async throws {
        let type: ChangeType = target.reply == nil ? .event : .reply
        try await writing({ [.remove(type, id: target.id)] }) {
            if let reply = target.reply {
                try await client.delete(reply.id, reason: reason)
            } else {
                try await client.delete(target.event.id, reason: reason)
            }
        }
    }
}
