import Foundation
import ICalendar
import NoteItCore

/// What a VTODO says of a task. What no task can say is left to the program (`calendarOnly`).
struct TodoTask: Equatable, Sendable {
    var title: String
    var notes: String
    var time: TodoTime
    var priority: StudyTask.Priority
    /// The UIDs of the tasks that come first.
    var dependsOn: [String]
    var isDone: Bool
    /// PERCENT-COMPLETE; nil: the to-do has none.
    var percent: Int?
    /// The parts of the to-do that a task cannot hold.
    var calendarOnly: Set<StudyTask.CalendarOnly>

    /// The minutes of a task that does not say how long it takes, and the seconds of an occurrence without length.
    static let (estimate, occurrence) = (60, TimeInterval(30 * 60))
    /// The longest occurrence of a task that repeats, in seconds.
    static let mostLength: TimeInterval = 86_400

    /// How much of a series that repeats is read.
    enum Depth: CaseIterable {
        /// The whole series, as a task that repeats.
        case series
        /// The next open time of the series alone.
        case next
    }

    /// The series of a sent object. Throws `DAVFailure` for what a task cannot be, `WorkSteps.Spent`.
    /// - Parameters: `known`: the task that it changes; nil: it is new; `zone`: of the study settings.
    init(
        _ sent: SentCalendar, known: StudyTask?, zone: TimeZone, _ depth: Depth = .series, _ steps: inout WorkSteps
    ) throws {
        let series = sent.series
        let next = depth == .next ? try NextTodo(series, &steps) : nil
        guard let component = next?.component ?? series.master else {
            throw SentCalendar.misfit("The object has occurrences of a task, but not the task.")
        }
        let reading = TodoReading(component: component, object: sent.object)
        if let next {
            try self.init(component, reading.flexible(in: next.days))
            if series.repeatsInAnyWay { calendarOnly.insert(.repetition) }
        } else if series.repeatsInAnyWay {
            try self.init(component, reading.repeating(series, zone: zone, &steps))
        } else if known?.kind == .fixed, let span = reading.span, reading.minutes == nil {
            try self.init(component, .fixed(start: span.lowerBound, end: span.upperBound, nil))
        } else {
            try self.init(component, reading.flexible())
        }
        if reading.startsTooLate { calendarOnly.insert(.start) }
        if case .fixed = time, !dependsOn.isEmpty {
            dependsOn = []
            calendarOnly.insert(.after)
        }
    }

    /// RFC 5545, section 3.8.1.8. Throws `DAVFailure` for anything but 0 to 100.
    private static func percent(_ component: Component) throws -> Int? {
        guard let text = component["PERCENT-COMPLETE"]?.value.trimmed else { return nil }
        guard let percent = Int(text), (0...100).contains(percent) else {
            throw DAVFailure.object(
                "valid-calendar-data", "PERCENT-COMPLETE is a number from 0 to 100, not \(text.prefix(20)). Correct it.")
        }
        return percent
    }

    /// An occurrence that differs from its series.
    init(occurrence component: Component, of sent: SentCalendar, length: TimeInterval) throws {
        let reading = TodoReading(component: component, object: sent.object)
        guard let start = reading.start ?? component["RECURRENCE-ID"].flatMap(sent.object.moment) else {
            throw SentCalendar.misfit("An occurrence of a task has a start.")
        }
        let end = reading.span?.upperBound ?? start + length
        try self.init(component, .fixed(start: start, end: max(end, start + 60), nil))
    }

    private init(_ component: Component, _ time: TodoTime) throws {
        let (title, notes) = (component.text("SUMMARY") ?? "", component.text("DESCRIPTION") ?? "")
        (self.title, self.notes, self.time, calendarOnly) = (TodoText.title(title), TodoText.notes(notes), time, [])
        if title.unicodeScalars.count > TextLimit.title.upperBound { calendarOnly.insert(.title) }
        if notes.unicodeScalars.count > TextLimit.notes.upperBound { calendarOnly.insert(.notes) }
        if case .flexible(let minutes?, let earliest, let deadline) = time, !StudyTask.minutesRange.contains(minutes) {
            self.time = .flexible(minutes: nil, earliest: earliest, deadline: deadline)
            calendarOnly.insert(.estimate)
        }
        priority = StudyTask.Priority(number: component["PRIORITY"].flatMap { Int($0.value) } ?? 0)
        dependsOn = component.dependencies
        percent = try Self.percent(component)
        isDone = component.isDoneTodo
    }

    /// The task as it should be.
    /// - Parameters: `known`: what it was; nil: it is new; `after`: the tasks of `dependsOn`.
    func task(over known: StudyTask?, id: StudyTask.ID?, after: [StudyTask.ID]) -> NewStudyTask {
        var new = NewStudyTask(id: id, title: title, kind: .flexible)
        (new.notes, new.priority, new.course) = (notes, priority, known?.course)
        (new.calendarOnly, new.steps) = (calendarOnlyList, known?.steps)
        switch time {
        case .fixed(let start, let end, let recurrence):
            (new.kind, new.start, new.end, new.recurrence) = (.fixed, start, end, recurrence)
        case .flexible(let minutes, let earliest, let deadline):
            (new.minutes, new.earliest, new.deadline) = (minutes ?? known?.minutes ?? Self.estimate, earliest, deadline)
            (new.after, new.event, new.spaced) = (known?.every == nil ? after : [], known?.event, known?.spaced)
            new.every = known?.every
        }
        return new
    }

    /// When the task is due; nil for a task at a fixed time.
    var deadline: Date? { if case .flexible(_, _, let deadline) = time { deadline } else { nil } }

    /// `calendarOnly` as a list; nil: the to-do says no more than the task.
    var calendarOnlyList: [StudyTask.CalendarOnly]? {
        calendarOnly.isEmpty ? nil : calendarOnly.sorted { $0.rawValue < $1.rawValue }
    }

    /// The minutes to add to those that were studied, so that as many percent are done; nil: none.
    func minutesToAdd(to task: StudyTask) -> Int? {
        guard !isDone, !task.done, task.every == nil, let minutes = task.minutes, let percent, (1...99).contains(percent) else {
            return nil
        }
        let missing = (percent * minutes + 99) / 100 - task.minutesDone
        return missing > 0 ? missing : nil
    }

    /// The percent that the task has in its place, as minutes that were studied are not taken back; nil: the same.
    func otherPercent(of task: StudyTask) -> Int? {
        guard !task.done, task.every == nil, let minutes = task.minutes, let percent else { return nil }
        let studied = min(99, task.minutesDone * 100 / max(1, minutes))
        return studied == percent ? nil : studied
    }
}

extension TodoReading {
    /// Throws `DAVFailure` for a series that tasks cannot repeat, `WorkSteps.Spent`.
    fileprivate func repeating(_ series: CalendarSeries, zone: TimeZone, _ steps: inout WorkSteps) throws -> TodoTime {
        guard let rule = series.recurrence?.rule, component["RDATE"] == nil, series.gaps.isEmpty else {
            throw SentCalendar.misfit("A task repeats by a rule (RRULE) alone, without RDATE.")
        }
        guard let anchor = time("DTSTART") ?? time("DUE"), !anchor.isDay else {
            throw SentCalendar.misfit(
                "A task that repeats has a time of day, because NoteIt keeps that time free. Give it one, or make it an event.")
        }
        let start = anchor.moment(in: object.reader)
        let end = span?.upperBound ?? start + TodoTask.occurrence
        guard end.timeIntervalSince(start) <= TodoTask.mostLength else {
            throw SentCalendar.misfit("An occurrence of a task that repeats takes at most a day.")
        }
        let exceptions = Set(component.all("EXDATE").flatMap { moments($0, anchor) }).sorted()
        let recurrence = TaskRecurrence(rule: rule.description, exceptions: exceptions)
        try requireSame(series, start, end, recurrence, zone: zone, &steps)
        return .fixed(start: start, end: end, recurrence)
    }

    /// The moments of an EXDATE. A day stands for the occurrence on it.
    private func moments(_ property: Property, _ anchor: CalendarTime) -> [Date] {
        property.value.split(separator: ",").compactMap { text in
            var one = property
            one.value = text.trimmed
            guard let time = object.time(of: one) else { return nil }
            guard case .date(let day) = time else { return time.moment(in: object.reader) }
            return anchor.at(day).moment(in: object.reader)
        }
    }

    /// Tasks repeat on the clock of the study settings. Throws `DAVFailure` if that gives other times than the object says, within
    /// the first two years.
    private func requireSame(
        _ series: CalendarSeries, _ start: Date, _ end: Date, _ recurrence: TaskRecurrence, zone: TimeZone,
        _ steps: inout WorkSteps
    ) throws {
        let span = start..<start + 800 * 86_400
        var alone = object.calendar
        alone.components.removeAll { $0["RECURRENCE-ID"] != nil }
        guard let written = try? ParsedObject(alone, reader: object.reader).series.first,
            let task = try? TaskSeries(start: start, end: end, recurrence: recurrence, zone: zone)
        else { return }
        let found = written.instances(meeting: span, limit: 400, costLimit: steps.left)
        try steps.spend(found.cost)
        var budget = TaskSeries.Budget()
        budget.steps = min(budget.steps, steps.left)
        let most = budget.steps
        let kept = task.occurrences(meeting: span, &budget).prefix(400).map(\.lowerBound)
        try steps.spend(most - budget.steps)
        let said = found.instances.map(\.start)
        if said != Array(kept) {
            throw SentCalendar.misfit(
                "Tasks repeat on the clock of your study settings, \(zone.identifier), which gives other times than this rule. "
                    + "Begin at a time that the rule gives, in that zone.")
        }
    }
}

extension CalendarTime {
    /// The same time of day on another day.
    fileprivate func at(_ day: CivilDate) -> CalendarTime { adding(days: day.number - local.date.number) }
}

extension CalendarSeries {
    /// Whether a program means more than one time by it, understood or not.
    fileprivate var repeatsInAnyWay: Bool { repeats || !overrides.isEmpty || !gaps.isEmpty }
}
