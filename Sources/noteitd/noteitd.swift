import ArgumentParser
import Foundation

@main
struct NoteItDaemon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noteitd",
        abstract: "The NoteIt server, and what its operator does to its database.",
        discussion: "All commands may be used while the server runs.",
        subcommands: [
            ServeCommand.self, CatalogCommand.self, StaffCommand.self, GradesCommand.self, AccountCommand.self,
            KeysCommand.self, CheckCommand.self, AuditCommand.self,
        ])

    static func main() async {
        // What is made here, the database with its password hashes first, is for this account alone.
        umask(0o077)
        do {
            var command = try await asyncParseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: Failure.explaining(error))
        }
    }
}
