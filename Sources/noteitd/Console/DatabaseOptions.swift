import ArgumentParser
import Foundation
import NoteItStore

/// `--database`, the same for all commands.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp(
            "The database: a file, or the address postgresql://USER@HOST/NAME. [$NOTEIT_DATABASE; default: noteit.db]",
            valueName: "file"))
    var file: String?
    @Option(
        help: ArgumentHelp(
            """
            Where this machine keeps keys, attachments and the search index beside a PostgreSQL database. \
            [$NOTEIT_FOLDER; default: .]
            """, valueName: "folder"))
    var folder: String?

    var path: String { file ?? Setting.database.value ?? "noteit.db" }

    var location: StoreLocation { StoreLocation(path, folder: folder ?? Setting.folder.value ?? ".") }

    /// The keys have their own file, so that a copy of the database does not contain them.
    var keysPath: String { location.keysPath }

    /// Whether a file is named that is absent.
    private var isAbsent: Bool {
        if case .file(let path) = location { !FileManager.default.fileExists(atPath: path) } else { false }
    }

    /// Opens the database for `body`, then closes it. Throws a `Failure` if the file is missing, so that a mistyped name does
    /// not create a database.
    /// - Parameters: `creating`: whether to create a missing database instead; `readTime` and `copies`: as for `SQLStore`.
    func withStore<Value>(
        creating: Bool = false, readTime: Duration? = nil, copies: Int = .max, _ body: (SQLStore) async throws -> Value
    ) async throws -> Value {
        guard creating || !isAbsent else {
            throw Failure(
                "There is no database at \(path). Name it with --database, or create it: noteitd serve --database \(path)")
        }
        let store = try SQLStore(location, creating: creating, readTime: readTime, copies: copies)
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

extension DatabaseOptions {
    /// Opens the database for an import, or creates it. A dry run without a database uses a temporary empty one.
    func withStore<Value>(forImport dryRun: Bool, _ body: (SQLStore) async throws -> Value) async throws -> Value {
        guard dryRun, isAbsent else { return try await withStore(creating: !dryRun, body) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteitd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLStore(path: folder.appending(path: "empty.db").path)
        let value = try await body(store)
        try store.close()
        return value
    }
}

/// Settings from the environment. An option on the command line overrides them.
enum Setting: String {
    case database = "NOTEIT_DATABASE"
    case folder = "NOTEIT_FOLDER"
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
    case copiesMiB = "NOTEIT_COPIES_MIB"
    case importHosts = "NOTEIT_IMPORT_HOSTS"
    case publicURL = "NOTEIT_PUBLIC_URL"
    case registration = "NOTEIT_REGISTRATION"
    case joining = "NOTEIT_JOINING"
    case secondFactor = "NOTEIT_SECOND_FACTOR"
    case signOn = "NOTEIT_SIGN_ON"
    case signOnName = "NOTEIT_SIGN_ON_NAME"
    case signOnClient = "NOTEIT_SIGN_ON_CLIENT"
    case signOnSecretFile = "NOTEIT_SIGN_ON_SECRET_FILE"
    case signOnScopes = "NOTEIT_SIGN_ON_SCOPES"
    case signOnInstructors = "NOTEIT_SIGN_ON_INSTRUCTORS"
    case signOnFactors = "NOTEIT_SIGN_ON_FACTORS"
    case signOnLinkEmails = "NOTEIT_SIGN_ON_LINK_EMAILS"
    case signOnTrustEmails = "NOTEIT_SIGN_ON_TRUST_EMAILS"
    case signOnLoopback = "NOTEIT_SIGN_ON_LOOPBACK"
    case smtp = "NOTEIT_SMTP"
    case smtpPasswordFile = "NOTEIT_SMTP_PASSWORD_FILE"
    case mailFrom = "NOTEIT_MAIL_FROM"
    case mailReply = "NOTEIT_MAIL_REPLY"
    case contact = "NOTEIT_CONTACT"
    case pushHosts = "NOTEIT_PUSH_HOSTS"
    case hookHosts = "NOTEIT_HOOK_HOSTS"

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
