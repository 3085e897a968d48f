import ArgumentParser

/// `noteit inbox`.
struct Inbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "What concerns you, and why you are told.",
        subcommands: [InboxList.self, InboxOpen.self, InboxRead.self],
        defaultSubcommand: InboxList.self)
}
