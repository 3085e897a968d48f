import Foundation
import NoteItCore

/// Tasks as a list: flexible ones by deadline, then fixed ones by start.
public struct TaskTable: Sendable {
    private let tasks: [StudyTask]
    private let names: TaskNames
    private let clock: DueText
    private let events: [Event.ID: Event]
    private let unsent: [StudyTask.ID: Unsent]

    /// - Parameters:
    ///   - names: of all tasks of the person.
    ///   - clock: in the zone of the study settings.
    ///   - events: the due events that tasks prepare for, as far as known. Their present titles are shown.
    ///   - unsent: the tasks that the server does not have.
    public init(
        _ tasks: [StudyTask], names: TaskNames, clock: DueText, events: [Event.ID: Event] = [:],
        unsent: [StudyTask.ID: Unsent] = [:]
    ) {
        (self.names, self.clock, self.events, self.unsent) = (names, clock, events, unsent)
        self.tasks = tasks.sorted { $0.place < $1.place }
    }

    /// A heading for each kind with its tasks below, fitted to `width` cells; nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("id"), .init("title", least: 10), .init("course", dropRank: 3),
            .init("priority", dropRank: 2),
            .init("time", least: 19, dropRank: 1), .init("work", dropRank: 4), .init("state"),
        ])
        table.indent = 2
        for task in tasks { table.addRow(cells(task)) }
        let rows = table.lines(width: width)
        let kinds: [(StudyTask.Kind, String)] = [(.flexible, "To study"), (.fixed, "Fixed")]
        let parts = kinds.map { kind, title in
            let own = zip(tasks, rows).filter { $0.0.kind == kind }.map(\.1)
            return own.isEmpty ? [] : [Styled(title, .strong)] + own
        }
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [Styled()]))
    }

    private func cells(_ task: StudyTask) -> [Styled] {
        let isLate = !task.done && task.deadline.map { $0 < clock.now } ?? false
        return [
            Styled(names.shortID(of: task.id), .faint), title(task),
            Styled(task.course?.name ?? "", .faint), Styled(task.priority.rawValue, task.priority.tone),
            Styled(task.timeWords(clock), isLate ? .bad : .plain), Styled(task.workWords, .faint),
            state(task, isLate),
        ]
    }

    private func state(_ task: StudyTask, _ isLate: Bool) -> Styled {
        if let unsent = unsent[task.id] {
            return unsent == .waiting ? Styled("not sent yet", .warning) : Styled("refused", .bad)
        }
        if task.done { return Styled("done", .good) }
        if isLate { return Styled("late", .bad) }
        return task.calendarOnly == nil ? Styled("") : Styled("in part", .warning)
    }

    /// What only a calendar program knows of open tasks: a line for each, below the table.
    public var notes: [Styled] {
        tasks.filter { !$0.done }.compactMap { task in
            task.calendarOnlyWords.map { Styled("\(task.title): \($0)", .faint) }
        }
    }

    /// The title of a task, with the title of its event: `CMPT 225 exam #42  Midterm 1`.
    private func title(_ task: StudyTask) -> Styled {
        let title = Styled(task.title, task.done ? .faint : .strong)
        guard let event = task.event.flatMap({ events[$0] }) else { return title }
        return title + Styled("  \(event.title)", task.done ? .faint : .plain)
    }

    /// Tab-separated values: short id, title, kind, priority, start and end in UTC, minutes, minutes done, deadline in UTC,
    /// done or open, course, rule, id, what only a calendar program knows, `waiting` or `refused` for what the server does not
    /// have, when it is done anew.
    public var rows: [[String]] {
        tasks.map { task in
            task.fields(shortID: names.shortID(of: task.id)) + [unsent[task.id]?.rawValue ?? "", task.every?.rawValue ?? ""]
        }
    }
}

extension StudyTask {
    /// Flexible first, by deadline, priority and creation; fixed by start.
    fileprivate var place: (Int, Date, Int, Date) {
        let rank = Priority.allCases.firstIndex(of: priority) ?? 0
        return (kind == .flexible ? 0 : 1, (kind == .flexible ? deadline : start) ?? .distantFuture, rank, createdAt)
    }

    func fields(shortID: String) -> [String] {
        [
            shortID, title, kind.rawValue, priority.rawValue, start.map(RFC3339.string) ?? "", end.map(RFC3339.string) ?? "",
            minutes.map(String.init) ?? "", "\(minutesDone)", deadline.map(RFC3339.string) ?? "", done ? "done" : "open",
            course?.text ?? "", recurrence?.rule ?? "", id.description,
            (calendarOnly ?? []).map(\.rawValue).joined(separator: ","),
        ]
    }

    /// What only a calendar program knows of it, as a sentence; nil: nothing.
    public var calendarOnlyWords: String? {
        guard let calendarOnly, !calendarOnly.isEmpty else { return nil }
        let parts = calendarOnly.map { part in
            switch part {
            case .repetition: "it repeats, and its next time alone is planned"
            case .start: "it begins after it is due, and is planned until it is due"
            case .title: "its title is longer"
            case .notes: "its notes are longer"
            case .after: "it waits for others that are not here"
            case .estimate: "it takes longer than a task can"
            default: "it says more (\(part.rawValue))"
            }
        }
        return "in your calendar program " + parts.joined(separator: "; ") + "."
    }

    /// `by Fri 27 Nov 17:00`, `Mon 23 Nov 12:30-13:00`, `12:30-13:00 daily`; empty without a time.
    public func timeWords(_ clock: DueText) -> String {
        guard let start, let end else { return deadline.map { "by \(clock.short($0))" } ?? "" }
        let isOneDay = Day(start, in: clock.timeZone) == Day(end, in: clock.timeZone)
        let finish = isOneDay ? clock.time(end) : clock.short(end)
        guard let recurrence, isOneDay else {
            return "\(clock.short(start))-\(finish)"
                + (recurrence.map { ", " + RepeatPhrase.words($0.rule, from: start, clock) } ?? "")
        }
        return "\(clock.time(start))-\(finish) " + RepeatPhrase.words(recurrence.rule, from: start, clock)
    }

    /// What a new or changed task is, in a sentence's end: `3h, by Fri 27 Nov 17:00`; `18:00-19:30 every 2 weeks on Tue, first
    /// on Tue 24 Nov`.
    public func summary(_ clock: DueText) -> String {
        let first = recurrence == nil ? nil : start.map { "first on \(clock.label(Day($0, in: clock.timeZone)))" }
        return [workWords, timeWords(clock), first ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `30m of 1h 30m`; the estimate alone before anything is studied; `20m every day`; empty for a fixed task.
    public var workWords: String {
        if kind == .flexible, let every, let minutes { return "\(minutes.asHours) \(every.words)" }
        guard let minutes else { return minutesDone > 0 ? "\(minutesDone.asHours) done" : "" }
        return minutesDone > 0 ? "\(minutesDone.asHours) of \(minutes.asHours)" : minutes.asHours
    }
}

extension TaskOverlap {
    /// `Lunch, Mon 23 Nov 12:30-13:00`
    public func words(_ clock: DueText) -> String {
        let isOneDay = Day(start, in: clock.timeZone) == Day(end, in: clock.timeZone)
        return "\(title), \(clock.short(start))-\(isOneDay ? clock.time(end) : clock.short(end))"
            + (kind == .class ? " (class)" : "")
    }
}
