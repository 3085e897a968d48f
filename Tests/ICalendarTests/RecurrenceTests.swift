import Foundation
import Testing

@testable import ICalendar

/// What belongs to a recurrence set.
struct RecurrenceTests {
    @Test func withoutARuleTheSetIsItsStartAndAdditions() throws {
        var single = try recurrence("20261020T090000")
        #expect(single.allStarts == ["20261020T130000Z"])
        single.additions = try [time("20261110T090000"), time("20261020T130000Z"), time("20261001T090000")]
        #expect(single.allStarts == ["20261001T130000Z", "20261020T130000Z", "20261110T140000Z"])
        #expect(single.startMatchesRule)
    }

    @Test func aStartThatItsRuleDoesNotGiveBelongsToTheSetAndIsNotCounted() throws {
        let series = try recurrence("20261021T090000", "FREQ=WEEKLY;BYDAY=TU;COUNT=3", in: "America/Chicago")
        #expect(!series.startMatchesRule)
        #expect(series.allStarts == ["20261021T140000Z", "20261027T140000Z", "20261103T150000Z", "20261110T150000Z"])
    }

    @Test func aStartAfterUntilStandsAlone() throws {
        let series = try recurrence("20261021T090000", "FREQ=DAILY;UNTIL=20261020")
        #expect(!series.startMatchesRule)
        #expect(series.allStarts == ["20261021T130000Z"])
    }

    @Test func exceptionsCountAndMayBeWrittenInAnyZone() throws {
        var series = try recurrence("20260901T100000", "FREQ=WEEKLY;COUNT=6;BYDAY=TU,FR", in: "America/Chicago")
        series.exceptions = try [
            time("20260908T100000", in: "America/Chicago"), time("20260915T150000Z"),
            time("20260904T170000", in: "Europe/Berlin"),
        ]
        #expect(series.allStarts == ["20260901T150000Z", "20260911T150000Z", "20260918T150000Z"])
    }

    @Test func aDayAsAnExceptionRemovesWhatStartsThen() throws {
        var series = try recurrence("20261120T200000", "FREQ=DAILY;COUNT=3", in: "America/Vancouver")
        series.exceptions = try [time("20261121")]
        #expect(series.allStarts == ["20261121T040000Z", "20261123T040000Z"])
    }

    @Test func invalidDaysAreSkippedAndNotCounted() throws {
        let leap = try recurrence("20240229", "FREQ=YEARLY;COUNT=4")
        #expect(leap.allStarts.map { $0.prefix(8) } == ["20240229", "20280229", "20320229", "20360229"])
        let last = try recurrence("20260131", "FREQ=MONTHLY;COUNT=4")
        #expect(last.allStarts.map { $0.prefix(8) } == ["20260131", "20260331", "20260531", "20260731"])
    }

    @Test(arguments: [
        ("UNTIL=20260906T000000Z", 5), ("UNTIL=20260905T235959Z", 4), ("UNTIL=20260905T190000", 5),
        ("UNTIL=20260905T185959", 4), ("UNTIL=20260905", 5), ("UNTIL=20260901T000000Z", 1),
    ])
    func untilIncludesItsTimeOrDay(end: String, count: Int) throws {
        let series = try recurrence("20260901T190000", "FREQ=DAILY;\(end)", in: "America/Chicago")
        #expect(series.allStarts.count == count)
    }

    @Test func daysEndAtTheDayOfUntil() throws {
        #expect(try recurrence("20260901", "FREQ=DAILY;UNTIL=20260905").allStarts.count == 5)
        #expect(try recurrence("20260901", "FREQ=DAILY;UNTIL=20260905T120000").allStarts.count == 5)
        // A day in Berlin that ends before its start in UTC does not include that day.
        var berlin = try recurrence("20260901", "FREQ=DAILY;UNTIL=20260904T215959Z")
        berlin.reader = try zone("Europe/Berlin")
        #expect(berlin.allStarts.count == 4)
    }

    @Test func daysAndFloatingTimesAreTheReaders() throws {
        for (name, start) in [("Asia/Tokyo", "20261120T150000Z"), ("America/Vancouver", "20261121T070000Z")] {
            var day = try recurrence("20261121", "FREQ=DAILY;COUNT=1")
            day.reader = try zone(name)
            #expect(day.allStarts == [name == "Asia/Tokyo" ? start : "20261121T080000Z"])
            var floating = Recurrence(
                start: try time("20261121T000000", in: nil), rule: try RecurrenceRule("FREQ=DAILY;COUNT=1"))
            floating.reader = try zone(name)
            #expect(floating.allStarts == day.allStarts)
        }
    }

    @Test func anOverrideReplacesItsOccurrenceWhereverItGoes() throws {
        var series = try recurrence("20261020T090000", "FREQ=WEEKLY;COUNT=5", in: "America/Chicago")
        series.overrides = try [
            Recurrence.Override(id: time("20261103T150000Z"), start: time("20261104T200000Z")),
            Recurrence.Override(id: time("20261110T150000Z"), start: time("20270101T150000Z")),
        ]
        #expect(
            series.allStarts
                == ["20261020T140000Z", "20261027T140000Z", "20261104T200000Z", "20261117T150000Z", "20270101T150000Z"])
        let january = try series.occurrences(in: moment("20270101T000000Z")..<moment("20270102T000000Z"), limit: 9).occurrences
        #expect(january.map(\.override) == [1])
        #expect(try january.first?.id == time("20261110T150000Z"))
        let november = try moment("20261103T000000Z")..<moment("20261104T000000Z")
        #expect(series.starts(in: november).isEmpty)
        #expect(try series.occurrence(at: moment("20261103T150000Z"))?.date == moment("20261104T200000Z"))
        #expect(try series.occurrence(at: moment("20261104T200000Z")) == nil)
    }

    @Test func ofTwoOverridesTheLaterHoldsAndAnExceptionOrUntilUndoesThem() throws {
        var series = try recurrence("20260901T100000Z", "FREQ=DAILY;UNTIL=20260903T100000Z")
        let id = try time("20260902T100000Z")
        series.overrides = try [
            Recurrence.Override(id: id, start: time("20260902T110000Z")),
            Recurrence.Override(id: id, start: time("20260902T120000Z")),
            Recurrence.Override(id: time("20260904T100000Z"), start: time("20260904T110000Z")),
        ]
        #expect(series.allStarts == ["20260901T100000Z", "20260902T120000Z", "20260903T100000Z"])
        series.exceptions = [id]
        #expect(series.allStarts == ["20260901T100000Z", "20260903T100000Z"])
        #expect(try series.occurrence(at: moment("20260902T100000Z")) == nil)
    }

    @Test func anOverrideOfADayIsFoundByTheDayThatItNames() throws {
        var series = try recurrence("20260219", "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4")
        series.reader = try zone("America/Vancouver")
        series.overrides = [
            Recurrence.Override(id: try time("20260226T000000", in: "Europe/Berlin"), start: try time("20260227"))
        ]
        let days = series.occurrences(in: .distantPast..<Date.distantFuture, limit: 9).occurrences.map(\.start.description)
        #expect(days == ["20260219", "20260224", "20260227", "20260303"])
    }

    @Test func aRangeHasItsStartAndNotItsEnd() throws {
        let series = try recurrence("20260101T120000Z", "FREQ=DAILY")
        let range = try moment("20260301T120000Z")..<moment("20260303T120000Z")
        #expect(series.starts(in: range) == ["20260301T120000Z", "20260302T120000Z"])
        let later = range.lowerBound.addingTimeInterval(0.5)..<range.upperBound.addingTimeInterval(0.5)
        #expect(series.starts(in: later) == ["20260302T120000Z", "20260303T120000Z"])
    }

    @Test func aRangeGivesWhatTheWholeHasInIt() throws {
        let rules = [
            "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=5;BYMONTH=2,3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU",
            "FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR", "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO,SU",
            "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=-1",
            "FREQ=MONTHLY;COUNT=300;BYMONTHDAY=31", "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1;BYDAY=MO,TU",
        ]
        for text in rules {
            let series = try recurrence("20241231T013000", text, in: "Europe/Berlin")
            let whole = series.occurrences(in: .distantPast..<(try moment("20600101T000000Z")), limit: 10_000).occurrences.map(
                \.date)
            for month in 0..<130 {
                let start = Date(timeIntervalSince1970: 1_733_000_000 + Double(month) * 8_000_000)
                let range = start..<start.addingTimeInterval(2_600_000)
                #expect(
                    series.occurrences(in: range, limit: 1_000).occurrences.map(\.date) == whole.filter(range.contains),
                    "\(text)")
            }
        }
    }

    /// Weeks of the year may begin in December and end in January: a rule and a start, and the days that it gives.
    @Test(arguments: [
        ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;COUNT=2", "20270101", "20270101 20270103 20330102"),
        (
            "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1;BYDAY=MO,TU;UNTIL=20320101", "20241231",
            "20241231 20280103 20280104 20301230 20301231"
        ),
        ("FREQ=YEARLY;INTERVAL=6;BYWEEKNO=53;BYDAY=TU,SA;UNTIL=20170101", "20100102", "20100102 20151229 20160102"),
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU,WE;BYSETPOS=-1;COUNT=2", "20250101", "20250101 20251231"),
        ("FREQ=YEARLY;BYWEEKNO=20;COUNT=2", "20260513", "20260513 20270519"),
        ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;WKST=SU;COUNT=2", "20261227", "20261227 20271226"),
    ])
    func weeksOfTheYearAreWhole(rule: String, start: String, days: String) throws {
        let found = try recurrence(start, rule).occurrences(in: .distantPast..<Date.distantFuture, limit: 9).occurrences
        #expect(found.map(\.start.description).joined(separator: " ") == days)
    }

    @Test func weekdaysWithAndWithoutOrdinalsAreBothGiven() throws {
        let series = try recurrence("20240101", "FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=7")
        #expect(series.allStarts.map { $0.prefix(8).suffix(4) } == ["0101", "0102", "0108", "0115", "0122", "0129", "0205"])
    }

    @Test func positionsInTheFirstWeekCountFromItsFirstDay() throws {
        let wednesday = try recurrence("20251231", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2;COUNT=2")
        #expect(wednesday.startMatchesRule)
        #expect(wednesday.allStarts.map { $0.prefix(8) } == ["20251231", "20260107"])
        #expect(try !recurrence("20271015", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1").startMatchesRule)
    }
}
