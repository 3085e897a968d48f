import Foundation
import NoteItCore

/// What the server has for calendars, put together.
struct CalendarServices {
    let desk: CalendarDesk
    let days: CalendarDaysRoutes
    let feeds: CalendarFeedRoutes
    /// Admits calendar programs.
    let basic: BasicAuthentication
    let dav: DAVRoutes

    init(
        store: any Store, study: StudyDesk, pool: PlanningPool, authenticator: Authenticator, throttle: SignInThrottle,
        writes: WriteThrottle, address: ClientAddress, now: @escaping @Sendable () -> Date
    ) {
        desk = CalendarDesk(store: store, study: study, now: now)
        days = CalendarDaysRoutes(store: store, desk: study, pool: pool, now: now)
        feeds = CalendarFeedRoutes(
            store: store, feeds: CalendarFeeds(store: store, desk: desk, now: now),
            reads: UseNotes(now: now) { try await store.read($0) }, address: address)
        basic = BasicAuthentication(
            store: store, authenticator: authenticator, throttle: throttle, address: address,
            uses: UseNotes(now: now) { try await store.used($0) })
        let work = ObjectWork(store: store, pool: pool)
        dav = DAVRoutes(
            store: store, desk: desk,
            objects: CalendarObjectRoutes(store: store, desk: desk, study: study, work: work, now: now),
            reports: CalendarReports(desk: desk, work: work, now: now), throttle: writes)
    }
}
