import Foundation
import Hummingbird
import NoteItCore

/// Study time: settings, the plan and its blocks, and what was studied.
struct StudyRoutes {
    let store: any Store
    let service: StudyService
    let now: @Sendable () -> Date

    var routes: Routes {
        Routes()
            .post("/v1/study/preview", limit: .previews, use: preview)
            .get("/v1/me/study-settings", token: .read(.everywhere), use: settings)
            .put("/v1/me/study-settings", limit: .own, use: setSettings)
            .get("/v1/me/study-timetable", token: .read(.everywhere), use: timetable)
            .get("/v1/me/study-timetable/picture", token: .read(.everywhere), use: picture)
            .patch("/v1/me/study-blocks/:block", limit: .own, use: editBlock)
            .get("/v1/me/study-stats", token: .read(.everywhere), use: stats)
            .get("/v1/courses/:course/load", use: load)
    }

    /// Runs on the pool's threads. Its search stops after counted steps, so that the same request has the same answer.
    func preview(_ request: Request, context: AppContext) async throws -> StudyPlan {
        let caller = try context.requireCaller()
        let wanted = try await request.decode(as: StudyPreview.self, context: context)
        let result = try await service.run(for: caller.account, on: context.channel) { budget in
            Result { try PreviewProblem(wanted).answer(steps: StudyService.steps, isOver: budget.isOver) }
        }
        return try result.get()
    }

    func settings(_ request: Request, context: AppContext) async throws -> StudySettings {
        try await store.studySettings(of: context.account())
    }

    func setSettings(_ request: Request, context: AppContext) async throws -> StudySettings {
        let account = try context.account()
        let settings = try await request.decode(as: StudySettings.self, context: context).validated()
        let stored = try await store.setStudySettings(settings, of: account)
        service.wake(account)
        return stored
    }

    func timetable(_ request: Request, context: AppContext) async throws -> StudyPlan {
        let (account, query) = try (context.account(), request.query())
        return try await service.timetable(
            of: account, from: query.day("from"), to: query.day("to"), on: context.channel)
    }

    /// Seven days as a picture. The plan comes as for `timetable`, with the same turns and limits.
    func picture(_ request: Request, context: AppContext) async throws -> Response {
        let (account, query) = try (context.account(), request.query())
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        let today = Day(now(), in: zone)
        let first = try query.day("from") ?? today.adding(days: -today.weekday)
        // A block may have begun the day before. Before the first of all days there is none.
        let plan = try await service.timetable(
            of: account, from: min(first.adding(days: -1), first), to: first.endOfSpan, on: context.channel)
        let start = first.start(in: zone)
        return .picture(StudyPicture(plan.blocks.filter { $0.end > start }, from: first, zone: zone).svg)
    }

    func editBlock(_ request: Request, context: AppContext) async throws -> StudyPlan.Block {
        let (account, id) = try (context.account(), context.path("block"))
        let patch = try await request.decode(as: StudyBlockPatch.self, context: context)
        let old = try await store.studyBlock(id, by: account)
        let block = try patch.applied(to: old)
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        if let fault = StudyHorizon(at: now(), in: zone).fault(of: block, from: old) {
            throw DomainError.invalid("start", fault)
        }
        // Writing what was read would take back what another request changed meanwhile.
        if block != old {
            try await store.edit(id, to: block, by: account)
            service.wake(account)
        }
        let shown = block.shown(onDayFrom: Day(now(), in: zone).start(in: zone))
        guard let id = block.task.flatMap(StudyTask.ID.init) else { return shown }
        return PlanNames([try await store.task(id, by: account)]).naming(shown)
    }

    /// The statistics from `from` to `to`, by default of the four weeks up to today.
    func stats(_ request: Request, context: AppContext) async throws -> StudyStats {
        let (account, query) = try (context.account(), request.query())
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        let to = try query.day("to") ?? Day(now(), in: zone)
        let from = try query.day("from") ?? to.adding(days: -27)
        try to.requireSpan(from: from, mostDays: StudyPreview.mostDays)
        return try await store.studyStats(of: account, from: from, to: to)
    }

    /// The load of a course from `from` to `to`, by default of a week from today.
    func load(_ request: Request, context: AppContext) async throws -> CourseLoad {
        let (account, course, query) = try (context.account(), context.courseID(), request.query())
        let zone = try await store.term(try await store.course(course).term).zone
        let from = try query.day("from") ?? Day(now(), in: zone)
        let to = try query.day("to") ?? from.endOfSpan
        try to.requireSpan(from: from, mostDays: CourseLoad.mostDays)
        return try await store.load(of: course, from: from, to: to, by: account)
    }
}
