import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff grant`.
struct StaffGrantCommand: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Make a person staff of a course, or of some of its sections.",
        discussion: """
            The person is told in the inbox, and sees posts for staff at once.

            Examples:
              noteit staff grant ada@example.edu CMPT225 --section D101,D102
              noteit staff grant @ada.lovelace CMPT225                          the whole course
            """)

    @OptionGroup var scope: StaffScope
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let (course, sections) = try await scope.resolved(context)
        let member = try await context.client.grantStaff(to: scope.person, in: course.id, sections: sections.map(\.id))
        try await context.refresh()
        try await context.report(member, plain: [Array(member.fields(course).prefix(4))]) {
            let sections = member.places(in: course, as: .staff)
            context.say(Styled("\(member.displayName) is staff of \(course.name): \(sections).", .good))
        }
        if member.emailVerified == false {
            let revoke = ShellCommand("noteit", "staff", "revoke", "@\(member.handle)", course.name)
            context.say(
                Styled(
                    "The email \(scope.person) of @\(member.handle) is not verified: somebody else may have registered with it.",
                    .warning))
            context.say("If you are not sure that it is theirs: \(revoke)")
        }
    }
}

/// A person, and the course or sections that they are or become staff of.
struct StaffScope: ParsableArguments {
    @Argument(help: "Person: an email, or a handle such as @ada.lovelace.", completion: Completions.handles)
    var person: AccountReference
    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Option(
        name: .customLong("section"), parsing: .upToNextOption,
        help: ArgumentHelp("Sections by code or CRN, such as D101,D102; without it the whole course.", valueName: "code"),
        completion: Completions.sections)
    var sections: [String] = []

    func resolved(_ context: CommandContext) async throws -> (Course, [Section]) {
        let found = try await context.classCourse(course)
        return (found, try context.sections(sections.commaSeparated, of: found))
    }
}
