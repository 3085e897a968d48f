import Foundation
import Testing

@testable import ICalendar

/// No rule takes long, whatever it says: a step is a period or day that was looked at, some 50 ns.
struct BoundsTests {
    /// Rules that give nothing after some steps.
    @Test(arguments: [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11", "FREQ=YEARLY;BYYEARDAY=1;BYMONTH=12", "FREQ=MONTHLY;BYDAY=6MO",
        "FREQ=YEARLY;BYDAY=MO;BYSETPOS=366", "FREQ=DAILY;BYDAY=MO,TU;BYSETPOS=2", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=-7",
        "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1", "FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=2MO", "FREQ=WEEKLY;INTERVAL=1000000000;BYDAY=MO",
        "FREQ=DAILY;INTERVAL=7;BYDAY=SU", "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000000",
        "FREQ=MONTHLY;INTERVAL=24;BYMONTH=1,3,5;BYMONTHDAY=31;BYDAY=-1MO;BYSETPOS=2",
    ])
    func aRuleThatNeverMatchesEnds(text: String) throws {
        let series = try recurrence("20260122T090000Z", text)
        let expansion = series.occurrences(in: .distantPast..<Date.distantFuture, limit: 10)
        #expect(expansion.occurrences.map(\.start) == [series.start] && expansion.isComplete)
        #expect(expansion.steps < Recurrence.stepLimit)
        #expect(!series.startMatchesRule)
    }

    @Test func aDayOnceIn400YearsIsFound() throws {
        // A leap day of a century: 2000, 2400, ...
        let leap = try recurrence("20000229", "FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29;COUNT=5")
        #expect(leap.allStarts.map { $0.prefix(4) } == ["2000", "2400", "2800", "3200", "3600"])
        // The 29th of February is a Monday 13 or 15 times in 400 years, at most 40 years apart.
        let monday = try recurrence("20240229T120000Z", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO")
        let found = monday.occurrences(in: try moment("20240301T000000Z")..<Date.distantFuture, limit: 3)
        #expect(found.occurrences.map { $0.start.description.prefix(8) } == ["20440229", "20720229", "21120229"])
    }

    @Test func aRangeFarFromTheStartCostsNoMoreThanOneNear() throws {
        for text in [
            "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;INTERVAL=3;BYYEARDAY=100",
        ] {
            let series = try recurrence("00010101T090000Z", text)
            let expansion = series.occurrences(in: try moment("99900101T000000Z")..<(try moment("99960101T000000Z")), limit: 10)
            #expect(!expansion.occurrences.isEmpty && expansion.steps < 3_000)
        }
    }

    @Test func aRuleIsNotFollowedPastTheRange() throws {
        let never = try recurrence("20260122T090000Z", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")
        let year = never.occurrences(in: try moment("20260101T000000Z")..<(try moment("20270101T000000Z")), limit: 10)
        #expect(year.occurrences.map(\.start) == [never.start] && year.isComplete && year.steps < 800)
    }

    @Test func theCalendarEndsWithTheYear9999() throws {
        let series = try recurrence("99991230T230000", "FREQ=DAILY", in: "Pacific/Honolulu")
        let all = series.occurrences(in: .distantPast..<Date(timeIntervalSince1970: .greatestFiniteMagnitude), limit: 10)
        #expect(all.occurrences.map(\.start.description) == ["99991230T230000", "99991231T230000"] && all.isComplete)
        let first = try recurrence("00010101T000000", "FREQ=WEEKLY;WKST=SU;COUNT=2", in: "Pacific/Auckland")
        let early = first.occurrences(in: Date(timeIntervalSince1970: -.infinity)..<Date.distantFuture, limit: 10)
        #expect(early.occurrences.map(\.start.description) == ["00010101T000000", "00010108T000000"])
    }

    @Test func limitsAreTold() throws {
        let series = try recurrence("20260101T090000Z", "FREQ=DAILY")
        let range = try moment("20260101T000000Z")..<moment("20260111T000000Z")
        #expect(series.occurrences(in: range, limit: 10).isComplete)
        let nine = series.occurrences(in: range, limit: 9)
        #expect(nine.occurrences.count == 9 && !nine.isComplete)
        let none = series.occurrences(in: range, limit: 0)
        #expect(none.occurrences.isEmpty && !none.isComplete)
        let counted = try recurrence("00010101T090000Z", "FREQ=DAILY;COUNT=1000000000")
        let cut = counted.occurrences(in: range, limit: 10, stepLimit: 1_000)
        #expect(cut.occurrences.isEmpty && !cut.isComplete && cut.steps == 1_000)
    }

    @Test func noRuleLooksAtMoreDaysThanItMay() throws {
        let every = { (numbers: ClosedRange<Int>) in numbers.map(String.init).joined(separator: ",") }
        for text in [
            "FREQ=DAILY;COUNT=1000000000",
            "FREQ=YEARLY;COUNT=1000000000;BYYEARDAY=\(every(1...366));BYSETPOS=\(every(1...366))",
            "FREQ=MONTHLY;COUNT=1000000000;BYMONTHDAY=\(every(1...31));BYSETPOS=\(every(1...31))",
        ] {
            let series = try recurrence("00010101T090000Z", text)
            let end = try moment("99990101T000000Z")
            let expansion = series.occurrences(in: end..<Date.distantFuture + 1e12, limit: 10, stepLimit: 20_000)
            #expect(expansion.steps < 20_400 && !expansion.isComplete)
        }
    }

    @Test func manyExceptionsAndAdditionsDoNotMultiply() throws {
        var series = try recurrence("20200101T090000", "FREQ=DAILY", in: "Europe/Berlin")
        series.exceptions = (0..<20_000).map { series.start.on(CivilDate(number: 18_262 + $0 * 2)) }
        series.additions = series.exceptions.map { .floating($0.local) }
        let range = try moment("20260101T000000Z")..<moment("20260111T000000Z")
        #expect(series.occurrences(in: range, limit: 1_000).occurrences.count == 10)
    }
}
