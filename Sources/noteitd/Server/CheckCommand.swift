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
            if let hears = try await store.hearsNotifications() {
                announce(Self.words(hears, try await store.otherDatabases()))
            }
            return try await store.check()
        }
        for finding in findings { announce(finding) }
        if !findings.isEmpty { throw ExitCode.failure }
        announce("\(database.path) is sound")
    }

    /// Of a database that several nodes may serve.
    private static func words(_ hears: Bool, _ others: [String]) -> String {
        guard hears else {
            return "NOTIFY reaches no listener, so nodes hear of each other's posts a quarter of a second late. Connect to "
                + "PostgreSQL itself, without a pooler."
        }
        let names = others.isEmpty ? "" : " Nothing may send NOTIFY in \(others.joined(separator: ", ")): one lock is for all."
        return "NOTIFY reaches a listener.\(names)"
    }
}
