import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit roster requests`.
struct RosterRequests: ReadingCommand, ChoosesFields {
    static let jsonFields = ["displayName", "email", "emailVerified", "handle", "id", "sections", "since"]
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "List the people who wait to be let into a course.",
        discussion: """
            Longest first. An email that is not verified may be somebody else's. --plain writes name, handle, email, verified \
            or not, and sections.

            Example:
              noteit roster requests CMPT225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = try await context.classCourse(course.joined())
        let waiting = try await context.client.applicants(of: course.id)
        try await context.report(waiting, plain: waiting.map { $0.fields(course) }) {
            guard !waiting.isEmpty else { return context.say("Nobody waits to join \(course.name).") }
            var table = Table([.init("who", least: 12), .init("handle"), .init("email", dropRank: 1), .init("asks for")])
            for person in waiting {
                let email = Styled(person.email) + Styled(person.emailVerified ? "" : " (not verified)", .warning)
                table.addRow([
                    Styled(person.displayName, .strong), Styled("@\(person.handle)", .faint), email,
                    Styled(person.codes(in: course)),
                ])
            }
            context.out(table.lines(width: context.width))
            context.say(Styled("Let people in with: noteit roster admit \(course.name) @HANDLE, or --all", .faint))
        }
    }
}

/// `noteit roster admit`.
struct RosterAdmit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit",
        abstract: "Let people into a course that they asked to join.",
        discussion: """
            They are told in the inbox. Without --section, into all sections that they asked for.

            Examples:
              noteit roster admit CMPT225 @ada.lovelace @ben
              noteit roster admit CMPT225 @ada.lovelace --section D101
              noteit roster admit CMPT225 --all
            """)

    @OptionGroup var decision: RosterDecision
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await decision.make(admitting: true, session) }
}

/// `noteit roster refuse`.
struct RosterRefuse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refuse",
        abstract: "Refuse people who asked to join a course.",
        discussion: """
            They are told in the inbox, and may ask again.

            Example:
              noteit roster refuse CMPT225 @ada.lovelace
            """)

    @OptionGroup var decision: RosterDecision
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await decision.make(admitting: false, session) }
}

/// A course, and the people on whose requests its staff decide.
struct RosterDecision: ParsableArguments {
    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "People: handles such as @ada.lovelace, or emails.", completion: Completions.handles)
    var people: [AccountReference] = []
    @Flag(help: "Everyone who waits.") var all = false
    @Option(
        name: .customLong("section"),
        help: ArgumentHelp("Only these sections, such as D101,D102.", valueName: "code"), completion: Completions.sections)
    var section: String?

    func validate() throws {
        guard people.isEmpty == all else { throw ValidationError("Name people, or say --all.") }
    }

    func make(admitting: Bool, _ session: SessionOptions) async throws {
        let context = try await CommandContext(inStep: session)
        let course = try await context.classCourse(course)
        let sections = try context.sections(section.map { [$0].commaSeparated } ?? [], of: course).map(\.id)
        let decision = JoinDecision(admitted: admitting, sections: sections.isEmpty ? nil : sections)
        let waiting = all ? try await context.client.applicants(of: course.id).map { AccountReference.id($0.id) } : people
        guard !waiting.isEmpty else { return context.say("Nobody waits to join \(course.name).") }
        var (decided, gone): ([AccountReference], [AccountReference]) = ([], [])
        for person in waiting {
            do {
                try await context.client.decide(decision, on: person, in: course.id)
                decided.append(person)
            } catch ClientError.problem(let problem) where problem.status == 404 {
                gone.append(person)
            }
        }
        try await context.refresh()
        let names = all ? counted(decided.count, "person", "people") : decided.map(\.description).joined(separator: ", ")
        try await context.report(
            [(admitting ? "admitted" : "refused"): decided.map(\.description)], plain: decided.map { [$0.description] }
        ) {
            guard !decided.isEmpty else { return }
            context.say(Styled("\(admitting ? "Let into" : "Refused for") \(course.name): \(names).", .good))
        }
        guard gone.isEmpty else { throw Complaint(Self.sentence(gone, all: all, course)) }
    }

    /// A sentence about people whom somebody else answered, who took their request back, or who never asked.
    private static func sentence(_ gone: [AccountReference], all: Bool, _ course: Course) -> String {
        let names = all ? counted(gone.count, "person", "people") : gone.map(\.description).joined(separator: ", ")
        return "Not waiting to join \(course.name), or not in your sections: \(names)."
    }
}

extension Applicant {
    /// `D100, D101`
    fileprivate func codes(in course: Course) -> String {
        sections.map { id in course.sections.first { $0.id == id }?.code ?? id.crn }.joined(separator: ", ")
    }

    fileprivate func fields(_ course: Course) -> [String] {
        [displayName, "@\(handle)", email, emailVerified ? "verified" : "unverified", codes(in: course)]
    }
}
