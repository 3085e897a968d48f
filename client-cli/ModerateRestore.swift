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
            An event comes back with its thread. Where several replies of a thread were removed, say which by its id.

            Examples:
              noteit moderate restore CMPT225#42
              noteit moderate restore 019aa4b6-4500-7a68-a745-629b8c55fc0f
            """)

    @Argument(help: "Event, such as CMPT225#42, or an id from 'noteit moderate removals'.") var name: [String]
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
        case .plain: work.console.row([removal.name, removal.id])
        case .pretty: work.console.say(Styled("Brought back \(removal.name), \(removal.title ?? "").", .good))
        }
    }

    private func removal(_ work: Workplace) async throws -> Removal {
        let wanted = try EventWords(event: name).event()
        var found: [Removal] = []
        for course in try await work.staffedCourses([]) {
            found += try await work.copy.removals(in: course.id).filter { $0.isMeant(by: wanted) }
        }
        if let whole = found.first(where: { !$0.reply }) ?? (found.count == 1 ? found.first : nil) { return whole }
        let text = name.joined(separator: " ")
        guard !found.isEmpty else {
            throw Complaint(
                "Staff removed nothing that is called '\(text)'.", advice: ["See what is: noteit moderate removals"])
        }
        throw Complaint(
            "'\(text)' means several; say which by its id:",
            advice: found.sorted { $0.removedAt < $1.removedAt }.map { "\($0.id)  \($0.name)  \($0.reason ?? "")" },
            status: ExitStatus.usage)
    }
}

extension Removal {
    fileprivate func isMeant(by reference: EventReference) -> Bool {
        switch reference {
        case .id(let id): self.id == id.description
        case .number(let number, nil): self.number == number
        case .number(let number, let named?):
            self.number == number && named.id(in: NoteItTerminal.term(of: course)) == course
        }
    }
}
