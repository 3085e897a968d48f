import NoteItClient
import NoteItCore
import NoteItTerminal

/// The events, replies, degree plans, comments, calendars and tasks that a watcher has heard of. The local copy is no help:
/// other processes update it at any time.
struct ChangeMemory {
    private let context: CommandContext
    private var events: [Event.ID: Event] = [:]
    private var replies: [Reply.ID: Reply] = [:]
    private var plans: [DegreePlan.ID: DegreePlan] = [:]
    private var comments: [PlanReply.ID: PlanReply] = [:]
    private var personal: [PersonalEvent.ID: PersonalEvent] = [:]
    private var imports: [CalendarImport.ID: CalendarImport] = [:]
    private var tasks: [StudyTask.ID: StudyTask] = [:]

    /// Whether it knows all that the reader could see: what it does not know is new to them.
    private var knowsAll = false

    init(_ context: CommandContext) { self.context = context }

    var isEmpty: Bool { events.isEmpty }

    /// Takes what the local copy has.
    mutating func hearCopy() async throws {
        knowsAll = true
        for event in try await context.copy.personalEvents() { personal[event.id] = event }
        for source in try await context.copy.calendarImports() { imports[source.id] = source }
        for task in try await context.copy.tasks() { tasks[task.id] = task }
        for plan in try await context.copy.degreePlans() {
            plans[plan.id] = plan
            for comment in try await context.copy.replies(toPlan: plan.id) { comments[comment.id] = comment }
        }
        for event in try await context.copy.agenda().flatMap(\.events) {
            events[event.id] = event
            guard event.replyCount > 0, let thread = try await context.copy.thread(event.id) else { continue }
            for reply in thread.replies { replies[reply.id] = reply }
        }
    }

    mutating func record(_ change: Change) {
        switch change {
        case .upsert(.event(let event), _): events[event.id] = event
        case .upsert(.reply(let reply), _): replies[reply.id] = reply
        case .upsert(.degreePlan(let plan), _): plans[plan.id] = plan
        case .upsert(.planReply(let comment), _): comments[comment.id] = comment
        case .upsert(.personalEvent(let event), _): personal[event.id] = event
        case .upsert(.calendarImport(let source), _): imports[source.id] = source
        case .upsert(.task(let task), _): tasks[task.id] = task
        case .remove(.event, let id): Event.ID(id).map { events[$0] = nil }
        case .remove(.reply, let id): Reply.ID(id).map { replies[$0] = nil }
        case .remove(.degreePlan, let id): DegreePlan.ID(id).map { plans[$0] = nil }
        case .remove(.planReply, let id): PlanReply.ID(id).map { comments[$0] = nil }
        case .remove(.personalEvent, let id): PersonalEvent.ID(id).map { personal[$0] = nil }
        case .remove(.calendarImport, let id): CalendarImport.ID(id).map { imports[$0] = nil }
        case .remove(.task, let id): StudyTask.ID(id).map { tasks[$0] = nil }
        default: break
        }
    }

    /// The changes of posts that turn `old` into this memory, as after a restored backup, in which the log has none of them.
    func changes(since old: ChangeMemory) -> [Change] {
        let lostReplies = old.replies.values.filter { replies[$0.id] == nil && events[$0.event] != nil }
        let lostEvents = old.events.values.filter { events[$0.id] == nil }
        let newEvents = events.values.filter { old.events[$0.id]?.rev != $0.rev }.sorted { $0.number < $1.number }
        let newReplies = replies.values.filter { old.replies[$0.id]?.rev != $0.rev }.sorted { $0.number < $1.number }
        var changes: [Change] = lostReplies.sorted { $0.number < $1.number }.map { .remove(.reply, id: $0.id.description) }
        changes += lostEvents.sorted { $0.number < $1.number }.map { .remove(.event, id: $0.id.description) }
        changes += newEvents.map { .upsert(.event($0), rev: $0.rev) }
        changes += newReplies.map { .upsert(.reply($0), rev: $0.rev) }
        return changes
    }

    /// What is known around a change that was not taken yet.
    func context(of change: Change) async throws -> ChangeContext {
        var known = try await subject(of: change)
        known.knowsAll = knowsAll
        known.sectionCode = try await sectionCode(of: change)
        known.alias = try await known.event.asyncMap { try await context.copy.mark(of: $0.id)?.alias }
        return known
    }

    private func subject(of change: Change) async throws -> ChangeContext {
        switch change {
        case .upsert(let body, _): try await upserted(body)
        case .remove(let type, let id): try await removed(type, id)
        case .scopeGranted(let course, _), .scopeRevoked(let course, _): ChangeContext(course: course)
        case .unknown: ChangeContext()
        }
    }

    private func upserted(_ body: Change.Body) async throws -> ChangeContext {
        switch body {
        case .event(let event):
            return ChangeContext(course: event.course, event: event, eventBefore: events[event.id])
        case .reply(let reply):
            let event = try await event(reply.event)
            return ChangeContext(course: event?.course, event: event, replyBefore: replies[reply.id])
        case .notification(let notification):
            return ChangeContext(
                course: notification.course, event: try await notification.event.asyncMap { try await event($0) },
                plan: try await notification.plan.asyncMap { try await plan($0) },
                comment: try await notification.reply.asyncMap { try await comment($0) })
        case .enrollment(let enrollment): return ChangeContext(course: enrollment.course)
        case .course(let course): return ChangeContext(course: course.id)
        case .seatWatch(let watch): return ChangeContext(course: watch.course)
        case .removal(let removal): return ChangeContext(course: removal.course)
        case .degreePlan(let plan): return ChangeContext(plan: plans[plan.id])
        case .planReply(let comment):
            return ChangeContext(plan: try await plan(comment.plan), commentBefore: comments[comment.id])
        case .personalEvent(let event): return ChangeContext(personalBefore: personal[event.id])
        case .calendarImport(let source): return ChangeContext(importBefore: imports[source.id])
        case .task(let task): return ChangeContext(course: task.course, taskBefore: tasks[task.id])
        case .record, .account, .mark, .preferences, .studySettings, .studyPlan: return ChangeContext()
        }
    }

    private func removed(_ type: ChangeType, _ id: String) async throws -> ChangeContext {
        switch type {
        case .event:
            let event = try await Event.ID(id).asyncMap { try await self.event($0) }
            return ChangeContext(course: event?.course, event: event, eventBefore: event)
        case .reply:
            let reply = Reply.ID(id).flatMap { replies[$0] }
            let event = try await reply.asyncMap { try await self.event($0.event) }
            return ChangeContext(course: event?.course, event: event, replyBefore: reply)
        case .course: return ChangeContext(course: Course.ID(id))
        case .degreePlan: return ChangeContext(plan: DegreePlan.ID(id).flatMap { plans[$0] })
        case .planReply:
            let comment = PlanReply.ID(id).flatMap { comments[$0] }
            return ChangeContext(plan: try await comment.asyncMap { try await plan($0.plan) }, commentBefore: comment)
        case .task:
            let task = StudyTask.ID(id).flatMap { tasks[$0] }
            return ChangeContext(course: task?.course, taskBefore: task)
        case .personalEvent: return ChangeContext(personalBefore: PersonalEvent.ID(id).flatMap { personal[$0] })
        case .calendarImport: return ChangeContext(importBefore: CalendarImport.ID(id).flatMap { imports[$0] })
        default: return ChangeContext()
        }
    }

    private func plan(_ id: DegreePlan.ID) async throws -> DegreePlan? {
        if let plan = plans[id] { return plan }
        return try await context.copy.degreePlan(id)
    }

    private func comment(_ id: PlanReply.ID) async throws -> PlanReply? {
        if let comment = comments[id] { return comment }
        return try await context.copy.planReplies([id])[id]
    }

    private func event(_ id: Event.ID) async throws -> Event? {
        if let event = events[id] { return event }
        return try await context.copy.thread(id)?.event
    }

    private func sectionCode(of change: Change) async throws -> String? {
        switch change {
        case .scopeGranted(let course, let section?), .scopeRevoked(let course, let section?):
            try await context.copy.course(course)?.sections.first { $0.id == section }?.code
        default: nil
        }
    }
}
