import Foundation
import ICalendar
import NoteItCore

/// What a VTODO says of a task.
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

    /// Of a task that does not say how long it takes, and of an occurrence without length.
    static let (estimate, occurrence) = (60, TimeInterval(30 * 60))
    /// Of an occurrence of a task that repeats.
    static let mostLength: TimeInterval = 86_400
    private static let untitled = "Untitled"

    /// The series of a sent object. Throws `DAVFailure` for what a task cannot be.
    /// - Parameters: `known`: the task that it changes; nil: it is new; `zone`: of the study settings.
    init(_ sent: SentCalendar, known: StudyTask?, zone: TimeZone) throws {
        guard let master = sent.series.master else {
            throw SentCalendar.misfit("The object has occurrences of a task, but not the task. Send it with them.")
        }
        let reading = TodoReading(component: master, object: sent.object)
        let time: Time
        if master["RRULE"] != nil || master["RDATE"] != nil {
            time = try reading.repeating(sent.series, zone: zone)
        } else if known?.kind == .fixed, let span = reading.span, reading.minutes == nil {
            time = .fixed(start: span.lowerBound, end: span.upperBound, nil)
        } else {
            time = try reading.flexible()
        }
        try self.init(master, time)
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
        let title = (component.text("SUMMARY") ?? "").trimmed
            .replacing(/\s*\n\s*/, with: " ")
        self.title = title.isEmpty ? Self.untitled : title
        notes = component.text("DESCRIPTION") ?? ""
        self.time = time
        priority = StudyTask.Priority(number: component["PRIORITY"].flatMap { Int($0.value) } ?? 0)
        dependsOn = component.all("RELATED-TO").filter { $0.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON" }.map(\.text)
        percent = try Self.percent(component)
        isDone =
            switch component.text("STATUS")?.uppercased() {
            // Nothing is left to do of a cancelled task.
            case "COMPLETED", "CANCELLED": true
            case "NEEDS-ACTION", "IN-PROCESS": false
            default: component["COMPLETED"] != nil || percent == 100
            }
    }

    /// The task as it should be.
    /// - Parameters: `known`: what it was; nil: it is new; `after`: the tasks of `dependsOn`.
    func task(over known: StudyTask?, id: StudyTask.ID?, after: [StudyTask.ID]) -> NewStudyTask {
        var new = NewStudyTask(id: id, title: title, kind: .flexible)
        (new.notes, new.priority, new.course) = (notes, priority, known?.course)
        switch time {
        case .fixed(let start, let end, let recurrence):
            (new.kind, new.start, new.end, new.recurrence) = (.fixed, start, end, recurrence)
            new.after = after
        case .flexible(let minutes, let earliest, let deadline):
            (new.minutes, new.earliest, new.deadline) = (minutes ?? known?.minutes ?? Self.estimate, earliest, deadline)
            (new.after, new.event, new.spaced) = (after, known?.event, known?.spaced)
        }
        return new
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

    /// A task that is due on a day is due at its end.
    private var deadline: Date? {
        guard let due = time("DUE") else { return start.flatMap { start in duration.map { start + TimeInterval($0) } } }
        guard case .date(let day) = due, let next = day.next else { return due.moment(in: object.reader) }
        return CalendarTime.date(next).moment(in: object.reader)
    }

    func flexible() throws -> TodoTask.Time {
        let minutes = minutes ?? (time("DUE") == nil ? duration.map { ($0 + 59) / 60 } : nil)
        guard let start, let deadline, start >= deadline else {
            return .flexible(minutes: minutes, earliest: start, deadline: deadline)
        }
        if start > deadline { throw SentCalendar.misfit("A task is due after its start. Move the start, or remove it.") }
        // Some programs write the same time twice.
        return .flexible(minutes: minutes, earliest: nil, deadline: deadline)
    }

    /// Throws `DAVFailure` for a series that tasks cannot repeat.
    func repeating(_ series: CalendarSeries, zone: TimeZone) throws -> TodoTask.Time {
        guard let rule = component["RRULE"], component["RDATE"] == nil else {
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
        let canonical: RecurrenceRule
        do {
            canonical = try RecurrenceRule(rule.value)
        } catch {
            throw SentCalendar.misfit("The rule of the task cannot be used: \(error.description).")
        }
        let exceptions = Set(component.all("EXDATE").flatMap { moments($0, anchor) }).sorted()
        let recurrence = TaskRecurrence(rule: canonical.description, exceptions: exceptions)
        try requireSame(series, start, end, recurrence, zone: zone)
        return .fixed(start: start, end: end, recurrence)
    }

    /// Of EXDATE. A day stands for the occurrence on it.
    private func moments(_ property: Property, _ anchor: CalendarTime) -> [Date] {
        property.value.split(separator: ",").compactMap { text in
            var one = property
            one.value = text.trimmed
            guard let time = object.time(of: one) else { return nil }
            guard case .date(let day) = time else { return time.moment(in: object.reader) }
            return anchor.at(day)?.moment(in: object.reader)
        }
    }

    /// Tasks repeat on the clock of the study settings. Throws `DAVFailure` if that gives other times than the object says, within
    /// the first two years.
    private func requireSame(
        _ series: CalendarSeries, _ start: Date, _ end: Date, _ recurrence: TaskRecurrence, zone: TimeZone
    ) throws {
        let span = start..<start + 800 * 86_400
        var alone = object.calendar
        alone.components.removeAll { $0["RECURRENCE-ID"] != nil }
        guard let written = try? ParsedObject(alone, reader: object.reader).series.first,
            let task = try? TaskSeries(start: start, end: end, recurrence: recurrence, zone: zone)
        else { return }
        var budget = TaskSeries.Budget()
        let said = written.instances(meeting: span, limit: 400).instances.map(\.start)
        let kept = task.occurrences(meeting: span, &budget).prefix(400).map(\.lowerBound)
        if said != Array(kept) {
            throw SentCalendar.misfit(
                "Tasks repeat on the clock of your study settings, \(zone.identifier), which gives other times than this rule. "
                    + "Begin at a time that the rule gives, in that zone.")
        }
    }
}

extension CalendarTime {
    fileprivate var isDay: Bool {
        if case .date = self { true } else { false }
    }

    /// The same time of day on another day.
    fileprivate func at(_ day: CivilDate) -> CalendarTime? {
        guard let moved = LocalDateTime(day, secondOfDay: local.secondOfDay) else { return nil }
        return switch self {
        case .date: .date(day)
        case .floating: .floating(moved)
        case .zoned(_, let zone): .zoned(moved, zone)
        }
    }
}

extension CivilDate {
    fileprivate var next: CivilDate? {
        let (year, month, day) = parts
        return CivilDate(year: year, month: month, day: day + 1) ?? CivilDate(year: year, month: month + 1, day: 1)
            ?? CivilDate(year: year + 1, month: 1, day: 1)
    }
}
