import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account leave`.
struct AccountLeave: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Delete your account for good.",
        discussion: """
            Deletes your private events, their files, your inbox, marks, watches and timetables, here and on the server. \
            What you posted to others stays, without your name. Nobody can undo this: export your data first, with 'noteit \
            account export'. Asks for your email and your password. In scripts, use --yes EMAIL and give the password as the \
            first line of standard input.
            """)

    @Option(help: ArgumentHelp("Do not ask. Takes your email, as a safeguard.", valueName: "email")) var yes: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let account = try context.account()
        let waiting = try await context.outbox.entries()
        if !waiting.isEmpty {
            context.say(
                Styled("Your outbox has \(counted(waiting.count, "entry", "entries")), which would be deleted.", .warning))
        }
        context.say(Styled("This deletes the account \(account.email) for good.", .warning))
        let answer = try yes ?? context.ask("Type your email to confirm: ", else: "your email, as --yes \(account.email)")
        guard answer.lowercased() == account.email.lowercased() else {
            throw Complaint("'\(answer)' is not \(account.email): nothing was deleted.", status: ExitStatus.cancelled)
        }
        let password = try context.currentPassword()
        try await context.outbox.clear { [client = context.client] in
            try await client.leave(PasswordConfirmation(currentPassword: password))
        }
        try await context.copy.purge()
        try context.report(["left": account.email], plain: [[account.email]], Styled("Your account is deleted.", .good))
    }
}
