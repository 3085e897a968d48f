import Foundation
import ICalendar
import NoteItCore

/// What a feed holds: its items, and for a while those that were removed.
struct FeedFile {
    /// How long a removed item stays as cancelled, in days. A study block is the plan's, not an appointment, and moves often.
    static func cancelledDays(_ calendar: CalendarCollection.Derived?) -> Int {
        calendar == .study ? 1 : CalendarTrace.days
    }

    private let feed: CalendarFeed
    private let inputs: CalendarInputs
    private let items: DerivedCalendars
    private let removed: [RemovedCalendarObject]

    /// - Parameter removed: what the person may still know of.
    init(_ feed: CalendarFeed, _ inputs: CalendarInputs, _ items: DerivedCalendars, removed: [RemovedCalendarObject]) {
        (self.feed, self.inputs, self.items, self.removed) = (feed, inputs, items, removed)
    }

    /// The calendar of the feed, byte for byte the same for the same inputs.
    func calendar(_ assembler: CalendarAssembler) -> Component {
        let tasks = inputs.tasks.keyed(by: \.id.description)
        let writer = TaskCalendar(inputs)
        var (components, used) = ([Component](), [DerivedItem]())
        for part in parts {
            for object in (inputs.objects[part] ?? []).sorted(by: { $0.item < $1.item }) {
                guard let item = items[part, object.item], isWanted(item.row.course) else { continue }
                let component = part == .tasks ? tasks[object.item].flatMap(writer.event) : item.component
                guard let component else { continue }
                components.append(component.known(as: object))
                used.append(item)
            }
        }
        var spans = CalendarAssembler.spans(of: used)
        for object in cancelled {
            components.append(Self.event(object))
            guard let zone = object.trace?.zone, let start = object.firstStart else { continue }
            let known = spans[zone] ?? (start, start)
            spans[zone] = (min(known.from, start), max(known.to, start))
        }
        let hour = "PT1H"
        return assembler.calendar(
            components, zones: spans, name: feed.name,
            properties: [
                Property("REFRESH-INTERVAL", parameters: [.init("VALUE", ["DURATION"])], value: hour),
                Property("X-PUBLISHED-TTL", value: hour),
            ])
    }

    private var parts: [CalendarCollection.Derived] { feed.include.map(\.calendar) }

    private func isWanted(_ course: Course.ID?) -> Bool {
        guard let courses = feed.courses else { return true }
        return course.map(courses.contains) ?? false
    }

    /// The title of a removed object. One that was removed before traces were kept is named by its kind.
    private static func title(of object: RemovedCalendarObject) -> String {
        if let trace = object.trace { return "Removed: \(trace.title)" }
        let noun =
            switch object.calendar {
            case .classes: "class"
            case .due: "due date"
            case .study: "study time"
            case .tasks, nil: "task"
            }
        return "Removed: " + (object.course.map { "\($0.code) " } ?? "") + noun
    }

    /// A VEVENT must have a start, also one that is cancelled: an object without one is left out.
    private var cancelled: [RemovedCalendarObject] {
        removed.sorted { $0.uid < $1.uid }.filter { object in
            guard let calendar = object.calendar else { return false }
            return parts.contains(calendar) && isWanted(object.course) && items[calendar, object.item] == nil
                && (object.trace != nil || object.firstStart != nil)
        }
    }

    private static func event(_ object: RemovedCalendarObject) -> Component {
        let moment = CalendarTime(object.removedAt)
        let start = object.trace?.property ?? object.firstStart.map { Property("DTSTART", CalendarTime($0)) }
        return Component(
            "VEVENT",
            properties: [
                Property("UID", text: object.uid), Property("DTSTAMP", moment), Property("LAST-MODIFIED", moment),
                Property("SEQUENCE", value: "\(object.sequence + 1)"),
            ] + (start.map { [$0] } ?? []) + [
                Property("SUMMARY", text: title(of: object)), Property("STATUS", value: "CANCELLED"),
            ])
    }
}

extension CalendarFeed.Part {
    var calendar: CalendarCollection.Derived {
        switch self {
        case .classes: .classes
        case .due: .due
        case .study: .study
        case .tasks: .tasks
        }
    }
}
