import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth factor`.
struct AuthFactor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "factor",
        abstract: "Sign in with a code of your phone beside the password.",
        discussion: """
            An authenticator app shows a code that changes every half minute (TOTP). Once you added one, every sign-in asks for \
            it. Recovery codes stand in for a lost phone. Without both, ask the admin of your server. Passkeys are added on the \
            page, in the settings, and named and removed here too.
            """,
        subcommands: [
            AuthFactorList.self, AuthFactorAdd.self, AuthFactorRename.self, AuthFactorRemove.self, AuthFactorCodes.self,
        ],
        defaultSubcommand: AuthFactorList.self,
        aliases: ["factors"])
}

/// `noteit auth factor list`.
struct AuthFactorList: SignedInCommand, ChoosesFields {
    static let jsonFields = ["factors", "recoveryCodesLeft", "required"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your second factors, and how many recovery codes are left.",
        discussion: "--plain writes id, kind, name, and when it was added and last used, in UTC.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let all = try await context.client.factors()
        try await context.report(all, plain: all.factors.map(\.fields)) {
            guard !all.factors.isEmpty else {
                return context.say("You have no second factor. Add one with: noteit auth factor add")
            }
            context.out(all.factors.table(try await context.clock(), width: context.width))
            let left = "\(counted(all.recoveryCodesLeft, "recovery code")) left."
            context.say(all.recoveryCodesLeft > 3 ? Styled(left, .faint) : Styled("\(left) New ones: noteit auth factor codes"))
        }
    }
}

/// `noteit auth factor add`.
struct AuthFactorAdd: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an authenticator app.",
        discussion: """
            Asks for your password, shows a key as a QR code, and asks for the first code of the app. The first app comes with \
            recovery codes, and signs all your other devices out: the password alone opened them. If standard input is not a \
            terminal, its first line is the password, and the second the code. --plain writes id, kind, name, and when it was \
            added and last used, in UTC.

            Example:
              noteit auth factor add "My phone"
            """)

    @Argument(help: "The phone or app, such as 'My phone'.") var name: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let step = FactorStep(context)
        let key = try await context.client.factorKey(step.proof())
        step.show(key: key.key, uri: key.uri)
        let title = name.isEmpty ? "Authenticator" : name.joined(separator: " ")
        let added = try await add(title, key, step, context)
        try context.report(
            added, plain: [added.factor.fields], Styled("Added '\(added.factor.name)'. Every sign-in asks for its code.", .good)
        )
        if let codes = added.recoveryCodes, context.form != .json { step.show(recoveryCodes: codes) }
    }

    private func add(
        _ title: String, _ key: FactorKey, _ step: FactorStep, _ context: CommandContext
    ) async throws -> AddedFactor {
        while true {
            let code = try step.code("The code that it shows: ")
            do {
                return try await context.client.addFactor(NewFactor(challenge: key.challenge, code: code, name: title))
            } catch ClientError.problem(let problem)
                where context.canAsk && problem.errors?.contains(where: { $0.field == "code" }) == true
            {
                context.say(Styled(problem.detail, .bad))
            }
        }
    }
}

/// `noteit auth factor rename`.
struct AuthFactorRename: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give an authenticator app or a passkey another name.",
        discussion: """
            Example:
              noteit auth factor rename "This device" "Old laptop"
            """)

    @Argument(help: "Its name, or its id from 'noteit auth factor list'.") var factor: String
    @Argument(help: "The new name.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let old = try context.named([factor], among: try await context.client.factors().factors)
        let renamed = try await context.client.rename(old.id, FactorName(name: name))
        try context.report(renamed, plain: [renamed.fields], Styled("Renamed '\(old.name)' to '\(renamed.name)'.", .good))
    }
}

/// `noteit auth factor remove`.
struct AuthFactorRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an authenticator app or a passkey. Asks for your password.",
        discussion: "With the last one, the recovery codes go too, and the password alone signs in again.")

    @Argument(help: "Its name, or its id from 'noteit auth factor list'.") var factor: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let gone = try context.named(factor, among: try await context.client.factors().factors)
        try await context.client.remove(gone.id, try FactorStep(context).proof())
        try context.report(gone, plain: [gone.fields], Styled("Removed '\(gone.name)'.", .good))
    }
}

/// `noteit auth factor codes`.
struct AuthFactorCodes: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Make new recovery codes. The old ones end.",
        discussion: "Asks for your password. Writes ten codes, each good once in place of a code of your app.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let made = try await context.client.recoveryCodes(try FactorStep(context).proof())
        try await context.report(made, plain: made.recoveryCodes.map { [$0] }) {
            context.out(made.recoveryCodes.map { Styled($0, .strong) })
            context.say("Write them down. They are not shown again, and the old ones have ended.")
        }
    }
}
