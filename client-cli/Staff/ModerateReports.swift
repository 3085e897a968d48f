import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate reports`.
struct ModerateReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List what was reported to you.",
        discussion: """
            What is reported of yourself goes to others. A number stays a report's own in its course. --plain writes course, \
            number, id, what (as CMPT225#42, or CMPT225#42#3 for a reply), id of the reply, time in UTC, open or resolved, \
            reporter, title and reason.

            Examples:
              noteit moderate reports
              noteit moderate reports CMPT225 --all
            """)

    @Argument(help: "Course, such as CMPT225; nothing: all whose staff you are.", completion: Completions.courses) var course:
        [String] = []
    @Flag(help: "Also those that are resolved.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        var items: [NumberedReport] = []
        for course in try await work.staffedCourses(course) { items += try await work.reports(of: course) }
        items = items.filter { all || $0.report.resolvedAt == nil }
        switch work.console.form {
        case .json: try work.writeJSON(items.map(\.report))
        case .plain: for item in items { work.console.row(item.fields) }
        case .pretty: try await show(items, work)
        }
    }

    private func show(_ items: [NumberedReport], _ work: Workplace) async throws {
        guard !items.isEmpty else { return work.console.say(all ? "Nothing was reported." : "No report is open.") }
        let clock = try await work.clock()
        var table = Table([
            .init("", right: true), .init("what"), .init("when"), .init("by", least: 8, dropRank: 1), .init("why", least: 16),
            .init(""),
        ])
        for item in items {
            let report = item.report
            table.add([
                Styled("\(item.number)", .faint), Styled(report.reference, .strong),
                Styled(clock.distance(report.createdAt), .faint),
                Styled(report.reporter.displayName), Styled(report.reason),
                Styled(report.resolvedAt == nil ? "" : "resolved", .faint),
            ])
        }
        work.console.out(table.lines(width: work.console.width))
        guard let first = items.first else { return }
        let (name, course) = (first.report.reference, code(ofCourse: first.report.course))
        work.console.say(
            Styled(
                "Read one: noteit event view '\(name)'   Then remove it: noteit moderate remove '\(name)' --reason WHY", .faint)
        )
        work.console.say(Styled("Or note that it needs nothing: noteit moderate resolve \(course) \(first.number)", .faint))
    }
}

/// A report with its number in its course, which counts from the oldest.
struct NumberedReport {
    let number: Int
    let report: Report

    var fields: [String] {
        [
            code(ofCourse: report.course), "\(number)", report.id.description,
            report.reference, report.reply?.description ?? "", RFC3339.string(report.createdAt),
            report.resolvedAt == nil ? "open" : "resolved",
            report.reporter.displayName, report.title, report.reason,
        ]
    }
}

extension Workplace {
    /// Newest first.
    func reports(of course: Course) async throws -> [NumberedReport] {
        let reports = try await client.reports(of: course.id)
        return reports.enumerated().map { NumberedReport(number: reports.count - $0, report: $1) }
    }
}
