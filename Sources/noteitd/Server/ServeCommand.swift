import ArgumentParser
import CMalloc
import Dispatch
import Foundation
import Logging
import NoteItServer
import PageFiles
import ServiceLifecycle

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a database over HTTP until SIGTERM or SIGINT.",
        discussion: "Creates the database if it is missing. Behind a TLS proxy that sets X-Forwarded-For, add --trust-proxy.")

    @OptionGroup var database: DatabaseOptions
    @Option(help: "The address to listen on. [$NOTEIT_HOST; default: 127.0.0.1]") var host: String?
    @Option(help: "The port; 0 chooses a free one. [$NOTEIT_PORT; default: 8080]") var port: Int?
    @Option(help: "The log level: trace, debug, info, notice, warning or error. [$NOTEIT_LOG_LEVEL; default: notice]")
    var logLevel: String?
    @Flag(help: "Trust X-Forwarded-For, which your own proxy sets. [$NOTEIT_TRUST_PROXY]") var trustProxy = false
    @Option(help: "The number of days to keep the log of changes; at least 11 with mail. [$NOTEIT_LOG_DAYS; default: 30]")
    var logDays: Int?
    @Option(help: "The most open streams of one account. [$NOTEIT_STREAMS_PER_ACCOUNT; default: 64]")
    var streamsPerAccount: Int?
    @Option(
        help: """
            The most connections from one address, or streams of one address through a proxy. \
            [$NOTEIT_CONNECTIONS_PER_ADDRESS; default: half of the connections that the limit of open files allows]
            """)
    var connectionsPerAddress: Int?
    @Option(
        help: """
            Hosts whose calendars may be imported although they are private: host or host:port, with commas between. \
            [$NOTEIT_IMPORT_HOSTS; default: none]
            """)
    var importHosts: String?
    @Option(
        help: """
            Hosts to which webhooks and ntfy may lead although they are private: host or host:port, with commas between. \
            [$NOTEIT_HOOK_HOSTS; default: none]
            """)
    var hookHosts: String?
    @Option(
        help: """
            The address by which people reach the server, with its path if a proxy adds one: https://example.edu/noteit. \
            [$NOTEIT_PUBLIC_URL; default: the host that each request names]
            """)
    var publicURL: String?
    @Option(
        help: ArgumentHelp(
            "Serve the page from this folder as it is on disk, for people who work on it. [default: the page of this program]",
            valueName: "folder"))
    var page: String?
    @OptionGroup var doors: DoorOptions
    @OptionGroup var signOn: SignOnOptions
    @OptionGroup var mail: MailOptions
    @OptionGroup var push: PushOptions
    @OptionGroup var writing: WriteOptions

    /// The time that a stop waits for running requests before it cancels them.
    private static let patience = Duration.seconds(8)

    func run() async throws {
        Allocator.keepMemory()
        Server.useAvailableCores()
        let (settings, logger) = (try configuration(), try logger())
        let limits = settings.limits
        logger.notice(
            """
            Limits: \(limits.connections) connections, \(limits.connectionsPerAddress) of them from one address, and \
            \(limits.streamsPerAccount) streams for one account.
            """)
        settings.sayDoors(logger)
        let copies = try writing.copies()
        try await database.withStore(creating: true, readTime: .milliseconds(1_500), copies: copies) { store in
            let keys = try await SigningKeys(path: database.keysPath, now: settings.now(), store: store)
            let server = try Server(store: store, keys: keys, configuration: settings, logger: logger) { port in
                announce("noteitd listens on http://\(settings.host):\(port) with the database \(database.path)")
            }
            try await serve(server, logger)
        }
        announce("noteitd stopped")
    }

    private func serve(_ server: Server, _ logger: Logger) async throws {
        let limit = StopLimit.watch()
        defer { withExtendedLifetime(limit) {} }
        // Without a name, the server would be called by all that it holds: the files of the page too.
        var group = ServiceGroupConfiguration(
            services: [.init(service: server, serviceName: "server")], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        group.maximumGracefulShutdownDuration = Self.patience
        try await ServiceGroup(configuration: group).run()
    }

    private func configuration() throws -> NoteItServer.Configuration {
        let port = try port ?? Setting.port.parsed("a port from 0 to 65535", Int.init) ?? 8080
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
        let logDays = try logDays ?? Setting.logDays.parsed("a number of days", Int.init) ?? 30
        guard (1...36_500).contains(logDays) else { throw ValidationError("The log must be kept for 1 to 36500 days.") }
        let mail = try self.mail.configuration(try .setting(publicURL))
        guard mail == nil || logDays >= MailConfiguration.leastLogDays else {
            throw ValidationError(
                """
                Weekly digests need the log of \(MailConfiguration.leastLogDays) days: set NOTEIT_LOG_DAYS, or --log-days, to as many \
                or more, or send no mail.
                """)
        }
        let trusted = try Setting.trustProxy.parsed("true or false") {
            ["true": true, "1": true, "false": false, "0": false][$0]
        }
        let registration = try doors.registrationRule()
        return NoteItServer.Configuration(
            host: host ?? Setting.host.value ?? "127.0.0.1", port: port, trustProxy: trustProxy || trusted ?? false,
            logDays: logDays, limits: try limits(), importHosts: try hosts(importHosts, .importHosts, "import"),
            hookHosts: try hosts(hookHosts, .hookHosts, "hook"), publicURL: try .setting(publicURL),
            registration: registration, joining: try doors.joiningRule(), secondFactor: try doors.factorRule(),
            page: try pageSource(), signOn: try signOn.configuration(registration),
            mail: mail, push: try push.configuration(try .setting(publicURL)))
    }

    private func pageSource() throws -> PageSource {
        guard let page else { return .files(PageFiles.read()) }
        guard FileManager.default.fileExists(atPath: "\(page)/index.html") else {
            throw ValidationError("The page's folder '\(page)' has no index.html. Name one such as client-web.")
        }
        return .folder(URL(filePath: page))
    }

    private func hosts(_ option: String?, _ setting: Setting, _ what: String) throws -> AllowedHosts {
        guard let list = option ?? setting.value else { return AllowedHosts() }
        guard let hosts = AllowedHosts(list) else {
            throw ValidationError("The \(what) hosts '\(list)' must be hosts, or hosts with a port, with commas between.")
        }
        return hosts
    }

    private func limits() throws -> Limits {
        func count(_ option: Int?, _ setting: Setting, _ what: String) throws -> Int? {
            let count = try option ?? setting.parsed("a number", Int.init)
            guard count ?? 1 >= 1 else { throw ValidationError("\(what) must be 1 or more.") }
            return count
        }
        return Limits(
            connections: try OpenFiles.connections(within: OpenFiles.raiseLimit()),
            connectionsPerAddress: try count(connectionsPerAddress, .connectionsPerAddress, "The connections of an address"),
            streamsPerAccount: try count(streamsPerAccount, .streamsPerAccount, "The streams of an account") ?? 64,
            writes: try writing.writes(), attachments: try writing.attachments())
    }

    private func logger() throws -> Logger {
        let name = logLevel ?? Setting.logLevel.value ?? "notice"
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("The log level '\(name)' is unknown. Choose \(Logger.Level.allCases.map(\.rawValue).choice).")
        }
        return Logger(label: "noteitd") { StandardErrorLog(label: $0, level: level) }
    }
}

/// Ends the process if a stop takes more than 9 seconds. No acknowledged write is lost: it is on disk.
private struct StopLimit {
    private static let patience = DispatchTimeInterval.seconds(9)
    private let signals: [any DispatchSourceSignal]

    /// Waits on a thread of its own, because the others may all be busy.
    static func watch() -> StopLimit {
        let queue = DispatchQueue(label: "noteitd.stop")
        let signals = [SIGTERM, SIGINT].map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                queue.asyncAfter(deadline: .now() + patience) {
                    announce("noteitd stopped before all requests had finished")
                    Foundation.exit(0)
                }
            }
            source.resume()
            return source
        }
        return StopLimit(signals: signals)
    }
}

/// Settings of glibc's malloc. Mapping and unmapping memory locks the address space of the process. Each password hash would
/// map and unmap 19 MiB, and requests would wait for that lock, tens of milliseconds on a busy machine.
private enum Allocator {
    /// Makes malloc ask the kernel rarely, for large pieces, and keep freed memory. Call it before other threads start.
    static func keepMemory() {
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TRIM_THRESHOLD, 64 << 20)
        mallopt(M_TOP_PAD, 2 << 20)
        // Arenas other than the first grow page by page, so keep their number small.
        mallopt(M_ARENA_MAX, Int32(max(1, ProcessInfo.processInfo.activeProcessorCount / 2)))
    }
}
