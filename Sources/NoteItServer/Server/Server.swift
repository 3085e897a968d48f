import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NoteItCore
import ServiceLifecycle

/// The HTTP server on a store. `run()` serves until the task's graceful shutdown, and lets requests under way finish.
/// The store is the caller's to close, after `run()` returned.
public struct Server: Service {
    public let store: any Store
    public let configuration: Configuration
    public let metrics = Metrics()
    public let revoked: RevokedSessions
    private let hub: LiveHub
    private let connections: Connections
    private let routes: Routes
    private let budget = ByteBudget()
    private let logger: Logger
    private let onListening: @Sendable (_ port: Int) async -> Void

    /// Hashes one password, so takes some tens of milliseconds.
    /// - Parameter onListening: called with the bound port before the first request is taken.
    public init(
        store: any Store, keys: SigningKeys, configuration: Configuration, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        let now = configuration.now
        let (tokens, revoked) = (AccessTokens(keys: keys, now: now), RevokedSessions(now: now))
        let authenticator = Authenticator(tokens: tokens, revoked: revoked)
        self.store = store
        self.configuration = configuration
        self.revoked = revoked
        self.logger = logger
        self.onListening = onListening
        let pages = KeptPages()
        hub = LiveHub(store: store, eventLoops: Self.eventLoops, revoked: revoked, pages: pages, logger: logger)
        connections = Connections(configuration.limits, trustProxy: configuration.trustProxy)
        connections.register(in: metrics)
        hub.register(in: metrics)
        metrics.follow(store)
        let (tickets, planning) = (StreamTickets(now: now), PlanningPool())
        let address = ClientAddress(trustProxy: configuration.trustProxy)
        routes = Routes(
            store: store,
            signIn: SignIn(
                store: store, hasher: try PasswordHasher(), tokens: tokens, throttle: SignInThrottle(now: now),
                registrations: RegistrationThrottle(now: now),
                revoked: revoked, now: now),
            keys: keys, authenticator: authenticator, metrics: metrics,
            address: address,
            live: LiveRoutes(
                store: store, hub: hub, authenticator: StreamAuthenticator(authenticator: authenticator, tickets: tickets),
                places: StreamPlaces(configuration.limits), address: address),
            planning: planning, pages: pages, throttle: WriteThrottle(configuration.limits.writes, now: now),
            attachments: AttachmentRoutes(store: store, limits: configuration.limits.attachments, places: UploadPlaces()),
            export: ExportRoutes(store: store, now: now))
        planning.register(in: metrics)
        budget.register(in: metrics)
    }

    /// Throws `ListenError` if the address cannot be had.
    public func run() async throws {
        try await revoked.reload(from: store)
        try await hub.prepare()
        do {
            try await withGracefulShutdownHandler {
                try await application().run()
            } onGracefulShutdown: { [hub] in
                hub.close()
            }
        } catch {
            throw ListenError(error, host: configuration.host, port: configuration.port) ?? error
        }
    }

    /// The one place where channel, services and routes come together. Services stop in reverse order, after the server.
    private func application() -> Application<RouterResponder<AppContext>> {
        Application(
            router: router(),
            server: HTTPServerBuilder { [live = routes.live, connections] in
                StreamChannel(responder: $0, live: live, connections: connections)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), backlog: 1_024,
                availableConnectionsDelegate: connections),
            services: [
                hub, Housekeeper(store: store, days: configuration.logDays, now: configuration.now, logger: logger),
                Reminders(store: store, logger: logger),
                SearchIndexer(store: store, logger: logger),
            ],
            onServerRunning: { [onListening] channel in await onListening(channel.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(Self.eventLoops), logger: logger)
    }

    private static var eventLoops: any EventLoopGroup { MultiThreadedEventLoopGroup.singleton }

    /// One event loop for each core that the process may use, where NIO would take each that the machine has (proc(5)). To be
    /// called once, before anything else of NIO.
    public static func useAvailableCores() {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let mask = status?.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return }
        let count = mask.drop { $0 != "\t" }.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        NIOSingletons.groupLoopCountSuggestion = max(1, count)
    }

    private func router() -> Router<AppContext> {
        let plain = Router(context: AppContext.self)
        routes.add(to: plain)
        let allowed = AllowedMethods(plain.routes.map { ($0.path.description, $0.method) })
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            ObservationMiddleware(metrics: metrics)
            AnswerMiddleware(budget: budget, address: ClientAddress(trustProxy: configuration.trustProxy))
            ProblemMiddleware(allowed: allowed)
            DoorMiddleware()
        }
        routes.add(to: router)
        return router
    }
}
