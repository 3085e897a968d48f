import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate removals`.
struct ModerateRemovals: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.fields(of: Removal.fieldNames, and: ["reference"])
    static let configuration = CommandConfiguration(
        commandName: "removals",
        abstract: "List the posts that staff removed, newest first.",
        discussion: """
            --plain writes id, name, event or reply, time in UTC, title and reason.

            Examples:
              noteit moderate removals
              noteit moderate removals CMPT225 --json
            """)

    @Argument(help: "Course, such as CMPT225; without it, all courses that you are staff of.", completion: Completions.courses)
    var course: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        var removals: [Removal] = []
        for course in try await context.staffedCourses(course) { removals += try await context.client.removals(of: course.id) }
        try await context.report(removals.map(ListedRemoval.init), plain: removals.map(\.fields)) {
            guard !removals.isEmpty else { return context.say("Nothing was removed.") }
            let clock = try await context.clock()
            var table = Table([.init("what"), .init("when"), .init("title", least: 12), .init("why", least: 12)])
            for removal in removals {
                table.addRow([
                    Styled(removal.reference, .strong), Styled(clock.distance(removal.removedAt), .faint),
                    Styled(removal.title ?? ""), Styled(removal.reason ?? "no reason given", .faint),
                ])
            }
            context.out(table.lines(width: context.width))
            if let first = removals.first {
                context.say(Styled("Restore one: noteit moderate restore '\(first.reference)'", .faint))
            }
        }
    }
}

/// A removal as `--json` writes it: with the name of what was removed.
private struct ListedRemoval: Encodable {
    let removal: Removal

    private enum Extra: CodingKey { case reference }

    func encode(to encoder: any Encoder) throws {
        try removal.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(removal.reference, forKey: .reference)
    }
}

extension Removal {
    fileprivate var fields: [String] {
        [id, reference, reply ? "reply" : "event", RFC3339.string(removedAt), title ?? "", reason ?? ""]
    }
}
