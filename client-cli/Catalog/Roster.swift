import ArgumentParser
import NoteItCore
import NoteItTerminal

extension Enrollment.Role: ExpressibleByArgument {}

/// `noteit roster`.
struct Roster: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roster",
        abstract: "List who is in a course, as its staff.",
        discussion: """
            Staff of some sections see who is in these. --plain writes name, handle, email, sections as staff and as student.

            Examples:
              noteit roster CMPT225
              noteit roster CMPT225 --section D101 --role student --plain > d101.tsv
              noteit roster CMPT225 --find lovelace
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @Option(help: "Only who is in this section, by code or CRN.") var section: String?
    @Option(help: "Only student or staff.") var role: Enrollment.Role?
    @Option(help: ArgumentHelp("Only with this in the name, handle or email.", valueName: "text")) var find: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let course = try await work.anyCourse(course.joined())
        let wanted = try section.map { try work.sections([$0], of: course) }?.first
        let query = RosterQuery(role: role, section: wanted?.id, text: find)
        let members = try await work.client.roster(of: course.id, matching: query)
        switch work.console.form {
        case .json: try work.writeJSON(members)
        case .plain: for member in members { work.console.row(member.fields(course)) }
        case .pretty:
            var table = Table([.init("who", least: 12), .init("handle", dropRank: 2), .init("email", dropRank: 1), .init("in")])
            for member in members {
                table.add([
                    Styled(member.displayName, .strong), Styled("@\(member.handle)", .faint), Styled(member.email ?? ""),
                    Styled(member.places(in: course), .faint),
                ])
            }
            work.console.out(table.lines(width: work.console.width))
            work.console.say(Styled(members.count == 1 ? "1 person" : "\(members.count) people", .faint))
        }
    }
}
