import Foundation
import ICalendar
import NoteItCore

/// What a feed holds: its items, and for a while those that were removed.
struct FeedFile {
    /// How long a removed item stays as cancelled, in days.
    static let cancelledDays = 14

    private let feed: CalendarFeed
    private let inputs: CalendarInputs
    private let items: DerivedCalendars
    private let removed: [RemovedCalendarObject]

    /// - Parameter removed: what the person may still know of.
    init(_ feed: CalendarFeed, _ inputs: CalendarInputs, _ items: DerivedCalendars, removed: [RemovedCalendarObject]) {
        (self.feed, self.inputs, self.items, self.removed) = (feed, inputs, items, removed)
    }

    /// The same for the same inputs, byte by byte.
    func calendar(_ assembler: CalendarAssembler) -> Component {
        let tasks = Dictionary(inputs.tasks.map { ($0.id.description, $0) }) { first, _ in first }
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
        components += cancelled
        let hour = "PT1H"
        return assembler.calendar(
            components, zones: CalendarAssembler.spans(of: used), name: feed.name,
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

    /// The text of the item is gone with it.
    private static func title(of object: RemovedCalendarObject, in calendar: CalendarCollection.Derived) -> String {
        let noun =
            switch calendar {
            case .classes: "class"
            case .due: "due date"
            case .study: "study time"
            case .tasks: "task"
            }
        return "Removed: " + (object.course.map { "\($0.code) " } ?? "") + noun
    }

    /// A VEVENT must have a start, also one that is cancelled: an object without one is left out.
    private var cancelled: [Component] {
        removed.sorted { $0.uid < $1.uid }.compactMap { object in
            guard let calendar = object.calendar, parts.contains(calendar), isWanted(object.course),
                items[calendar, object.item] == nil, let start = object.firstStart
            else { return nil }
            let moment = CalendarTime(object.removedAt)
            return Component(
                "VEVENT",
                properties: [
                    Property("UID", text: object.uid), Property("DTSTAMP", moment), Property("LAST-MODIFIED", moment),
                    Property("SEQUENCE", value: "\(object.sequence + 1)"), Property("DTSTART", CalendarTime(start)),
                    Property("SUMMARY", text: Self.title(of: object, in: calendar)), Property("STATUS", value: "CANCELLED"),
                ])
        }
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
