import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

extension ApiToken.Scope: ExpressibleByArgument {}

/// `noteit token`.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make tokens for scripts and bots.",
        subcommands: [TokenList.self, TokenCreate.self, TokenRevoke.self],
        defaultSubcommand: TokenList.self,
        aliases: ["tokens"])
}

/// `noteit token list`.
struct TokenList: SignedInCommand, ChoosesFields {
    static let jsonFields = ["course", "createdAt", "expiresAt", "id", "lastUsed", "name", "scope"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your tokens, and when scripts last used them.",
        discussion: "--plain writes id, name, scope, course, and when it was made, expires and was last used, in UTC.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.list(
            context.client.apiTokens(), nothing: "You have no token yet. Make one with: noteit token create NAME")
    }
}

/// `noteit token create`.
struct TokenCreate: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a token for a script and show it, once.",
        discussion: """
            The script sends it as: Authorization: Bearer TOKEN. It acts as you within its scope: read reads what you read, post \
            also writes posts, replies, notices and files. No token reaches your password, devices, second factor or other \
            tokens. Asks for your password; if standard input is not a terminal, that is its first line. --plain writes id and \
            token.

            Examples:
              noteit token create "Lab bot" --scope post --course CMPT225
              noteit token create backup --days 30
            """)

    @Argument(help: "The script, such as 'Lab bot'.") var name: [String]
    @Option(help: "What it may do: read or post.") var scope = ApiToken.Scope.read
    @Option(help: "The only course that it opens; without it, all of yours.", completion: Completions.courses)
    var course: String?
    @Option(help: "How long it works: 1 to 365 days.") var days = ApiToken.standardDays
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard ApiToken.days.contains(days) else {
            throw ValidationError("--days must be \(ApiToken.days.lowerBound) to \(ApiToken.days.upperBound).")
        }
    }

    func run(_ context: CommandContext) async throws {
        let only = try await context.myCourse(ifGiven: course)
        let current = try context.currentPassword()
        let made = try await context.client.createToken(
            NewApiToken(
                name: name.joined(separator: " "), scope: scope, course: only?.id, days: days, currentPassword: current))
        let clock = try await context.clock()
        try await context.report(made, plain: [[made.id.description, made.token]]) {
            context.out(Styled(made.token, .strong))
            context.say(
                Styled(
                    "Made the token '\(made.name)'. It is not shown again, and ends \(clock.distance(made.expiresAt)).", .good))
            context.say(Styled("To revoke it: noteit token revoke \(made.id.short)", .faint))
        }
    }
}

/// `noteit token revoke`.
struct TokenRevoke: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a token. Its streams close within a second.")

    @Argument(help: "Its name, or its id from 'noteit token list'.") var token: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.end(token, among: context.client.apiTokens(), was: "Revoked") { try await context.client.revoke($0) }
    }
}
