import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Writes the changes of the log as lines.
struct ChangeReport {
    let work: Workplace
    /// Empty: of all courses.
    let courses: Set<Course.ID>
    /// What this watcher has heard of: other processes bring the local copy further in their own time.
    private var heard = Heard()
    private var hasConnected = false

    struct Heard {
        var events: [Event.ID: Event] = [:]
        var replies: [Reply.ID: Reply] = [:]

        mutating func take(_ change: Change) {
            switch change {
            case .upsert(.event(let event), _): events[event.id] = event
            case .upsert(.reply(let reply), _): replies[reply.id] = reply
            case .remove(.event, let id): Event.ID(id).map { events[$0] = nil }
            case .remove(.reply, let id): Reply.ID(id).map { replies[$0] = nil }
            default: break
            }
        }
    }

    init(work: Workplace, courses: Set<Course.ID>) {
        self.work = work
        self.courses = courses
    }

    private var names: String {
        courses.isEmpty ? "all your courses" : courses.map(code(ofCourse:)).sorted().joined(separator: ", ")
    }

    /// Takes what stands in the local copy for heard.
    mutating func hearCopy() async throws {
        for event in try await work.copy.agenda().flatMap(\.events) {
            heard.events[event.id] = event
            guard event.replyCount > 0, let thread = try await work.copy.thread(event.id) else { continue }
            for reply in thread.replies { heard.replies[reply.id] = reply }
        }
    }

    mutating func tell(_ element: ChangeStream.Element) async throws {
        switch element {
        case .changes(let batch): try await tell(batch)
        case .at: break
        case .state(let state):
            tell(state)
            // A new snapshot stands in the copy when the connection after an expiry is there.
            if case .expired = state { heard = Heard() }
            if case .connected = state, heard.events.isEmpty { try await hearCopy() }
        }
    }

    private mutating func tell(_ batch: ChangeBatch) async throws {
        for received in batch.changes {
            let subject = try await subject(of: received.change)
            defer { heard.take(received.change) }
            guard courses.isEmpty || subject.course.map(courses.contains) ?? false else { continue }
            switch work.console.form {
            case .json:
                let line = "{\"change\":\(received.json),\"cursor\":\"\(batch.to)\"}"
                work.console.raw((Console.outputIsTerminal ? line.terminalSafeJSON : line) + "\n")
            case .plain:
                if let line = try await line(received.change, subject) { work.console.row(line.fields) }
            case .pretty:
                if let line = try await line(received.change, subject) {
                    work.console.out(line.styled(width: work.console.width))
                }
            }
        }
    }

    private mutating func tell(_ state: ChangeStream.State) {
        switch state {
        case .connected: break
        case .caughtUp(let changes):
            let news = changes == 0 ? "nothing missed" : "caught up with \(changes) change\(changes == 1 ? "" : "s")"
            let start = "watching \(names)" + (changes == 0 ? "; Ctrl-C ends it" : ", " + news)
            work.console.say(Styled(hasConnected ? "back in step, " + news : start, .faint))
            hasConnected = true
        case .reconnecting(1, _, let why): work.console.say(Styled("connection lost (\(why.reason)): reconnecting", .warning))
        case .reconnecting(_, let pause, _):
            work.console.say(Styled("server not reached: next try in \(pause.inWords)", .warning))
        case .expired(let reason):
            if work.console.form == .json { work.console.raw("{\"expired\":\"\(reason.rawValue)\"}\n") }
            work.console.say(Styled("that place in the server's log is gone (\(reason.rawValue))", .warning))
        }
    }

    /// What a change is about, as far as it is known here.
    struct Subject {
        var course: Course.ID?
        var event: Event?
        /// Event and reply as this watcher last heard of them.
        var eventBefore: Event?
        var replyBefore: Reply?
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
        case .remove(.course, let id): return Subject(course: id)
        case .scopeGranted(let course, _), .scopeRevoked(let course, _): return Subject(course: course)
        case .upsert(.notification(let notification), _):
            let event = try await notification.event.asyncMap { try await self.event($0) }
            return Subject(course: notification.course, event: event)
        case .upsert(.seatWatch(let watch), _): return Subject(course: watch.course)
        case .upsert(.removal(let removal), _): return Subject(course: removal.course)
        case .upsert(.account, _), .upsert(.mark, _), .upsert(.preferences, _), .remove, .unknown: return Subject()
        }
    }

    private func event(_ id: Event.ID) async throws -> Event? {
        if let event = heard.events[id] { return event }
        return try await work.copy.thread(id)?.event
    }

    /// Nil for what is no news to a person.
    private func line(_ change: Change, _ subject: Subject) async throws -> ChangeLine? {
        let clock = try await work.clock(term: subject.course.map(term))
        return ChangeLine(
            change, event: subject.event, before: subject.eventBefore, replyBefore: subject.replyBefore,
            sectionCode: try await sectionCode(of: change, subject), reader: try? work.account().id,
            alias: try await subject.event.asyncMap { try await work.copy.mark(of: $0.id)?.alias },
            clock: DueText(now: Date(), timeZone: clock.timeZone), unicode: work.console.unicode)
    }

    private func sectionCode(of change: Change, _ subject: Subject) async throws -> String? {
        let id: Section.ID? =
            switch change {
            case .scopeGranted(_, let section), .scopeRevoked(_, let section): section
            default: nil
            }
        guard let id, let course = subject.course else { return nil }
        return try await work.copy.course(course)?.sections.first { $0.id == id }?.code
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        if let self { try await transform(self) } else { nil }
    }
}

extension Duration {
    fileprivate var inWords: String { String(format: "%.1f s", self / .seconds(1)) }
}

extension ClientError {
    /// Without the sentence around it.
    fileprivate var reason: String {
        if case .unreachable(let why) = self { why } else { description }
    }
}
