import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff list`.
struct StaffList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List who is staff of a course.",
        discussion: """
            Emails are shown to staff and admins. --plain writes name, handle, email and sections.

            Example:
              noteit staff list CMPT225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let course = try await work.anyCourse(course.joined())
        let staff = try await work.client.staff(of: course.id)
        switch work.console.form {
        case .json: try work.writeJSON(staff)
        case .plain: for member in staff { work.console.row(Array(member.fields(course).prefix(4))) }
        case .pretty:
            guard !staff.isEmpty else { return work.console.say("\(course.code) has no staff yet.") }
            var table = Table([.init("who", least: 12), .init("handle", dropRank: 1), .init("email", dropRank: 2), .init("of")])
            for member in staff {
                table.add([
                    Styled(member.displayName, .strong), Styled("@\(member.handle)", .faint), Styled(member.email ?? ""),
                    Styled(member.places(in: course, as: .staff), .faint),
                ])
            }
            work.console.out(table.lines(width: work.console.width))
        }
    }
}
