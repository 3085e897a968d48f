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
            The password is asked for and not shown; where standard input is no terminal, its first line is the \
            password. You stay signed in until you sign out; the tokens lie in a file that only you can read.

            Examples:
              noteit auth login
              noteit auth login ada@example.edu --server https://notes.example.edu
              pass noteit | noteit auth login ada@example.edu
            """)

    @Argument(help: "Your email address.") var email: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try work.requireSafeWay()
        let email = try self.email ?? work.ask("Email: ", else: "the email address, as in: noteit auth login EMAIL")
        let password = try Password.read("Password: ", console: work.console)
        let account = try await signIn(Credentials(email: email, password: password, device: Device.name), work)
        try work.server.keep(in: work.profile)
        try work.welcome(account, "Signed in as \(account.displayName) <\(account.email)>.")
    }

    private func signIn(_ credentials: Credentials, _ work: Workplace) async throws -> Account {
        do {
            return try await work.client.signIn(credentials)
        } catch ClientError.problem(let problem) where problem.status == 401 {
            throw Complaint(
                "Email and password do not match an account on \(work.client.server.absoluteString).",
                advice: ["Try again, or make an account with: noteit auth register"])
        }
    }
}
