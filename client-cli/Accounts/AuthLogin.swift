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
            You stay signed in until you sign out. The tokens are in a file that only you can read.

            Examples:
              noteit auth login
              noteit auth login ada@example.edu --server https://notes.example.edu
              pass noteit | noteit auth login ada@example.edu
            """)

    @Argument(help: "Your email address.") var email: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(signingIn: session)
        let email = try self.email ?? context.ask("Email: ", else: "the email address, as in: noteit auth login EMAIL")
        let password = try Password.read("Password: ", console: context.console)
        let account = try await signIn(Credentials(email: email, password: password, device: Device.name), context)
        try context.server.save(in: context.profile)
        try context.welcome(account, "Signed in as \(account.displayName) <\(account.email)>.")
        try await InstructorAdvice(account, context).say()
    }

    private func signIn(_ credentials: Credentials, _ context: CommandContext) async throws -> Account {
        do {
            return try await context.client.signIn(credentials)
        } catch ClientError.problem(let problem) where problem.status == 401 {
            throw Complaint(
                "Wrong email or password for \(context.client.server.absoluteString).",
                advice: ["Try again, or make an account with: noteit auth register"])
        }
    }
}
