import Foundation
import NoteItCore
import Testing

/// Times of classes, as the server and the local copy tell them.
struct ClassTimesTests {
    /// A Sunday class from 2:30 to 3:30 in Vancouver, where clocks jump from 2:00 to 3:00 on 14 March 2027, and back on 7 November.
    private func section(
        _ places: [String], days: String = "U", _ start: Int = 150, _ end: Int = 210, from: [String?] = [nil],
        holidays: [Holiday] = []
    ) throws -> StudyClass {
        let term = Term(
            id: "202710", name: "Spring", startsOn: Day("2027-01-04"), endsOn: Day("2027-12-05"),
            timeZone: "America/Vancouver", current: true, holidays: holidays)
        let (start, end) = (try #require(WallTime(minute: start)), try #require(WallTime(minute: end)))
        return StudyClass(
            course: "202710.CMPT225", title: "CMPT 225 LEC D100", section: "202710.1001",
            meetings: places.enumerated().map { index, place in
                Meeting(
                    days: days, start: start, end: end, startsOn: from[index % from.count].flatMap { Day($0) }, endsOn: nil,
                    place: place)
            }, term: term)
    }

    private func items(_ section: StudyClass, _ from: String, _ to: String) throws -> [String] {
        let span = try #require(RFC3339.date(from))..<(try #require(RFC3339.date(to)))
        let items = ClassTimes(section).items(meeting: span)
        #expect(items.map { $0.start..<$0.end } == ClassTimes(section).occurrences(meeting: span))
        return items.map { "\(RFC3339.string($0.start)) \(RFC3339.string($0.end)) \($0.location)" }
    }

    @Test func aMeetingThatIsListedTwiceIsOneWhichNamesEachPlaceOnce() throws {
        let days = ("2027-02-07T00:00:00Z", "2027-02-08T00:00:00Z")
        let time = "2027-02-07T10:30:00Z 2027-02-07T11:30:00Z"
        #expect(try items(section(["AQ 1", "AQ 1"]), days.0, days.1) == ["\(time) AQ 1"])
        #expect(try items(section(["AQ 1", "", "AQ 2"]), days.0, days.1) == ["\(time) AQ 1, AQ 2"])
        #expect(try items(section(["AQ 1", "AQ 2"], from: [nil, "2027-02-01"]), days.0, days.1) == ["\(time) AQ 1, AQ 2"])
        #expect(try items(section(["", ""]), days.0, days.1) == ["\(time) "])
    }

    @Test func aTimeThatClocksSkipIsTheMomentAfterAndADoubledOneTheFirst() throws {
        let spring = try items(section(["A"], 150, 240), "2027-03-14T00:00:00Z", "2027-03-15T00:00:00Z")
        #expect(spring == ["2027-03-14T10:30:00Z 2027-03-14T11:00:00Z A"])
        let autumn = try items(section(["A"], 90, 210), "2027-11-07T00:00:00Z", "2027-11-08T00:00:00Z")
        #expect(autumn == ["2027-11-07T08:30:00Z 2027-11-07T11:30:00Z A"])
    }

    @Test func aClassThatHasBegunIsThereAndOneThatOnlyTouchesIsNot() throws {
        let late = try section(["A"], days: "F", 1_380, 1_439)
        #expect(
            try items(late, "2027-02-06T07:30:00Z", "2027-02-06T07:31:00Z") == ["2027-02-06T07:00:00Z 2027-02-06T07:59:00Z A"])
        #expect(try items(late, "2027-02-06T07:59:00Z", "2027-02-06T09:00:00Z").isEmpty)
        #expect(try items(late, "2027-02-06T06:00:00Z", "2027-02-06T07:00:00Z").isEmpty)
    }

    @Test func thereAreNoneOnHolidaysAndOutsideTheTerm() throws {
        let holiday = Holiday(day: try #require(Day("2027-02-07")), name: "Holiday")
        #expect(try items(section(["A"], holidays: [holiday]), "2027-02-06T00:00:00Z", "2027-02-09T00:00:00Z").isEmpty)
        #expect(try items(section(["A"]), "2026-01-01T00:00:00Z", "2027-01-04T00:00:00Z").isEmpty)
    }
}
