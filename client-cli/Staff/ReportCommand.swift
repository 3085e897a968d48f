import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit report`.
struct ReportCommand: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report a post to the course's staff.",
        discussion: """
            The author is not told who reported it. Without a reason, your editor ($VISUAL, else $EDITOR) opens.

            Examples:
              noteit report CMPT225#42 --reason "This is an advertisement"
              noteit report CMPT225#42#3 "This is an insult"
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: String
    @Argument(help: "The reason, without --reason; - reads standard input.") var text: [String] = []
    @Option(help: "The reason, for the course's staff.") var reason: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let words = EventWords(name, text)
        let target = try await context.target(words)
        let hints = ["Why should \(target.name) be removed?", "To send nothing, write nothing."]
        let reason = try givenReason(reason, words.rest)
        let writing = try Writing(reason.map { [$0] } ?? [], hints: hints, context: context)
        let again = ShellCommand("noteit", "report", target.name).with(session).with("-")
        let report = try await writing.sending(again: again) {
            let new = try NewReport(reason: writing.text, reply: target.reply?.id).validated()
            return try await context.client.report(new, on: target.event.id)
        }
        let isAlone = await context.hasNoStaff(report.course)
        try await context.report(report, plain: [[report.id.description, report.reference]]) {
            let to = isAlone ? "" : " to the staff of \(report.course.name)"
            context.say(Styled("Reported \(report.reference)\(to).", .good))
        }
        if isAlone { context.sayNoStaff(report.course) }
    }
}

extension CommandContext {
    /// Whether nobody is on the staff of a course, as far as the server says.
    func hasNoStaff(_ course: Course.ID) async -> Bool { (try? await client.brisk().staff(of: course))?.isEmpty ?? false }

    func sayNoStaff(_ course: Course.ID) {
        say(Styled("Nobody is on the staff of \(course.name) yet, so nobody was told. Ask the admin of this server.", .warning))
    }
}
