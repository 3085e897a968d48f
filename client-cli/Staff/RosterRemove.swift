import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit roster remove`.
struct RosterRemove: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a student from a course, or from a section.",
        discussion: """
            The person is told, with the reason, and what they saw only there disappears from all their devices. Their own \
            posts stay for the class. They come back only if the staff let them in. Asks first, unless --yes is given.

            Examples:
              noteit roster remove CMPT225 @ada.lovelace --reason "Not in this class"
              noteit roster remove CMPT225 ada@example.edu --section D101 --yes
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "Person: a handle such as @ada.lovelace, or an email.", completion: Completions.handles)
    var person: AccountReference
    @Option(
        name: .customLong("section"), help: ArgumentHelp("Only this section, by code or CRN.", valueName: "code"),
        completion: Completions.sections)
    var section: String?
    @Option(help: "The reason; the person reads it.") var reason: String?
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = try await context.classCourse(course)
        let section = try section.map { try context.sections([$0], of: course) }?.first
        let place = [course.name, section?.code].compactMap(\.self).joined(separator: " ")
        if !yes { try context.confirm("remove", "\(person) from \(place)") }
        try await context.client.removeMember(person, from: course.id, section: section?.id, reason: reason)
        try await context.refresh()
        try context.report(
            ["removed": person.description, "course": course.id.text], plain: [[person.description, place]],
            Styled("Removed \(person) from \(place).", .good))
    }
}

/// `noteit roster joining`.
struct RosterJoining: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = ["domains", "fromServer", "joining"]
    static let configuration = CommandConfiguration(
        commandName: "joining",
        abstract: "Show or decide who may join a course.",
        discussion: """
            open: everyone. approval: the staff let people in. Domains, such as example.edu,example.org: people with a \
            verified email there join at once, the staff let others in. roster: people on the registrar's roster. server: as the server's admin set it. People who wait, \
            and whom the new rule admits, join at once.

            Examples:
              noteit roster joining CMPT225
              noteit roster joining CMPT225 approval
              noteit roster joining CMPT225 example.edu
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "The rule: open, approval, roster, server, or domains with commas between.") var rule: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let wanted = try rule.map { text -> JoiningRule? in
            let choices = "Say open, approval, roster, server, or a domain: example.edu"
            return text == "server" ? nil : try JoiningRule(text).understood(text, as: "a rule", choices)
        }
        let context = try await CommandContext(reading: session)
        let course = try await context.classCourse(course)
        let joining =
            if let wanted { try await context.client.setJoining(wanted, of: course.id) } else {
                try await context.client.joining(of: course.id)
            }
        let words = joining.domains.isEmpty ? joining.joining.rawValue : joining.domains.joined(separator: ",")
        try await context.report(joining, plain: [[course.name, words, joining.fromServer ? "server" : "staff"]]) {
            context.say(Styled(Self.sentence(joining, course) + (joining.fromServer ? " That is the rule of the server." : "")))
        }
    }

    private static func sentence(_ joining: CourseJoining, _ course: Course) -> String {
        switch joining.joining {
        case .open: "Anyone with an account may join \(course.name)."
        case .approval: "The staff let people into \(course.name)."
        case .roster: "People on the registrar's roster join \(course.name). The staff let others in."
        case .domains:
            "People with a verified email \(joining.domains.map { "@\($0)" }.choice) join \(course.name). "
                + "The staff let others in."
        }
    }
}
