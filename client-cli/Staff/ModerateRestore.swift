import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate restore`.
struct ModerateRestore: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a post that staff removed.",
        discussion: """
            An event is restored with its thread.

            Examples:
              noteit moderate restore CMPT225#42
              noteit moderate restore CMPT225#42#3       the third reply to it
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.") var name: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let removal = try await removal(context)
        if removal.reply, let id = Reply.ID(removal.id) {
            _ = try await context.client.restoreReply(id)
        } else {
            _ = try await context.client.restore(removal.event)
        }
        try await context.refresh()
        try await context.report(["restored": removal.id], plain: [[removal.reference, removal.id]]) {
            let what = removal.reply ? "a reply to " : ""
            context.say(Styled("Restored \(removal.reference), \(what)\"\(removal.title ?? "")\"", .good))
        }
    }

    private func removal(_ context: CommandContext) async throws -> Removal {
        let wanted = try EventWords(name).reply()
        var removals: [Removal] = []
        for course in try await context.staffedCourses([]) { removals += try await context.copy.removals(in: course.id) }
        let found = removals.filter { $0.isMeant(by: wanted) }
        if let only = found.first, found.count == 1 { return only }
        let text = name.joined(separator: " ")
        guard found.isEmpty else {
            throw Complaint(
                "'\(text)' matches several removed posts; name one by its id:",
                advice: found.sorted { $0.removedAt < $1.removedAt }.map { "\($0.id)  \($0.reference)  \($0.reason ?? "")" },
                status: ExitStatus.usage)
        }
        let replies = removals.filter { $0.isReply(to: wanted.event) }.map { "'\($0.reference)'" }.sorted()
        throw Complaint(
            "No removed post is named '\(text)'.",
            advice: [
                replies.isEmpty
                    ? "List the removed posts with: noteit moderate removals"
                    : "Removed replies to it: \(replies.joined(separator: ", "))"
            ])
    }
}

extension Removal {
    fileprivate func isMeant(by wanted: ReplyReference) -> Bool {
        // An id alone may be the id of a reply.
        if case .id(let id) = wanted.event, wanted.number == nil { return self.id == id.description }
        return isIn(wanted.event) && replyNumber == wanted.number
    }

    fileprivate func isReply(to wanted: EventReference) -> Bool { isIn(wanted) && reply }

    /// Whether it is this event, or a reply to it.
    private func isIn(_ wanted: EventReference) -> Bool {
        switch wanted {
        case .id(let id): event == id
        case .number(let number, nil): self.number == number
        case .number(let number, let named?):
            self.number == number && named.id(in: course.term) == course
        }
    }
}
