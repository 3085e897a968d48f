import Hummingbird
import NoteItCore
import Planning

/// Timetables: the search for them, and those that people keep.
struct ScheduleRoutes {
    let store: any Store
    let pool: PlanningPool

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .post("terms/:term/schedules/search", use: search)
            .get("me/schedules", use: list)
            .post("me/schedules", use: keep)
            .get("me/schedules/:schedule", use: show)
            .patch("me/schedules/:schedule", use: edit)
            .delete("me/schedules/:schedule", use: delete)
            .post("me/schedules/:schedule/adopt", use: adopt)
    }

    /// Runs on the pool's threads; ends early when the client goes away. Streams how far it is to who accepts
    /// `text/event-stream`.
    func search(_ request: Request, context: AppContext) async throws -> Response {
        let caller = try context.requireCaller()
        let term = try context.path("term")
        let wanted = try await request.decode(as: ScheduleSearch.self, context: context).validated()
        let plan = try SchedulePlan(wanted, courses: try await store.plannable(wanted.courseNames, in: term))
        let search = ScheduleRun(plan: plan, place: try pool.enter(caller.account), pool: pool, channel: context.channel)
        if request.accepts("text/event-stream") { return search.stream }
        return try JSONBody.response(try await search.answer())
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Schedule> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return try Page(of: try await store.schedules(of: caller.account), page, by: \.id.description)
    }

    func keep(_ request: Request, context: AppContext) async throws -> EditedResponse<Schedule> {
        let caller = try context.requireCaller()
        let new = try await request.decode(as: NewSchedule.self, context: context).validated()
        let (schedule, created) = try await store.keep(new, by: caller.account)
        return EditedResponse(
            status: created ? .created : .ok,
            headers: .revision(schedule.rev, location: created ? "/v1/me/schedules/\(schedule.id)" : nil), response: schedule)
    }

    /// One's own, or a shared one; as a calendar file where the path ends in `.ics`.
    func show(_ request: Request, context: AppContext) async throws -> Response {
        let caller = try context.requireCaller()
        let name = try context.path("schedule")
        let isCalendar = name.hasSuffix(".ics")
        guard let id = Schedule.ID(isCalendar ? String(name.dropLast(4)) : name) else {
            throw DomainError.notFound("schedule \(name.prefix(64))")
        }
        let schedule = try await store.schedule(id, by: caller.account)
        guard isCalendar else {
            var response = try JSONBody.response(schedule)
            response.headers[.eTag] = Revision.tag(schedule.rev)
            return response
        }
        return CalendarFile(schedule, try await courses(of: schedule), term: try await term(schedule.term)).response
    }

    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<Schedule> {
        let caller = try context.requireCaller()
        let id: Schedule.ID = try context.identifier("schedule", of: "schedule")
        let patch = try await request.decode(as: SchedulePatch.self, context: context).validated()
        let schedule = try await store.edit(id, with: patch, ifRev: Revision.demanded(by: request), by: caller.account)
        return EditedResponse(headers: .revision(schedule.rev), response: schedule)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let id: Schedule.ID = try context.identifier("schedule", of: "schedule")
        try await store.delete(id, ifRev: Revision.demanded(by: request), by: caller.account)
        return .noContent
    }

    /// Enrolls in all sections of a timetable, or in none. Answers with every enrollment held afterwards.
    func adopt(_ request: Request, context: AppContext) async throws -> Page<Enrollment> {
        let caller = try context.requireCaller()
        let schedule = try await store.schedule(try context.identifier("schedule", of: "schedule"), by: caller.account)
        return Page(items: try await store.enroll(caller.account, in: schedule.sections))
    }

    private func term(_ id: Term.ID) async throws -> Term {
        guard let term = try await store.terms().first(where: { $0.id == id }) else { throw DomainError.notFound("term \(id)") }
        return term
    }

    private func courses(of schedule: Schedule) async throws -> [(course: Course, section: Section)] {
        let courses = try await store.courses(withSections: schedule.sections)
        return schedule.sections.compactMap { id in
            courses.lazy.compactMap { course in course.sections.first { $0.id == id }.map { (course, $0) } }.first
        }
    }
}

extension ScheduleSearch {
    /// Every course named, with the field that names it.
    var courseNames: [(field: String, name: String)] {
        courses.enumerated().map { ("courses.\($0)", $1) }
            + (anyOf ?? []).enumerated().flatMap { index, group in
                group.courses.enumerated().map { ("anyOf.\(index).courses.\($0)", $1) }
            }
    }
}
