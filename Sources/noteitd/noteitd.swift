import ArgumentParser
import Foundation
import ICalendar
import NoteItCore

/// The program noteitd: `serve` (Server/ServeCommand.swift) reads the configuration, opens the store, hands it to the server of
/// NoteItServer and runs both until a signal. All other commands are the operator's: they write to the same database through the
/// store while the server runs, and read registrars' files by Registrar. `DatabaseOptions` finds the database for each command.
/// Each command says its name: to derive it from its type, the parser would take 0.3 ms for each at every start.
@main
struct NoteItDaemon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noteitd",
        abstract: "The NoteIt server, and the commands for its operator.",
        discussion: "Every command works while the server runs, except move.",
        version: NoteItVersion.current,
        subcommands: [
            ServeCommand.self, CatalogCommand.self, CoursesCommand.self, ProgrammesCommand.self, StaffCommand.self,
            RosterCommand.self, LTICommand.self, GradesCommand.self, AccountCommand.self, MailCommand.self, PushCommand.self,
            KeysCommand.self, CheckCommand.self, AuditCommand.self, MoveCommand.self,
        ])

    static func main() async {
        // New files, such as the database with its password hashes, are readable only by this account.
        umask(0o077)
        do {
            var command = try await asyncParseAsRoot()
            try ZoneData.require()
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
