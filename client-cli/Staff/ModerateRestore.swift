import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate restore`.
struct ModerateRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring back what staff removed.",
        discussion: """
            An event comes back with its thread.

            Examples:
              noteit moderate restore CMPT225#42
              noteit moderate restore CMPT225#42#3       the third reply to it
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.") var name: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let removal = try await removal(work)
        if removal.reply, let id = Reply.ID(removal.id) {
            _ = try await work.client.restoreReply(id)
        } else {
            _ = try await work.client.restore(removal.event)
        }
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(["restored": removal.id])
        case .plain: work.console.row([removal.reference, removal.id])
        case .pretty:
            let what = removal.reply ? "a reply to " : ""
            work.console.say(Styled("Brought back \(removal.reference), \(what)\"\(removal.title ?? "")\"", .good))
        }
    }

    private func removal(_ work: Workplace) async throws -> Removal {
        let wanted = try EventWords(name).reply()
        var removals: [Removal] = []
        for course in try await work.staffedCourses([]) { removals += try await work.copy.removals(in: course.id) }
        let found = removals.filter { $0.isMeant(by: wanted) }
        if let only = found.first, found.count == 1 { return only }
        let text = name.joined(separator: " ")
        guard found.isEmpty else {
            throw Complaint(
                "'\(text)' means several; say which by its id:",
                advice: found.sorted { $0.removedAt < $1.removedAt }.map { "\($0.id)  \($0.reference)  \($0.reason ?? "")" },
                status: ExitStatus.usage)
        }
        let replies = removals.filter { $0.isReply(to: wanted.event) }.map { "'\($0.reference)'" }.sorted()
        throw Complaint(
            "Staff removed nothing that is called '\(text)'.",
            advice: [
                replies.isEmpty
                    ? "See what is: noteit moderate removals" : "But replies to it: \(replies.joined(separator: ", "))"
            ])
    }
}

extension Removal {
    fileprivate func isMeant(by wanted: ReplyReference) -> Bool {
        // An id alone may be a reply's.
        if case .id(let id) = wanted.event, wanted.number == nil { return self.id == id.description }
        return isIn(wanted.event) && replyNumber == wanted.number
    }

    fileprivate func isReply(to wanted: EventReference) -> Bool { isIn(wanted) && reply }

    /// Whether it was that event, or a reply to it.
    private func isIn(_ wanted: EventReference) -> Bool {
        switch wanted {
        case .id(let id): event == id
        case .number(let number, nil): self.number == number
        case .number(let number, let named?):
            self.number == number && named.id(in: NoteItTerminal.term(of: course)) == course
        }
    }
}
