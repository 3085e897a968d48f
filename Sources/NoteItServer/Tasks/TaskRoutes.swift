import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// The tasks of a person.
struct TaskRoutes {
    let store: any Store
    let service: StudyService
    let now: @Sendable () -> Date
    /// Marks the next time of a to-do that repeats as no task can: `RepeatingTodo.markNext`. Nil for any other task.
    let markNext: @Sendable (StudyTask.ID, _ minutes: Int?, Account.ID, any Channel) async throws -> StudyTask?

    /// How often an edit without `If-Match` is made again because the task changed meanwhile.
    private static let attempts = 5

    var routes: Routes {
        Routes()
            .get("/v1/me/tasks", token: .read(.everywhere), use: list)
            .post("/v1/me/tasks", limit: .own, use: create)
            .get("/v1/me/tasks/:task", token: .read(.everywhere), use: show)
            .patch("/v1/me/tasks/:task", limit: .own, use: edit)
            .delete("/v1/me/tasks/:task", limit: .own, use: delete)
            .post("/v1/me/tasks/:task/done", limit: .own, use: markDone)
    }

    /// Oldest first.
    func list(_ request: Request, context: AppContext) async throws -> Page<StudyTask> {
        let (account, query) = try (context.account(), request.query())
        let (wanted, page) = try (TaskQuery(query), query.page())
        let tasks = try await store.tasks(of: account)
        guard wanted != TaskQuery() else { return try Page(of: tasks, page, by: \.id.description) }
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        let rest = try Page(of: tasks, PageRequest(limit: .max, after: page.after), by: \.id.description).items
        let found = try await service.run(for: account, on: context.channel) { budget in
            TaskFilter(wanted, zone: zone).matching(rest, most: page.limit + 1, until: budget.isOver)
        }
        // The one more than a page tells whether another page follows.
        return try Page(of: found, PageRequest(limit: page.limit), by: \.id.description)
    }

    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<StudyTask> {
        let (account, query) = try (context.account(), request.query())
        let allowed = try query.allowsOverlap()
        let new = try await request.decode(as: NewStudyTask.self, context: context)
        if new.kind == .fixed {
            let inputs = try await store.studyInputs(of: account)
            _ = try new.validated(in: inputs.settings.zone ?? .gmt, at: now())
            let isKnown = inputs.tasks.contains { $0.id == new.id }
            if !allowed, !isKnown { try await requireFree(new, inputs, among: inputs.tasks, context) }
        } else {
            _ = try new.validated()
        }
        let (task, created) = try await store.addTask(new, by: account)
        service.wake(account)
        return EditedResponse(task, created: created, at: "/v1/me/tasks/\(task.id)")
    }

    /// The task; with `occurrence`, as it is at that occurrence.
    func show(_ request: Request, context: AppContext) async throws -> EditedResponse<StudyTask> {
        let (account, id) = try (context.account(), context.identifier("task") as StudyTask.ID)
        let occurrence = try request.query().occurrence()
        let task = try await store.task(id, by: account)
        guard let occurrence else { return EditedResponse(task) }
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        return EditedResponse(try TaskOccurrences(task, zone: zone).view(occurrence))
    }

    /// Answers with the task that has the change: with `occurrence`, it may be a new one.
    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<StudyTask> {
        let (account, id, query) = try (context.account(), context.identifier("task") as StudyTask.ID, request.query())
        let (occurrence, allowed) = try (query.occurrence(), query.allowsOverlap())
        let patch = try await request.decode(as: StudyTaskPatch.self, context: context)
        let edited = try await change(id, of: account, ifRev: Revision.demanded(by: request)) { task, zone in
            let change = try TaskOccurrences(task, zone: zone).editing(patch, occurrence)
            if let rest = change.task { _ = try rest.validated(in: zone, since: task, at: now()) }
            if let part = change.part { _ = try part.task.validated(in: zone, at: now()) }
            if !allowed { try await requireFree(change, from: task, occurrence, zone, context) }
            return change
        }
        guard let edited else { throw DomainError.notFound("task \(id)") }
        return EditedResponse(edited)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (account, id) = try (context.account(), context.identifier("task") as StudyTask.ID)
        let (occurrence, rev) = try (request.query().occurrence(), Revision.demanded(by: request))
        guard let occurrence else {
            try await store.delete(id, ifRev: rev, by: account)
            service.wake(account)
            return .noContent
        }
        try await change(id, of: account, ifRev: rev) { task, zone in
            let change = try TaskOccurrences(task, zone: zone).deleting(occurrence)
            if let rest = change.task { _ = try rest.validated(in: zone, since: task, at: now()) }
            return change
        }
        return .noContent
    }

    func markDone(_ request: Request, context: AppContext) async throws -> EditedResponse<StudyTask> {
        let (account, id) = try (context.account(), context.identifier("task") as StudyTask.ID)
        let mark = try await request.decode(as: TaskDone.self, context: context).validated()
        guard let start = mark.occurrence else { return try await self.mark(id, mark, by: account, context) }
        var patch = StudyTaskPatch()
        patch.done = mark.done
        let marking = patch
        let edited = try await change(id, of: account, ifRev: nil) { task, zone in
            let change = try TaskOccurrences(task, zone: zone).editing(marking, TaskOccurrence(start: start))
            // An occurrence of a series is as open as the series; only doing it splits it off.
            if change.part != nil, mark.done == task.done { return TaskChange(task: StudyTaskPatch().applied(to: task)) }
            if let rest = change.task { _ = try rest.validated(in: zone, since: task, at: now()) }
            return change
        }
        guard let edited else { throw DomainError.notFound("task \(id)") }
        guard let minutes = mark.minutes else { return EditedResponse(edited) }
        return try await self.mark(edited.id, TaskDone(done: edited.done, minutes: minutes), by: account, context)
    }

    private func mark(
        _ id: StudyTask.ID, _ mark: TaskDone, by account: Account.ID, _ context: AppContext
    ) async throws -> EditedResponse<StudyTask> {
        defer { service.wake(account) }
        if mark.done, let done = try await markNext(id, mark.minutes, account, context.channel) { return EditedResponse(done) }
        return EditedResponse(try await store.mark(id, mark, by: account))
    }

    /// Makes a change to the newest revision of a task. Returns the task that has it; nil if it was deleted.
    /// - Parameters: `rev`: the revision that the client demands; nil: any; `make`: takes the task, and the settings' time zone.
    @discardableResult
    private func change(
        _ id: StudyTask.ID, of account: Account.ID, ifRev rev: Int?,
        _ make: (StudyTask, TimeZone) async throws -> TaskChange
    ) async throws -> StudyTask? {
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        for attempt in 1...Self.attempts {
            let task = try await store.task(id, by: account)
            let change = try await make(task, zone)
            do {
                defer { service.wake(account) }
                guard let new = change.task else {
                    try await store.delete(id, ifRev: rev ?? task.rev, by: account)
                    return nil
                }
                let parts = change.part.map { [$0] } ?? []
                let edited = try await store.edit(
                    id, to: new, done: change.done, adding: parts, ifRev: rev ?? task.rev, by: account)
                return edited.parts.first ?? edited.task
            } catch DomainError.stale where rev == nil && attempt < Self.attempts {
                continue
            }
        }
        throw DomainError.stale
    }

    /// A change that moves nothing is free, without a look at other tasks. Throws `.overlaps`.
    private func requireFree(
        _ change: TaskChange, from task: StudyTask, _ occurrence: TaskOccurrence?, _ zone: TimeZone, _ context: AppContext
    ) async throws {
        guard let new = change.part?.task ?? change.task else { return }
        let old = change.part == nil ? task : try TaskOccurrences(task, zone: zone).cut(occurrence).part
        guard new.kind == .fixed,
            (new.kind, new.start, new.end) != (old.kind, old.start, old.end) || new.recurrence?.rule != old.recurrence?.rule
        else { return }
        let inputs = try await store.studyInputs(of: context.account())
        var others = inputs.tasks.filter { $0.id != task.id }
        if change.part != nil, let rest = change.task {
            var series = task
            series.recurrence = rest.recurrence
            others.append(series)
        }
        try await requireFree(new, inputs, among: others, context)
    }

    /// Throws `.overlaps`.
    private func requireFree(
        _ new: NewStudyTask, _ inputs: StudyInputs, among others: [StudyTask], _ context: AppContext
    ) async throws {
        let overlaps = try await service.run(for: context.account(), on: context.channel) { budget in
            FixedTimes(inputs).overlaps(of: new, among: others, now: now(), until: budget.isOver)
        }
        if !overlaps.isEmpty { throw DomainError.overlaps(overlaps) }
    }
}

extension Query {
    private enum Overlap: String, CaseIterable { case allow }

    /// `?overlap=allow`.
    fileprivate func allowsOverlap() throws -> Bool { try choice("overlap") as Overlap? == .allow }

    /// `?occurrence=&following=`.
    fileprivate func occurrence() throws -> TaskOccurrence? {
        let following = try flag("following") ?? false
        guard let start = try time("occurrence") else {
            if following { throw DomainError.invalid("occurrence", "must be there: the occurrence to begin with") }
            return nil
        }
        return TaskOccurrence(start: start, following: following)
    }
}

extension TaskQuery {
    fileprivate init(_ query: Query) throws {
        self.init(
            from: try query.day("from"), to: try query.day("to"), done: try query.flag("done"),
            course: try query.text("course").map { Course.ID($0) }, kind: try query.choice("kind"))
        if let from, let to { try to.requireSpan(from: from) }
    }
}
