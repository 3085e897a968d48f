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
              noteit report CMPT225#42#3 "This is an insult"
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: String
    @Argument(help: "Why; - reads standard input; nothing opens your editor.") var text: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = EventWords(name, text)
        let place = try await work.place(words)
        let hints = ["Why \(place.name) should not be there", "Nothing written: nothing sent."]
        let writing = try Writing(words.rest, hints: hints, work: work)
        let again = ShellCommand("noteit", "report", place.name).with(session).with("-")
        let report = try await writing.sending(again: again) {
            let new = try NewReport(reason: writing.text, reply: place.reply?.id).validated()
            return try await work.client.report(new, on: place.event.id)
        }
        switch work.console.form {
        case .json: try work.writeJSON(report)
        case .plain: work.console.row([report.id.description, report.reference])
        case .pretty:
            work.console.say(Styled("Reported \(report.reference) to the staff of \(code(ofCourse: report.course)).", .good))
        }
    }
}
