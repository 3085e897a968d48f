import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate reports`.
struct ModerateReports: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.fields(of: Report.fieldNames, and: ["reference", "reportNumber"])
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List the posts that were reported to you.",
        discussion: """
            Reports about your own posts go to other staff. An admin who names a course also sees those that nobody on its staff \
            may see. The numbers count the reports that you see, so others of the staff \
            may have other numbers: tell them the name of the post. --plain writes course, number, id, name (CMPT225#42, or \
            CMPT225#42#3 for a reply), id of the reply, time in UTC, open or resolved, reporter, title and reason.

            Examples:
              noteit moderate reports
              noteit moderate reports CMPT225 --all
            """)

    @Argument(help: "Course, such as CMPT225; without it, all courses that you are staff of.", completion: Completions.courses)
    var course: [String] = []
    @Flag(help: "Also resolved reports.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        var items: [NumberedReport] = []
        let courses =
            if course.isEmpty {
                try await context.staffedCourses([])
            } else {
                [try await context.reportedCourse(course.joined())]
            }
        for course in courses { items += try await context.reports(of: course) }
        items = items.filter { all || $0.report.resolvedAt == nil }
        try await context.report(items, plain: items.map(\.fields)) { try await show(items, context) }
    }

    private func show(_ items: [NumberedReport], _ context: CommandContext) async throws {
        guard !items.isEmpty else { return context.say(all ? "Nothing was reported." : "No report is open.") }
        let clock = try await context.clock()
        var table = Table([
            .init("", right: true), .init("what"), .init("when"), .init("by", least: 8, dropRank: 1), .init("why", least: 16),
            .init(""),
        ])
        for item in items {
            let report = item.report
            table.addRow([
                Styled("\(item.number)", .faint), Styled(report.reference, .strong),
                Styled(clock.distance(report.createdAt), .faint),
                Styled(report.reporter.displayName), Styled(report.reason),
                Styled(report.resolvedAt == nil ? "" : "resolved", .faint),
            ])
        }
        context.out(table.lines(width: context.width))
        guard let first = items.first else { return }
        let (name, course) = (first.report.reference, first.report.course.name)
        guard try await context.copy.enrollments().contains(where: { $0.role == .staff && $0.course == first.report.course })
        else {
            let grant = ShellCommand("noteit", "staff", "grant", try context.account().email, course)
            return context.say(
                Styled("Nobody on the staff may see these. To read and remove a post, join the staff: \(grant)", .faint))
        }
        context.say(
            Styled(
                "Read one: noteit event view '\(name)'   Then remove it: noteit moderate remove '\(name)' --reason WHY", .faint)
        )
        context.say(Styled("Or close the report: noteit moderate resolve \(course) \(first.number)", .faint))
    }
}

/// A report with its number in its course, counted from the oldest.
struct NumberedReport: Encodable {
    let number: Int
    let report: Report

    private enum Extra: CodingKey { case reference, reportNumber }

    /// `number` is that of the event.
    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(report.reference, forKey: .reference)
        try container.encode(number, forKey: .reportNumber)
    }

    var fields: [String] {
        [
            report.course.name, "\(number)", report.id.description,
            report.reference, report.reply?.description ?? "", RFC3339.string(report.createdAt),
            report.resolvedAt == nil ? "open" : "resolved",
            report.reporter.displayName, report.title, report.reason,
        ]
    }
}

extension CommandContext {
    /// The reports in a course, newest first.
    func reports(of course: Course) async throws -> [NumberedReport] {
        let reports = try await client.reports(of: course.id)
        return reports.enumerated().map { NumberedReport(number: reports.count - $0, report: $1) }
    }
}
