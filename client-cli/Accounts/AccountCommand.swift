import ArgumentParser

/// `noteit account`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Change your name or password, take along what is yours, leave.",
        subcommands: [AccountRename.self, AccountPassword.self, AccountExport.self, AccountLeave.self])
}
