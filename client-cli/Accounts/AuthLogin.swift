import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth login`.
struct AuthLogin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in on this machine.",
        discussion: """
            Asks for the password without showing it. If standard input is not a terminal, its first line is the password. \
            With a second factor it asks for a code too, on the second line: of your app, or a recovery code. You stay signed in until you sign out. The tokens are in a file that only you can read.

            With --browser the page of the server signs you in: with a passkey, through your campus, or however you sign in \
            there. The command shows an address and a code, and waits until you have approved it on the page.

            Examples:
              noteit auth login
              noteit auth login --browser
              noteit auth login ada@example.edu --server https://notes.example.edu
              pass noteit | noteit auth login ada@example.edu
            """)

    @Argument(help: "Your email address.") var email: String?
    @Flag(help: "Approve this machine on the page of the server, without a password here.") var browser = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if browser, email != nil { throw ValidationError("Leave the email out: the page knows who you are.") }
    }

    func run() async throws {
        let context = try await CommandContext(signingIn: session)
        let account = browser ? try await BrowserSignIn(context).signIn() : try await signInByPassword(context)
        try context.server.save(in: context.profile)
        try context.welcome(account, "Signed in as \(account.displayName) <\(account.email)>.")
        try await InstructorAdvice(account, context).say()
    }

    private func signInByPassword(_ context: CommandContext) async throws -> Account {
        let email = try self.email ?? context.ask("Email: ", else: "the email address, as in: noteit auth login EMAIL")
        let password = try Password.read("Password: ", console: context.console)
        return try await signIn(Credentials(email: email, password: password, device: Device.name), context)
    }

    private func signIn(_ credentials: Credentials, _ context: CommandContext) async throws -> Account {
        do {
            return try await context.client.signIn(credentials)
        } catch let missing as FactorIsNeeded {
            return try await FactorStep(context).finish(missing.needed)
        } catch ClientError.problem(let problem) where problem.status == 401 {
            throw Complaint(
                "Wrong email or password for \(context.client.server.absoluteString).",
                advice: [
                    "Try again, or make an account with: noteit auth register",
                    "No password, or a passkey? Sign in through a browser: noteit auth login --browser",
                ])
        }
    }
}
