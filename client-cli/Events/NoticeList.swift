import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice list`.
struct NoticeList: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List notices, newest first.",
        discussion: """
            Works offline. A star marks a notice that you have not seen. --plain writes the notice, time in UTC, new or \
            seen, must read or nothing, author and title.

            Examples:
              noteit notice list
              noteit notice list CMPT225
            """)

    @Argument(help: "Course, such as CMPT225; without it, all yours.", completion: Completions.courses) var course: [String] =
        []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = course.isEmpty ? nil : try await context.myCourse(course.joined())
        var selection = EventSelection(course: course?.id)
        selection.kind = .notice
        let notices = try await context.copy.list(selection).sections.flatMap(\.events)
            .sorted { ($0.createdAt, $0.number) > ($1.createdAt, $1.number) }
        let unread = try await context.copy.unread(among: notices)
        let isNew = { (notice: Event) in unread.contains(notice.id) }
        let rows = notices.map { notice in
            [
                notice.reference, RFC3339.string(notice.createdAt), isNew(notice) ? "new" : "seen",
                notice.mustRead ? "must read" : "", notice.author.displayName, notice.title,
            ]
        }
        try await context.report(try await context.listed(notices), plain: rows) { try await show(notices, isNew, context) }
    }

    private func show(_ notices: [Event], _ isNew: (Event) -> Bool, _ context: CommandContext) async throws {
        guard !notices.isEmpty else { return context.say("No notices yet.") }
        let clock = try await context.clock()
        var table = Table([
            .init("notice"), .init(""), .init("must"), .init("title", least: 20, comesFirst: true),
            .init("who", least: 8, dropRank: 1),
            .init("when"),
        ])
        for notice in notices {
            table.addRow([
                Styled(notice.reference, .strong), Styled(isNew(notice) ? "*" : "", .mine),
                Styled(notice.mustRead ? "must read" : "", .warning), Styled(notice.title, .notice),
                Styled(notice.author.displayName, .faint), Styled(clock.distance(notice.createdAt), .faint),
            ])
        }
        context.out(table.lines(width: context.width))
    }
}
