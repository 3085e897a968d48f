import Foundation
import ICalendar
import NoteItCore

/// What a VTODO says of a task. What no task can say is left to the program (`calendarOnly`).
struct TodoTask: Equatable, Sendable {
    enum Time: Equatable, Sendable {
        case fixed(start: Date, end: Date, TaskRecurrence?)
        /// Nil minutes: it does not say.
        case flexible(minutes: Int?, earliest: Date?, deadline: Date?)
    }

    var title: String
    var notes: String
    var time: Time
    var priority: StudyTask.Priority
    /// The UIDs of the tasks that come first.
    var dependsOn: [String]
    var isDone: Bool
    /// PERCENT-COMPLETE; nil: it does not say.
    var percent: Int?
    /// What it says and a task cannot.
    var calendarOnly: Set<StudyTask.CalendarOnly>

    /// Of a task that does not say how long it takes, and of an occurrence without length.
    static let (estimate, occurrence) = (60, TimeInterval(30 * 60))
    /// Of an occurrence of a task that repeats.
    static let mostLength: TimeInterval = 86_400
    private static let untitled = "Untitled"

    /// How much of a series that repeats is read.
    enum Depth: CaseIterable {
        /// All of it, as a task that repeats.
        case series
        /// Its next open time alone.
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

    private init(_ component: Component, _ time: Time) throws {
        let (title, notes) = (component.text("SUMMARY") ?? "", component.text("DESCRIPTION") ?? "")
        (self.title, self.notes, self.time, calendarOnly) = (Self.title(title), Self.notes(notes), time, [])
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

    /// The title of a task for a SUMMARY.
    static func title(_ summary: String) -> String {
        let lines = summary.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
        let title = lines.joined(separator: " ").withoutControls().trimmed.prefix(codePoints: TextLimit.title.upperBound)
            .trimmed
        return title.isEmpty ? untitled : title
    }

    /// The notes of a task for a DESCRIPTION.
    static func notes(_ description: String) -> String {
        description.withoutControls(keeping: ["\n", "\t"]).prefix(codePoints: TextLimit.notes.upperBound)
    }

    /// The task as it should be.
    /// - Parameters: `known`: what it was; nil: it is new; `after`: the tasks of `dependsOn`.
    func task(over known: StudyTask?, id: StudyTask.ID?, after: [StudyTask.ID]) -> NewStudyTask {
        var new = NewStudyTask(id: id, title: title, kind: .flexible)
        (new.notes, new.priority, new.course) = (notes, priority, known?.course)
        new.calendarOnly = calendarOnlyList
        switch time {
        case .fixed(let start, let end, let recurrence):
            (new.kind, new.start, new.end, new.recurrence) = (.fixed, start, end, recurrence)
        case .flexible(let minutes, let earliest, let deadline):
            (new.minutes, new.earliest, new.deadline) = (minutes ?? known?.minutes ?? Self.estimate, earliest, deadline)
            (new.after, new.event, new.spaced) = (after, known?.event, known?.spaced)
        }
        return new
    }

    /// When it is due; nil of a task at a fixed time.
    var deadline: Date? { if case .flexible(_, _, let deadline) = time { deadline } else { nil } }

    /// Nil: it says no more than the task.
    var calendarOnlyList: [StudyTask.CalendarOnly]? {
        calendarOnly.isEmpty ? nil : calendarOnly.sorted { $0.rawValue < $1.rawValue }
    }

    /// When the next open time of a to-do is due.
    /// - Parameters: `calendar`: the object; `reader`: the zone of days.
    static func nextDeadline(in calendar: Component, reader: Zone) -> Date? {
        guard let object = try? ParsedObject(calendar, reader: reader), let series = object.series.first else { return nil }
        var steps = WorkSteps(WorkSteps.most)
        guard let next = try? NextTodo(series, &steps) else { return nil }
        guard case .flexible(_, _, let due) = TodoReading(component: next.component, object: object).flexible(in: next.days)
        else { return nil }
        return due
    }

    /// The minutes to add to those that were studied, so that as many percent are done; nil: none.
    func minutesToAdd(to task: StudyTask) -> Int? {
        guard !isDone, !task.done, let minutes = task.minutes, let percent, (1...99).contains(percent) else { return nil }
        let missing = (percent * minutes + 99) / 100 - task.minutesDone
        return missing > 0 ? missing : nil
    }

    /// The percent that the task has in its place, as minutes that were studied are not taken back; nil: the same.
    func otherPercent(of task: StudyTask) -> Int? {
        guard !task.done, let minutes = task.minutes, let percent else { return nil }
        let studied = min(99, task.minutesDone * 100 / max(1, minutes))
        return studied == percent ? nil : studied
    }
}

/// Reads the times of a VTODO.
private struct TodoReading {
    let component: Component
    let object: ParsedObject

    private func time(_ name: String) -> CalendarTime? { component[name].flatMap(object.time) }

    var start: Date? { component["DTSTART"].flatMap(object.moment) }

    /// The estimate, of RFC draft-ietf-calext-ical-tasks or our own. Nil if there is none, or it is not a number of minutes.
    var minutes: Int? {
        let seconds = component["ESTIMATED-DURATION"].flatMap { CalendarDuration($0.value) }.map(Self.seconds)
        return seconds.map { ($0 + 59) / 60 } ?? component["X-NOTEIT-MINUTES"].flatMap { Int($0.value) }
    }

    private var duration: Int? { component["DURATION"].flatMap { CalendarDuration($0.value) }.map(Self.seconds) }

    private static func seconds(_ duration: CalendarDuration) -> Int { duration.days * 86_400 + duration.seconds }

    /// From DTSTART to DUE or the end of DURATION, if both are times of day.
    var span: Range<Date>? {
        guard let first = time("DTSTART"), !first.isDay else { return nil }
        let start = first.moment(in: object.reader)
        let end = time("DUE").map { $0.moment(in: object.reader) } ?? duration.map { start + TimeInterval($0) }
        return end.flatMap { start < $0 ? start..<$0 : nil }
    }

    /// Whether it begins after it is due. Its due time holds.
    var startsTooLate: Bool {
        guard let start, let due = time("DUE")?.deadline(in: object.reader) else { return false }
        return start > due
    }

    /// - Parameter days: by which its times lie later than they are written.
    func flexible(in days: Int = 0) -> TodoTask.Time {
        let (start, due) = (time("DTSTART")?.adding(days: days), time("DUE")?.adding(days: days))
        let minutes = minutes ?? (due == nil ? duration.map { ($0 + 59) / 60 } : nil)
        let earliest = start?.moment(in: object.reader)
        let deadline =
            due?.deadline(in: object.reader) ?? earliest.flatMap { start in duration.map { start + TimeInterval($0) } }
        // Some programs write the same time twice.
        let isUseful = earliest.map { start in deadline.map { start < $0 } ?? true } ?? false
        return .flexible(minutes: minutes, earliest: isUseful ? earliest : nil, deadline: deadline)
    }

    /// Throws `DAVFailure` for a series that tasks cannot repeat, `WorkSteps.Spent`.
    func repeating(_ series: CalendarSeries, zone: TimeZone, _ steps: inout WorkSteps) throws -> TodoTask.Time {
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

    /// Of EXDATE. A day stands for the occurrence on it.
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
        try steps.take(found.cost)
        var budget = TaskSeries.Budget()
        budget.steps = min(budget.steps, steps.left)
        let most = budget.steps
        let kept = task.occurrences(meeting: span, &budget).prefix(400).map(\.lowerBound)
        try steps.take(most - budget.steps)
        let said = found.instances.map(\.start)
        if said != Array(kept) {
            throw SentCalendar.misfit(
                "Tasks repeat on the clock of your study settings, \(zone.identifier), which gives other times than this rule. "
                    + "Begin at a time that the rule gives, in that zone.")
        }
    }
}

extension CalendarTime {
    var isDay: Bool {
        if case .date = self { true } else { false }
    }

    /// The same time of day on another day.
    fileprivate func at(_ day: CivilDate) -> CalendarTime { adding(days: day.number - local.date.number) }
}

/// The time of a to-do that is to be done next: the first one that is open, else the first one.
struct NextTodo {
    /// The master, or the component that replaces the time.
    let component: Component
    /// By which the times that the component writes are earlier than this one.
    let days: Int
    /// The open time after this one.
    let following: CalendarInstance?

    /// Throws `WorkSteps.Spent`.
    init(_ series: CalendarSeries, _ steps: inout WorkSteps) throws {
        // Each override can make at most one time done.
        let found = series.instances(meeting: Self.always, limit: series.overrides.count + 2, costLimit: steps.left)
        try steps.take(found.cost)
        let times = found.instances
        let open = times.filter { !$0.component.isDoneTodo }
        following = open.dropFirst().first
        guard let next = open.first ?? times.first else {
            (component, days) = (series.master ?? series.overrides.first ?? Component("VTODO"), 0)
            return
        }
        component = next.component
        let first = next.component["RECURRENCE-ID"] == nil ? series.recurrence?.start : nil
        days = first.map { next.id.local.date.number - $0.local.date.number } ?? 0
    }

    private static let always = Date(timeIntervalSince1970: -1e11)..<Date(timeIntervalSince1970: 1e11)
}

extension CalendarSeries {
    /// Whether a program means more than one time by it, understood or not.
    fileprivate var repeatsInAnyWay: Bool { repeats || !overrides.isEmpty || !gaps.isEmpty }
}

extension Component {
    /// The UIDs of the to-dos that it waits for (RFC 9253, section 5).
    var dependencies: [String] {
        all("RELATED-TO").filter { $0.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON" }.map(\.text)
    }

    /// Whether nothing is left to do of a VTODO. Nothing is of a cancelled one.
    var isDoneTodo: Bool {
        switch text("STATUS")?.uppercased() {
        case "COMPLETED", "CANCELLED": true
        case "NEEDS-ACTION", "IN-PROCESS": false
        default: self["COMPLETED"] != nil || self["PERCENT-COMPLETE"]?.value.trimmed == "100"
        }
    }
}
