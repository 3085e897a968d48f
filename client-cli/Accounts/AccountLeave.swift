import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account leave`.
struct AccountLeave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Remove your account for good.",
        discussion: """
            Your private events, their files, your inbox, marks, watches and timetables vanish, here and on the server. What you \
            posted to others stays, without your name. Nobody can bring it back: save what is yours first, with \
            'noteit account export'. Asks for your email and your password; in scripts, --yes EMAIL, with the password as the first \
            line of standard input.
            """)

    @Option(help: ArgumentHelp("Do not ask: your email, as a proof that it is meant.", valueName: "email")) var yes: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let account = try work.account()
        let waiting = try await work.space.outbox.entries()
        if !waiting.isEmpty { work.console.say(Styled("\(waiting.count) in your outbox would be lost.", .warning)) }
        work.console.say(Styled("This removes the account \(account.email) for good.", .warning))
        let answer = try yes ?? work.ask("Your email, to do it: ", else: "your email, as --yes \(account.email)")
        guard answer.lowercased() == account.email.lowercased() else {
            throw Complaint("'\(answer)' is not \(account.email): nothing was removed.", status: ExitStatus.cancelled)
        }
        try work.requireSafeWay()
        let password = try Password.read("Your password: ", console: work.console)
        try await work.space.outbox.clear { [client = work.client] in
            try await client.leave(PasswordConfirmation(currentPassword: password))
        }
        try await work.copy.purge()
        switch work.console.form {
        case .json: try work.writeJSON(["left": account.email])
        case .plain: work.console.row([account.email])
        case .pretty: work.console.say(Styled("The account is gone. Farewell.", .good))
        }
    }
}
