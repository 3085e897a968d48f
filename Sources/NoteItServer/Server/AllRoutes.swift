import Foundation
import Hummingbird
import NoteItCore

/// The contents page: the routes of the contract, by noun. The store decides who may do what.
struct AllRoutes {
    let store: any Store
    let signIn: SignIn
    let cookie: RefreshCookie
    let devices: DeviceRoutes
    let page: PageRoutes
    let keys: SigningKeys
    let authenticator: Authenticator
    let metrics: Metrics
    let live: LiveRoutes
    let planning: PlanningPool
    let study: StudyService
    let degrees: DegreeService
    let imports: ImportRoutes
    let pages: PageCache
    let throttle: WriteThrottle
    let attachments: AttachmentRoutes
    let export: ExportRoutes
    let calendars: CalendarWiring
    let joining: JoiningRule
    let mail: MailRoutes
    let push: PushRoutes
    let ntfy: NtfyRoutes
    let webhooks: WebhookRoutes
    let signOn: SignOnRoutes
    let launches: LaunchRoutes
    /// See `OperationsRoutes`.
    let notReady: @Sendable () -> String?
    let olderNodes: @Sendable () -> Int
    let now: @Sendable () -> Date

    /// Routes without `AuthenticationMiddleware`. The live streams identify their callers themselves.
    private var open: [Routes] {
        [
            OperationsRoutes(store: store, keys: keys, metrics: metrics, notReady: notReady, olderNodes: olderNodes).routes,
            AccountRoutes(signIn: signIn, cookie: cookie).routes,
            SessionRoutes(store: store, signIn: signIn, cookie: cookie).openRoutes,
            devices.openRoutes,
            page.routes,
            InvitationRoutes(store: store, throttle: signIn.throttle, now: now).openRoutes,
            mail.openRoutes,
            signOn.openRoutes,
            launches.routes,
            calendars.feeds.openRoutes,
            live.streams,
            calendars.dav.open,
        ]
    }

    private var signedIn: [Routes] {
        [
            SessionRoutes(store: store, signIn: signIn, cookie: cookie).routes,
            devices.routes,
            ApiTokenRoutes(store: store, signIn: signIn, now: now).routes,
            FactorRoutes(store: store, signIn: signIn, address: cookie.address).routes,
            MeRoutes(store: store, signIn: signIn, cookie: cookie).routes,
            PreferencesRoutes(store: store).routes,
            mail.routes,
            push.routes,
            ntfy.routes,
            webhooks.routes,
            signOn.routes,
            export.routes,
            CatalogRoutes(store: store).routes,
            EnrollmentRoutes(store: store, standard: joining).routes,
            EventRoutes(store: store, pages: pages).routes,
            AgendaRoutes(store: store, pages: pages).routes,
            EventMarkRoutes(store: store).routes,
            ReplyRoutes(store: store).routes,
            QuestionRoutes(store: store).routes,
            NoticeRoutes(store: store, throttle: throttle).routes,
            attachments.routes,
            NotificationRoutes(store: store).routes,
            SeatWatchRoutes(store: store).routes,
            StaffRoutes(store: store).routes,
            InvitationRoutes(store: store, throttle: signIn.throttle, now: now).routes,
            MembershipRoutes(store: store, standard: joining).routes,
            ModerationRoutes(store: store).routes,
            SearchRoutes(store: store).routes,
            TimetableRoutes(store: store, pool: planning, standard: joining).routes,
            TaskRoutes(store: store, service: study, now: now, markNext: calendars.repeating.markNext).routes,
            StudyRoutes(store: store, service: study, now: now).routes,
            imports.routes,
            RecordRoutes(store: store, service: degrees).routes,
            DegreePlanRoutes(store: store, service: degrees).routes,
            DegreeRoutes(service: degrees).routes,
            ProgrammeRoutes(catalog: degrees.catalog).routes,
            CourseCatalogRoutes(service: degrees).routes,
            calendars.days.routes,
            calendars.feeds.routes,
            AppPasswordRoutes(store: store, signIn: signIn).routes,
            live.routes,
        ]
    }

    func register(on router: Router<AppContext>) {
        for routes in open { routes.register(on: router, throttle: throttle, store: store) }
        let group = router.group().add(middleware: AuthenticationMiddleware(authenticator: authenticator))
        for routes in signedIn { routes.register(on: group, throttle: throttle, store: store) }
        let programs = router.group().add(middleware: DAVErrorMiddleware())
            .add(middleware: DAVAuthenticationMiddleware(basic: calendars.basic))
        calendars.dav.routes.register(on: programs, throttle: throttle, store: store)
    }

    var allowed: AllowedMethods { AllowedMethods((open + signedIn + [calendars.dav.routes]).flatMap(\.templates)) }
}
