import NoteItCore

/// What the reader does from the screen besides reading and replying: post, edit, tick off, thank, and look at the calendar.
extension ClassView {
    /// Asks for a post in a line. It begins with its course, as for `noteit post`; the one at hand stands there already. A question
    /// that was not sent stays a question.
    mutating func askForPost(_ chosen: Event.Kind) {
        let kind = postDraft?.kind == .question ? .question : chosen
        let event = (openEvent ?? chosenEvent).flatMap { book.events[$0] }
        let course = event?.course ?? (book.courses.count == 1 ? book.courses.first : nil)
        let question = kind == .question ? "Ask, course first:" : "Post, course first:"
        ask(.post(kind), LineField(question, text: postDraft?.text ?? course.map { $0.name + " " } ?? ""))
    }

    mutating func post(_ text: String, _ kind: Event.Kind) -> Request? {
        postDraft = nil
        guard text.split(whereSeparator: \.isWhitespace).count > 1 else {
            note = Styled("Nothing was posted: type the course, then the title.")
            return nil
        }
        return .post(text, kind)
    }

    mutating func editEvent() -> Request? {
        guard let id = openEvent ?? chosenEvent, let event = book.events[id] else {
            note = Styled("Choose an event of yours to edit.")
            return nil
        }
        guard book.reader.isOwn(event) else {
            note = Styled("Only its author can edit \(event.reference).")
            return nil
        }
        return .edit(id)
    }

    mutating func tick() -> Request? {
        if let task = chosenTask {
            return begin(.tickTask(task.id, done: !(lately { $0.isDone(task.id) } ?? task.done)))
        }
        guard let id = openEvent ?? chosenEvent, let event = book.events[id] else {
            note = Styled("Choose a deadline or a task to tick off.")
            return nil
        }
        let isDone = lately { $0.isDone(id) } ?? book.marks[id]?.done ?? false
        guard event.due != nil || isDone else {
            note = Styled("\(event.reference) has no due date to tick off.")
            return nil
        }
        return begin(.tick(id, done: !isDone))
    }

    /// Asks when to be reminded of the event at hand.
    mutating func askForReminder() {
        guard let id = openEvent ?? chosenEvent, let event = book.events[id] else {
            note = Styled("Choose an event to be reminded of.")
            return
        }
        ask(
            .remind(id),
            LineField(book.marks[id]?.remindAt == nil ? "Remind me of \(event.reference):" : "Remind me (nothing: never):"))
    }

    /// Asks for the reply of the open thread; the newest by someone else stands there already.
    mutating func askForThanks() {
        guard case .thread(let thread)? = pages.last else {
            note = Styled("Open a thread to thank for a reply.")
            return
        }
        guard let newest = thread.page.thankable.last else {
            note = Styled("There is no reply by someone else to thank for.")
            return
        }
        ask(.thank, LineField("Thank for reply number:", text: "\(newest.number)"))
    }

    /// - Parameter text: the number of a reply.
    mutating func thank(_ text: String) -> Request? {
        guard case .thread(let thread)? = pages.last else { return nil }
        let page = thread.page
        let number = Int(text.filter { !$0.isWhitespace && $0 != "#" })
        guard let reply = page.thankable.first(where: { $0.number == number }) else {
            note = Styled("\(page.event.reference) has no such reply by someone else.", .warning)
            return nil
        }
        let isThanked = lately { $0.isThanked(reply.id) } ?? page.mark?.thanked.contains(reply.id) ?? false
        return begin(.thank(reply.id, in: page.event.id, wanted: !isThanked))
    }

    mutating func follow() -> Request? {
        guard let id = openEvent ?? chosenEvent, book.events[id] != nil else {
            note = Styled("Choose an event to follow.")
            return nil
        }
        return begin(.follow(id, wanted: !(lately { $0.isFollowed(id) } ?? book.marks[id]?.following ?? false)))
    }

    mutating func pin() -> Request? {
        guard let id = openEvent ?? chosenEvent, let event = book.events[id] else {
            note = Styled("Choose an event to pin.")
            return nil
        }
        guard book.staffed.contains(event.course) else {
            note = Styled("Only staff of \(event.course.name) can pin.")
            return nil
        }
        return begin(.pin(id, wanted: !(lately { $0.isPinned(id) } ?? event.isPinned)))
    }

    private mutating func begin(_ write: Request) -> Request {
        underway.append(write)
        return write
    }

    /// What the newest write leaves that says it and whose outcome is not shown yet.
    func lately<Value>(_ value: (Request) -> Value?) -> Value? {
        for write in underway.reversed() { if let found = value(write) { return found } }
        return nil
    }

    private var chosenTask: StudyTask? {
        switch pages.last {
        case .task(let id, _)?: book.tasks[id]
        case .list(let selection)?:
            switch selection.target {
            case .task(let id)?, .block(_, let id)?: book.tasks[id]
            default: nil
            }
        default: nil
        }
    }
}

/// Tasks and study time.
extension ClassView {
    mutating func addTask(_ text: String) -> Request? {
        taskDraft = ""
        guard text.contains(where: { !$0.isWhitespace }) else {
            note = Styled("Nothing was added: type what to do and how long it takes, such as Read ch 9 fri 2h.")
            return nil
        }
        return .addTask(text)
    }

    /// Keeps a task that could not be added: the next `n` continues it.
    public mutating func keepTask(_ text: String) { taskDraft = text.contains { !$0.isWhitespace } ? text : "" }

    /// How much later `>` puts a study block.
    private static let putsOff = 30

    mutating func putOff() -> Request? {
        guard let block = chosenBlock else {
            note = Styled("Choose a study block of today to put off.")
            return nil
        }
        guard !block.done, !block.missed, block.end > book.now else {
            note = Styled("\(block.title) is \(block.done ? "done" : "over"): there is nothing to put off.")
            return nil
        }
        return begin(.change(block, .later(block, by: Self.putsOff, at: book.now), verb: "Later"))
    }

    /// Takes back that a study block was marked as done. Missed ones do not stand on the screen.
    mutating func reopen() -> Request? {
        guard let block = chosenBlock else {
            note = Styled("Choose a study block of today that is marked as done.")
            return nil
        }
        guard block.done else {
            note = Styled("\(block.title) is not marked as done: there is nothing to take back.")
            return nil
        }
        return begin(.change(block, StudyBlockPatch(done: false), verb: "Open again"))
    }

    /// The study block of the chosen row.
    var chosenBlock: StudyPlan.Block? {
        guard case .list(let selection)? = pages.last, case .block(let id, _)? = selection.target else { return nil }
        return lately { $0.block(id) } ?? book.plan?.blocks.first { $0.id == id }
    }
}

/// What a write leaves; nil for writes of something else.
extension ClassView.Request {
    fileprivate func isDone(_ id: Event.ID) -> Bool? { if case .tick(id, let done) = self { done } else { nil } }
    fileprivate func isDone(_ id: StudyTask.ID) -> Bool? { if case .tickTask(id, let done) = self { done } else { nil } }
    fileprivate func isFollowed(_ id: Event.ID) -> Bool? { if case .follow(id, let wanted) = self { wanted } else { nil } }
    fileprivate func isPinned(_ id: Event.ID) -> Bool? { if case .pin(id, let wanted) = self { wanted } else { nil } }
    fileprivate func isThanked(_ id: Reply.ID) -> Bool? { if case .thank(id, _, let wanted) = self { wanted } else { nil } }

    func block(_ id: StudyPlan.Block.ID) -> StudyPlan.Block? {
        guard case .change(let block, let patch, _) = self, block.id == id else { return nil }
        return try? patch.applied(to: block)
    }
}

extension EventPage {
    /// The replies by others that the server has.
    fileprivate var thankable: [Reply] { replies.filter { !$0.isOwn(of: reader, mark) && unsent[$0.id] == nil } }
}

/// The calendar.
extension ClassView {
    mutating func openCalendar() -> Request? {
        let page = CalendarPage(CalendarStyle(clock: book.dayClock, unicode: book.unicode))
        pages.append(.calendar(page))
        return page.missing.map { .calendar($0) }
    }

    mutating func press(_ key: Key, in page: CalendarPage) -> Request? {
        var page = page
        if key == .interrupt { return .quit }
        let item = page.press(key)
        if page.browser.isDone { return back() }
        pages[pages.count - 1] = .calendar(page)
        if let item { return open(item) }
        return page.missing.map { .calendar($0) }
    }

    private mutating func open(_ item: CalendarItem) -> Request? {
        switch item.kind {
        case .due:
            guard let id = Event.ID(item.id) else { break }
            return open(.event(id))
        case .task, .study:
            let id = item.kind == .task ? item.id : book.plan?.blocks.first { $0.id == item.id }?.task
            guard let task = id.flatMap({ StudyTask.ID($0) }), book.tasks[task] != nil else { break }
            return open(.task(task))
        case .class, .personal, .import: break
        }
        note = Styled("\(item.title)\(item.location.isEmpty ? "" : ", \(item.location)")")
        return nil
    }

    /// The days that the calendar shows, if it is on the screen.
    public var calendarDays: ClosedRange<Day>? {
        guard case .calendar(let page)? = pages.last else { return nil }
        return page.known ?? page.missing
    }

    /// Takes the entries of days for the calendar, if it is open.
    public mutating func show(_ items: [CalendarItem], on days: ClosedRange<Day>, _ style: CalendarStyle) {
        for (index, page) in pages.enumerated() {
            guard case .calendar(var calendar) = page else { continue }
            calendar.show(items, on: days, style)
            pages[index] = .calendar(calendar)
        }
    }
}
