import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Change your details; export your data or delete your account.",
        subcommands: [AccountRename.self, AccountPassword.self, AccountExport.self, AccountLeave.self])
}

/// `noteit account rename`.
struct AccountRename: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Change the name that others see.",
        discussion: """
            The new name also stands on your earlier posts. Your handle, by which others mention you, stays the same.

            Example:
              noteit account rename "Ada King"
            """)

    @Argument(help: "Your new name.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let account = try await context.client.updateMe(AccountPatch(displayName: name))
        try context.welcome(account, "You are \(account.displayName) now.")
    }
}

/// `noteit account password`.
struct AccountPassword: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change your password.",
        discussion: """
            Signs out all your other devices; app passwords, calendar feeds and tokens stay. Asks for the current password and for a \
            new one. If standard input is not a terminal, its first line is the current password and its second line the new \
            one. If you forgot your password, ask the admin of your server for a code, then: noteit auth reset
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let account = try context.account()
        try context.requireEncryption()
        let current = try Password.read("Current password: ", console: context.console)
        let new = try Password.readNew(for: account.email, console: context.console)
        try await context.client.changePassword(PasswordChange(currentPassword: current, newPassword: new))
        try context.welcome(account, "The password is changed. Your other devices are signed out.")
        try await tellWhatStays(context)
    }

    /// Programs that were given a way of their own.
    private func tellWhatStays(_ context: CommandContext) async throws {
        guard context.form == .pretty else { return }
        let (passwords, feeds) = (try await context.client.appPasswords().count, try await context.client.calendarFeeds().count)
        let tokens = try await context.client.apiTokens().filter { $0.expiresAt > context.now }.count
        let staying = [
            passwords > 0 ? "\(counted(passwords, "app password")) (noteit calendar password list)" : nil,
            feeds > 0 ? "\(counted(feeds, "calendar feed")) (noteit calendar feed list)" : nil,
            tokens > 0 ? "\(counted(tokens, "token")) (noteit token list)" : nil,
        ].compactMap(\.self)
        if !staying.isEmpty { context.say("Still in use: \(staying.joined(separator: ", "))") }
    }
}
