import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate removals`.
struct ModerateRemovals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "removals",
        abstract: "List what staff removed, newest first.",
        discussion: """
            --plain writes id, what it is called, event or reply, time in UTC, title and reason.

            Examples:
              noteit moderate removals
              noteit moderate removals CMPT225 --json
            """)

    @Argument(help: "Course, such as CMPT225; nothing: all whose staff you are.", completion: Completions.courses) var course:
        [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        var removals: [Removal] = []
        for course in try await work.staffedCourses(course) { removals += try await work.client.removals(of: course.id) }
        switch work.console.form {
        case .json: try work.writeJSON(removals)
        case .plain: for removal in removals { work.console.row(removal.fields) }
        case .pretty:
            guard !removals.isEmpty else { return work.console.say("Nothing was removed.") }
            let clock = try await work.clock()
            var table = Table([.init("what"), .init("when"), .init("title", least: 12), .init("why", least: 12)])
            for removal in removals {
                table.add([
                    Styled(removal.reference, .strong), Styled(clock.distance(removal.removedAt), .faint),
                    Styled(removal.title ?? ""), Styled(removal.reason ?? "no reason given", .faint),
                ])
            }
            work.console.out(table.lines(width: work.console.width))
            if let first = removals.first {
                work.console.say(Styled("Bring one back: noteit moderate restore '\(first.reference)'", .faint))
            }
        }
    }
}

extension Removal {
    fileprivate var fields: [String] {
        [
            id, reference, reply ? "reply" : "event", RFC3339.string(removedAt), title ?? "",
            reason ?? "",
        ]
    }
}
