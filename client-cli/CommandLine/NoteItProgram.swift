import ArgumentParser
import Foundation
import NoteItTerminal

/// The program, apart from the executable: tests link it.
public enum NoteItProgram {
    public static func main() async {
        Interruption.install()
        let arguments = FirstWords.translated(Array(CommandLine.arguments.dropFirst()))
        do {
            var command = try await Noteit.asyncParseAsRoot(JSONArguments(arguments).rewritten())
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(Complaint.report(error, arguments: arguments))
        }
    }
}
