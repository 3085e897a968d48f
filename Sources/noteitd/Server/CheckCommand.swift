import ArgumentParser
import NoteItStore

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the integrity of the database and of its log.",
        discussion: "Prints one line for each fault. If there is any, it ends with exit code 1.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let findings = try await database.withStore { store in
            for name in try await store.olderNodes() {
                announce("the node \(name) runs an older noteitd, or did before it was killed")
            }
            if try await store.finishUpgrade() { announce("a step of the schema waits until no older noteitd runs") }
            return try await store.check()
        }
        for finding in findings { announce(finding) }
        if !findings.isEmpty { throw ExitCode.failure }
        announce("\(database.path) is sound")
    }
}
