import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NoteItCore
import ServiceLifecycle

// NoteItServer answers the contract (openapi.yaml) over HTTP, WebSocket and CalDAV. A request passes the middlewares of
// `router()` below and reaches its noun's routes, which `AllRoutes` lists: they authenticate, decode, validate, and call the
// `Store` that noteitd hands in; SQL is not known here. `Live` sends every change of the log to its readers, `Jobs` run beside
// the requests, `Limits` bound what one client may use.

/// The HTTP server on a store. `run()` serves until graceful shutdown, and lets open requests finish.
/// The caller closes the store after `run()` has returned.
public struct Server: Service {
    private let store: any Store
    private let configuration: Configuration
    private let metrics = Metrics()
    private let revoked: RevokedSessions
    private let nodes: NodeWatch
    private let isWarm: WarmUp
    private let hub: LiveHub
    private let address: ClientAddress
    private let connections: Connections
    private let routes: AllRoutes
    private let study: StudyService
    private let imports: ImportService
    private let push: PushService?
    private let webhooks: WebhookSender
    private let pools: [PlanningPool]
    private let budget = ByteBudget()
    private let logger: Logger
    /// The time that a stop gives searches to end by themselves.
    private static let patience = Duration.seconds(5)
    private let onListening: @Sendable (_ port: Int) async -> Void

    /// Hashes one password, which takes tens of milliseconds.
    /// - Parameter onListening: called with the bound port before the first request.
    public init(
        store: any Store, keys: SigningKeys, configuration: Configuration, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        let now = configuration.now
        let (tokens, revoked) = (AccessTokens(keys: keys, now: now), RevokedSessions(isShared: store.isShared, now: now))
        let authenticator = Authenticator(
            tokens: tokens, scripts: ApiTokens(store: store, now: now), revoked: revoked, isFenced: { store.isFenced })
        (self.store, self.configuration, self.revoked) = (store, configuration, revoked)
        (self.logger, self.onListening) = (logger, onListening)
        let nodes = NodeWatch(store: store, name: "\(Self.machine):\(configuration.port)", logger: logger) {
            try await keys.publish()
            try await store.pruneShared(keysBefore: now() - SigningKeys.outlives)
        }
        nodes.register(in: metrics)
        let isWarm = WarmUp(isNeeded: store.isShared)
        (self.nodes, self.isWarm) = (nodes, isWarm)
        let pages = PageCache(store: store)
        hub = LiveHub(store: store, eventLoops: Self.eventLoops, revoked: revoked, pages: pages, logger: logger, now: now)
        connections = Connections(configuration.limits, trustProxy: configuration.trustProxy)
        connections.register(in: metrics)
        hub.register(in: metrics)
        metrics.follow(store)
        let (tickets, planning, studyPool, degrees) = (
            Self.tickets(store, now), PlanningPool(), PlanningPool(.studyPlans, capacityPerPerson: 8), PlanningPool(.degrees)
        )
        let reports = PlanningPool(.calendars, capacityPerPerson: 8)
        pools = [planning, studyPool, degrees, reports]
        study = StudyService(store: store, pool: studyPool, now: now)
        let resolver = NameResolver.system()
        let gate = ImportGuard(allowed: configuration.importHosts, resolver: resolver)
        imports = ImportService(store: store, fetcher: ImportFetcher(gate: gate), now: now, onChange: study.wake)
        // A silent name server of a webhook holds up no import and no push.
        let hookGate = HostGuard(allowed: configuration.hookHosts, resolver: .system(128))
        webhooks = WebhookSender(store: store, post: OutgoingPost(gate: hookGate), now: now)
        push = configuration.push.map { PushService($0, store: store, resolver: resolver, now: now) }
        address = ClientAddress(publicURL: configuration.publicURL, trustProxy: configuration.trustProxy)
        let counts: any SignInCounts = store.isShared ? SharedCounts(store: store) : OwnCounts(now: now)
        let throttle = WriteThrottle(configuration.limits.writes, share: nodes.share, now: now)
        let signIns = SignInThrottle(counts: counts, now: now)
        let calendars = CalendarWiring(
            store: store, study: study, pool: reports, authenticator: authenticator, throttle: signIns, writes: throttle,
            address: address, now: now)
        let signIn = SignIn(
            store: store, hasher: try PasswordHasher(), tokens: tokens, throttle: signIns,
            registrations: RegistrationThrottle(counts: counts, now: now), rule: configuration.registration,
            factorRule: configuration.secondFactor, challenges: FactorChallenges(keys: keys, now: now), revoked: revoked,
            now: now)
        let cookie = RefreshCookie(address: address)
        let signOn = configuration.signOn.map { settings in
            SignOnService(
                provider: SignOnProvider(settings, now: now), signIn: signIn, store: store, keys: keys,
                throttle: SignOnThrottle(counts: counts, now: now),
                rule: SignOnRule(
                    linksEmails: settings.linksEmails, registration: configuration.registration, name: settings.name),
                logger: logger, now: now)
        }
        routes = AllRoutes(
            store: store, signIn: signIn,
            cookie: cookie,
            devices: DeviceRoutes(
                store: store, signIn: signIn, throttle: DeviceThrottle(counts: counts, now: now), cookie: cookie),
            page: PageRoutes(configuration.page), keys: keys,
            authenticator: authenticator, metrics: metrics,
            live: LiveRoutes(
                store: store, hub: hub, authenticator: StreamAuthenticator(authenticator: authenticator, tickets: tickets),
                quota: StreamQuota(configuration.limits, share: nodes.share), address: address),
            planning: planning, study: study,
            degrees: DegreeService(store: store, catalog: DegreeCatalog(store: store), pool: degrees, now: now),
            imports: ImportRoutes(store: store, service: imports), pages: pages, throttle: throttle,
            attachments: AttachmentRoutes(store: store, limits: configuration.limits.attachments),
            export: ExportRoutes(store: store, now: now), calendars: calendars, joining: configuration.joining,
            mail: MailRoutes(
                store: store, signIn: signIn, mail: configuration.mail,
                throttle: ResetMailThrottle(counts: counts, now: now), now: now),
            push: PushRoutes(store: store, service: push),
            ntfy: NtfyRoutes(store: store, signIn: signIn, post: webhooks.post),
            webhooks: WebhookRoutes(store: store, signIn: signIn, sender: webhooks),
            signOn: SignOnRoutes(service: signOn, signIn: signIn, store: store, cookie: cookie, address: address),
            launches: LaunchRoutes(
                store: store, signIn: signIn, cookie: cookie,
                tickets: LaunchTickets(keys: keys, now: now), keys: PlatformKeys(store: store),
                verifier: LaunchVerifier(now: now), registration: PlatformRegistration(store: store, resolver: resolver),
                address: address, now: now),
            notReady: { isWarm.sentence ?? revoked.unconfirmed }, olderNodes: { nodes.older }, now: now)
        for pool in pools { pool.register(in: metrics) }
        budget.register(in: metrics)
        imports.register(in: metrics)
    }

    /// Throws `ListenError` if the address cannot be bound.
    public func run() async throws {
        store.onStorageChange { [logger] why in
            guard let why else { return logger.notice("Writes are stored again.") }
            logger.error("\(why) Writes are answered with 503, reads go on; writes work again without a restart.")
        }
        try await nodes.join()
        try await hub.prepare()
        await makePushKey()
        // What was revoked since is told by the log.
        try await revoked.reload(from: store)
        do {
            try await withGracefulShutdownHandler {
                try await application().run()
            } onGracefulShutdown: { [hub, pools] in
                hub.close()
                for pool in pools { pool.stop(within: Self.patience) }
            }
        } catch {
            throw ListenError(error, host: configuration.host, port: configuration.port) ?? error
        }
    }

    /// At the first start with push. A server that cannot make it serves all the rest.
    private func makePushKey() async {
        do {
            _ = try await push?.identity.publicKey()
        } catch {
            logger.error("There is no push: \(error)")
        }
    }

    /// The name of this machine (proc(5)). Foundation would ask the DNS.
    private static var machine: String {
        (try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8))?.trimmed ?? ""
    }

    private static func tickets(_ store: any Store, _ now: @escaping @Sendable () -> Date) -> any StreamTickets {
        store.isShared ? SharedTickets(store: store, now: now) : OwnTickets(now: now)
    }

    /// Puts channel, services and routes together. Services stop in reverse order, after the server.
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
                nodes, hub,
                HousekeepingJob(
                    store: store, nodes: nodes, days: configuration.logDays, now: configuration.now, logger: logger),
                ReminderJob(store: store, nodes: nodes, logger: logger),
                SearchIndexJob(store: store, logger: logger, isWarm: isWarm),
                StudyJob(store: store, service: study, nodes: nodes, logger: logger),
                ImportJob(store: store, service: imports, logger: logger),
                PlatformJob(
                    store: store, nodes: nodes, roster: PlatformRoster(store: store, now: configuration.now),
                    now: configuration.now, logger: logger),
            ] + deliveryJobs,
            onServerRunning: { [onListening] channel in await onListening(channel.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(Self.eventLoops), logger: logger)
    }

    /// A job for each channel that this server has.
    private var deliveryJobs: [any Service] {
        let (store, nodes, now, logger) = (store, nodes, configuration.now, logger)
        let mail = configuration.mail.map {
            DeliveryJob(
                store: store, nodes: nodes,
                channel: MailChannel(store: store, mail: $0, now: now, isOurs: { nodes.holds(.mail) }), logger: logger)
        }
        let push = push.map {
            DeliveryJob(
                store: store, nodes: nodes,
                channel: PushChannel(store: store, push: $0.configuration, client: $0.client, now: now), logger: logger)
        }
        let ntfy = DeliveryJob(
            store: store, nodes: nodes,
            channel: NtfyChannel(store: store, post: webhooks.post, base: configuration.publicURL, now: now), logger: logger)
        let jobs: [(any Service)?] = [
            mail, push, ntfy, WebhookJob(store: store, nodes: nodes, sender: webhooks, logger: logger),
        ]
        return jobs.compactMap(\.self)
    }

    private static var eventLoops: any EventLoopGroup { MultiThreadedEventLoopGroup.singleton }

    /// Starts one event loop for each core that the process may use (proc(5)), where NIO counts the cores of the machine.
    /// Call it once, before NIO is used.
    public static func useAvailableCores() {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let mask = status?.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return }
        let count = mask.drop { $0 != "\t" }.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        NIOSingletons.groupLoopCountSuggestion = max(1, count)
    }

    private func router() -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            ObservationMiddleware(metrics: metrics)
            AnswerMiddleware(budget: budget, address: address)
            AbsentPageMiddleware(page: routes.page)
            ProblemMiddleware(allowed: routes.allowed)
            StrictPathMiddleware()
        }
        routes.register(on: router)
        return router
    }
}

/// The reason that the server cannot listen, in a sentence that says what to do.
public struct ListenError: Error, CustomStringConvertible, Equatable {
    public let description: String

    /// Nil if `error` is not from the network.
    init?(_ error: any Error, host: String, port: Int) {
        guard let error = error as? IOError else { return nil }
        description =
            switch error.errnoCode {
            case EADDRINUSE:
                "Port \(port) of \(host) is in use. Stop the program that uses it, or choose another port with --port."
            case EACCES: "This account may not use port \(port). Choose one above 1023 with --port."
            case EADDRNOTAVAIL: "This machine does not have the address \(host). Choose one of its own with --host."
            default: "Cannot listen on \(host), port \(port): \(String(cString: strerror(error.errnoCode)))."
            }
    }
}
