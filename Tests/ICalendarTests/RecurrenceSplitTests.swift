import Foundation
import Testing

@testable import ICalendar

/// "This and those after".
struct RecurrenceSplitTests {
    @Test func aCountIsSharedOut() throws {
        let series = try recurrence("20260901T100000", "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=6", in: "America/Chicago")
        let split = try #require(series.split(at: moment("20260911T150000Z")))
        let before = try #require(split.before)
        #expect(before.rule?.description == "FREQ=WEEKLY;COUNT=3;BYDAY=TU,FR")
        #expect(split.after.rule?.description == "FREQ=WEEKLY;COUNT=3;BYDAY=TU,FR")
        #expect(split.after.start.description == "20260911T100000")
        #expect(before.allStarts + split.after.allStarts == series.allStarts)
    }

    /// A start, the UNTIL of the part before the cut, and the end of the rule.
    @Test(arguments: [
        ("20260901T100000", "20260908T145959Z", ""),
        ("20260901T100000", "20260908T145959Z", ";UNTIL=20260920T000000Z"),
        ("20260901T150000Z", "20260908T145959Z", ""),
        ("20260901", "20260907", ";UNTIL=20260920"),
    ])
    func aRuleWithoutCountEndsBeforeTheCut(start: String, until: String, end: String) throws {
        var series = try recurrence(start, "FREQ=WEEKLY\(end)", in: "America/Chicago")
        series.reader = try zone("America/Chicago")
        let cut = start.count == 8 ? try moment("20260908T050000Z") : try moment("20260908T150000Z")
        let split = try #require(series.split(at: cut))
        #expect(split.before?.rule?.description == "FREQ=WEEKLY;UNTIL=\(until)")
        #expect(split.after.rule == series.rule)
        #expect(split.before?.allStarts.count == 1)
        #expect(((split.before?.allStarts ?? []) + split.after.allStarts).prefix(3) == series.allStarts.prefix(3))
    }

    @Test func aFloatingSeriesEndsByAFloatingTime() throws {
        let series = Recurrence(start: try time("20260901T100000", in: nil), rule: try RecurrenceRule("FREQ=DAILY"))
        let split = try #require(series.split(at: moment("20260903T100000Z")))
        #expect(split.before?.rule?.description == "FREQ=DAILY;UNTIL=20260903T095959")
    }

    @Test func nothingComesBeforeTheFirstAndNothingIsCutElsewhere() throws {
        var series = try recurrence("20260901T100000Z", "FREQ=DAILY;COUNT=4")
        #expect(try series.split(at: moment("20260901T100000Z")) == Recurrence.Split(before: nil, after: series))
        #expect(try series.split(at: moment("20260902T100001Z")) == nil)
        #expect(try series.split(at: moment("20260905T100000Z")) == nil)
        series.exceptions = try [time("20260901T100000Z"), time("20260903T100000Z")]
        #expect(try series.split(at: moment("20260902T100000Z"))?.before == nil)
        #expect(try series.split(at: moment("20260903T100000Z")) == nil)
    }

    @Test func additionsExceptionsAndOverridesGoWithTheirOccurrences() throws {
        var series = try recurrence("20260901T100000Z", "FREQ=DAILY;INTERVAL=2;COUNT=8")
        series.additions = try [time("20260904T180000Z"), time("20260908T180000Z")]
        series.exceptions = try [time("20260903T100000Z"), time("20260911T100000Z")]
        series.overrides = try [
            Recurrence.Override(id: time("20260905T100000Z"), start: time("20260930T100000Z")),
            Recurrence.Override(id: time("20260907T100000Z"), start: time("20260902T100000Z")),
        ]
        let split = try #require(series.split(at: moment("20260907T100000Z")))
        let before = try #require(split.before)
        #expect(before.additions + split.after.additions == series.additions)
        #expect(before.exceptions == [series.exceptions[0]] && split.after.exceptions == [series.exceptions[1]])
        #expect(before.overrides == [series.overrides[0]] && split.after.overrides == [series.overrides[1]])
        #expect((before.allStarts + split.after.allStarts).sorted() == series.allStarts)
    }

    @Test func aDayAsAnExceptionGoesByTheClockOfTheSeries() throws {
        var series = try recurrence("20260901T230000", "FREQ=DAILY;COUNT=5", in: "Pacific/Honolulu")
        series.exceptions = try [time("20260902"), time("20260904")]
        let split = try #require(series.split(at: moment("20260904T090000Z")))
        #expect((split.before?.allStarts ?? []) + split.after.allStarts == series.allStarts)
        #expect(series.allStarts.count == 3)
    }

    @Test func aCutAtAnAdditionKeepsTheRulesDaysAndTimeOfDay() throws {
        var series = try recurrence("20260901T100000Z", "FREQ=WEEKLY;COUNT=3")
        series.additions = try [time("20260903T180000Z"), time("20261001T180000Z")]
        let split = try #require(series.split(at: moment("20260903T180000Z")))
        #expect(split.after.start == (try time("20260908T100000Z")))
        #expect((split.before?.allStarts ?? []) + split.after.allStarts == series.allStarts)
        let late = try #require(series.split(at: moment("20261001T180000Z")))
        #expect(late.before?.rule == series.rule && late.after.rule == nil)
        #expect((late.before?.allStarts ?? []) + late.after.allStarts == series.allStarts)
    }

    @Test func theStartThatTheRuleDoesNotGiveStaysBefore() throws {
        let series = try recurrence("20260902T100000Z", "FREQ=WEEKLY;BYDAY=TU;COUNT=3")
        let split = try #require(series.split(at: moment("20260908T100000Z")))
        #expect(split.before?.rule == nil)
        #expect((split.before?.allStarts ?? []) + split.after.allStarts == series.allStarts)
    }

    @Test func everyCutOfEveryRuleKeepsTheWhole() throws {
        let rules = [
            "FREQ=DAILY;INTERVAL=3;COUNT=20", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO,FR;WKST=SU;COUNT=20",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO,FR;UNTIL=20260601T000000Z",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2,-2;COUNT=20",
            "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31,-1,30;COUNT=20",
            "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1,53;BYDAY=MO,WE,SU;COUNT=20",
            "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU;UNTIL=20350101", "FREQ=YEARLY;INTERVAL=4;BYYEARDAY=1,60,-1;COUNT=20",
        ]
        for text in rules {
            let series = try recurrence("20251229T023000", text, in: "Europe/Berlin")
            let starts = series.allStarts
            for start in starts.dropFirst() {
                let split = try #require(series.split(at: moment(start)))
                #expect((split.before?.allStarts ?? []) + split.after.allStarts == starts, "\(text) at \(start)")
            }
        }
    }
}
