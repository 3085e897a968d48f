import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit invitation`.
struct InvitationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitation",
        abstract: "Invite people to a course by a link or a code.",
        subcommands: [InvitationCreate.self, InvitationList.self, InvitationRevoke.self, InvitationUse.self])
}

/// `noteit invitation create`.
struct InvitationCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an invitation and show its link and code, once.",
        discussion: """
            Anyone who has the code may use it, as often as --uses says, also to make an account where the server takes no \
            registrations. With --for, only that person. Without a section, a student chooses among those of the course. For \
            the staff of the course; without a course, for admins: an account alone. --plain writes id, link and code.

            Examples:
              noteit invitation create CMPT225 --uses 40 --days 7
              noteit invitation create CMPT225 --section D101 --for ada@example.edu
              noteit invitation create CMPT225 --section D101 --as staff
            """)

    @Argument(help: "Course, such as CMPT225; none for an account alone.", completion: Completions.courses)
    var course: String?
    @Option(
        name: .customLong("section"), help: ArgumentHelp("This section alone, by code or CRN.", valueName: "code"),
        completion: Completions.sections)
    var section: String?
    @Option(name: .customLong("as"), help: ArgumentHelp("student or staff; default: student.", valueName: "role"))
    var role: String?
    @Option(help: "How often it can be used; default: 1.") var uses: Int?
    @Option(help: "How many days it is good; default: \(Invitation.usual).") var days: Int?
    @Option(
        name: .customLong("for"), help: ArgumentHelp("The one person: an email, or a handle such as @ada.", valueName: "person")
    )
    var person: AccountReference?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard course != nil || section == nil && role == nil else {
            throw ValidationError("Name the course of the section or the role.")
        }
    }

    func run() async throws {
        let role = try role.map {
            try Enrollment.Role(rawValue: $0.lowercased()).understood($0, as: "a role", "Say student or staff")
        }
        var new = NewInvitation(role: role, uses: uses)
        switch person {
        case .email(let email): new.email = email
        case .handle(let handle): new.handle = handle
        case .id: throw Complaint.usage("Name the person by an email or a handle.")
        case nil: break
        }
        let context = try await CommandContext(inStep: session)
        new.expiresAt = days.map { context.now.addingTimeInterval(Double($0) * 86_400) }
        let home: Course? = if let course { try await context.classCourse(course) } else { nil }
        if let section, let home { new.section = try context.sections([section], of: home).first?.id }
        let names = [
            "expiresAt": "--days", "uses": "--uses", "role": "--as", "section": "--section", "email": "--for",
            "handle": "--for",
        ]
        let made = try await namingOptions(names) { try await context.client.invite(new, to: home?.id) }
        let clock = try await context.clock()
        let link = Self.link(made.code, on: context.client.server)
        try await context.report(Made(made, link), plain: [[made.invitation.id.description, link, made.code]]) {
            context.out([Styled(link), Styled(made.code)])
            let what = home.map { "into \($0.name)" } ?? "to make an account"
            let times = made.invitation.uses == 1 ? "once" : "\(made.invitation.uses) times"
            let end = clock.full(made.invitation.expiresAt)
            context.say(Styled("Made an invitation \(what), good \(times) until \(end). It is not shown again.", .good))
            context.say(
                Styled("In a terminal it is used with: noteit invitation use \(made.code)", .faint))
            context.say(Styled("To take it back: noteit invitation revoke \(made.invitation.id.short)", .faint))
        }
    }

    /// The code is after the `#`, which no program sends to a server.
    static func link(_ code: String, on server: URL) -> String {
        var base = server.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        return "\(base)/join#\(code)"
    }

    private struct Made: Encodable {
        var invitation: Invitation
        var link, code: String

        init(_ made: MadeInvitation, _ link: String) { (invitation, self.link, code) = (made.invitation, link, made.code) }
    }
}

/// `noteit invitation list`.
struct InvitationList: ReadingCommand, ChoosesFields {
    static let jsonFields = [
        "course", "createdAt", "createdBy", "email", "expiresAt", "handle", "id", "revokedAt", "role", "section", "used",
        "uses",
    ]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the invitations to a course.",
        discussion: """
            Newest first. Codes are not stored and not shown. Without a course: those for accounts alone, which admins make. \
            --plain writes id, state, role, section, person, used, uses and the time of its end in UTC.

            Example:
              noteit invitation list CMPT225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let home: Course? = if course.isEmpty { nil } else { try await context.classCourse(course.joined()) }
        let found = try await context.client.invitations(to: home?.id)
        let rows = found.map { $0.fields(home, at: context.now) }
        let clock = try await context.clock()
        try await context.report(found, plain: rows) {
            guard !found.isEmpty else {
                return context.say("There is no invitation yet. Make one with: noteit invitation create")
            }
            var table = Table([
                .init("id"), .init("state"), .init("as"), .init("for", dropRank: 1), .init("used"), .init("until"),
            ])
            for (invitation, row) in zip(found, rows) {
                let place = [row[2], row[3]].filter { !$0.isEmpty }.joined(separator: " ")
                table.addRow([
                    Styled(invitation.id.short, .faint), Styled(row[1], row[1] == "open" ? .good : .faint), Styled(place),
                    Styled(row[4].isEmpty ? "anyone" : row[4]), Styled("\(row[5]) of \(row[6])"),
                    Styled(clock.short(invitation.expiresAt)),
                ])
            }
            context.out(table.lines(width: context.width))
        }
    }
}

/// `noteit invitation revoke`.
struct InvitationRevoke: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take an invitation back. Nobody can use it from then on.",
        discussion: """
            People who used it stay.

            Examples:
              noteit invitation revoke 0199f3a2 CMPT225
              noteit invitation revoke 0199f3a2-6f3b-7c1d-8a55-2f9a1c0e4b77
            """)

    @Argument(help: "Its id, or the beginning of it, from 'noteit invitation list'.") var id: String
    @Argument(help: "Its course, where the id is not whole.", completion: Completions.courses) var course: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let whole = try await whole(context)
        try await context.client.revoke(whole)
        try context.report(
            ["revoked": whole.description], plain: [[whole.description]], Styled("Revoked the invitation.", .good))
    }

    /// The id that begins as the person wrote: of the course, of their own courses, or for accounts alone.
    private func whole(_ context: CommandContext) async throws -> Invitation.ID {
        if let id = Invitation.ID(id) { return id }
        var homes: [Course.ID] = []
        if let course {
            homes = [try await context.classCourse(course).id]
        } else {
            homes = try await context.client.enrollments().filter { $0.role == .staff }.map(\.course).uniqued
        }
        var found: [Invitation] = []
        for home in homes { found += try await context.client.invitations(to: home) }
        if course == nil, try context.account().role == .admin { found += try await context.client.invitations(to: nil) }
        let named = found.filter { $0.id.description.hasPrefix(id.lowercased()) }
        guard named.count == 1, let only = named.first, id.count >= 4 else {
            throw Complaint(
                named.isEmpty ? "There is no invitation '\(id)'." : "'\(id)' is the beginning of several ids.",
                advice: ["List them with: noteit invitation list CMPT225"])
        }
        return only.id
    }
}

/// `noteit invitation use`.
struct InvitationUse: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Join a course by an invitation.",
        discussion: """
            Takes the code, or the link with it. Where the invitation leaves a choice, name the sections, or answer. Without an \
            account: noteit auth register --invitation CODE

            Examples:
              noteit invitation use 7k2m-9qxa-4c0d-tt1r-wz58
              noteit invitation use 7k2m-9qxa-4c0d-tt1r-wz58 D100 D101
            """)

    @Argument(help: "The code, or the link.") var code: String
    @Argument(help: "The sections, by code.") var sections: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let code = Self.code(in: code)
        let preview = try await context.client.preview(code: code)
        let chosen = try choose(among: preview, context)
        let answer = try await context.client.useInvitation(code: code, sections: chosen)
        try await context.refresh()
        let held = answer.items.filter { $0.course == preview.course }
        try context.report(
            held, plain: held.map { [$0.scope] },
            Styled("You are in \(preview.course?.name ?? "") as \(preview.role.rawValue).", .good))
    }

    /// The code of a link is after its `#`.
    static func code(in text: String) -> String { text.split(separator: "#").last.map(String.init) ?? text }

    private func choose(among preview: InvitationPreview, _ context: CommandContext) throws -> [Section.ID] {
        guard preview.role == .student, preview.sections.count > 1 else { return [] }
        let codes = preview.sections.map(\.code).joined(separator: ", ")
        if !sections.isEmpty {
            return try sections.commaSeparated.map { name in
                let found = preview.sections.first { $0.code.lowercased() == name.lowercased() || $0.id.crn == name }
                return try found.understood(name, as: "a section of the invitation", "Take some of: \(codes)").id
            }
        }
        guard context.canAsk else {
            throw Complaint.usage("Needed: a section.", "Name some of: \(codes)")
        }
        let chooser = Chooser(
            "Which section",
            preview.sections.map { .init(key: $0.code, cells: [Styled($0.code, .strong), Styled($0.kind)]) })
        return [preview.sections[try chooser.ask(context.console)].id]
    }
}

extension Invitation {
    /// Id, state, role, section, person, used, uses, end.
    fileprivate func fields(_ course: Course?, at now: Date) -> [String] {
        let code = section.map { id in course?.sections.first { $0.id == id }?.code ?? id.crn } ?? ""
        return [
            id.description, state(at: now).rawValue, role.rawValue, code, email ?? handle.map { "@\($0)" } ?? "", "\(used)",
            "\(uses)", RFC3339.string(expiresAt),
        ]
    }
}
