import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice list`.
struct NoticeList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List notices, newest first.",
        discussion: """
            Works offline. What you have not seen is marked with a star. --plain writes the notice, time in UTC, new or seen, must \
            read or nothing, who sent it, and the title.

            Examples:
              noteit notice list
              noteit notice list CMPT225
            """)

    @Argument(help: "Course, such as CMPT225; all yours if left out.", completion: Completions.courses) var course: [String] =
        []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let course = course.isEmpty ? nil : try await work.myCourse(course.joined())
        let (reader, marks) = (try work.account().id, try await work.copy.marks())
        let notices = try await work.copy.agenda().flatMap(\.events)
            .filter { $0.kind == .notice && (course == nil || $0.course == course?.id) }
            .sorted { ($0.createdAt, $0.number) > ($1.createdAt, $1.number) }
        let isNew = { (notice: Event) in notice.isUnread(by: reader, marks[notice.id]) }
        switch work.console.form {
        case .json: try work.writeJSON(Page(items: notices))
        case .plain:
            for notice in notices {
                work.console.row([
                    notice.reference, RFC3339.string(notice.createdAt), isNew(notice) ? "new" : "seen",
                    notice.mustRead ? "must read" : "", notice.author.displayName, notice.title,
                ])
            }
        case .pretty: try await show(notices, isNew, work)
        }
    }

    private func show(_ notices: [Event], _ isNew: (Event) -> Bool, _ work: Workplace) async throws {
        guard !notices.isEmpty else { return work.console.say("No notices yet.") }
        let clock = try await work.clock()
        var table = Table([
            .init("notice"), .init(""), .init("must"), .init("title", least: 20), .init("who", least: 8, dropRank: 1),
            .init("when"),
        ])
        for notice in notices {
            table.add([
                Styled(notice.reference, .strong), Styled(isNew(notice) ? "*" : "", .mine),
                Styled(notice.mustRead ? "must read" : "", .warning), Styled(notice.title, .notice),
                Styled(notice.author.displayName, .faint), Styled(clock.distance(notice.createdAt), .faint),
            ])
        }
        work.console.out(table.lines(width: work.console.width))
    }
}
