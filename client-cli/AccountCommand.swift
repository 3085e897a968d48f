import ArgumentParser

/// `noteit account`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Take along what is yours, and leave.",
        subcommands: [AccountExport.self, AccountLeave.self])
}
