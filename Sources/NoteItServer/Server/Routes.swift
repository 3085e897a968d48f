import Hummingbird
import NoteItCore

/// The contents page: every route of the contract, by noun. Who may do what is the store's to decide.
struct Routes {
    let store: any Store
    let signIn: SignIn
    let keys: SigningKeys
    let authenticator: Authenticator
    let metrics: Metrics
    let address: ClientAddress
    let live: LiveRoutes
    let planning: PlanningPool
    let pages: KeptPages
    let throttle: WriteThrottle
    let attachments: AttachmentRoutes
    let export: ExportRoutes

    func add(to router: Router<AppContext>) {
        router.addRoutes(OperationsRoutes(store: store, keys: keys, metrics: metrics).routes)
        router.addRoutes(AccountRoutes(signIn: signIn, address: address).routes, atPath: "/v1/accounts")
        router.addRoutes(SessionRoutes(store: store, signIn: signIn, address: address).openRoutes, atPath: "/v1/sessions")
        router.addRoutes(live.streams, atPath: "/v1")

        let signedIn = router.group("/v1").add(middleware: AuthenticationMiddleware(authenticator: authenticator))
            .add(middleware: WriteLimitMiddleware(throttle: throttle, address: address))
        signedIn.addRoutes(SessionRoutes(store: store, signIn: signIn, address: address).routes, atPath: "sessions")
        signedIn.addRoutes(MeRoutes(store: store, signIn: signIn, address: address).routes, atPath: "me")
        signedIn.addRoutes(EnrollmentRoutes(store: store).routes, atPath: "me/enrollments")
        signedIn.addRoutes(AgendaRoutes(store: store, pages: pages).routes, atPath: "me/agenda")
        signedIn.addRoutes(SeatWatchRoutes(store: store).routes, atPath: "me/seat-watches")
        signedIn.addRoutes(NotificationRoutes(store: store).routes, atPath: "me/notifications")
        signedIn.addRoutes(EventMarkRoutes(store: store).routes, atPath: "me")
        signedIn.addRoutes(PreferencesRoutes(store: store).routes, atPath: "me/preferences")
        signedIn.addRoutes(NoticeRoutes(store: store, throttle: throttle, address: address).routes)
        signedIn.addRoutes(CatalogRoutes(store: store).routes)
        signedIn.addRoutes(EventRoutes(store: store, pages: pages).routes)
        signedIn.addRoutes(ReplyRoutes(store: store).routes)
        signedIn.addRoutes(QuestionRoutes(store: store).routes)
        signedIn.addRoutes(StaffRoutes(store: store).routes)
        signedIn.addRoutes(ModerationRoutes(store: store).routes)
        signedIn.addRoutes(SearchRoutes(store: store).routes)
        signedIn.addRoutes(ScheduleRoutes(store: store, pool: planning).routes)
        signedIn.addRoutes(attachments.routes)
        signedIn.addRoutes(export.routes, atPath: "me/export")
        signedIn.addRoutes(live.routes)
    }
}
