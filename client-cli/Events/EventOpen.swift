import ArgumentParser
import Foundation
import NoteItTerminal

/// `noteit event open`.
struct EventOpen: ReadingCommand, ChoosesFields {
    static let jsonFields = EventView.jsonFields
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an event and its thread in your pager.",
        discussion: """
            Shows the page of 'noteit event view' in $NOTEIT_PAGER, else $PAGER, else less. If standard output is not a \
            terminal, writes the page there.

            Example:
              noteit event open CMPT225#42
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Flag(help: "Do not mark it as seen.") var peek = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let target = try await context.target(EventWords(name))
        try await show(target, context)
        if !peek && target.reply == nil { try await context.see([target.event]) }
    }

    private func show(_ target: ThreadTarget, _ context: CommandContext) async throws {
        guard context.form == .pretty, Console.outputIsTerminal else {
            return try await EventView.show(target, context)
        }
        let lines = try await context.page(target).lines(width: context.width)
        let pager = ExternalProgram.pager()
        let status = pager.show(lines.map { context.console.outColours.paint($0) + "\n" }.joined())
        guard status != 127 else {
            throw Complaint("The pager '\(pager.command)' was not found.", advice: ["Set $PAGER, or use: noteit event view"])
        }
    }
}
