import NoteItCore
import Testing

@testable import NoteItTerminal

/// Days and times as people write them, and the grid of a week.
struct WeekTests {
    @Test(arguments: [
        ("fri", "F"), ("mon,wed", "MW"), ("TR", "TR"), ("thursday tue", "TR"), ("weekdays", "MTWRF"), ("Sun M", "MU"),
    ])
    func daysAreUnderstood(text: String, letters: String) { #expect(WeekPhrase.days(text) == letters) }

    @Test(arguments: ["", "someday", "frisky", "XYZ"]) func whatIsNoDayIsRefused(text: String) {
        #expect(WeekPhrase.days(text) == nil)
    }

    @Test func timesAreUnderstood() {
        #expect(WeekPhrase.busy("mon 14:30-17:30").map { "\($0.days) \($0.start) \($0.end)" } == "M 14:30 17:30")
        #expect(WeekPhrase.busy("mon wed 9-10").map { "\($0.days) \($0.start) \($0.end)" } == "MW 09:00 10:00")
        #expect(WeekPhrase.range("morning").map { "\($0.start) \($0.end)" } == "08:00 12:00")
    }

    @Test(arguments: ["mon", "mon 17-14", "mon 25:00-26:00", "14-15", "mon 14"]) func whatIsNoTimeIsRefused(text: String) {
        #expect(WeekPhrase.busy(text) == nil)
    }

    @Test func aWeekIsDrawnByTheHalfHour() throws {
        let start = try #require(WallTime("10:30"))
        let end = try #require(WallTime("11:20"))
        let meeting = Meeting(days: "MF", start: start, end: end, startsOn: nil, endsOn: nil, place: "")
        let section = Section(
            id: "202530.1", crn: "1", code: "D100", kind: "LEC", instructors: [], meetings: [meeting], capacity: nil,
            enrolled: nil,
            components: [])
        let course = Course(
            id: "202530.ART1", term: "202530", subject: "ART", number: "1", title: "<Drawing>", credits: nil, description: "",
            attributes: [], prerequisites: "", sections: [section])
        let grid = WeekGrid([(course, section)])
        let lines = grid.lines(width: 80).map(\.text)
        #expect(lines.count == 4)
        #expect(lines[2].contains("ART1") && lines[3].contains("LEC D100"))
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(grid.svg(title: "A & B").contains("A &amp; B"))
        #expect(WeekGrid([]).lines(width: 80).isEmpty)
    }
}
