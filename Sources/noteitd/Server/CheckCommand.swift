import ArgumentParser
import NoteItStore

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the integrity of the database and of its log.",
        discussion: "Prints one line for each fault. If there is any, it ends with exit code 1.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let findings = try await database.withStore { try await $0.check() }
        for finding in findings { announce(finding) }
        if !findings.isEmpty { throw ExitCode.failure }
        announce("\(database.path) is sound")
    }
}
