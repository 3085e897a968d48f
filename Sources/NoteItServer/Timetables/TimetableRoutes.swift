import Hummingbird
import NoteItCore

/// The search for timetables, and the timetables that people keep. The contract calls a kept timetable a schedule.
struct TimetableRoutes {
    let store: any Store
    let pool: PlanningPool
    /// The rule of courses whose staff chose none.
    let standard: JoiningRule

    var routes: Routes {
        Routes()
            .post("/v1/terms/:term/schedules/search", limit: .timetables, use: search)
            .get("/v1/terms/:term/schedules/picture", token: .read(.everywhere), use: picture)
            .get("/v1/me/schedules", token: .read(.everywhere), use: list)
            .post("/v1/me/schedules", limit: .own, use: keep)
            .get("/v1/me/schedules/:schedule", token: .read(.everywhere), use: show)
            .patch("/v1/me/schedules/:schedule", limit: .own, use: edit)
            .delete("/v1/me/schedules/:schedule", limit: .own, use: delete)
            .post("/v1/me/schedules/:schedule/adopt", limit: .own, use: adopt)
    }

    /// Runs on the pool's threads, and ends early when the client goes away. Streams its progress to a client that accepts
    /// `text/event-stream`.
    func search(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, term) = try (context.requireCaller(), context.termID())
        let wanted = try await request.decode(as: TimetableSearch.self, context: context).validated()
        let courses = try await store.plannable(wanted.courseNames, in: term)
        let median = wanted.unknown == .median ? try await store.medianScore(of: term) : MedianScore(rating: nil, grade: nil)
        let problem = try TimetableProblem(
            wanted, courses: courses, travelTimes: try await store.travelTimes(), unknown: median)
        let run = TimetableRun(
            problem: problem, permit: try pool.permit(for: caller.account), pool: pool, channel: context.channel)
        if request.accepts("text/event-stream") { return run.stream }
        return try JSONBody.response(try await run.answer())
    }

    /// Sections of a term as a picture, whether they are kept or not. As many as a timetable has: each brings its whole course.
    func picture(_ request: Request, context: AppContext) async throws -> Response {
        let query = try request.query()
        let (crns, title) = try ((query.text("crns") ?? "").split(separator: ","), query.text("title") ?? "Timetable")
        guard crns.count <= SavedTimetable.mostSections else {
            throw DomainError.invalid("crns", "must list at most \(SavedTimetable.mostSections) CRNs, not \(crns.count)")
        }
        let term = try await store.term(try context.termID()).id
        let sections = crns.map { Section.ID(term: term, crn: String($0)) }.uniqued
        let courses = try await store.courses(withSections: sections)
        return .picture(WeekOfClasses(sections.found(in: courses)).svg(title: title))
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<SavedTimetable> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return try Page(of: try await store.timetables(of: caller.account), page, by: \.id.description)
    }

    func keep(_ request: Request, context: AppContext) async throws -> EditedResponse<SavedTimetable> {
        let new = try await request.decode(as: NewTimetable.self, context: context).validated()
        let (timetable, created) = try await store.keep(new, by: context.account())
        return EditedResponse(timetable, created: created, at: "/v1/me/schedules/\(timetable.id)")
    }

    /// The caller's own timetable, or a shared one; as a calendar file if the path ends in `.ics`.
    func show(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, name) = try (context.requireCaller(), context.path("schedule"))
        let isCalendar = name.hasSuffix(".ics")
        guard let id = SavedTimetable.ID(isCalendar ? String(name.dropLast(4)) : name) else {
            throw DomainError.notFound("schedule \(name.prefix(64))")
        }
        let timetable = try await store.timetable(id, by: caller.account)
        guard isCalendar else { return try EditedResponse(timetable).response(from: request, context: context) }
        let courses = try await store.courses(withSections: timetable.sections)
        return CalendarFile(timetable, courses, term: try await store.term(timetable.term)).response
    }

    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<SavedTimetable> {
        let (caller, id) = try (context.requireCaller(), context.identifier("schedule") as SavedTimetable.ID)
        let patch = try await request.decode(as: TimetablePatch.self, context: context).validated()
        return EditedResponse(try await store.edit(id, with: patch, ifRev: Revision.demanded(by: request), by: caller.account))
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, id) = try (context.requireCaller(), context.identifier("schedule") as SavedTimetable.ID)
        try await store.delete(id, ifRev: Revision.demanded(by: request), by: caller.account)
        return .noContent
    }

    /// Enrolls in the sections of a timetable, as `EnrollmentRoutes` does, and leaves those that the body lists. Answers with every
    /// enrollment held afterwards.
    func adopt(_ request: Request, context: AppContext) async throws -> EnrollmentList {
        let caller = try context.requireCaller()
        let timetable = try await store.timetable(try context.identifier("schedule"), by: caller.account)
        let hasBody = [.contentType, .contentLength, .transferEncoding].contains {
            request.headers[$0].map { $0 != "0" } ?? false
        }
        let wanted = hasBody ? try await request.decode(as: Adoption.self, context: context) : Adoption()
        let drop = try wanted.validated(for: timetable).drop ?? []
        return try await store.enroll(caller.account, in: timetable.sections, dropping: drop, standard: standard).list
    }
}

extension TimetableSearch {
    /// Every named course, with the field that names it.
    var courseNames: [(field: String, name: String)] {
        courses.enumerated().map { ("courses.\($0)", $1) }
            + (anyOf ?? []).enumerated().flatMap { index, group in
                group.courses.enumerated().map { ("anyOf.\(index).courses.\($0)", $1) }
            }
    }
}
