import NoteItClient
import NoteItCore
import NoteItTerminal

/// The second half of a sign-in, and what adding a factor shows.
struct FactorStep {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Asks for a code. On a terminal a wrong one is asked for again, until the sign-in has to begin anew.
    func finish(_ needed: FactorNeeded) async throws -> Account {
        if let key = needed.key, let uri = needed.uri {
            context.say(Styled("This server needs a second factor of you: an authenticator app on your phone.", .warning))
            show(key: key, uri: uri)
        }
        let hasPasskeyAlone = needed.kinds == [SecondFactor.passkey]
        if hasPasskeyAlone {
            context.say(
                Styled(
                    "Your second factor is a passkey, which a terminal cannot use. Sign in through the browser with "
                        + "'noteit auth login --browser', or type a recovery code.", .warning))
        }
        while true {
            let question: Styled = hasPasskeyAlone ? "Recovery code: " : "Code of your app, or a recovery code: "
            let code = try self.code(needed.key == nil ? question : "The code that it shows: ")
            let second = FactorSignIn(challenge: needed.challenge, code: code, device: Device.name)
            do {
                let (account, codes) = try await context.client.signIn(second)
                if let codes { show(recoveryCodes: codes) }
                return account
            } catch ClientError.problem(let problem)
                where problem.status == 401 && context.canAsk && .unauthenticated(problem.detail) != DomainError.signInAgain
            {
                context.say(Styled(problem.detail, .bad))
            }
        }
    }

    /// A code from the terminal, or from the next line of standard input.
    func code(_ question: Styled) throws -> String { try Password.read(question, console: context.console) }

    /// What a change of the factors needs.
    func proof() throws -> FactorProof { FactorProof(currentPassword: try context.currentPassword()) }

    /// A key for a phone: as a picture, if the terminal has room, and as text.
    func show(key: String, uri: String) {
        if context.console.canAsk, let code = QRCode(uri), context.width.map({ $0 >= code.width }) ?? false {
            context.say("Scan this with the app:")
            for line in code.lines { context.say(line) }
            context.say("Or type the key:")
        } else {
            context.say("Type this key into the app, as a key that is based on time:")
        }
        context.say(Styled(key, .strong))
    }

    /// Shown on standard error, so that they are never lost in a pipe.
    func show(recoveryCodes codes: [String]) {
        context.say("Recovery codes, each good once if the phone is lost. Write them down; they are not shown again:")
        for code in codes { context.say(Styled("  \(code)", .strong)) }
    }
}
