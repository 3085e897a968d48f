import ArgumentParser
import Foundation
import Logging
import NoteItServer
import NoteItStore
import ServiceLifecycle

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a database over HTTP, until SIGTERM or SIGINT.",
        discussion: "An empty or absent database is made. Behind a TLS proxy that writes X-Forwarded-For, add --trust-proxy.")

    @OptionGroup var database: DatabaseOptions
    @Option(help: "The address to listen on. [$NOTEIT_HOST; default: 127.0.0.1]") var host: String?
    @Option(help: "The port; 0 takes a free one. [$NOTEIT_PORT; default: 8080]") var port: Int?
    @Option(help: "trace, debug, info, notice, warning or error. [$NOTEIT_LOG_LEVEL; default: notice]") var logLevel: String?
    @Flag(help: "Believe X-Forwarded-For, as a proxy of yours writes it. [$NOTEIT_TRUST_PROXY]") var trustProxy = false
    @Option(help: "Days for which the log of changes is kept. [$NOTEIT_LOG_DAYS; default: 30]") var logDays: Int?
    @Option(help: "Streams that one account may have open. [$NOTEIT_STREAMS_PER_ACCOUNT; default: 64]")
    var streamsPerAccount: Int?
    @Option(
        help: """
            Connections from one address, or streams of one address that a proxy forwards. [$NOTEIT_CONNECTIONS_PER_ADDRESS; \
            default: half of all that fit into the limit of open files]
            """)
    var connectionsPerAddress: Int?
    @OptionGroup var writing: WriteOptions

    /// For how long a stop waits for requests under way, before it cancels them.
    private static let patience = Duration.seconds(8)

    func run() async throws {
        Allocator.keepMemory()
        Server.useAvailableCores()
        let (settings, logger) = (try configuration(), try logger())
        let limits = settings.limits
        logger.notice(
            """
            Up to \(limits.connections) connections may be open, \(limits.connectionsPerAddress) of them for one address; \
            an account may have \(limits.streamsPerAccount) streams.
            """)
        let store = try SQLiteStore(path: database.path, readTime: .milliseconds(1_500))
        do {
            let keys = try await SigningKeys(path: database.keysPath, now: settings.now())
            let server = try Server(store: store, keys: keys, configuration: settings, logger: logger) { port in
                announce("noteitd listens on http://\(settings.host):\(port) with the database \(database.path)")
            }
            try await serve(server, logger)
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
        announce("noteitd stopped")
    }

    private func serve(_ server: Server, _ logger: Logger) async throws {
        var group = ServiceGroupConfiguration(
            services: [server, StopLimit()], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = Self.patience
        try await ServiceGroup(configuration: group).run()
    }

    private func configuration() throws -> NoteItServer.Configuration {
        let port = try port ?? Setting.port.parsed("a port from 0 to 65535", Int.init) ?? 8080
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
        let logDays = try logDays ?? Setting.logDays.parsed("a number of days", Int.init) ?? 30
        guard (1...36_500).contains(logDays) else { throw ValidationError("The log must be kept for 1 to 36500 days.") }
        let trusted = try Setting.trustProxy.parsed("true or false") {
            ["true": true, "1": true, "false": false, "0": false][$0]
        }
        return NoteItServer.Configuration(
            host: host ?? Setting.host.value ?? "127.0.0.1", port: port, trustProxy: trustProxy || trusted ?? false,
            logDays: logDays, limits: try limits())
    }

    private func limits() throws -> Limits {
        func count(_ option: Int?, _ setting: Setting, _ what: String) throws -> Int? {
            let count = try option ?? setting.parsed("a number", Int.init)
            guard count ?? 1 >= 1 else { throw ValidationError("\(what) must be 1 or more.") }
            return count
        }
        return Limits(
            connections: try OpenFiles.connections(within: OpenFiles.raiseLimit()),
            connectionsPerAddress: try count(
                connectionsPerAddress, .connectionsPerAddress, "The connections of an address"),
            streamsPerAccount: try count(streamsPerAccount, .streamsPerAccount, "The streams of an account") ?? 64,
            writes: try writing.writes(), attachments: try writing.attachments())
    }

    private func logger() throws -> Logger {
        let name = logLevel ?? Setting.logLevel.value ?? "notice"
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError(
                "The log level '\(name)' is none of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        var logger = Logger(label: "noteitd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }
}

/// Ends the process if a stop takes over 9 seconds. Nothing is lost by it: what was acknowledged is on disk.
private struct StopLimit: Service {
    func run() async throws {
        try? await gracefulShutdown()
        Task.detached {
            try await Task.sleep(for: .seconds(9))
            announce("noteitd stopped, and cut off what did not finish")
            Foundation.exit(0)
        }
    }
}

/// Says one line on standard output at once, also into a pipe; a reader that has gone is no reason to stop.
func announce(_ line: String) {
    print(line)
    fflush(nil)
}
