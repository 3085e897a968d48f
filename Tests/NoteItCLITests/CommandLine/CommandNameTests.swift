import ArgumentParser
import Testing

@testable import NoteItCommands

struct CommandNameTests {
    /// A name that is left out costs time at the start of every command.
    @Test func everyCommandHasItsNameWrittenOut() {
        var (commands, count) = ([Noteit.self] as [any ParsableCommand.Type], 0)
        while let command = commands.popLast() {
            let configuration = command.configuration
            #expect(configuration.commandName != nil, "\(command)")
            commands += configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
            count += 1
        }
        #expect(count > 100)
    }
}
