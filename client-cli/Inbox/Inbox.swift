import ArgumentParser

/// `noteit inbox`.
struct Inbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox", abstract: "List, read and settle your notifications.",
        subcommands: [InboxList.self, InboxOpen.self, InboxRead.self],
        defaultSubcommand: InboxList.self)
}
