import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit report`.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Tell the course's staff that something should not be there.",
        discussion: """
            Who wrote it is not told who reported it. Without a text, your editor ($VISUAL, else $EDITOR) opens.

            Examples:
              noteit report CMPT225#42 "This is an advertisement"
              noteit report CMPT225#42 --reply 3 "This is an insult"
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: String
    @Argument(help: "Why; - reads standard input; nothing opens your editor.") var text: [String] = []
    @Option(help: ArgumentHelp("Report this reply, by its number in the thread.", valueName: "number")) var reply: Int?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = EventWords(event, text)
        let thread = try await work.thread(words.event())
        let subject = try reply.map { try thread.reply($0) }
        let hints = ["Why \(thread.event.reference) should not be there", "Nothing written: nothing sent."]
        let writing = try Writing(words.rest, hints: hints, work: work)
        let new = try NewReport(reason: writing.text, reply: subject?.id).validated()
        let report = try await writing.sending(work.console, again: "noteit report '\(thread.event.reference)'") {
            try await work.client.report(new, on: thread.event.id)
        }
        switch work.console.form {
        case .json: try work.writeJSON(report)
        case .plain: work.console.row([report.id.description, report.name])
        case .pretty:
            work.console.say(Styled("Reported \(report.name) to the staff of \(code(ofCourse: report.course)).", .good))
        }
    }
}
