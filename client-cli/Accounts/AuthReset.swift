import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth reset`.
struct AuthReset: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Set a new password with a code, from the admin or by mail.",
        discussion: """
            For anyone who forgot the password. With --mail the server sends you a link and a code, if it sends mail and your \
            address is verified. The code works once: that of the admin for one day, that of a mail for one hour. All devices \
            are signed out, and app passwords, calendar feeds, tokens, webhooks and the topic of ntfy end. Asks for the code and for \
            the new password. If standard input is not a terminal, its first line is the code and its second line the new password.

            Examples:
              noteit auth reset ada@example.edu --mail
              noteit auth reset ada@example.edu
            """)

    @Argument(help: "Your email address.") var email: String
    @Flag(help: "Only ask for a mail with a link and a code.") var mail = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        if mail { return try await askMail(context) }
        try context.requireEncryption()
        let code = try Password.read("Code: ", console: context.console)
        let new = try Password.readNew(for: email, console: context.console)
        do {
            try await context.client.reset(PasswordReset(email: email, code: code, newPassword: new))
        } catch ClientError.problem(let problem) where problem.status == 401 {
            let command = "noteitd account reset \(email.quotedForShell)"
            throw Complaint(problem.detail, advice: ["Ask the admin for another code: \(command)"])
        }
        try await context.report(["reset": email], plain: [[email]]) {
            context.say(Styled("The password is set.", .good) + " Sign in with: noteit auth login \(email.quotedForShell)")
            context.say("All devices are signed out. App passwords and calendar feeds ended; noteit calendar makes new ones.")
            context.say("Tokens of scripts ended; noteit token makes new ones.")
        }
    }

    private func askMail(_ context: CommandContext) async throws {
        try await context.client.askResetMail(email)
        try context.report(
            ["asked": email], plain: [[email]],
            Styled("If ") + Styled(email, .strong)
                + Styled(" is the verified address of an account, a mail with a link and a code goes there."))
    }
}
