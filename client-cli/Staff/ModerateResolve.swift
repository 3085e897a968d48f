import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate resolve`.
struct ModerateResolve: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Close reports that need nothing more.",
        discussion: """
            Removing a post resolves its reports by itself.

            Examples:
              noteit moderate resolve CMPT225 3
              noteit moderate resolve CMPT225 3 --reopen
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "Numbers from 'noteit moderate reports', or ids.") var names: [String]
    @Flag(help: "Open the reports again.") var reopen = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = try await context.reportedCourse(course)
        let reports = try await context.reports(of: course)
        var done: [Report] = []
        for item in try names.map({ try item($0, in: reports, of: course) }) {
            done.append(try await context.client.resolve(item.report.id, !reopen))
        }
        try await context.report(done, plain: done.map { [$0.id.description, reopen ? "open" : "resolved"] }) {
            let count = done.count == 1 ? "the report" : "\(done.count) reports"
            context.say(Styled("\(reopen ? "Opened" : "Resolved") \(count) in \(course.name).", .good))
        }
    }

    private func item(_ name: String, in reports: [NumberedReport], of course: Course) throws -> NumberedReport {
        let found = reports.first { "\($0.number)" == name || $0.report.id.description == name.lowercased() }
        guard let found else {
            throw Complaint.usage(
                "\(course.name) has no report '\(name)' for you.",
                "List them with: noteit moderate reports \(course.name) --all"
            )
        }
        return found
    }
}
