import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Writes changes of the log, a line for each.
struct ChangeReport {
    let context: CommandContext
    /// Empty means all courses.
    let courses: Set<Course.ID>
    /// The events, replies, degree plans, comments, calendars and tasks that this watcher knows. The local copy is no help: other processes update it at any time.
    private var heard = Heard()
    private var hasConnected = false
    private let isQuiet: Bool
    private let desktop = DesktopAlert()
    private let status: StatusLine
    /// Whether each change by others is shown on the desktop, and rings the bell.
    var notifies = false
    var rings = false
    /// Whether changes come as they happen, and not as what was missed.
    private var isLive = false
    /// Whether a line says that the server is not reached.
    private var hasSaidLost = false
    /// When the events and replies that were shown changed.
    private var shown: [String: Date] = [:]

    struct Heard {
        var events: [Event.ID: Event] = [:]
        var replies: [Reply.ID: Reply] = [:]
        var plans: [DegreePlan.ID: DegreePlan] = [:]
        var comments: [PlanReply.ID: PlanReply] = [:]
        var personal: [PersonalEvent.ID: PersonalEvent] = [:]
        var imports: [CalendarImport.ID: CalendarImport] = [:]
        var tasks: [StudyTask.ID: StudyTask] = [:]

        mutating func take(_ change: Change) {
            switch change {
            case .upsert(.event(let event), _): events[event.id] = event
            case .upsert(.reply(let reply), _): replies[reply.id] = reply
            case .remove(.event, let id): Event.ID(id).map { events[$0] = nil }
            case .remove(.reply, let id): Reply.ID(id).map { replies[$0] = nil }
            case .upsert(.degreePlan(let plan), _): plans[plan.id] = plan
            case .upsert(.planReply(let comment), _): comments[comment.id] = comment
            case .remove(.degreePlan, let id): DegreePlan.ID(id).map { plans[$0] = nil }
            case .remove(.planReply, let id): PlanReply.ID(id).map { comments[$0] = nil }
            case .upsert(.personalEvent(let event), _): personal[event.id] = event
            case .upsert(.calendarImport(let source), _): imports[source.id] = source
            case .upsert(.task(let task), _): tasks[task.id] = task
            case .remove(.task, let id): StudyTask.ID(id).map { tasks[$0] = nil }
            case .remove(.personalEvent, let id): PersonalEvent.ID(id).map { personal[$0] = nil }
            case .remove(.calendarImport, let id): CalendarImport.ID(id).map { imports[$0] = nil }
            default: break
            }
        }
    }

    /// - Parameter isQuiet: whether alerts leave out the bell.
    init(context: CommandContext, courses: Set<Course.ID>, isQuiet: Bool) {
        (self.context, self.courses, self.isQuiet) = (context, courses, isQuiet)
        status = StatusLine(context.console)
    }

    private var names: String {
        courses.isEmpty ? "all your courses" : courses.map(\.code).sorted().joined(separator: ", ")
    }

    /// Starts with the events, replies, degree plans, comments, calendars and tasks of the local copy.
    mutating func hearCopy() async throws {
        for event in try await context.copy.personalEvents() { heard.personal[event.id] = event }
        for source in try await context.copy.calendarImports() { heard.imports[source.id] = source }
        for task in try await context.copy.tasks() { heard.tasks[task.id] = task }
        for plan in try await context.copy.degreePlans() {
            heard.plans[plan.id] = plan
            for comment in try await context.copy.replies(toPlan: plan.id) { heard.comments[comment.id] = comment }
        }
        for event in try await context.copy.agenda().flatMap(\.events) {
            heard.events[event.id] = event
            guard event.replyCount > 0, let thread = try await context.copy.thread(event.id) else { continue }
            for reply in thread.replies { heard.replies[reply.id] = reply }
        }
    }

    mutating func tell(_ element: ChangeStream.Element) async throws {
        switch element {
        case .changes(let batch): try await tell(batch)
        case .at: break
        case .state(let state):
            tell(state)
            // After an expiry, the copy has a new snapshot once the stream is connected again.
            if case .expired = state { heard = Heard() }
            if case .connected = state, heard.events.isEmpty { try await hearCopy() }
        }
    }

    private mutating func tell(_ batch: ChangeBatch) async throws {
        for received in batch.changes {
            let subject = try await subject(of: received.change)
            defer { heard.take(received.change) }
            guard courses.isEmpty || subject.course.map(courses.contains) ?? false else { continue }
            alert(received.change)
            switch context.form {
            case .json:
                let object = "{\"change\":\(received.json),\"cursor\":\"\(batch.to)\"}"
                context.raw((Console.outputIsTerminal ? object.terminalSafeJSON : object) + "\n")
                if notifies || rings, let line = try await line(received.change, subject) { announce(line) }
            case .plain:
                guard let line = try await news(received.change, subject) else { continue }
                context.row(line.fields)
                announce(line)
            case .pretty:
                guard let line = try await news(received.change, subject) else { continue }
                context.out(line.lines(width: context.width))
                announce(line)
            }
        }
    }

    /// The line of a change; nil for a notification of what was shown already.
    private mutating func news(_ change: Change, _ subject: Subject) async throws -> ChangeLine? {
        guard let line = try await line(change, subject) else { return nil }
        switch change {
        case .upsert(.event(let event), _): shown[event.id.description] = event.editedAt ?? event.createdAt
        case .upsert(.reply(let reply), _): shown[reply.id.description] = reply.editedAt ?? reply.createdAt
        case .upsert(.notification(let notification), _) where notification.repeatsChange:
            let subject = notification.reply?.description ?? notification.event?.description
            if let at = subject.flatMap({ shown[$0] }), abs(at.timeIntervalSince(notification.createdAt)) < 1 { return nil }
        default: break
        }
        return line
    }

    /// Rings and shows a change by others, if asked to, while changes come as they happen.
    private func announce(_ line: ChangeLine) {
        guard isLive, !line.isOwn else { return }
        if rings { context.console.ring() }
        let who = line.who.isEmpty ? "" : "\(line.who.text): "
        if notifies { desktop.show(title: "\(line.name) \(line.verb.text)", words: who + (line.text + line.tail).text) }
    }

    /// Rings the bell and shows an alert on the desktop at the start and before the end of study. Those that come late, as after a
    /// lost connection, are only written.
    private func alert(_ change: Change) {
        guard !(notifies && rings), case .upsert(.notification(let notification), _) = change, notification.readAt == nil,
            let alert = notification.desktopAlert, Date().timeIntervalSince(notification.createdAt) < 300
        else { return }
        if !isQuiet { context.console.ring() }
        desktop.show(title: alert.title, text: alert.text)
    }

    private mutating func tell(_ state: ChangeStream.State) {
        switch state {
        case .connected: status.clear()
        case .caughtUp(let changes):
            (isLive, hasSaidLost) = (true, false)
            let news = changes == 0 ? "nothing missed" : "caught up with \(counted(changes, "change"))"
            let start = "watching \(names)" + (changes == 0 ? "; Ctrl-C ends it" : ", " + news)
            context.say(Styled(hasConnected ? "up to date again, " + news : start, .faint))
            hasConnected = true
        case .reconnecting(_, let pause, let why):
            isLive = false
            let news = hasConnected ? "connection lost" : "server not reached"
            if status.isShown {
                status.show("\(news): next try in \(pause.inWords) (\(why.reason))")
            } else if !hasSaidLost {
                context.say(Styled("\(news) (\(why.reason)): trying until it is back", .warning))
            }
            hasSaidLost = true
        case .expired(let reason):
            if context.form == .json { context.raw("{\"expired\":\"\(reason.rawValue)\"}\n") }
            status.clear()
            context.say(Styled("the cursor has expired (\(reason.rawValue))", .warning))
        }
    }

    /// The course and event of a change, as far as they are known.
    struct Subject {
        var course: Course.ID?
        var event: Event?
        /// The event and the reply as they were before the change.
        var eventBefore: Event?
        var replyBefore: Reply?
        /// The degree plan of the change and the comment on it, as they were before the change.
        var plan: DegreePlan?
        var commentBefore: PlanReply?
        /// The comment of which a notification tells.
        var comment: PlanReply?
        /// The personal event, the imported calendar and the task as they were before the change.
        var personalBefore: PersonalEvent?
        var importBefore: CalendarImport?
        var taskBefore: StudyTask?
    }

    private func subject(of change: Change) async throws -> Subject {
        switch change {
        case .upsert(.event(let event), _):
            return Subject(course: event.course, event: event, eventBefore: heard.events[event.id])
        case .upsert(.reply(let reply), _):
            let event = try await event(reply.event)
            return Subject(course: event?.course, event: event, replyBefore: heard.replies[reply.id])
        case .remove(.event, let id):
            let event = try await Event.ID(id).asyncMap { try await self.event($0) }
            return Subject(course: event?.course, event: event, eventBefore: event)
        case .remove(.reply, let id):
            let reply = Reply.ID(id).flatMap { heard.replies[$0] }
            let event = try await reply.asyncMap { try await self.event($0.event) }
            return Subject(course: event?.course, event: event, replyBefore: reply)
        case .upsert(.enrollment(let enrollment), _): return Subject(course: enrollment.course)
        case .upsert(.course(let course), _): return Subject(course: course.id)
        case .remove(.course, let id): return Subject(course: Course.ID(id))
        case .scopeGranted(let course, _), .scopeRevoked(let course, _): return Subject(course: course)
        case .upsert(.notification(let notification), _):
            let event = try await notification.event.asyncMap { try await self.event($0) }
            return Subject(
                course: notification.course, event: event, plan: try await notification.plan.asyncMap { try await plan($0) },
                comment: try await notification.reply.asyncMap { try await comment($0) })
        case .upsert(.seatWatch(let watch), _): return Subject(course: watch.course)
        case .upsert(.removal(let removal), _): return Subject(course: removal.course)
        case .upsert(.degreePlan(let plan), _): return Subject(plan: heard.plans[plan.id])
        case .upsert(.planReply(let comment), _):
            return Subject(plan: try await plan(comment.plan), commentBefore: heard.comments[comment.id])
        case .remove(.degreePlan, let id): return Subject(plan: DegreePlan.ID(id).flatMap { heard.plans[$0] })
        case .remove(.planReply, let id):
            let comment = PlanReply.ID(id).flatMap { heard.comments[$0] }
            return Subject(plan: try await comment.asyncMap { try await plan($0.plan) }, commentBefore: comment)
        case .upsert(.personalEvent(let event), _): return Subject(personalBefore: heard.personal[event.id])
        case .upsert(.calendarImport(let source), _): return Subject(importBefore: heard.imports[source.id])
        case .upsert(.task(let task), _): return Subject(course: task.course, taskBefore: heard.tasks[task.id])
        case .remove(.task, let id):
            let task = StudyTask.ID(id).flatMap { heard.tasks[$0] }
            return Subject(course: task?.course, taskBefore: task)
        case .remove(.personalEvent, let id):
            return Subject(personalBefore: PersonalEvent.ID(id).flatMap { heard.personal[$0] })
        case .remove(.calendarImport, let id):
            return Subject(importBefore: CalendarImport.ID(id).flatMap { heard.imports[$0] })
        case .upsert(.record, _), .upsert(.account, _), .upsert(.mark, _), .upsert(.preferences, _), .upsert(.studySettings, _),
            .upsert(.studyPlan, _), .remove, .unknown:
            return Subject()
        }
    }

    private func plan(_ id: DegreePlan.ID) async throws -> DegreePlan? {
        if let plan = heard.plans[id] { return plan }
        return try await context.copy.degreePlan(id)
    }

    private func comment(_ id: PlanReply.ID) async throws -> PlanReply? {
        if let comment = heard.comments[id] { return comment }
        return try await context.copy.planReplies([id])[id]
    }

    private func event(_ id: Event.ID) async throws -> Event? {
        if let event = heard.events[id] { return event }
        return try await context.copy.thread(id)?.event
    }

    /// Nil if the change is not news to a person.
    private func line(_ change: Change, _ subject: Subject) async throws -> ChangeLine? {
        let clock = try await context.clock(term: subject.course?.term)
        return ChangeLine(
            change, event: subject.event, before: subject.eventBefore, replyBefore: subject.replyBefore,
            plan: subject.plan, comment: subject.comment, commentBefore: subject.commentBefore,
            personalBefore: subject.personalBefore, importBefore: subject.importBefore, taskBefore: subject.taskBefore,
            sectionCode: try await sectionCode(of: change, subject),
            reader: try? context.account().id,
            alias: try await subject.event.asyncMap { try await context.copy.mark(of: $0.id)?.alias },
            clock: DueText(now: Date(), timeZone: clock.timeZone), unicode: context.console.unicode)
    }

    private func sectionCode(of change: Change, _ subject: Subject) async throws -> String? {
        let id: Section.ID? =
            switch change {
            case .scopeGranted(_, let section), .scopeRevoked(_, let section): section
            default: nil
            }
        guard let id, let course = subject.course else { return nil }
        return try await context.copy.course(course)?.sections.first { $0.id == id }?.code
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        if let self { try await transform(self) } else { nil }
    }
}

extension NoteItCore.Notification {
    /// Whether it tells only of a new event, a new reply or a moved date, which has a line of its own.
    fileprivate var repeatsChange: Bool { [.mention, .reply, .answer, .notice, .dueMoved].contains(kind) }
}

extension Duration {
    fileprivate var inWords: String { String(format: "%.1f s", self / .seconds(1)) }
}

extension ClientError {
    /// The cause alone, without a sentence around it.
    fileprivate var reason: String {
        if case .unreachable(let why) = self { why } else { description }
    }
}
