import Foundation
import Testing

@testable import ICalendar

/// An example of RFC 5545, 3.8.5.3, which starts at 09:00 in New York.
struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: String
    let start: String
    /// Whether the RFC's list goes on.
    let endless: Bool
    let days: [String]

    /// - Parameter days: of a year each: `1997 9/2,9 10/1-31` for the 2nd and 9th of September and all of October.
    init(_ description: String, _ rule: String, from start: String, endless: Bool = false, gives days: String...) {
        (testDescription, self.rule, self.start, self.endless, self.days) = (description, rule, start, endless, days)
    }

    /// The expected days.
    var dates: [CivilDate] {
        days.flatMap { line in
            let words = line.split(separator: " ")
            return words.dropFirst().flatMap { month in
                let parts = month.split(separator: "/")
                return parts[1].split(separator: ",").flatMap { days in
                    let ends = days.split(separator: "-").compactMap { Int($0) }
                    return (ends[0]...ends[ends.count - 1]).compactMap {
                        CivilDate(year: Int(words[0]) ?? 0, month: Int(parts[0]) ?? 0, day: $0)
                    }
                }
            }
        }
    }

    static let all = [
        Example(
            "Daily for 10 occurrences",
            "FREQ=DAILY;COUNT=10", from: "19970902",
            gives: "1997 9/2-11"),
        Example(
            "Daily until December 24, 1997",
            "FREQ=DAILY;UNTIL=19971224T000000Z", from: "19970902",
            gives: "1997 9/2-30 10/1-31 11/1-30 12/1-23"),
        Example(
            "Every other day",
            "FREQ=DAILY;INTERVAL=2", from: "19970902", endless: true,
            gives: "1997 9/2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 10/2,4,6,8,10,12,14,16,18,20,22,24,26,28,30",
            "1997 11/1,3,5,7,9,11,13,15,17,19,21,23,25,27,29 12/1,3"),
        Example(
            "Every 10 days, 5 occurrences",
            "FREQ=DAILY;INTERVAL=10;COUNT=5", from: "19970902",
            gives: "1997 9/2,12,22 10/2,12"),
        Example(
            "Every day in January, for 3 years",
            "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", from: "19980101",
            gives: "1998 1/1-31",
            "1999 1/1-31",
            "2000 1/1-31"),
        Example(
            "Every day in January, for 3 years",
            "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", from: "19980101",
            gives: "1998 1/1-31",
            "1999 1/1-31",
            "2000 1/1-31"),
        Example(
            "Weekly for 10 occurrences",
            "FREQ=WEEKLY;COUNT=10", from: "19970902",
            gives: "1997 9/2,9,16,23,30 10/7,14,21,28 11/4"),
        Example(
            "Weekly until December 24, 1997",
            "FREQ=WEEKLY;UNTIL=19971224T000000Z", from: "19970902",
            gives: "1997 9/2,9,16,23,30 10/7,14,21,28 11/4,11,18,25 12/2,9,16,23"),
        Example(
            "Every other week",
            "FREQ=WEEKLY;INTERVAL=2;WKST=SU", from: "19970902", endless: true,
            gives: "1997 9/2,16,30 10/14,28 11/11,25 12/9,23",
            "1998 1/6,20 2/3,17"),
        Example(
            "Weekly on Tuesday and Thursday for five weeks",
            "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", from: "19970902",
            gives: "1997 9/2,4,9,11,16,18,23,25,30 10/2"),
        Example(
            "Weekly on Tuesday and Thursday for five weeks",
            "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", from: "19970902",
            gives: "1997 9/2,4,9,11,16,18,23,25,30 10/2"),
        Example(
            "Every other week on Monday, Wednesday, and Friday until December 24, 1997",
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", from: "19970901",
            gives: "1997 9/1,3,5,15,17,19,29 10/1,3,13,15,17,27,29,31 11/10,12,14,24,26,28 12/8,10,12,22"),
        Example(
            "Every other week on Tuesday and Thursday, for 8 occurrences",
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", from: "19970902",
            gives: "1997 9/2,4,16,18,30 10/2,14,16"),
        Example(
            "Monthly on the first Friday for 10 occurrences",
            "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", from: "19970905",
            gives: "1997 9/5 10/3 11/7 12/5",
            "1998 1/2 2/6 3/6 4/3 5/1 6/5"),
        Example(
            "Monthly on the first Friday until December 24, 1997",
            "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", from: "19970905",
            gives: "1997 9/5 10/3 11/7 12/5"),
        Example(
            "Every other month on the first and last Sunday of the month for 10 occurrences",
            "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", from: "19970907",
            gives: "1997 9/7,28 11/2,30",
            "1998 1/4,25 3/1,29 5/3,31"),
        Example(
            "Monthly on the second-to-last Monday of the month for 6 months",
            "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", from: "19970922",
            gives: "1997 9/22 10/20 11/17 12/22",
            "1998 1/19 2/16"),
        Example(
            "Monthly on the third-to-the-last day of the month",
            "FREQ=MONTHLY;BYMONTHDAY=-3", from: "19970928", endless: true,
            gives: "1997 9/28 10/29 11/28 12/29",
            "1998 1/29 2/26"),
        Example(
            "Monthly on the 2nd and 15th of the month for 10 occurrences",
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", from: "19970902",
            gives: "1997 9/2,15 10/2,15 11/2,15 12/2,15",
            "1998 1/2,15"),
        Example(
            "Monthly on the first and last day of the month for 10 occurrences",
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", from: "19970930",
            gives: "1997 9/30 10/1,31 11/1,30 12/1,31",
            "1998 1/1,31 2/1"),
        Example(
            "Every 18 months on the 10th thru 15th of the month for 10 occurrences",
            "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", from: "19970910",
            gives: "1997 9/10-15",
            "1999 3/10-13"),
        Example(
            "Every Tuesday, every other month",
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", from: "19970902", endless: true,
            gives: "1997 9/2,9,16,23,30 11/4,11,18,25",
            "1998 1/6,13,20,27 3/3,10,17,24,31"),
        Example(
            "Yearly in June and July for 10 occurrences",
            "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", from: "19970610",
            gives: "1997 6/10 7/10",
            "1998 6/10 7/10",
            "1999 6/10 7/10",
            "2000 6/10 7/10",
            "2001 6/10 7/10"),
        Example(
            "Every other year on January, February, and March for 10 occurrences",
            "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", from: "19970310",
            gives: "1997 3/10",
            "1999 1/10 2/10 3/10",
            "2001 1/10 2/10 3/10",
            "2003 1/10 2/10 3/10"),
        Example(
            "Every third year on the 1st, 100th, and 200th day for 10 occurrences",
            "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", from: "19970101",
            gives: "1997 1/1 4/10 7/19",
            "2000 1/1 4/9 7/18",
            "2003 1/1 4/10 7/19",
            "2006 1/1"),
        Example(
            "Every 20th Monday of the year",
            "FREQ=YEARLY;BYDAY=20MO", from: "19970519", endless: true,
            gives: "1997 5/19",
            "1998 5/18",
            "1999 5/17"),
        Example(
            "Monday of week number 20",
            "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", from: "19970512", endless: true,
            gives: "1997 5/12",
            "1998 5/11",
            "1999 5/17"),
        Example(
            "Every Thursday in March",
            "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", from: "19970313", endless: true,
            gives: "1997 3/13,20,27",
            "1998 3/5,12,19,26",
            "1999 3/4,11,18,25"),
        Example(
            "Every Thursday, but only during June, July, and August",
            "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", from: "19970605", endless: true,
            gives: "1997 6/5,12,19,26 7/3,10,17,24,31 8/7,14,21,28",
            "1998 6/4,11,18,25 7/2,9,16,23,30 8/6,13,20,27",
            "1999 6/3,10,17,24 7/1,8,15,22,29 8/5,12,19,26"),
        Example(
            "The first Saturday that follows the first Sunday of the month",
            "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", from: "19970913", endless: true,
            gives: "1997 9/13 10/11 11/8 12/13",
            "1998 1/10 2/7 3/7 4/11 5/9 6/13"),
        Example(
            "Every 4 years, the first Tuesday after a Monday in November",
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", from: "19961105", endless: true,
            gives: "1996 11/5",
            "2000 11/7",
            "2004 11/2"),
        Example(
            "The third instance into the month of one of Tuesday, Wednesday, or Thursday, for the next 3 months",
            "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", from: "19970904",
            gives: "1997 9/4 10/7 11/6"),
        Example(
            "The second-to-last weekday of the month",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", from: "19970929", endless: true,
            gives: "1997 9/29 10/30 11/27 12/30",
            "1998 1/29 2/26 3/30"),
        Example(
            "An example where the days generated makes a difference because of WKST: Monday",
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: "19970805",
            gives: "1997 8/5,10,19,24"),
        Example(
            "An example where the days generated makes a difference because of WKST: Sunday",
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: "19970805",
            gives: "1997 8/5,17,19,31"),
        Example(
            "An example where an invalid date is ignored",
            "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", from: "20070115",
            gives: "2007 1/15,30 2/15 3/15,30"),
    ]
}

struct RFCExampleTests {
    @Test(arguments: Example.all) func anExampleGivesTheDaysThatTheRFCLists(example: Example) throws {
        let recurrence = try recurrence("\(example.start)T090000", example.rule)
        let expected = example.dates
        let expansion = recurrence.occurrences(in: .distantPast..<Date.distantFuture, limit: expected.count)
        #expect(expansion.occurrences.map(\.start.local.date) == expected)
        #expect(expansion.isComplete != example.endless)
        #expect(expansion.occurrences.allSatisfy { $0.start.local.secondOfDay == 9 * 3_600 })
        #expect(recurrence.startMatchesRule)
    }

    @Test func everyFridayThe13thLeavesTheStartOutByAnException() throws {
        var recurrence = try recurrence("19970902T090000", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13")
        #expect(!recurrence.startMatchesRule)
        recurrence.exceptions = [recurrence.start]
        let found = recurrence.occurrences(in: .distantPast..<Date.distantFuture, limit: 5).occurrences
        #expect(found.map(\.start.local.date.description) == ["19980213", "19980313", "19981113", "19990813", "20001013"])
    }

    @Test(arguments: [
        "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
        "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
        "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
        "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYDAY=SU;BYHOUR=8,9;BYMINUTE=30",
    ])
    func anExampleFinerThanDailyIsRefused(rule: String) {
        let error = #expect(throws: RuleError.self) { try RecurrenceRule(rule) }
        #expect(error?.message.contains("finer than daily") == true)
    }
}
