import Foundation
import NoteItCore

/// What the server has for calendars, put together.
struct CalendarWiring {
    let service: CalendarService
    let days: CalendarDaysRoutes
    let feeds: CalendarFeedRoutes
    /// Admits calendar programs.
    let basic: BasicAuthentication
    let dav: DAVRoutes
    let repeating: RepeatingTodo

    init(
        store: any Store, study: StudyService, pool: PlanningPool, authenticator: Authenticator, throttle: SignInThrottle,
        writes: WriteThrottle, address: ClientAddress, now: @escaping @Sendable () -> Date
    ) {
        service = CalendarService(store: store, study: study)
        repeating = RepeatingTodo(store: store, study: study, assembler: service.assembler)
        days = CalendarDaysRoutes(store: store, service: study, pool: pool, now: now)
        feeds = CalendarFeedRoutes(
            store: store, feeds: CalendarFeeds(store: store, service: service, now: now),
            reads: LastUseRecorder(now: now) { try await store.read($0) }, address: address)
        basic = BasicAuthentication(
            store: store, authenticator: authenticator, throttle: throttle, address: address,
            uses: LastUseRecorder(now: now) { try await store.used($0) })
        let work = ObjectWork(store: store, pool: pool)
        dav = DAVRoutes(
            store: store, service: service,
            objects: CalendarObjectRoutes(store: store, service: service, study: study, work: work, now: now),
            reports: CalendarReports(service: service, work: work, now: now), throttle: writes)
    }
}
