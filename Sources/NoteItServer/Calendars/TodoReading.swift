import Foundation
import ICalendar
import NoteItCore

/// When a task is done, as a VTODO says it.
enum TodoTime: Equatable, Sendable {
    case fixed(start: Date, end: Date, TaskRecurrence?)
    /// A task without a fixed time. Nil minutes: the VTODO does not say how long it takes.
    case flexible(minutes: Int?, earliest: Date?, deadline: Date?)
}

/// Reads the times of a VTODO.
struct TodoReading {
    let component: Component
    let object: ParsedObject

    func time(_ name: String) -> CalendarTime? { component[name].flatMap(object.time) }

    var start: Date? { component["DTSTART"].flatMap(object.moment) }

    /// The estimate, of RFC draft-ietf-calext-ical-tasks or our own. Nil if there is none, or it is not a number of minutes.
    var minutes: Int? {
        let seconds = component["ESTIMATED-DURATION"].flatMap { CalendarDuration($0.value) }.map(Self.seconds)
        return seconds.map { ($0 + 59) / 60 } ?? component["X-NOTEIT-MINUTES"].flatMap { Int($0.value) }
    }

    private var duration: Int? { component["DURATION"].flatMap { CalendarDuration($0.value) }.map(Self.seconds) }

    private static func seconds(_ duration: CalendarDuration) -> Int { duration.days * 86_400 + duration.seconds }

    /// The time from DTSTART to DUE or to the end of DURATION, if both are times of day.
    var span: Range<Date>? {
        guard let first = time("DTSTART"), !first.isDay else { return nil }
        let start = first.moment(in: object.reader)
        let end = time("DUE").map { $0.moment(in: object.reader) } ?? duration.map { start + TimeInterval($0) }
        return end.flatMap { start < $0 ? start..<$0 : nil }
    }

    /// Whether the VTODO begins after it is due. Then its due time holds.
    var startsTooLate: Bool {
        guard let start, let due = time("DUE")?.deadline(in: object.reader) else { return false }
        return start > due
    }

    /// - Parameter days: by which its times lie later than they are written.
    func flexible(in days: Int = 0) -> TodoTime {
        let (start, due) = (time("DTSTART")?.adding(days: days), time("DUE")?.adding(days: days))
        let minutes = minutes ?? (due == nil ? duration.map { ($0 + 59) / 60 } : nil)
        let earliest = start?.moment(in: object.reader)
        let deadline =
            due?.deadline(in: object.reader) ?? earliest.flatMap { start in duration.map { start + TimeInterval($0) } }
        // Some programs write the same time twice.
        let isUseful = earliest.map { start in deadline.map { start < $0 } ?? true } ?? false
        return .flexible(minutes: minutes, earliest: isUseful ? earliest : nil, deadline: deadline)
    }
}

/// The texts of a VTODO, as a task has them.
enum TodoText {
    /// The title of a task for a SUMMARY.
    static func title(_ summary: String) -> String {
        let lines = summary.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
        let title = lines.joined(separator: " ").withoutControls().trimmed.prefix(codePoints: TextLimit.title.upperBound)
            .trimmed
        return title.isEmpty ? "Untitled" : title
    }

    /// The notes of a task for a DESCRIPTION.
    static func notes(_ description: String) -> String {
        description.withoutControls(keeping: ["\n", "\t"]).prefix(codePoints: TextLimit.notes.upperBound)
    }
}

/// The time of a to-do that is to be done next: the first one that is open, else the first one.
struct NextTodo {
    /// The master, or the component that replaces the time.
    let component: Component
    /// The number of days by which the times that the component writes are earlier than this time.
    let days: Int
    /// The open time after this one.
    let following: CalendarInstance?

    /// Throws `WorkSteps.Spent`.
    init(_ series: CalendarSeries, _ steps: inout WorkSteps) throws {
        // Each override can make at most one time done.
        let found = series.instances(meeting: Self.always, limit: series.overrides.count + 2, costLimit: steps.left)
        try steps.spend(found.cost)
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

    /// When the next open time of a to-do is due.
    /// - Parameters: `calendar`: the object; `reader`: the zone of days.
    static func deadline(in calendar: Component, reader: Zone) -> Date? {
        guard let object = try? ParsedObject(calendar, reader: reader), let series = object.series.first else { return nil }
        var steps = WorkSteps(WorkSteps.most)
        guard let next = try? NextTodo(series, &steps) else { return nil }
        guard case .flexible(_, _, let due) = TodoReading(component: next.component, object: object).flexible(in: next.days)
        else { return nil }
        return due
    }
}

extension CalendarTime {
    var isDay: Bool {
        if case .date = self { true } else { false }
    }
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
