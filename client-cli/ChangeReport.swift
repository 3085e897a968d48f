import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Writes the changes of the log as lines.
struct ChangeReport {
    let work: Workplace
    /// Empty: of all courses.
    let courses: Set<Course.ID>

    func tell(_ element: ChangeStream.Element) async throws {
        switch element {
        case .changes(let batch): try await tell(batch)
        case .at: break
        case .state(let state): tell(state)
        }
    }

    private func tell(_ batch: ChangeBatch) async throws {
        for (index, received) in batch.changes.enumerated() {
            let subject = try await subject(of: received.change)
            guard courses.isEmpty || subject.course.map(courses.contains) ?? false else { continue }
            switch work.console.form {
            case .json:
                let cursor = index == batch.changes.count - 1 ? batch.to : batch.from
                let line = "{\"change\":\(received.json),\"cursor\":\"\(cursor)\"}"
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

    private func tell(_ state: ChangeStream.State) {
        switch state {
        case .connected: break
        case .caughtUp(let changes):
            let news = changes == 0 ? "nothing missed" : "\(changes) change\(changes == 1 ? "" : "s") made up for"
            work.console.say(Styled("watching: in step, \(news)", .faint))
        case .reconnecting(let attempt, let pause, let why):
            if attempt == 1 { work.console.say(Styled("watching: connection lost (\(why.reason)); reconnecting", .warning)) }
            if attempt > 1 { work.console.say(Styled("watching: not reached; next try in \(pause.inWords)", .warning)) }
        case .expired:
            work.console.say(Styled("watching: the server's log began anew; starting from what is there now", .warning))
        }
    }

    /// What a change is about, as far as it is known here.
    struct Subject {
        var course: Course.ID?
        var event: Event?
        /// As it was before the change.
        var reply: Reply?
    }

    private func subject(of change: Change) async throws -> Subject {
        switch change {
        case .upsert(.event(let event), _):
            return Subject(course: event.course, event: try await work.copy.thread(event.id)?.event)
        case .upsert(.reply(let reply), _):
            let event = try await work.copy.thread(reply.event)?.event
            return Subject(course: event?.course, event: event, reply: try await work.copy.reply(reply.id))
        case .upsert(.enrollment(let enrollment), _): return Subject(course: enrollment.course)
        case .upsert(.course(let course), _): return Subject(course: course.id)
        case .upsert(.account, _): return Subject()
        case .remove(.event, let id):
            let event = try await Event.ID(id).asyncMap { try await work.copy.thread($0)?.event }
            return Subject(course: event?.course, event: event)
        case .remove(.reply, let id):
            let reply = try await Reply.ID(id).asyncMap { try await work.copy.reply($0) }
            let event = try await reply.asyncMap { try await work.copy.thread($0.event)?.event }
            return Subject(course: event?.course, event: event, reply: reply)
        case .remove(.course, let id): return Subject(course: id)
        case .scopeGranted(let course, _), .scopeRevoked(let course, _): return Subject(course: course)
        case .remove, .unknown: return Subject()
        }
    }

    /// Nil for what is no news to a person.
    private func line(_ change: Change, _ subject: Subject) async throws -> ChangeLine? {
        let clock = try await work.clock(term: subject.course.map(term))
        let section = try await sectionCode(of: change, subject)
        return ChangeLine(
            change, event: subject.event, reply: subject.reply, sectionCode: section, reader: try? work.account().id,
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
