import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Some days, and where they were read.
struct CalendarAnswer {
    var days: CalendarDays
    /// The age of the local copy if they are from it; nil if the server answered.
    var asOf: Date?

    var items: [CalendarItem] { days.items }
}

/// Reads days from the server, else from the local copy.
struct CalendarReading {
    let context: CommandContext
    let isOnline: Bool
    /// Empty means everything.
    let courses: Set<Course.ID>
    /// Says in which zone the times are, if courses have others.
    let zoneNote: Styled?

    func days(_ days: ClosedRange<Day>, _ style: CalendarStyle) async throws -> CalendarAnswer {
        // The days of the server may begin at another moment than those of the clock here.
        let (from, to) = (days.lowerBound.adding(days: -1), days.upperBound.adding(days: 1))
        var answer = try await read(from: from, to: to, style)
        let own = style.reading(answer)
        answer.days.items = answer.items.map(\.named).filter { item in
            own.isOn(days, item) && (courses.isEmpty || item.course.map(courses.contains) ?? false)
        }
        let ticked = Set(try await context.copy.tickedOff().map(\.description))
        for (index, item) in answer.items.enumerated() where item.kind == .due && ticked.contains(item.id) {
            answer.days.items[index].done = true
        }
        (answer.days.from, answer.days.to) = (days.lowerBound, days.upperBound)
        return answer
    }

    private func read(from: Day, to: Day, _ style: CalendarStyle) async throws -> CalendarAnswer {
        if isOnline {
            do {
                return CalendarAnswer(
                    days: try await context.client.with(timeout: .seconds(5)).calendarDays(from: from, to: to))
            } catch let error as ClientError where error.isPassing {}
        }
        let days = try await context.copy.calendarDays(from: from, to: to, in: style.clock.timeZone, at: context.now)
        return CalendarAnswer(days: days, asOf: try await context.copy.status()?.refreshedAt ?? context.now)
    }

    /// What is missing in an answer, and which imports are old.
    func notes(on answer: CalendarAnswer, _ clock: DueText) -> [Styled] {
        var notes = CalendarFreshness(answer.days.imports, clock: clock).warnings
        if let asOf = answer.asOf {
            // Without the server, the command has said so when it began.
            if isOnline { notes.append(context.offline(since: asOf, clock)) }
            if !answer.days.imports.isEmpty {
                notes.append(Styled("Events of imported calendars are not in the local copy.", .faint))
            }
        } else if !answer.days.complete {
            notes.append(Styled("There is too much on these days: some of it is left out.", .warning))
        }
        return notes + [zoneNote].compactMap(\.self)
    }
}

/// The month or the week on a terminal, moved by keys.
struct CalendarScreen {
    private let reading: CalendarReading
    private let style: CalendarStyle
    private let session: SessionOptions

    init(_ reading: CalendarReading, _ style: CalendarStyle, _ session: SessionOptions) {
        (self.reading, self.style, self.session) = (reading, style, session)
    }

    /// Returns when the person ends it. The last screen stays.
    func browse(_ start: CalendarBrowser) async throws {
        guard let keyboard = Keyboard() else { return }
        defer { keyboard.close() }
        var (browser, lines) = (start, LiveLines(session.console))
        var answer = try await read(browser.days)
        while !browser.isDone {
            let days = browser.days
            if days.lowerBound < answer.days.from || days.upperBound > answer.days.to { answer = try await read(days) }
            lines.draw(
                browser.lines(
                    answer.items, notes: reading.notes(on: answer, style.clock), style: style.reading(answer),
                    width: session.console.width ?? 80, height: Console.height))
            let entries = CalendarList(days, items: answer.items, style: style.reading(answer)).entries(on: browser.day)
            guard let chosen = browser.press(keyboard.next(), entries: entries.count) else { continue }
            guard var page = try await page(of: entries[chosen]).map(ScrolledPage.init) else { continue }
            repeat {
                lines.draw(page.shown(width: session.console.width ?? 80, height: Console.height))
            } while page.press(keyboard.next(), height: Console.height)
        }
    }

    /// The thread of an event, or the page of a task; of another entry what the list has no room for. Nil if it is gone.
    private func page(of item: CalendarItem) async throws -> [Styled]? {
        let (context, width) = (reading.context, session.console.width)
        switch item.kind {
        case .due:
            guard let id = Event.ID(item.id), let thread = try await context.copy.thread(id) else { return nil }
            let lines = try await EventView.lines(ThreadTarget(thread: thread), context)
            try await context.see([thread.event])
            return lines
        case .task, .study:
            let tasks = try await context.copy.tasks()
            let plan = try await context.copy.studyPlan()
            let id = item.kind == .task ? item.id : plan?.blocks.first { $0.id == item.id }?.task
            guard let task = tasks.first(where: { $0.id.description == id }) else { return nil }
            let event = try await task.event.asyncMap { try await context.copy.thread($0)?.event }
            return TaskPage(
                task, names: TaskNames(tasks), event: event, plan: plan, style: try await context.studyStyle()
            ).lines(width: width)
        case .class, .personal, .import:
            let facts = [item.title, style.clock.full(item.start), item.location, item.calendar ?? ""]
            return facts.filter { !$0.isEmpty }.flatMap { Styled($0).wrapped(after: "", width: width) }
        }
    }

    /// Reads these days with a week before and after, so that most keys need no request.
    private func read(_ days: ClosedRange<Day>) async throws -> CalendarAnswer {
        try await reading.days(days.lowerBound.adding(days: -7)...days.upperBound.adding(days: 7), style)
    }
}

extension CommandContext {
    /// Whether keys can move a page: people read it, and standard input and output are a terminal that can draw it again.
    var canBrowse: Bool {
        form == .pretty && canAsk && Console.outputIsTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Nil if the clock agrees with those of all courses.
    func zoneNote(_ clock: DueText) async throws -> Styled? {
        let offset = clock.timeZone.secondsFromGMT(for: now)
        for course in try await copy.courses() {
            let theirs = try await self.clock(term: course.id.term).timeZone
            guard theirs.secondsFromGMT(for: now) == offset else {
                return Styled(
                    "Times are in \(clock.timeZone.ianaName), from noteit study settings.", .faint)
            }
        }
        return nil
    }

    /// In the zone of the study settings.
    func calendarStyle() async throws -> CalendarStyle {
        var selection = EventSelection()
        selection.kind = .exam
        let exams = try await copy.list(selection).sections.flatMap(\.events).map(\.id.description)
        return CalendarStyle(
            clock: try await studyClock(), exams: Set(exams),
            weekStart: Locale.weekStart(ProcessInfo.processInfo.environment), unicode: console.unicode)
    }
}

extension CalendarItem {
    /// The item with the name of its event as the reader calls it: the server does not know which courses they have in two terms.
    fileprivate var named: CalendarItem {
        guard let course, let mark = reference?.lastIndex(of: "#"), let number = reference?[mark...] else { return self }
        var item = self
        item.reference = course.name + number
        return item
    }
}

extension CalendarStyle {
    /// The style with the zone of an answer's days.
    func reading(_ answer: CalendarAnswer) -> CalendarStyle {
        var style = self
        if let zone = TimeZone(identifier: answer.days.timeZone) { style.dayZone = zone }
        return style
    }
}
