import Foundation
import ICalendar
import NoteItCore

/// The calendar `classes`: a weekly event for each meeting of the person's sections.
struct ClassCalendar {
    private let classes: [StudyClass]

    init(_ classes: [StudyClass]) { self.classes = classes }

    /// An item is named by its section and the place of its meeting in the registrar's list, so that a meeting which moves stays
    /// the same event.
    var items: [DerivedItem] {
        classes.flatMap { section in
            section.meetings.distinct.compactMap { meeting, number in
                Self.item(of: section, meeting, id: "\(section.section)-\(number)")
            }
        }
    }

    private static func item(of section: StudyClass, _ meeting: Meeting, id: String) -> DerivedItem? {
        guard let event = MeetingEvent(meeting, term: section.term) else { return nil }
        var component = Component("VEVENT", properties: event.properties)
        component.properties.append(Property("SUMMARY", text: section.title(of: meeting)))
        if !meeting.place.isEmpty { component.properties.append(Property("LOCATION", text: meeting.place)) }
        component.properties += [
            Property("DESCRIPTION", text: "\(section.course.code), CRN \(section.section.crn)"),
            Property("CATEGORIES", text: section.course.code),
        ]
        return DerivedItem(
            .classes, id, component, zones: section.term.zone.names, firstStart: event.firstStart, lastEnd: event.lastEnd,
            course: section.course, trace: CalendarTrace(component, title: section.title(of: meeting)))
    }
}
