import ArgumentParser
import Foundation
import NoteItStore

/// `--database`, alike for all commands.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp("The database file. [$NOTEIT_DATABASE; default: noteit.db]", valueName: "file"))
    var file: String?

    var path: String { file ?? Setting.database.value ?? "noteit.db" }

    /// Beside the database, never in it: a copy of the database gives no keys away.
    var keysPath: String { path + ".keys" }

    /// Hands the database to `body`, and closes it. Throws a `Failure` if the file is missing: a mistyped name makes none,
    /// unless the command is one that may begin with it.
    func withStore<Value>(creating: Bool = false, _ body: (SQLiteStore) async throws -> Value) async throws -> Value {
        guard creating || FileManager.default.fileExists(atPath: path) else {
            throw Failure(
                "There is no database at \(path). Name it with --database, or make it: noteitd serve --database \(path)")
        }
        let store = try SQLiteStore(path: path)
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            try? store.close()
            throw error
        }
    }
}

/// The settings that may come from the environment; an option on the command line wins.
enum Setting: String {
    case database = "NOTEIT_DATABASE"
    case host = "NOTEIT_HOST"
    case port = "NOTEIT_PORT"
    case logLevel = "NOTEIT_LOG_LEVEL"
    case trustProxy = "NOTEIT_TRUST_PROXY"
    case logDays = "NOTEIT_LOG_DAYS"
    case streamsPerAccount = "NOTEIT_STREAMS_PER_ACCOUNT"
    case connectionsPerAddress = "NOTEIT_CONNECTIONS_PER_ADDRESS"
    case postsPerMinute = "NOTEIT_POSTS_PER_MINUTE"
    case repliesPerMinute = "NOTEIT_REPLIES_PER_MINUTE"
    case uploadsPerMinute = "NOTEIT_UPLOADS_PER_MINUTE"
    case attachmentMiB = "NOTEIT_ATTACHMENT_MIB"
    case attachmentsMiBPerAccount = "NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT"

    /// Nil if it is absent or empty.
    var value: String? {
        ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Throws a `Failure` that names the variable if its value cannot be read.
    func parsed<Value>(_ rule: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let value else { return nil }
        guard let parsed = parse(value) else { throw Failure("\(rawValue) is '\(value)'; it must be \(rule).") }
        return parsed
    }
}
