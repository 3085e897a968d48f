import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff grant`.
struct StaffGranting: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Make somebody staff of a course, or of some of its sections.",
        discussion: """
            They see it in their inbox, and what is for staff at once.

            Examples:
              noteit staff grant ada@example.edu CMPT225 --section D101,D102
              noteit staff grant @ada.lovelace CMPT225                          of the whole course
            """)

    @OptionGroup var place: StaffPlace
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let (course, sections) = try await place.resolved(work)
        let member = try await work.client.grantStaff(to: place.person, in: course.id, sections: sections.map(\.id))
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(member)
        case .plain: work.console.row(Array(member.fields(course).prefix(4)))
        case .pretty:
            let scope = member.places(in: course, as: .staff)
            work.console.say(Styled("\(member.displayName) is staff of \(course.code): \(scope).", .good))
        }
    }
}

/// Who, and of what.
struct StaffPlace: ParsableArguments {
    @Argument(help: "Who: an email, or a handle such as @ada.lovelace.") var person: AccountReference
    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Option(
        name: .customLong("section"), parsing: .upToNextOption,
        help: ArgumentHelp("Sections by code or CRN, such as D101,D102; none: the whole course.", valueName: "code"))
    var sections: [String] = []

    func resolved(_ work: Workplace) async throws -> (Course, [Section]) {
        let found = try await work.anyCourse(course)
        return (found, try work.sections(sections.commaSeparated, of: found))
    }
}
