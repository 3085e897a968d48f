import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

/// A person's days without the server.
struct LocalCalendarTests {
    private var calendar: LocalCalendar {
        var calendar = LocalCalendar(zone: Samples.zone)
        calendar.terms = [Samples.term]
        return calendar
    }

    private func titles(_ calendar: LocalCalendar, _ from: String, _ to: String? = nil) throws -> [String] {
        let (first, last) = (try #require(Day(from)), try #require(Day(to ?? from)))
        return calendar.items(from: first, to: last).items.map { item in
            let minutes = Int(item.start.timeIntervalSince(Day(item.start, in: Samples.zone).start(in: Samples.zone)) / 60)
            return "\(Day(item.start, in: Samples.zone)) \(minutes) \(item.title)"
        }
    }

    /// A lecture on Mondays and Wednesdays at 10:30, which the registrar lists in two rooms.
    private func enrolled(holidays: [Holiday] = []) throws -> LocalCalendar {
        var meeting = Meeting(
            days: "MW", start: try #require(WallTime("10:30")), end: try #require(WallTime("11:20")), startsOn: nil,
            endsOn: nil,
            place: "AQ 3182")
        var meetings = [meeting]
        meeting.place = "AQ 3181"
        meetings.append(meeting)
        var course = Samples.course(Samples.cs225)
        course.sections = [
            Section(
                id: "202530.1001", crn: "1001", code: "D100", kind: "LEC", instructors: [], meetings: meetings, capacity: nil,
                enrolled: nil, components: [])
        ]
        var (calendar, term) = (calendar, Samples.term)
        term.holidays = holidays
        (calendar.courses, calendar.terms) = ([course], [term])
        calendar.enrollments = [Samples.enrollment("202530.1001", in: Samples.cs225)]
        return calendar
    }

    @Test func classesRepeatWeeklyInTheirTerm() throws {
        let calendar = try enrolled()
        #expect(
            try titles(calendar, "2025-11-24", "2025-11-30") == [
                "2025-11-24 630 CMPT 225 LEC D100", "2025-11-26 630 CMPT 225 LEC D100",
            ])
        #expect(try titles(calendar, "2025-12-17", "2025-12-31").isEmpty)
        #expect(try titles(calendar, "2025-08-25", "2025-09-02").isEmpty)
        let day = try #require(Day("2025-11-24"))
        #expect(calendar.items(from: day, to: day).items.map(\.location) == ["AQ 3182, AQ 3181"])
    }

    @Test func holidaysHaveNoClasses() throws {
        let holiday = Holiday(day: try #require(Day("2025-11-24")), name: "Holiday")
        #expect(try titles(enrolled(holidays: [holiday]), "2025-11-24").isEmpty)
    }

    /// Clocks go back on 2 November 2025.
    @Test func personalEventsKeepTheirTimeOfDayWhenClocksChange() throws {
        var calendar = calendar
        calendar.personal = [
            Samples.personalEvent(
                "Choir", Samples.at("2025-10-29", 1_140), Samples.at("2025-10-29", 1_230), rule: "FREQ=WEEKLY")
        ]
        #expect(
            try titles(calendar, "2025-11-01", "2025-11-14") == ["2025-11-05 1140 Choir", "2025-11-12 1140 Choir"])
    }

    @Test func wholeDaysLastToTheirLastDay() throws {
        var calendar = calendar
        calendar.personal = [
            Samples.personalEvent("Away", Samples.at("2025-10-31"), Samples.at("2025-11-03"), allDay: true),
            Samples.personalEvent(
                "Rent", Samples.at("2025-01-01"), Samples.at("2025-01-02"), rule: "FREQ=MONTHLY", allDay: true),
        ]
        #expect(try titles(calendar, "2025-11-02") == ["2025-10-31 0 Away"])
        #expect(try titles(calendar, "2025-11-03").isEmpty)
        #expect(try titles(calendar, "2025-12-01") == ["2025-12-01 0 Rent"])
    }

    /// Clocks go back on 2 November 2025.
    @Test func aSeriesIsShownWithoutItsExceptionsAndWithWhatWasMoved() throws {
        var (calendar, event) = (
            calendar, Samples.personalEvent("Shift", Samples.at("2025-10-30", 480), Samples.at("2025-10-30", 540))
        )
        event.series = PersonalEventSeries(
            first: Self.occurrence(event), timeZone: "America/Vancouver", rule: "FREQ=DAILY;COUNT=6",
            exceptions: [Samples.at("2025-10-31", 480), Samples.at("2025-11-01", 480)],
            others: [
                .init(
                    title: "Late shift", location: "Hall", start: Samples.at("2025-11-01", 600),
                    end: Samples.at("2025-11-01", 660),
                    allDay: false)
            ])
        calendar.personal = [event]
        #expect(
            try titles(calendar, "2025-10-30", "2025-11-05") == [
                "2025-10-30 480 Shift", "2025-11-01 600 Late shift", "2025-11-02 540 Shift", "2025-11-03 480 Shift",
                "2025-11-04 480 Shift",
            ])
        event.series?.rule = nil
        let start = event.start
        event.series?.exceptions = [start]
        calendar.personal = [event]
        #expect(try titles(calendar, "2025-10-30", "2025-11-05") == ["2025-11-01 600 Late shift"])
    }

    private static func occurrence(_ event: PersonalEvent) -> PersonalEventSeries.Occurrence {
        PersonalEventSeries.Occurrence(
            title: event.title, location: event.location, start: event.start, end: event.end, allDay: event.allDay)
    }

    @Test func aSeriesOfDaysHasExceptionsToo() throws {
        var (calendar, event) = (
            calendar, Samples.personalEvent("Away", Samples.at("2025-10-31"), Samples.at("2025-11-01"), allDay: true)
        )
        event.series = PersonalEventSeries(
            first: Self.occurrence(event), timeZone: nil, rule: "FREQ=DAILY;COUNT=4", exceptions: [Samples.at("2025-11-02")],
            others: [])
        calendar.personal = [event]
        #expect(
            try titles(calendar, "2025-10-30", "2025-11-05") == [
                "2025-10-31 0 Away", "2025-11-01 0 Away", "2025-11-03 0 Away",
            ])
    }

    /// A person who moved from Auckland to Vancouver.
    @Test func aDayIsTheSameDayInEveryZone() throws {
        let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
        func start(_ day: String) throws -> Date { try #require(Day(day)).start(in: auckland) }
        var (calendar, event) = (
            calendar, Samples.personalEvent("Away", try start("2025-10-31"), try start("2025-11-01"), allDay: true)
        )
        event.dayZone = "Pacific/Auckland"
        calendar.personal = [event]
        #expect(try titles(calendar, "2025-10-29", "2025-11-05") == ["2025-10-31 0 Away"])
        event.series = PersonalEventSeries(
            first: Self.occurrence(event), timeZone: nil, rule: "FREQ=DAILY;COUNT=4", exceptions: [try start("2025-11-02")],
            others: [])
        calendar.personal = [event]
        #expect(
            try titles(calendar, "2025-10-29", "2025-11-05") == [
                "2025-10-31 0 Away", "2025-11-01 0 Away", "2025-11-03 0 Away",
            ])
    }

    @Test func anEventThatBeganTheDayBeforeIsThere() throws {
        var calendar = calendar
        calendar.personal = [Samples.personalEvent("Night", Samples.at("2025-11-30", 1_380), Samples.at("2025-12-01", 120))]
        #expect(try titles(calendar, "2025-12-01") == ["2025-11-30 1380 Night"])
        #expect(try titles(calendar, "2025-12-02").isEmpty)
    }

    @Test func aRuleThatCannotBeReadGivesTheFirstAlone() throws {
        var calendar = calendar
        calendar.personal = [
            Samples.personalEvent("Odd", Samples.at("2025-11-03", 480), Samples.at("2025-11-03", 540), rule: "FREQ=NEVER")
        ]
        #expect(try titles(calendar, "2025-11-01", "2025-11-30") == ["2025-11-03 480 Odd"])
    }

    @Test func dueDatesTasksAndStudyAreThere() throws {
        var calendar = calendar
        calendar.events = [
            Samples.event(7, due: Samples.at("2025-11-24", 1_020)), Samples.event(8),
            Samples.event(9, due: Samples.at("2025-12-24")),
        ]
        var (flexible, fixed) = (Samples.task("Read"), Samples.task("Train"))
        flexible.deadline = Samples.at("2025-11-24", 1_439)
        (fixed.kind, fixed.start, fixed.end) = (.fixed, Samples.at("2025-11-10", 600), Samples.at("2025-11-10", 660))
        fixed.recurrence = TaskRecurrence(rule: "FREQ=WEEKLY", exceptions: [Samples.at("2025-11-17", 600)])
        calendar.tasks = [flexible, fixed]
        calendar.blocks = [
            StudyPlan.Block(
                id: "a", kind: .study, start: Samples.at("2025-11-24", 900), end: Samples.at("2025-11-24", 960), title: "Read"),
            StudyPlan.Block(
                id: "b", kind: .study, start: Samples.at("2025-11-24", 960), end: Samples.at("2025-11-24", 990),
                title: "Missed",
                missed: true),
            StudyPlan.Block(id: "c", kind: .break, start: Samples.at("2025-11-24", 990), end: Samples.at("2025-11-24", 995)),
        ]
        let day = try #require(Day("2025-11-24"))
        let items = calendar.items(from: day, to: day).items
        #expect(items.map(\.title) == ["Train", "Read", "Event 7", "Read"])
        #expect(items.map(\.kind) == [.task, .study, .due, .task])
        #expect(items[2].reference == "CMPT225#7")
        #expect(try titles(calendar, "2025-11-17").isEmpty)
    }

    /// A rule from a hundred years ago costs no more than the days that are asked for.
    @Test func tooManyOccurrencesAreSaidToBeLeftOut() throws {
        var calendar = calendar
        calendar.personal = (0..<60).map { number in
            Samples.personalEvent(
                "Daily \(number)", Samples.at("2025-01-01", number), Samples.at("2025-01-01", number + 1), rule: "FREQ=DAILY")
        }
        let (first, last) = (try #require(Day("2025-01-01")), try #require(Day("2025-12-31")))
        let found = calendar.items(from: first, to: last)
        #expect(found.items.count == CalendarDays.mostItems && !found.complete)
    }
}
