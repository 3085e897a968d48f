import Foundation
import HTTPTypes
import Hummingbird
import ICalendar
import NIOCore
import NoteItCore

/// A timetable as a calendar file (RFC 5545): one weekly event for each meeting, in the term's zone, except on its holidays.
struct CalendarFile {
    private let timetable: SavedTimetable
    private let entries: [(course: Course, section: Section)]
    private let term: Term

    /// - Parameter courses: those that have the timetable's sections.
    init(_ timetable: SavedTimetable, _ courses: [Course], term: Term) {
        (self.timetable, self.term) = (timetable, term)
        entries = timetable.sections.found(in: courses)
    }

    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8", .eTag: Revision.tag(timetable.rev),
                .contentDisposition:
                    "attachment; filename=\"timetable-\(timetable.term.text.filter { $0.isLetter || $0.isNumber }).ics\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    var text: String {
        let meetings = entries.flatMap { course, section in
            section.meetings.distinct.compactMap { meeting, number in
                MeetingEvent(meeting, term: term).map { (event($0, meeting, number, section, course), $0) }
            }
        }
        var calendar = Component.calendar(of: "Timetable")
        calendar.properties.append(Property("X-WR-CALNAME", text: timetable.name))
        if !term.zone.isUTC, let first = meetings.map(\.1.firstStart).min(), let last = meetings.map(\.1.lastEnd).max() {
            calendar.components.append(.timeZone(term.zone, from: first - 366 * 86_400, to: last))
        }
        calendar.components += meetings.map(\.0)
        return calendar.text
    }

    private func event(
        _ event: MeetingEvent, _ meeting: Meeting, _ number: Int, _ section: Section, _ course: Course
    ) -> Component {
        var properties = [
            Property("UID", text: "\(timetable.id)-\(section.crn)-\(number)@noteit"),
            Property("DTSTAMP", CalendarTime(timetable.editedAt ?? timetable.createdAt)),
        ]
        properties += event.properties
        properties.append(Property("SUMMARY", text: "\(course.subject) \(course.number) \(section.label(of: meeting))"))
        if !meeting.place.isEmpty { properties.append(Property("LOCATION", text: meeting.place)) }
        properties.append(Property("DESCRIPTION", text: "\(course.title), CRN \(section.crn)"))
        return Component("VEVENT", properties: properties)
    }
}
