import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit webhook`.
struct WebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Tell bots and course tools what changes.",
        discussion: """
            The server posts each new, changed or deleted event and reply that you may see to the address of a bot, in order and \
            signed (https://www.standardwebhooks.com).
            """,
        subcommands: [
            WebhookList.self, WebhookAdd.self, WebhookTest.self, WebhookDeliveries.self, WebhookRotate.self, WebhookRemove.self,
        ],
        defaultSubcommand: WebhookList.self,
        aliases: ["webhooks"])
}

/// `noteit webhook list`.
struct WebhookList: SignedInCommand, ChoosesFields {
    static let jsonFields = [
        "changes", "course", "createdAt", "fault", "host", "id", "name", "nextTry", "oldSecretUntil", "state",
    ]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your webhooks, and what is wrong with them.",
        discussion: """
            --plain writes id, name, host, course, kinds of changes with commas between, state, time of the next try in UTC, and what \
            is wrong.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let webhooks = try await context.client.webhooks()
        try await context.report(webhooks, plain: webhooks.map(\.fields)) {
            guard !webhooks.isEmpty else {
                return context.say("You have no webhook yet. Add one with: noteit webhook add NAME --url ADDRESS")
            }
            context.out(WebhookTable(webhooks, clock: try await context.clock()).lines(width: context.width))
        }
    }
}

/// `noteit webhook add`.
struct WebhookAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a webhook and show its secret, once.",
        discussion: """
            It is told what changes from now on. The bot verifies each message with the secret. Asks for your password; if standard \
            input is not a terminal, that is its first line. --plain writes id and secret.

            Examples:
              noteit webhook add "Lab bot" --url https://bot.example.edu/noteit --course CMPT225
              noteit webhook add Mirror --url https://tool.example.edu/hook --changes event.created,event.updated
            """)

    @Argument(help: "The bot, such as 'Lab bot'.") var name: [String]
    @Option(help: ArgumentHelp("The https address to which the server posts.", valueName: "address")) var url: String
    @Option(help: "The only course of which it tells; without it, all of yours.", completion: Completions.courses)
    var course: String?
    @Option(
        help: ArgumentHelp(
            "What it tells: \(Webhook.Kind.allCases.map(\.rawValue).choice), with commas between. [default: all]",
            valueName: "list"))
    var changes: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let kinds = try changes.map(Self.kinds)
        let context = try await CommandContext(inStep: session)
        let only = try await context.myCourse(ifGiven: course)
        let new = NewWebhook(
            name: name.joined(separator: " "), url: url, course: only?.id, changes: kinds,
            currentPassword: try context.currentPassword())
        let made = try await namingOptions(["url": "--url", "course": "--course", "changes": "--changes"]) {
            try await context.client.addWebhook(new)
        }
        try await context.report(made, plain: [[made.webhook.id.description, made.secret]]) {
            context.out(Styled(made.secret, .strong))
            context.say(Styled("Added the webhook '\(made.webhook.name)'. Its secret is not shown again.", .good))
            context.say(Styled("To try it: noteit webhook test \(made.webhook.id.short)", .faint))
        }
    }

    private static func kinds(_ text: String) throws -> [Webhook.Kind] {
        try text.split(separator: ",").map { word in
            guard let kind = Webhook.Kind(rawValue: word.trimmed) else {
                throw ValidationError("'\(word)' must be \(Webhook.Kind.allCases.map(\.rawValue).choice).")
            }
            return kind
        }
    }
}

/// `noteit webhook test`.
struct WebhookTest: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a ping, and show what the receiver answers.",
        discussion: """
            A ping that is taken lets a webhook that was disabled go on where it stopped. Exits with an error if it is not taken. \
            --plain writes the fields of 'noteit webhook deliveries'.
            """)

    @Argument(help: "Its name, or its id from 'noteit webhook list'.") var webhook: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let found = try await context.webhook(webhook)
        let ping = try await context.client.test(found.id)
        guard ping.taken else {
            try context.report(ping, plain: [ping.fields], Styled(ping.fault ?? ping.answer, .warning))
            throw ExitCode.failure
        }
        let words = "\(found.host) took the ping: \(ping.answer), after \(ping.milliseconds) ms."
        try context.report(ping, plain: [ping.fields], Styled(words, .good))
    }
}

/// `noteit webhook deliveries`.
struct WebhookDeliveries: SignedInCommand, ChoosesFields {
    static let jsonFields = ["at", "fault", "id", "milliseconds", "status", "subject", "taken", "tries", "type"]
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "List the newest messages, and what the receiver answered.",
        discussion: """
            --plain writes the webhook-id, type, subject, time of the last try in UTC, number of tries, whether it was taken, status, \
            milliseconds, and what went wrong.
            """)

    @Argument(help: "Its name, or its id from 'noteit webhook list'.") var webhook: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let found = try await context.webhook(webhook)
        try await context.list(context.client.deliveries(of: found.id), nothing: "Nothing was sent yet.")
    }
}

/// `noteit webhook rotate`.
struct WebhookRotate: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Begin a new secret and show it, once.",
        discussion: """
            For a day, messages are signed with the old secret too, so that the bot misses nothing. Asks for your password. --plain \
            writes id and secret.
            """)

    @Argument(help: "Its name, or its id from 'noteit webhook list'.") var webhook: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let found = try await context.webhook(webhook)
        let current = try context.currentPassword()
        let made = try await context.client.rotateSecret(of: found.id, currentPassword: current)
        try await context.report(made, plain: [[made.webhook.id.description, made.secret]]) {
            context.out(Styled(made.secret, .strong))
            context.say(Styled("The new secret of '\(made.webhook.name)'. The old one signs too, for a day.", .good))
        }
    }
}

/// `noteit webhook remove`.
struct WebhookRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a webhook. Nothing more is sent to it.")

    @Argument(help: "Its name, or its id from 'noteit webhook list'.") var webhook: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.end(webhook, among: context.client.webhooks()) { try await context.client.remove($0) }
    }
}

extension CommandContext {
    fileprivate func webhook(_ words: [String]) async throws -> Webhook {
        try named(words, among: try await client.webhooks())
    }
}
