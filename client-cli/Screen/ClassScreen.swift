import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The full-screen view: connects the state and its frames with the terminal, the local copy and the server.
actor ClassScreen {
    let context: CommandContext
    let screen: TerminalScreen
    var view: ClassView
    /// The events that were read here and changed since the copy heard of it, and those of which it hears now.
    private var readAgain: Set<Event.ID> = []
    private var beingTold: Set<Event.ID> = []
    /// How many writes have not ended.
    private var sending = 0
    /// Ends when the newest write is on disk, or has ended.
    private var newest: Task<Void, Never>?

    /// The least time between two frames that changes cause.
    private static let pace = Duration.milliseconds(333)

    private init(_ context: CommandContext, _ screen: TerminalScreen, _ view: ClassView) {
        (self.context, self.screen, self.view) = (context, screen, view)
    }

    /// Runs until the person leaves. Throws when the session is over, and for lasting failures of the server.
    static func run(_ context: CommandContext) async throws {
        // A copy of another person must not be shown.
        if let status = try await context.copy.status(),
            try status.account.id != context.account().id || status.server != context.client.server
        {
            _ = try await context.sync.refresh()
        }
        let book = try await context.classBook()
        guard let screen = TerminalScreen(context.console.outColours) else { return }
        defer {
            screen.leave()
            Interruption.settle()
        }
        let running = ClassScreen(context, screen, ClassView(book, size: screen.size))
        await running.draw()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await running.read() }
            group.addTask { try await running.follow() }
            group.addTask { try await running.watchClock() }
            try await group.next()
            // Ending requests may take a moment.
            screen.leave()
        }
        await running.finish()
    }

    func draw() {
        view.book.now = Date()
        screen.draw(view.frame())
    }

    /// Reads keys until the person leaves.
    private nonisolated func read() async throws {
        let (events, arrival) = AsyncStream<ScreenInput.Event>.makeStream()
        let input = ScreenInput { arrival.yield($0) }
        input.resume()
        for await event in events {
            guard try await handle(event) else { return }
            input.resume()
        }
    }

    /// - Returns: false to leave.
    private func handle(_ event: ScreenInput.Event) async throws -> Bool {
        switch event {
        case .continued:
            screen.enter()
            view.resize(screen.size)
        case .resized: view.resize(screen.size)
        case .keys(let keys):
            for key in keys {
                let open = view.openEvent
                guard let request = view.press(key) else {
                    if let open, view.openEvent != open { tellRead(open) }
                    continue
                }
                guard try await perform(request) else { return false }
            }
        }
        draw()
        return true
    }

    /// - Returns: false to leave.
    private func perform(_ request: ClassView.Request) async throws -> Bool {
        switch request {
        case .quit: return false
        case .suspend:
            screen.suspend()
            view.resize(screen.size)
        case .redraw: screen.forget()
        case .open(let event): try await open(event)
        case .markRead(let id): try await openNotification(id)
        case .search(let text): Task { await search(text) }
        case .send(let text, let event, let anonymous): send(NewReply(body: text, anonymous: anonymous), to: event, request)
        case .write(let event, let anonymous): await write(event, anonymous: anonymous)
        case .post(let text, let kind): await post(text, kind)
        case .edit(let event): await edit(event)
        case .tick(let event, let done): tick(event, done: done, request)
        case .thank(let reply, let event, let wanted): thank(for: reply, wanted, in: event, request)
        case .remind(let event, let text): remind(of: event, at: text, request)
        case .follow(let event, let wanted): follow(event, wanted, request)
        case .pin(let event, let wanted): pin(event, wanted, request)
        case .addTask(let text): addTask(text, request)
        case .change(let block, let patch, let verb): change(block, with: patch, verb, request)
        case .tickTask(let task, let done): tick(task, done: done, request)
        case .calendar(let days): try await readCalendar(days)
        }
        return true
    }
}

/// Writes, in the order of their keys.
extension ClassScreen {
    typealias Work = @Sendable (isolated ClassScreen, Outbox) async throws -> Void

    /// Runs a write once the writes before it are on disk or have ended, and draws what came of it.
    /// - Parameters:
    ///   - request: what `ClassView` asked for.
    ///   - failed: shows why it failed.
    func write(
        _ request: ClassView.Request, _ work: @escaping Work,
        failed: @escaping @Sendable (isolated ClassScreen, Complaint) -> Void
    ) {
        sending += 1
        let (waits, ready) = AsyncStream<Void>.makeStream()
        let before = newest
        newest = Task { for await _ in waits {} }
        Task {
            defer {
                sending -= 1
                view.settle(request)
                draw()
            }
            await before?.value
            var outbox = context.outbox
            outbox.onDisk = { ready.finish() }
            defer { ready.finish() }
            do { try await work(self, outbox) } catch { failed(self, Complaint(error)) }
        }
    }

    /// The same for what changes nothing if it fails.
    func write(_ request: ClassView.Request, failed: String = "Nothing changed", _ work: @escaping Work) {
        write(request, work) { screen, complaint in screen.view.note = Styled("\(failed): \(complaint.message)", .bad) }
    }
}

/// Changes, and the time.
extension ClassScreen {
    private func follow() async throws {
        do {
            if case .offline(let asOf, _) = try await context.sync.refresh() { view.link = .offline(asOf: asOf) }
            try await readAll()
        } catch let error as ClientError {
            // Something else may answer in place of the server, as in a hotel's network.
            guard case .unexpected = error else { throw error }
            view.link = .offline(asOf: try await context.copy.status()?.refreshedAt)
            draw()
        }
        try await context.sync.follow(gathering: Self.pace) { try await self.handle($0) }
    }

    private func handle(_ element: ChangeStream.Element) async throws {
        switch element {
        case .changes(let batch): try await apply(batch.changes.map(\.change))
        case .at: return
        case .state(.connected):
            view.link = .live
            try await readAll()
            if let open = view.openEvent, let page = try await page(open) { view.refresh(page) }
            Task { await catchUp() }
        case .state(.reconnecting): view.link = .offline(asOf: try await context.copy.status()?.refreshedAt)
        case .state(.expired): view.link = .connecting
        case .state(.caughtUp): return
        }
        draw()
    }

    private func apply(_ changes: [Change]) async throws {
        let stale = view.apply(changes)
        if let open = view.openEvent { readAgain.insert(open) }
        switch stale {
        case .nothing: try await readNews()
        case .day:
            try await readDay()
            try await readNews()
        case .everything: try await readAll()
        }
        if let days = view.calendarDays { try await readCalendar(days) }
    }

    private func readAll() async throws {
        var book = try await context.classBook()
        // What the copy has not heard of yet.
        for id in readAgain.union(beingTold) { book.see(id) }
        view.book = book
        draw()
    }

    private func readNews() async throws {
        let news = try await context.copy.news()
        // Without what the copy has not heard of yet.
        view.book.news = news.subtracting(readAgain).subtracting(beingTold)
    }

    func readDay() async throws {
        let clock = view.book.dayClock
        view.book.day = try await context.copy.timed(on: clock.today, in: clock.timeZone, at: clock.now)
    }

    /// Sends what waited for the connection.
    private func catchUp() async {
        try? await context.sync.tellSeen()
        guard let round = try? await context.outbox.send() else { return }
        if let refused = round.refused.first {
            view.note = Styled("The server refused \(refused.summary): \(refused.reason) It stays in noteit outbox.", .bad)
        } else if !round.sent.isEmpty {
            view.note = Styled("Sent \(round.sent.count) that waited in the outbox.", .good)
        }
        if let open = view.openEvent, let page = try? await page(open) { view.refresh(page) }
        draw()
    }

    /// Draws the time each minute, and the classes of a new day.
    private func watchClock() async throws {
        while true {
            let (now, day) = (Date().timeIntervalSince1970, view.book.dayClock.today)
            try await Task.sleep(for: .seconds(60 - now.truncatingRemainder(dividingBy: 60) + 0.05))
            view.book.now = Date()
            if view.book.dayClock.today != day { try await readDay() }
            draw()
        }
    }
}

/// Threads, notifications, searches and replies.
extension ClassScreen {
    private func open(_ event: Event.ID) async throws {
        guard let page = try await page(event) else {
            view.note = Styled("This event is not here any more.", .warning)
            return
        }
        view.show(page)
        readAgain.insert(event)
        tellRead(event)
    }

    /// Nil if the event is not in the copy.
    func page(_ event: Event.ID) async throws -> EventPage? {
        guard let thread = try await context.copy.thread(event) else { return nil }
        var page = try await context.page(ThreadTarget(thread: thread))
        page.clock.now = Date()
        return page
    }

    /// Tells the copy, and the server in the background, that an event was read as it is now.
    private func tellRead(_ id: Event.ID) {
        guard readAgain.remove(id) != nil, let event = view.book.events[id] else { return }
        beingTold.insert(id)
        Task {
            try? await context.copy.see([event])
            beingTold.remove(id)
            try? await context.sync.tellSeen()
        }
    }

    private func openNotification(_ id: InboxNotification.ID) async throws {
        guard let notification = view.book.notifications[id] else { return }
        if let event = notification.event, view.book.events[event] != nil {
            try await open(event)
        } else {
            view.note = view.book.words(notification).sentence
        }
        view.book.notifications[id]?.readAt = Date()
        Task { await markRead(notification) }
    }

    private func markRead(_ notification: InboxNotification) async {
        do {
            try await context.client.with(timeout: .seconds(5)).markRead([notification.id])
        } catch {
            view.book.notifications[notification.id] = notification
            view.note = Styled("It stays new: \(Complaint(error).message)", .warning)
            draw()
        }
    }

    private func search(_ text: String) async {
        do {
            let clock = view.book.clock
            let query = try SearchPiece.writingDays(in: text) { try EventFilter.day($0, clock, from: $1) }
            view.show(
                try await context.client.with(timeout: .seconds(5)).search(query, most: ClassView.mostFound), of: text)
        } catch let error as Complaint {
            view.note = Styled(error.message, .warning)
        } catch {
            let what = LocalSearch(text) == nil ? "Filters need the server" : "Only what is here was searched"
            view.note = Styled("\(what): \(Complaint(error).message)", .warning)
        }
        draw()
    }

    private func send(_ reply: NewReply, to event: Event.ID, _ request: ClassView.Request) {
        view.note = Styled("Sending ...", .faint)
        write(request) { screen, outbox in
            await screen.tell(try await outbox.reply(reply, to: event), event)
        } failed: { screen, complaint in
            screen.view.keepReply(reply.body, to: event)
            screen.view.note = Styled("\(complaint.message) r continues your reply.", .bad)
        }
    }

    private func tell(_ outcome: Outbox.Outcome<Reply>, _ event: Event.ID) async {
        // What waits stands in the thread.
        if let page = try? await page(event) { view.refresh(page) }
        let name = view.book.events[event]?.reference ?? "the event"
        view.note =
            switch outcome {
            case .sent(let reply):
                reply.unknownMentions.map { names in
                    Styled("Replied to \(name), but @\(names.joined(separator: ", @")) reaches nobody", .warning)
                } ?? Styled("Replied to \(name)\(reply.anonymous ? ", anonymously" : "")", .good)
            case .queued: Styled("Your reply to \(name) waits in the outbox.", .warning)
            case .refused(let entry): Self.refusal("reply", entry)
            }
    }

    static func refusal(_ what: String, _ entry: OutboxEntry) -> Styled {
        Styled("The server refused your \(what): \(entry.reason) It stays in noteit outbox.", .bad)
    }

    /// Opens the editor; the screen waits meanwhile.
    private func write(_ id: Event.ID, anonymous: Bool) async {
        guard let event = view.book.events[id] else { return }
        let how = anonymous ? " (anonymously)" : ""
        let hints =
            ["Your reply to \(event.reference), \"\(event.title.visible)\"\(how)", "To send nothing, write nothing.", ""]
            + event.body.visibleLines.prefix(40).map { "> " + $0 }
        screen.leave()
        let result = Result { try Writing([], hints: hints, context: context) }
        screen.enter()
        view.resize(screen.size)
        do {
            let writing = try result.get()
            let again = ShellCommand("noteit", "reply", event.reference).with("--anonymous", if: anonymous).with("-")
            let outbox = context.outbox
            await tell(
                try await writing.sending(again: again) { @Sendable in
                    try await outbox.reply(NewReply(body: writing.text, anonymous: anonymous), to: id)
                }, id)
        } catch {
            view.note = Styled(Complaint(error).brief(), .warning)
        }
    }

    /// Keeps what is under way, within bounds.
    private func finish() async {
        try? await context.copy.see(readAgain.union(beingTold).compactMap { view.book.events[$0] })
        let end = ContinuousClock.now + .seconds(2)
        while sending > 0, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
    }
}
