import Foundation
import TestTime
import Testing

@testable import ICalendar

/// Random series, and hostile ones.
struct SeriesBoundsTests {
    /// The instances within a part of the time are those of all of it that meet the part.
    @Test(arguments: 0..<25)
    func aPartHasTheInstancesOfTheWholeThatMeetIt(seed: UInt64) throws {
        var random = Random(seed: seed)
        for _ in 0..<5 {
            let series = try randomSeries(&random)
            let whole = try moment("20251201T000000Z")..<moment("20280201T000000Z")
            let all = series.instances(meeting: whole, limit: 100_000)
            #expect(all.isComplete && all.instances.map(\.start) == all.instances.map(\.start).sorted())
            for _ in 0..<20 {
                let from = Double(random.next(790 * 24)) * 3_600
                let length = Double(random.next(3) == 0 ? random.next(3_600) : random.next(40 * 86_400))
                let start = whole.lowerBound.addingTimeInterval(from)
                let part = start..<min(whole.upperBound, start.addingTimeInterval(length))
                let expected = all.instances.filter {
                    ($0.start < part.upperBound || $0.start == part.lowerBound)
                        && ($0.end > part.lowerBound || $0.start >= part.lowerBound)
                }
                let found = series.instances(meeting: part, limit: 100_000)
                #expect(found.instances == expected && found.isComplete)
                let few = series.instances(meeting: part, limit: 3)
                #expect(few.instances == Array(expected.prefix(3)) && few.isComplete == (expected.count <= 3))
            }
        }
    }

    private func randomSeries(_ random: inout Random) throws -> CalendarSeries {
        let days = random.next(4) == 0
        func time(_ name: String) -> String {
            let date = CivilDate(number: 20_454 + random.next(600))
            if days { return "\(name);VALUE=DATE:\(date)" }
            let clock = Digits.text(random.next(24), width: 2) + Digits.text(random.next(4) * 15, width: 2) + "00"
            let zone = [";TZID=America/Chicago", ";TZID=Europe/Berlin", ";TZID=Australia/Lord_Howe", ""][random.next(4)]
            return "\(name)\(zone):\(date)T\(clock)\(zone.isEmpty && random.next(2) == 0 ? "Z" : "")"
        }
        let length = [
            "DURATION:P\(random.next(9))D", "DURATION:P1DT\(random.next(30))H", "DURATION:PT\(random.next(100))H", "X-NONE:",
        ][random.next(4)]
        let rule = [
            "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;INTERVAL=\(1 + random.next(9));COUNT=\(1 + random.next(99))",
            "RRULE:FREQ=WEEKLY;BYDAY=MO,TH", "RRULE:FREQ=MONTHLY;BYDAY=-1FR", "RRULE:FREQ=YEARLY;UNTIL=20280101", "X-NONE:",
        ][random.next(6)]
        var parts = ["BEGIN:VEVENT\nUID:a\n\(time("DTSTART"))\n\(length)\n\(rule)"]
        for _ in 0..<random.next(4) { parts[0] += "\n" + time("EXDATE") }
        for _ in 0..<random.next(4) { parts[0] += "\n" + time("RDATE") }
        if !days, random.next(2) == 0 { parts[0] += "\nRDATE;VALUE=PERIOD:20260601T120000Z/P\(random.next(50))D" }
        for sequence in 0..<random.next(4) {
            parts.append(
                "BEGIN:VEVENT\nUID:a\nSEQUENCE:\(sequence)\n\(time("RECURRENCE-ID"))\n\(time("DTSTART"))\nDURATION:P\(random.next(20))D"
            )
        }
        let calendar = try calendar(parts.map { $0 + "\nEND:VEVENT" }.joined(separator: "\n"))
        return try #require(try CalendarSeries.all(in: calendar, reader: zone("America/Chicago")).first)
    }

    /// A day each, with times that are left out at each quarter of the first days, and one that is moved.
    private func daily(exceptions count: Int) throws -> Component {
        let start = try moment("20260101T090000Z").wholeSeconds(.down)
        let dates = (0..<count).map { CalendarTime(Date(timeIntervalSince1970: Double(start + $0 * 86_400 / 4))).description }
        var limits = CalendarLimits.imported
        limits.lineBytes = 5_000_000
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260101T090000Z\nRRULE:FREQ=DAILY\nEXDATE:"
            + dates.joined(separator: ",") + "\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20260201T100000Z\n"
            + "DTSTART:20260201T100000Z\nEND:VEVENT\nEND:VCALENDAR\n"
        return try #require(try Component.calendars(in: text.utf8, limits: limits).first)
    }

    /// With 16 times as many. If each were compared with each, that would take 256 times as long.
    @Test func manyExceptionsAreLinear() throws {
        let times = try [6_250, 100_000].map { count in
            let calendar = try daily(exceptions: count)
            return try processorTime {
                let series = try #require(try CalendarSeries.all(in: calendar, reader: .utc).first)
                let found = try series.instances(meeting: moment("20260101T000000Z")..<moment("20300101T000000Z"), limit: 100)
                #expect(found.instances.count == 1)
                _ = series.span
            }
        }
        #expect(times[1] < 64 * times[0])
    }

    @Test(arguments: [
        "DTSTART:00010101T000000Z\nDURATION:P3652060D\nRRULE:FREQ=DAILY",
        "DTSTART:00010101T000000Z\nRRULE:FREQ=DAILY;COUNT=1000000000",
        "DTSTART:99991231T235959Z\nDURATION:P3652060D",
        "DTSTART;TZID=Asia/Tokyo:00010101T000000\nDURATION:-P3652060D\nRRULE:FREQ=DAILY",
        "DTSTART:20260101T000000Z\nDURATION:P100000D\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU",
        "DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
        "DTSTART:00010101\nDTEND:99991231\nRRULE:FREQ=DAILY",
        "DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;UNTIL=99991231",
    ])
    func noSeriesTakesLong(lines: String) throws {
        let series = try event(lines)
        let time = processorTime {
            for year in [1, 1_900, 2_026, 9_000] {
                let from = Date(timeIntervalSince1970: Double(CivilDate.number(year, 1, 1)) * 86_400)
                let found = series.instances(meeting: from..<from.addingTimeInterval(86_400 * 30), limit: 1_000)
                #expect(found.instances.count <= 1_000)
            }
            _ = series.span
        }
        // A rule that is followed to the limit of its steps.
        let rule = try recurrence("00010101T090000Z", "FREQ=DAILY;COUNT=1000000000")
        let end = try moment("99990101T000000Z")
        let longest = processorTime { #expect(!rule.occurrences(in: end..<Date.distantFuture + 1e12, limit: 10).isComplete) }
        #expect(time < 40 * longest)
    }
}

/// Numbers that a seed gives (SplitMix64).
private struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    /// From 0 to `bound` - 1.
    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }
}
