import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account password`.
struct AccountPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change your password.",
        discussion: """
            All your other devices are signed out. Asks for the present password and for the new one; where standard input is no \
            terminal, its first line is the present one and its second the new one. Forgotten? Ask the admin of your server for \
            a code, then: noteit auth reset
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let account = try work.account()
        try work.requireSafeWay()
        let current = try Password.read("Present password: ", console: work.console)
        let new = try Password.readNew(console: work.console)
        try await work.client.changePassword(PasswordChange(currentPassword: current, newPassword: new))
        try work.welcome(account, "The password is changed. Your other devices are signed out.")
    }
}
