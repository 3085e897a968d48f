import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// A timetable as a calendar file (RFC 5545): one weekly event for each meeting, in the term's zone, not on its holidays.
struct CalendarFile {
    private let schedule: Schedule
    private let entries: [(course: Course, section: Section)]
    private let term: Term

    init(_ schedule: Schedule, _ entries: [(course: Course, section: Section)], term: Term) {
        (self.schedule, self.entries, self.term) = (schedule, entries, term)
    }

    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8", .eTag: Revision.tag(schedule.rev),
                .contentDisposition:
                    "attachment; filename=\"timetable-\(schedule.term.filter { $0.isLetter || $0.isNumber }).ics\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Lines end in CRLF and are folded at 75 octets (section 3.1).
    var text: String {
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//NoteIt//Timetable//EN", "X-WR-CALNAME:\(Self.escaped(schedule.name))",
        ]
        let body =
            zone
            + entries.flatMap { course, section in
                section.meetings.enumerated().flatMap { event($0.element, number: $0.offset, section, course) }
            }
        return (head + body + ["END:VCALENDAR"]).flatMap(Self.folded).joined(separator: "\r\n") + "\r\n"
    }

    /// The zone's offsets from a year before the first meeting to the end of the last (section 3.6.5).
    private var zone: [String] {
        let meetings = entries.flatMap(\.section.meetings)
        let days = (meetings.flatMap { [$0.startsOn, $0.endsOn] } + [term.startsOn, term.endsOn]).compactMap { $0 }
        guard let first = days.min(), let last = days.max() else { return [] }
        var (moments, next) = ([first.adding(days: -366).start(in: term.zone)], Date.distantPast)
        while let change = term.zone.nextDaylightSavingTimeTransition(after: max(next, moments[0])),
            change < last.start(in: term.zone)
        {
            moments.append(change)
            next = change
        }
        let parts = moments.flatMap { moment in
            let (before, after) = (term.zone.secondsFromGMT(for: moment - 1), term.zone.secondsFromGMT(for: moment))
            let name = term.zone.isDaylightSavingTime(for: moment) ? "DAYLIGHT" : "STANDARD"
            return [
                "BEGIN:\(name)", "DTSTART:\(Self.utc(moment + Double(before)).dropLast())",
                "TZOFFSETFROM:\(Self.offset(before))",
                "TZOFFSETTO:\(Self.offset(after))", "END:\(name)",
            ]
        }
        return ["BEGIN:VTIMEZONE", "TZID:\(term.timeZone)"] + parts + ["END:VTIMEZONE"]
    }

    private static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + String(format: "%02d%02d", minutes / 60, minutes % 60)
    }

    /// None for a meeting whose dates nobody knows, or hold none of its days.
    private func event(_ meeting: Meeting, number: Int, _ section: Section, _ course: Course) -> [String] {
        guard let from = meeting.startsOn ?? term.startsOn, let to = meeting.endsOn ?? term.endsOn,
            let first = (0..<7).map({ from.adding(days: $0) }).first(where: { meeting.days.contains($0.letter) }),
            first <= to
        else { return [] }
        let names = ["M": "MO", "T": "TU", "W": "WE", "R": "TH", "F": "FR", "S": "SA", "U": "SU"]
        let days = meeting.days.compactMap { names[String($0)] }.joined(separator: ",")
        let local = { (day: Day, time: WallTime) in "\(Self.digits(day))T\(Self.digits(time))00" }
        // UNTIL is in UTC where DTSTART has a zone (section 3.3.10).
        let until = Self.utc(to.adding(days: 1).start(in: term.zone).addingTimeInterval(-1))
        let exceptions = term.holidays.filter { (first...to).contains($0.day) && meeting.days.contains($0.day.letter) }
        let place = meeting.place.isEmpty ? [] : ["LOCATION:\(Self.escaped(meeting.place))"]
        return [
            "BEGIN:VEVENT", "UID:\(schedule.id)-\(section.crn)-\(number)@noteit",
            "DTSTAMP:\(Self.utc(schedule.editedAt ?? schedule.createdAt))",
            "DTSTART;TZID=\(term.timeZone):\(local(first, meeting.start))",
            "DTEND;TZID=\(term.timeZone):\(local(first, meeting.end))",
            "RRULE:FREQ=WEEKLY;UNTIL=\(until);BYDAY=\(days)",
        ] + exceptions.map { "EXDATE;TZID=\(term.timeZone):\(local($0.day, meeting.start))" } + [
            "SUMMARY:\(Self.escaped("\(course.subject) \(course.number) \(section.kind) \(section.code)"))"
        ] + place + ["DESCRIPTION:\(Self.escaped("\(course.title), CRN \(section.crn)"))", "END:VEVENT"]
    }

    private static func digits(_ day: Day) -> String { day.description.replacing("-", with: "") }
    private static func digits(_ time: WallTime) -> String {
        min(time, WallTime(minute: 1_439) ?? time).description.replacing(":", with: "")
    }
    private static func utc(_ date: Date) -> String {
        RFC3339.string(date).replacing("-", with: "").replacing(":", with: "")
    }

    private static func escaped(_ text: String) -> String {
        text.withLineFeeds.escaping { scalar in
            switch scalar {
            case "\\", ";", ",": "\\\(scalar)"
            case "\n": "\\n"
            // Of controls, a text holds tabs alone (RFC 5545, section 3.1).
            default: scalar != "\t" && scalar.properties.generalCategory == .control ? " " : nil
            }
        }
    }

    /// A line of at most 75 octets, and its continuations, which begin with a space.
    private static func folded(_ line: String) -> [String] {
        var (lines, current) = ([String](), "")
        for scalar in line.unicodeScalars {
            if current.utf8.count + String(scalar).utf8.count > 75 {
                lines.append(current)
                current = " "
            }
            current.unicodeScalars.append(scalar)
        }
        return lines + [current]
    }
}
