import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff list`.
struct StaffList: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.member
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the staff of a course.",
        discussion: """
            Only staff and admins see emails. --plain writes name, handle, email and sections.

            Example:
              noteit staff list CMPT225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = try await context.classCourse(course.joined())
        let staff = try await context.client.staff(of: course.id)
        try await context.report(staff, plain: staff.map { Array($0.fields(course).prefix(4)) }) {
            guard !staff.isEmpty else { return context.say("\(course.name) has no staff yet.") }
            var table = Table([.init("who", least: 12), .init("handle", dropRank: 1), .init("email", dropRank: 2), .init("of")])
            for member in staff {
                table.addRow([
                    Styled(member.displayName, .strong), Styled("@\(member.handle)", .faint), Styled(member.email ?? ""),
                    Styled(member.places(in: course, as: .staff), .faint),
                ])
            }
            context.out(table.lines(width: context.width))
        }
    }
}
