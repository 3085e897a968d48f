import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Writes changes of the log, a line for each.
struct ChangeReport {
    let context: CommandContext
    /// Empty means all courses.
    let courses: Set<Course.ID>
    private var memory: ChangeMemory
    /// What was known before the cursor expired.
    private var former: ChangeMemory?
    /// How many posts a new snapshot changed.
    private var setBack = 0
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

    /// - Parameter isQuiet: whether alerts leave out the bell.
    init(context: CommandContext, courses: Set<Course.ID>, isQuiet: Bool) {
        (self.context, self.courses, self.isQuiet) = (context, courses, isQuiet)
        memory = ChangeMemory(context)
        status = StatusLine(context.console)
    }

    private var names: String {
        courses.isEmpty ? "all your courses" : courses.map(\.name).sorted().joined(separator: ", ")
    }

    /// Starts with the subjects of the local copy.
    mutating func hearCopy() async throws { try await memory.hearCopy() }

    mutating func tell(_ element: ChangeStream.Element) async throws {
        switch element {
        case .changes(let batch): try await tell(batch)
        case .at: break
        case .state(let state):
            // After an expiry, the copy has a new snapshot once the stream is connected again.
            if case .connected = state, memory.isEmpty {
                try await hearCopy()
                if let former { try await tell(since: former) }
                former = nil
            }
            tell(state)
            if case .expired = state { (former, memory) = (memory, ChangeMemory(context)) }
        }
    }

    /// Tells what a new snapshot changed. For programs it is in the snapshot alone.
    private mutating func tell(since former: ChangeMemory) async throws {
        var former = former
        status.clear()
        for change in memory.changes(since: former) {
            let known = try await former.context(of: change)
            defer { former.record(change) }
            guard courses.isEmpty || known.course.map(courses.contains) ?? false else { continue }
            setBack += 1
            guard context.form != .json, let line = try await line(change, known) else { continue }
            if context.form == .plain { context.row(line.fields) } else { context.out(line.lines(width: context.width)) }
        }
    }

    private mutating func tell(_ batch: ChangeBatch) async throws {
        for received in batch.changes {
            let known = try await memory.context(of: received.change)
            defer { memory.record(received.change) }
            guard courses.isEmpty || known.course.map(courses.contains) ?? false else { continue }
            alert(received.change)
            switch context.form {
            case .json:
                let object = "{\"change\":\(received.json),\"cursor\":\"\(batch.to)\"}"
                context.raw((Console.outputIsTerminal ? object.terminalSafeJSON : object) + "\n")
                if notifies || rings, let line = try await line(received.change, known) { announce(line) }
            case .plain:
                guard let line = try await news(received.change, known) else { continue }
                context.row(line.fields)
                announce(line)
            case .pretty:
                guard let line = try await news(received.change, known) else { continue }
                context.out(line.lines(width: context.width))
                announce(line)
            }
        }
    }

    /// The line of a change; nil for a notification of what was shown already.
    private mutating func news(_ change: Change, _ known: ChangeContext) async throws -> ChangeLine? {
        guard let line = try await line(change, known) else { return nil }
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

    /// Rings the bell and shows an alert on the desktop at the start and before the end of study. Those that come late, as
    /// after a lost connection, are only written.
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
            let missed = changes + setBack
            let news = missed == 0 ? "nothing missed" : "caught up with \(counted(missed, "change"))"
            setBack = 0
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
            context.say(Styled("\(reason.words): everything is read again", .warning))
        }
    }

    /// Nil if the change is not news to a person.
    private func line(_ change: Change, _ known: ChangeContext) async throws -> ChangeLine? {
        let clock = try await context.clock(term: known.course?.term)
        return ChangeLine(
            change, in: known, reader: try? context.account().id,
            clock: DueText(now: Date(), timeZone: clock.timeZone), unicode: context.console.unicode)
    }
}

extension NoteItCore.InboxNotification {
    /// Whether it tells only of a new event, a new reply or a moved date, which has a line of its own.
    fileprivate var repeatsChange: Bool { [.mention, .reply, .answer, .notice, .dueMoved].contains(kind) }
}

extension CursorExpiry {
    /// Why the changes since the last time cannot be had one by one.
    fileprivate var words: String {
        switch self {
        case .epoch: "the server was restored from a backup"
        case .pruned: "the changes since the last time are not kept any more"
        case .ahead: "the server has less than this copy"
        }
    }
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
