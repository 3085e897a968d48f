import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit roster list`.
struct RosterList: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.member
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the people in a course, as its staff.",
        discussion: """
            Staff of some sections see only the people in these. --plain writes name, handle, email, sections as staff, and \
            sections as student.

            Examples:
              noteit roster CMPT225
              noteit roster CMPT225 --section D101 --role student --plain > d101.tsv
              noteit roster CMPT225 --find lovelace
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @Option(help: "Only people in this section, by code or CRN.", completion: Completions.sections) var section: String?
    @Option(help: "Only people with this role.") var role: Enrollment.Role?
    @Option(help: ArgumentHelp("Only people with this in the name, handle or email.", valueName: "text")) var find: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = try await context.classCourse(course.joined())
        let wanted = try section.map { try context.sections([$0], of: course) }?.first
        let query = RosterQuery(role: role, section: wanted?.id, text: find)
        let members = try await context.client.roster(of: course.id, matching: query)
        try await context.report(members, plain: members.map { $0.fields(course) }) {
            var table = Table([.init("who", least: 12), .init("handle", dropRank: 2), .init("email", dropRank: 1), .init("in")])
            for member in members {
                table.addRow([
                    Styled(member.displayName, .strong) + member.badge, Styled("@\(member.handle)", .faint),
                    Styled(member.email ?? ""),
                    Styled(member.places(in: course), .faint),
                ])
            }
            context.out(table.lines(width: context.width))
            context.say(Styled(counted(members.count, "person", "people"), .faint))
        }
    }
}
