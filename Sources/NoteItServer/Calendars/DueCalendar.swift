import Foundation
import ICalendar
import NoteItCore

/// The calendar `due`: an event for each due date that the person may see.
///
/// A due date is a moment that ends the work, so its event is half an hour that ends then. An exam begins at its time: its event
/// has no length. The last minute of a day means the whole day, which is how clients write a day without a time.
struct DueCalendar {
    /// The length of a due date's event, in seconds.
    static let length = 1_800.0

    private let due: [(event: Event, former: [Event.DueChange])]
    private let zones: [Term.ID: TimeZone]
    private let zone: TimeZone
    private let names: ReaderCourses
    private let alarms: StudyAlarms

    /// - Parameters: `classes`: their terms have the zones of their courses; `zone`: of other courses; `names`: of the courses.
    init(
        _ due: [(event: Event, former: [Event.DueChange])], classes: [StudyClass], zone: TimeZone,
        names: ReaderCourses = ReaderCourses([]), _ alarms: StudyAlarms = .none
    ) {
        (self.due, self.zone, self.names, self.alarms) = (due, zone, names, alarms)
        zones = Self.zones(of: classes)
    }

    var items: [DerivedItem] { due.compactMap(item) }

    private func item(_ event: Event, _ former: [Event.DueChange]) -> DerivedItem? {
        guard let due = event.due else { return nil }
        let zone = zones[event.course.term] ?? zone
        var component = Component("VEVENT")
        let (first, last): (Date, Date)
        if let day = due.wholeDay(in: zone), let date = day.civil, let next = day.adding(days: 1).civil {
            component.properties = [Property("DTSTART", .date(date)), Property("DTEND", .date(next))]
            // A day begins at another moment for each reader.
            (first, last) = (day.start(in: .gmt) - 86_400, day.start(in: .gmt) + 2 * 86_400)
        } else if event.kind == .exam {
            component.properties = [Property("DTSTART", CalendarTime(due))]
            (first, last) = (due, due)
        } else {
            component.properties = [
                Property("DTSTART", CalendarTime(due - Self.length)), Property("DTEND", CalendarTime(due)),
            ]
            (first, last) = (due - Self.length, due)
        }
        component.properties += [
            Property("SUMMARY", text: title(of: event)),
            Property("DESCRIPTION", text: description(of: event, former, zone)),
            Property("CATEGORIES", text: event.course.code), Property("TRANSP", value: "TRANSPARENT"),
        ]
        let kind = event.kind == .note ? "" : " (\(event.kind.rawValue))"
        return DerivedItem(
            .due, event.id.description, alarms.ringing(component, atEnd: true), firstStart: first, lastEnd: last,
            course: event.course,
            trace: CalendarTrace(component, title: "\(names.name(of: event.course))#\(event.number)\(kind)"))
    }

    static func zones(of classes: [StudyClass]) -> [Term.ID: TimeZone] {
        Dictionary(classes.map { ($0.term.id, $0.term.zone) }) { first, _ in first }
    }

    /// Such as `CMPT225 Exam: Midterm`.
    private func title(of event: Event) -> String {
        let kind = event.kind == .note ? "" : " \(event.kind.rawValue.capitalized)"
        return "\(names.name(of: event.course))\(kind): \(event.title)"
    }

    private func description(of event: Event, _ former: [Event.DueChange], _ zone: TimeZone) -> String {
        var lines = [
            "\(event.kind.rawValue.capitalized) by \(event.author.displayName)",
            "noteit event view \(names.name(of: event.course))#\(event.number)",
        ]
        if let move = former.last, let before = move.from {
            let moved = Day(move.at, in: zone)
            lines.append("The due date moved on \(moved). It was \(Self.text(before, in: zone)).")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ date: Date, in zone: TimeZone) -> String {
        let day = Day(date, in: zone)
        let minute = Int(date.timeIntervalSince(day.start(in: zone)) / 60)
        return WallTime(minute: min(minute, 1_439)).map { "\(day) \($0)" } ?? "\(day)"
    }
}
