import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth reset`.
struct AuthReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Set a new password by a code from the admin.",
        discussion: """
            For anyone who forgot theirs. The code is good once, for a day. Asks for the code and for the new password; where standard \
            input is no terminal, its first line is the code and its second the new password.

            Example:
              noteit auth reset ada@example.edu
            """)

    @Argument(help: "Your email address.") var email: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try work.requireSafeWay()
        let code = try Password.read("Code: ", console: work.console)
        let new = try Password.readNew(console: work.console)
        do {
            try await work.client.reset(PasswordReset(email: email, code: code, newPassword: new))
        } catch ClientError.problem(let problem) where problem.status == 401 {
            let command = "noteitd account reset \(email.quotedForShell)"
            throw Complaint(problem.detail, advice: ["Ask the admin for another code: \(command)"])
        }
        switch work.console.form {
        case .json: try work.writeJSON(["reset": email])
        case .plain: work.console.row([email])
        case .pretty:
            work.console.say(Styled("The password is set.", .good) + " Sign in with: noteit auth login \(email.quotedForShell)")
        }
    }
}
