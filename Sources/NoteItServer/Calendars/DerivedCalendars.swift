import Foundation
import NoteItCore

/// All items of a person's derived calendars.
struct DerivedCalendars: Sendable {
    /// The person's time zone.
    let zone: TimeZone
    private let items: [CalendarCollection.Derived: [String: DerivedItem]]

    init(_ inputs: CalendarInputs) {
        zone = inputs.zone
        let alarms = StudyAlarms(inputs.alerts)
        let (study, tasks) = (StudyCalendar(inputs.tasks, alarms), TaskCalendar(inputs))
        let all =
            ClassCalendar(inputs.classes).items
            + DueCalendar(inputs.due, classes: inputs.classes, zone: inputs.zone, names: inputs.names, alarms).items
            + inputs.blocks.compactMap(study.item) + inputs.tasks.map(tasks.item)
        items = Dictionary(grouping: all, by: \.row.calendar).mapValues { $0.keyed(by: \.row.item) }
    }

    /// The rows of all items, by calendar and item.
    var rows: [DerivedObject] {
        items.values.flatMap { $0.values.map(\.row) }.sorted { one, other in
            (one.calendar.rawValue, one.item) < (other.calendar.rawValue, other.item)
        }
    }

    subscript(calendar: CalendarCollection.Derived, item: String) -> DerivedItem? { items[calendar]?[item] }

    /// The item of an object; nil if the object says something else by now.
    func item(of object: CalendarObject, in calendar: CalendarCollection.Derived) -> DerivedItem? {
        self[calendar, object.item].flatMap { $0.row.digest == object.digest ? $0 : nil }
    }

    /// Whether the stored rows say what these items say.
    func match(_ objects: [CalendarCollection.Derived: [CalendarObject]]) -> Bool {
        CalendarCollection.Derived.allCases.allSatisfy { calendar in
            let (rows, items) = (objects[calendar] ?? [], items[calendar] ?? [:])
            return rows.count == items.count && rows.allSatisfy { item(of: $0, in: calendar) != nil }
        }
    }
}
