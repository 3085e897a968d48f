import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Dates and kinds of meetings, the campus that all share, and the events of each week.
struct WeeklySlotTests {
    private func meeting(
        _ days: String, _ from: String?, _ to: String?, kind: String? = nil, place: String = "North Hall 101"
    ) throws -> Meeting {
        Meeting(
            days: days, start: try #require(WallTime(minute: 540)), end: try #require(WallTime(minute: 590)),
            startsOn: from.flatMap { Day($0) }, endsOn: to.flatMap { Day($0) }, place: place, kind: kind)
    }

    private func section(_ meetings: [Meeting], campus: String? = "North") -> Section {
        Section(
            id: "202530.1", crn: "1", code: "04", kind: "LEC", instructors: [], meetings: meetings, capacity: nil,
            enrolled: nil,
            components: [], campus: campus)
    }

    @Test func aClassOfTwoSaturdaysTellsItsDates() throws {
        let days = [try meeting("S", "2025-09-13", "2025-09-13"), try meeting("S", "2025-10-18", "2025-10-18")]
        let weekly = try meeting("MW", "2025-09-03", "2025-12-05")
        let section = section(days + [weekly])
        let span = [section].termDays
        #expect(section.slots(within: span).map(\.dates) == ["", "13 Sep, 18 Oct"])
        #expect(section.times(within: span) == "MW 09:00-09:50, S 09:00-09:50 (13 Sep, 18 Oct)")
        let course = Course(
            id: "202530.ART1", term: "202530", subject: "ART", number: "1", title: "", credits: nil, description: "",
            attributes: [], prerequisites: "", sections: [section])
        let lines = WeekDrawing([(course, section)]).lines(width: 120).map(\.text)
        #expect(lines.contains { $0.contains("▌13 Sep, 18 Oct") || $0.contains("|13 Sep, 18 Oct") })
    }

    @Test func halfATermIsTold() throws {
        let (half, whole) = (try meeting("T", "2025-10-20", "2025-12-02"), try meeting("M", "2025-09-03", "2025-12-05"))
        #expect(section([half]).slots(within: [section([whole])].termDays).map(\.dates) == ["21 Oct to 2 Dec"])
        let split = [try meeting("M", "2025-09-03", "2025-10-10"), try meeting("M", "2025-10-20", "2025-12-05")]
        #expect(section(split).slots(within: [section([whole])].termDays).map(\.dates) == [""], "a week off in between")
        #expect(section([try meeting("M", nil, nil)]).slots(within: [section([whole])].termDays).map(\.dates) == [""])
    }

    @Test func eachKindOfAMeetingIsNamed() throws {
        let section = section([try meeting("M", nil, nil), try meeting("W", nil, nil, kind: "LAB")])
        #expect(section.times(within: nil) == "M 09:00-09:50, W 09:00-09:50 LAB")
        #expect(SectionTable([section]).lines(width: nil).map(\.text)[1...].map { $0.contains("LAB") } == [false, true])
    }

    @Test func theCampusOfAllIsLeftOutOfPlaces() throws {
        let north = section([try meeting("M", nil, nil)])
        #expect(SharedCampus([north, section([])]).short("North Hall 101") == "Hall 101")
        let south = section([try meeting("T", nil, nil, place: "South Hall 1")], campus: "South")
        #expect(SharedCampus([north, south]).short("North Hall 101") == "North Hall 101")
        #expect(SharedCampus([section([try meeting("M", nil, nil)], campus: nil)]).name == nil)
    }

    @Test func eventsOfThreeWeeksAreOfTheWeekAndTwoAppointmentsAreNot() throws {
        let zone = try #require(TimeZone(identifier: "America/Vancouver"))
        let term = try #require(Day("2025-09-03"))...(try #require(Day("2025-12-05")))
        func block(_ day: String, _ title: String, hour: Double, hours: Double) throws -> StudyPlan.Block {
            let start = try #require(Day(day)).start(in: zone).addingTimeInterval(hour * 3_600)
            return StudyPlan.Block(id: day + title, kind: .fixed, start: start, end: start + hours * 3_600, title: title)
        }
        // Clocks change on 2 November.
        let choir =
            try ["2025-10-21", "2025-10-28"].map { try block($0, "Choir", hour: 18, hours: 2) }
            + [try block("2025-11-04", "Choir", hour: 18, hours: 2)]
        let dentist = try ["2025-10-20", "2025-10-27"].map { try block($0, "Dentist", hour: 9, hours: 1) }
        let shift = try ["2025-09-05", "2025-09-12", "2025-09-19"].map { try block($0, "Shift", hour: 22, hours: 4) }
        let before = try ["2025-08-06", "2025-08-13", "2025-08-20"].map { try block($0, "Camp", hour: 9, hours: 1) }
        let events = WeeklyEvents(choir + dentist + shift + before, in: term, zone: zone).events
        #expect(
            events.map { "\($0.title) \($0.days) \($0.start)-\($0.end)" } == [
                "Shift S 00:00-02:00", "Choir T 18:00-20:00", "Shift F 22:00-24:00",
            ])
    }
}
