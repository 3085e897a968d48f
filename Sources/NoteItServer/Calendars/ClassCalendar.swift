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
            Self.distinct(section.meetings).compactMap { meeting, number in
                Self.item(of: section, meeting, id: "\(section.section)-\(number)")
            }
        }
    }

    /// A registrar's file may list a meeting twice, in two rooms: it is one event, which names both.
    static func distinct(_ meetings: [Meeting]) -> [(Meeting, Int)] {
        var found: [(meeting: Meeting, number: Int)] = []
        for (number, meeting) in meetings.enumerated() {
            let place = meeting.place
            var same = meeting
            if let index = found.firstIndex(where: { other in
                same.place = other.meeting.place
                return other.meeting == same
            }) {
                let known = found[index].meeting.place
                if !place.isEmpty, !known.split(separator: ", ").contains(Substring(place)) {
                    found[index].meeting.place = known.isEmpty ? place : "\(known), \(place)"
                }
            } else {
                found.append((meeting, number))
            }
        }
        return found
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
