import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate resolve`.
struct ModerateResolve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Note that a report needs nothing more.",
        discussion: """
            Removing what was reported resolves its reports by itself.

            Examples:
              noteit moderate resolve CMPT225 3
              noteit moderate resolve CMPT225 3 --reopen
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "Numbers from 'noteit moderate reports', or ids.") var names: [String]
    @Flag(help: "Open them again.") var reopen = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let course = try await work.myCourse(course)
        let reports = try await work.reports(of: course)
        var done: [Report] = []
        for item in try names.map({ try item($0, in: reports, of: course) }) {
            done.append(try await work.client.resolve(item.report.id, !reopen))
        }
        switch work.console.form {
        case .json: try work.writeJSON(done)
        case .plain: for report in done { work.console.row([report.id.description, reopen ? "open" : "resolved"]) }
        case .pretty:
            let count = done.count == 1 ? "the report" : "\(done.count) reports"
            work.console.say(Styled("\(reopen ? "Opened" : "Resolved") \(count) in \(course.code).", .good))
        }
    }

    private func item(_ name: String, in reports: [NumberedReport], of course: Course) throws -> NumberedReport {
        let found = reports.first { "\($0.number)" == name || $0.report.id.description == name.lowercased() }
        guard let found else {
            throw Complaint.usage(
                "\(course.code) has no report '\(name)' for you.", "See them with: noteit moderate reports \(course.code) --all"
            )
        }
        return found
    }
}
