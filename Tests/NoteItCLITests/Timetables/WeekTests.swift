import NoteItCore
import Testing

@testable import NoteItTerminal

/// Days and times as people write them, and the grid of a week.
struct WeekTests {
    @Test(arguments: [
        ("fri", "F"), ("mon,wed", "MW"), ("TR", "TR"), ("thursday tue", "TR"), ("weekdays", "MTWRF"), ("Sun M", "MU"),
        ("mon-thu", "MTWR"), ("fri–mon", "MFSU"), ("mondays and wednesdays", "MW"), ("weekends", "SU"),
    ])
    func daysAreUnderstood(text: String, letters: String) { #expect(WeekPhrase.days(text) == letters) }

    @Test(arguments: ["", "someday", "frisky", "XYZ"]) func anInvalidDayIsRejected(text: String) {
        #expect(WeekPhrase.days(text) == nil)
    }

    @Test func timesAreUnderstood() {
        #expect(WeekPhrase.busy("mon 14:30-17:30").map { "\($0.days) \($0.start) \($0.end)" } == "M 14:30 17:30")
        #expect(WeekPhrase.busy("mon wed 9-10").map { "\($0.days) \($0.start) \($0.end)" } == "MW 09:00 10:00")
        #expect(WeekPhrase.range("morning").map { "\($0.start) \($0.end)" } == "08:00 12:00")
    }

    @Test(arguments: [
        ("2:30pm-4pm", "14:30 16:00"), ("2-4:30pm", "14:00 16:30"), ("11-1pm", "11:00 13:00"), ("9am - noon", "09:00 12:00"),
        ("9–17", "09:00 17:00"), ("mornings", "08:00 12:00"), ("night", "20:00 24:00"),
    ])
    func aRangeIsUnderstood(text: String, range: String) {
        #expect(WeekPhrase.range(text).map { "\($0.start) \($0.end)" } == range)
    }

    @Test func severalRangesAreUnderstood() {
        #expect(WeekPhrase.ranges("morning, 2-4pm")?.map { "\($0.start) \($0.end)" } == ["08:00 12:00", "14:00 16:00"])
        #expect(WeekPhrase.ranges("morning, someday") == nil)
        #expect(WeekPhrase.busy("mon-thu 2:30pm - 4pm").map { "\($0.days) \($0.start) \($0.end)" } == "MTWR 14:30 16:00")
    }

    @Test(arguments: ["mon", "mon 17-14", "mon 25:00-26:00", "14-15", "mon 14"]) func anInvalidTimeIsRejected(text: String) {
        #expect(WeekPhrase.busy(text) == nil)
    }

    private func course(_ number: String, _ sections: [Section], title: String = "Drawing") -> Course {
        Course(
            id: "202530.ART\(number)", term: "202530", subject: "ART", number: number, title: title, credits: Credits("3"),
            description: "", attributes: [], prerequisites: "", sections: sections)
    }

    private func section(
        _ crn: String, _ meetings: [(days: String, start: String, end: String)], place: String = "", capacity: Int? = nil
    ) throws -> Section {
        let meetings = try meetings.map { meeting in
            Meeting(
                days: meeting.days, start: try #require(WallTime(meeting.start)), end: try #require(WallTime(meeting.end)),
                startsOn: nil, endsOn: nil, place: place)
        }
        return Section(
            id: "202530.\(crn)", crn: crn, code: "D100", kind: "LEC", instructors: [], meetings: meetings, capacity: capacity,
            enrolled: 38, components: [])
    }

    @Test func aWeekIsDrawnByTheHalfHour() throws {
        let section = try section("1", [("MF", "10:30", "11:20")])
        let grid = WeekDrawing([(course("1", [section], title: "<Drawing>"), section)])
        let lines = grid.lines(width: 80).map(\.text)
        #expect(lines.count == 4)
        #expect(lines[2].contains("ART1 LEC") && lines[3].contains("D100"))
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
        #expect(grid.lines(width: 55).map(\.text)[2...].allSatisfy { $0.contains("▌ART1") || $0.contains("▌D100") })
        #expect(WeekDrawing([]).lines(width: 80).isEmpty)
    }

    @Test func aClassIsShownInTheRowWhereItBeginsAndNoneIsLost() throws {
        let early = try section("1", [("M", "10:30", "11:50")])
        let late = try section("2", [("M", "11:50", "12:40")])
        let short = try section("3", [("M", "10:30", "10:40")])
        let lines = WeekDrawing([(course("1", [early]), early), (course("2", [late]), late), (course("3", [short]), short)])
            .lines(width: 80).map(\.text)
        #expect(lines.contains { $0.contains("ART1") } && lines.contains { $0.contains("ART2") })
        #expect(lines.last == "      also Mon 10:30-10:40 ART3 LEC D100")
    }

    @Test func overlappingMeetingsCountOnceInTheFactsOfAWeek() throws {
        let facts = WeekFacts([
            try section("1", [("MW", "10:30", "11:20"), ("M", "12:00", "13:00")]), try section("2", [("M", "11:00", "11:30")]),
            try section("3", []),
        ])
        #expect(facts.days == "MW" && facts.hours == "10:30-13:00" && facts.idleMinutes == 30)
        #expect(WeekFacts([]).hours == "")
    }

    @Test(arguments: [(0, "0"), (45, "45m"), (60, "1h"), (65, "1h 05m"), (150, "2h 30m")])
    func minutesAreWrittenAsHours(minutes: Int, text: String) { #expect(minutes.asHours == text) }

    @Test(arguments: [("0", "0"), ("999", "999"), ("1000", "1,000"), ("310144746", "310,144,746")])
    func longNumbersAreGrouped(digits: String, text: String) { #expect(digits.grouped == text) }

    @Test func aComparisonShowsBothWeeksAndTheirDifferences() throws {
        let (same, left) = (try section("1", [("M", "10:30", "11:20")]), try section("2", [("T", "10:30", "11:20")]))
        let right = try section("3", [("F", "13:30", "14:20")])
        let (one, two) = (course("1", [same]), course("2", [left, right]))
        let difference = TimetableDifference("Plan A", [(one, same), (two, left)], "Plan B", [(one, same), (two, right)])
        let lines = difference.lines(width: 80).map(\.text)
        #expect(lines.first == "         Plan A       Plan B")
        #expect(lines.contains("days     MT           MF") && lines.contains("credits  6            6"))
        #expect(
            lines.suffix(3) == [
                "   ART1  LEC D100  1  M 10:30-11:20", "-  ART2  LEC D100  2  T 10:30-11:20",
                "+  ART2  LEC D100  3  F 13:30-14:20",
            ])
    }

    @Test func theTableShowsCostsAndAssumptions() throws {
        let (first, second) = (try section("1", [("M", "10:30", "11:20")], capacity: 38), try section("2", []))
        let table = TimetableAnswer.Timetable(
            cost: 100, crns: [1, 2],
            parts: .init(
                idleMinutes: 65, days: 1, minutesOutsidePreferred: 0, walkingMinutes: 12, rating: 0, grade: 0, untimed: 0,
                full: 0,
                otherCampuses: 0, soft: 0),
            alternatives: [.init(course: "202530.ART1", crns: [[7], [8]])], unrated: [2], ungraded: [1, 2])
        let answer = TimetableAnswer(
            rawCombinations: "1", feasible: "1", feasibleDistinct: "1", exact: true, optimal: true, bound: nil,
            timetables: [table], assumed: .init(rating: 300, grade: 300), conflicts: nil)
        let list = TimetablesTable(answer, courses: [course("1", [first]), course("2", [second])])
        #expect(
            list.lines(width: 80).map(\.text) == [
                "   days  hours          idle  on foot  seats  cost  CRNs",
                "1  M     10:30-11:20  1h 05m      12m   full   100  1 2",
                "   ART1 D100; ART2 D100",
            ])
        #expect(
            list.notes(table).map(\.text) == [
                "Same times in ART1: 7, 8", "No rating known, counted as 3.00 of 5: ART2",
            ])
        let sections = RegistrationTable(list.entries(table)).lines(width: 80).map(\.text)
        #expect(sections.first?.contains("38/38") == true && sections.contains { $0.contains("no fixed time") })
        #expect(sections.last == "CRNs for the registrar's form: 1 2")
    }
}
