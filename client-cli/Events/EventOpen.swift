import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event open`.
struct EventOpen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an event and its thread in your pager.",
        discussion: """
            The same page as 'noteit event view', in $NOTEIT_PAGER, else $PAGER, else less: to scroll and search in long \
            threads. Where standard output is no terminal it is written there.

            Example:
              noteit event open CMPT225#42
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Flag(help: "Leave it unseen.") var peek = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let place = try await work.place(EventWords(name))
        try await show(place, work)
        if !peek && place.reply == nil { try await work.see([place.event]) }
    }

    private func show(_ place: ThreadPlace, _ work: Workplace) async throws {
        guard work.console.form == .pretty, Console.outputIsTerminal else {
            if work.console.form == .json { return try work.writeJSON(place.part) }
            return work.console.out(try await work.page(place).lines(width: nil))
        }
        let lines = try await work.page(place).lines(width: work.console.width)
        let pager = ExternalProgram.pager()
        let status = pager.show(lines.map { work.console.outColours.paint($0) + "\n" }.joined())
        guard status != 127 else {
            throw Complaint("The pager '\(pager.command)' was not found.", advice: ["Set $PAGER, or use: noteit event view"])
        }
    }
}
