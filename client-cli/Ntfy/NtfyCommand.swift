import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit ntfy`.
struct NtfyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ntfy",
        abstract: "Get notifications by ntfy.",
        discussion: """
            The app of ntfy (https://ntfy.sh) shows what is posted to a topic. Whoever knows the address of your topic reads it: choose \
            a name that nobody guesses. Messages say what happened and in which course, and nothing of the text unless you ask for it.
            """,
        subcommands: [NtfyShow.self, NtfySet.self, NtfyTest.self, NtfyRemove.self],
        defaultSubcommand: NtfyShow.self)
}

/// `noteit ntfy show`.
struct NtfyShow: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show where your notifications go, and what you get.",
        discussion: """
            --plain writes the server, when the topic was set and last got something, in UTC, the kinds of notifications with commas \
            between, whether notices that must be read come, whether messages show their text, and why the last one did not arrive.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let state = try await context.client.ntfy()
        try await context.report(state, plain: state.topic.map { [$0.fields] } ?? []) {
            guard let topic = state.topic else {
                return context.say("You have no topic. Set one: noteit ntfy set --url https://ntfy.sh/TOPIC")
            }
            let clock = try await context.clock()
            context.out(
                Styled("A topic on \(topic.host)", .strong) + Styled(", set \(clock.distance(topic.createdAt))", .faint))
            context.out(Styled("  Gets: \(topic.settings.words)"))
            if let fault = topic.fault { context.out(Styled("  Last message: \(fault)", .warning)) }
        }
    }
}

/// `noteit ntfy set`.
struct NtfySet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set your topic, or choose what goes there.",
        discussion: """
            --url asks for your password; if standard input is not a terminal, that is its first line. Quiet hours are those of mail: \
            noteit mail set --quiet 22:00-07:00. Muted courses and threads send nothing.

            Examples:
              noteit ntfy set --url https://ntfy.sh/a-name-that-nobody-guesses
              noteit ntfy set --topics notices,mentions --except CMPT225
              noteit ntfy set --show-text yes
            """)

    @Option(help: ArgumentHelp("The address of the topic.", valueName: "address")) var url: String?
    @OptionGroup var choices: PushChoices
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let isPatched = choices.isGiven
        guard url != nil || isPatched else { throw ValidationError("Say what to set, such as --url https://ntfy.sh/TOPIC.") }
        let context = try CommandContext(signedIn: session)
        var topic: NtfyTopic?
        if let url {
            let current = try context.currentPassword()
            topic = try await namingOptions(["url": "--url"]) {
                try await context.client.setNtfy(try NewNtfyTopic(url: url, currentPassword: current).validated())
            }
        }
        if isPatched {
            let patch = try await choices.patch(context)
            topic = try await context.client.updateNtfy(
                NtfyPatch(
                    topics: patch.topics, mustRead: patch.mustRead, showsText: patch.showsText,
                    exceptCourses: patch.exceptCourses))
        }
        guard let topic else { return }
        try context.report(
            topic, plain: [topic.fields], Styled("The topic on \(topic.host) gets: \(topic.settings.words)", .good))
    }
}

/// `noteit ntfy test`.
struct NtfyTest: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a message to your topic.",
        discussion: "If it does not arrive, 'noteit ntfy' says why.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.client.testNtfy()
        context.say(Styled("A message is on its way.", .good))
    }
}

/// `noteit ntfy remove`.
struct NtfyRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget your topic. Nothing more is sent to it.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.client.removeNtfy()
        context.say(Styled("Removed the topic.", .good))
    }
}

extension NtfyTopic {
    fileprivate var fields: [String] {
        [
            host, RFC3339.string(createdAt), sentAt.map(RFC3339.string) ?? "",
            settings.topics.map(\.rawValue).joined(separator: ","), "\(settings.mustRead)", "\(settings.showsText)",
            fault ?? "",
        ]
    }
}
