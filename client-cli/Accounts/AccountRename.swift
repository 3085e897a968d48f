import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account rename`.
struct AccountRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Change the name that others see.",
        discussion: """
            It follows on all that you wrote. Your handle, by which others mention you, stays.

            Example:
              noteit account rename "Ada King"
            """)

    @Argument(help: "Your new name.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let account = try await work.client.updateMe(AccountPatch(displayName: name))
        try work.welcome(account, "You are \(account.displayName) now.")
    }
}
