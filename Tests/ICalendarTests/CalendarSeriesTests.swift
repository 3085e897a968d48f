import Foundation
import Testing

@testable import ICalendar

/// What the components of one UID mean, rule by rule.
struct CalendarSeriesTests {
    private let chicago = "DTSTART;TZID=America/Chicago:"

    // MARK: One instance

    @Test(arguments: [
        ("DTSTART:20261121T090000Z\nDTEND:20261121T100000Z", "20261121T090000Z/20261121T100000Z"),
        ("DTSTART:20261121T090000Z\nDURATION:PT90M", "20261121T090000Z/20261121T103000Z"),
        ("DTSTART:20261121T090000Z", "20261121T090000Z/20261121T090000Z"),
        ("DTSTART:20261121T090000Z\nDTEND:20261121T080000Z", "20261121T090000Z/20261121T090000Z"),
        ("DTSTART:20261121T090000Z\nDURATION:-PT1H", "20261121T090000Z/20261121T090000Z"),
        ("DTSTART;VALUE=DATE:20261121", "20261121T060000Z/20261122T060000Z"),
        ("DTSTART:20261121\nDTEND:20261123", "20261121T060000Z/20261123T060000Z"),
        ("DTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261121", "20261121T060000Z/20261122T060000Z"),
        ("DTSTART;VALUE=DATE:20261121\nDURATION:P2D", "20261121T060000Z/20261123T060000Z"),
        ("DTSTART;VALUE=DATE:20261121\nDURATION:PT36H", "20261121T060000Z/20261123T060000Z"),
        ("DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20261121", "20261121T060000Z/20261122T060000Z"),
        ("DTSTART:20261121T090000\nDTEND:20261121T100000", "20261121T150000Z/20261121T160000Z"),
        (
            "DTSTART;TZID=Asia/Tokyo:20261121T090000\nDTEND;TZID=Europe/Berlin:20261121T090000",
            "20261121T000000Z/20261121T080000Z"
        ),
        ("DTSTART;TZID=Asia/Tokyo:20261121T090000\nDTEND:20261121T100000", "20261121T000000Z/20261121T010000Z"),
        // 02:30 does not exist: it is read with the offset before the gap. 01:30 comes twice: the first.
        ("DTSTART;TZID=America/Chicago:20260308T023000\nDURATION:PT1H", "20260308T083000Z/20260308T093000Z"),
        ("DTSTART;TZID=America/Chicago:20261101T013000\nDURATION:PT1H", "20261101T063000Z/20261101T073000Z"),
        ("DTSTART:20240229T120000Z\nDURATION:P1W", "20240229T120000Z/20240307T120000Z"),
    ])
    func startAndEnd(lines: String, period: String) throws {
        let series = try event(lines, reader: "America/Chicago")
        #expect(series.periods == [period])
        let span = try #require(series.span)
        #expect("\(CalendarTime(span.start))/\(CalendarTime(try #require(span.end)))" == period)
    }

    @Test func theZoneOfTheCalendarIsThatOfItsFloatingTimesAlone() throws {
        let calendar = try calendar(
            "X-WR-TIMEZONE:Asia/Tokyo\nBEGIN:VEVENT\nUID:a\nDTSTART:20261121\nEND:VEVENT\n"
                + "BEGIN:VEVENT\nUID:b\nDTSTART:20261121T090000\nDTEND:20261121T100000\nEND:VEVENT")
        let series = try CalendarSeries.all(in: calendar, reader: zone("America/Chicago"))
        #expect(
            series.flatMap(\.periods) == ["20261121T060000Z/20261122T060000Z", "20261121T000000Z/20261121T010000Z"])
    }

    @Test(arguments: [
        ("DTSTART;VALUE=DATE:20261221T000000Z\nDTEND;VALUE=DATE:20261223T000000Z", "20261221T060000Z/20261223T060000Z"),
        ("DTSTART;VALUE=DATE:20261221T210000\nDTEND;VALUE=DATE:20261222T000000", "20261222T030000Z/20261222T060000Z"),
    ])
    func midnightThatIsWrittenAsADayIsTheDay(lines: String, period: String) throws {
        #expect(try event(lines, reader: "America/Chicago").periods == [period])
    }

    @Test(arguments: [
        ["RRULE:"], ["RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=DAILY;COUNT=2"],
        ["RRULE:COUNT=-1;FREQ=DAILY;UNTIL=20261122T090000Z"],
    ])
    func whatARuleSaysInVainIsPassedOver(rules: [String]) throws {
        let series = try event((["DTSTART:20261121T090000Z"] + rules).joined(separator: "\n"))
        #expect(series.starts.count == (rules == ["RRULE:"] ? 1 : 2) && series.gaps.isEmpty)
    }

    @Test func aValidPartThatIsNotUnderstoodMayBeAGap() throws {
        let hourly = try calendar(
            "BEGIN:VTODO\nUID:a\nDTSTART:20261121T090000Z\nRRULE:FREQ=HOURLY\nEND:VTODO\n"
                + "BEGIN:VTODO\nUID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261122T090000Z\nDTSTART:20261122T100000Z\nEND:VTODO")
        let series = try #require(try CalendarSeries.all(in: hourly, reader: .utc, gapKinds: [.todo]).first)
        #expect(series.gaps.count == 2 && series.gaps.allSatisfy(\.isUnsupported))
        #expect(throws: CalendarError.self) { try CalendarSeries.all(in: hourly, reader: .utc, gapKinds: [.event]) }
        let malformed = try calendar("BEGIN:VTODO\nUID:a\nDTSTART:20261121T090000Z\nRRULE:FREQ=SOMETIMES\nEND:VTODO")
        #expect(throws: CalendarError.self) { try CalendarSeries.all(in: malformed, reader: .utc, gapKinds: [.todo]) }
    }

    @Test func theZoneOfTheCalendarLeavesTimesInUTC() throws {
        let calendar = try calendar(
            "X-WR-TIMEZONE:Europe/Kiev\nBEGIN:VEVENT\nUID:a\nDTSTART:20261024T140000Z\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT")
        let series = try CalendarSeries.all(in: calendar, reader: .utc)
        #expect(series.first?.starts == ["20261024T140000Z", "20261025T140000Z"])
    }

    @Test func whatTakesNoTimeIsFree() throws {
        for (line, isFree) in [
            ("TRANSP:TRANSPARENT", true), ("STATUS:CANCELLED", true), ("TRANSP:OPAQUE\nSTATUS:CONFIRMED", false),
        ] {
            let series = try event("DTSTART:20261121T090000Z\nSUMMARY:Dentist\\, again\nLOCATION:Main St\n\(line)")
            let instance = try #require(series.all.first)
            #expect(instance.isFree == isFree && !instance.isAllDay)
            #expect(instance.summary == "Dentist, again" && instance.location == "Main St")
        }
    }

    @Test func aTaskGoesFromItsStartToItsDueTime() throws {
        for (lines, period) in [
            ("DTSTART:20261121T090000Z\nDUE:20261122T090000Z", "20261121T090000Z/20261122T090000Z"),
            ("DUE:20261122T090000Z", "20261122T090000Z/20261122T090000Z"),
            ("DTSTART:20261121T090000Z", "20261121T090000Z/20261121T090000Z"),
            ("DTSTART:20261121T090000Z\nDURATION:P1D", "20261121T090000Z/20261122T090000Z"), ("SUMMARY:Some day", nil),
        ] as [(String, String?)] {
            let calendar = try calendar("BEGIN:VTODO\nUID:a\n\(lines)\nEND:VTODO")
            let series = try #require(try CalendarSeries.all(in: calendar, reader: .utc).first)
            #expect(series.kind == .todo && series.periods == (period.map { [$0] } ?? []))
            #expect((series.span == nil) == (period == nil))
        }
    }

    // MARK: Recurrence

    @Test func aDayIsADayWhereClocksChange() throws {
        let series = try event("DTSTART;VALUE=DATE:20261031\nRRULE:FREQ=DAILY;COUNT=3", reader: "America/Chicago")
        #expect(
            series.periods == [
                "20261031T050000Z/20261101T050000Z", "20261101T050000Z/20261102T060000Z", "20261102T060000Z/20261103T060000Z",
            ])
        #expect(series.all.map(\.isAllDay) == [true, true, true])
        let days = try #require(series.all.last?.days)
        #expect("\(days.lowerBound) \(days.upperBound)" == "20261102 20261103")
    }

    @Test func anEndGivesTheSameSecondsAndADurationTheSameDays() throws {
        let rule = "RRULE:FREQ=WEEKLY;COUNT=2"
        let exact = try event("\(chicago)20261025T120000\nDTEND;TZID=America/Chicago:20261026T120000\n\(rule)")
        #expect(exact.periods == ["20261025T170000Z/20261026T170000Z", "20261101T180000Z/20261102T180000Z"])
        let early = try event("\(chicago)20261031T120000\nDTEND;TZID=America/Chicago:20261101T120000\nRRULE:FREQ=DAILY;COUNT=2")
        #expect(early.periods == ["20261031T170000Z/20261101T180000Z", "20261101T180000Z/20261102T190000Z"])
        let nominal = try event("\(chicago)20261031T120000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=2")
        #expect(nominal.periods == ["20261031T170000Z/20261101T180000Z", "20261101T180000Z/20261102T180000Z"])
    }

    @Test(arguments: [
        // On the series' clock, of its zone, in UTC, of another zone, and a day.
        ("EXDATE;TZID=America/Chicago:20261027T090000", ["20261020T140000Z", "20261103T150000Z"]),
        ("EXDATE:20261027T090000", ["20261020T140000Z", "20261103T150000Z"]),
        ("EXDATE:20261027T140000Z,20261103T150000Z", ["20261020T140000Z"]),
        ("EXDATE;TZID=Europe/Berlin:20261027T150000", ["20261020T140000Z", "20261103T150000Z"]),
        ("EXDATE;VALUE=DATE:20261027", ["20261020T140000Z", "20261103T150000Z"]),
        ("EXDATE;VALUE=DATE:20261028\nEXDATE:", ["20261020T140000Z", "20261027T140000Z", "20261103T150000Z"]),
        ("EXDATE:20261020T140000Z\nEXDATE:20261027T140000Z", ["20261103T150000Z"]),
        (
            "RDATE;TZID=America/Chicago:20261028T100000\nEXDATE;VALUE=DATE:20261028,20261027",
            ["20261020T140000Z", "20261103T150000Z"]
        ),
    ])
    func exceptions(line: String, starts: [String]) throws {
        // COUNT counts exceptions.
        let series = try event("\(chicago)20261020T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3\n\(line)")
        #expect(series.starts == starts)
    }

    @Test(arguments: [
        ("RDATE;TZID=America/Chicago:20261110T080000", "20261110T140000Z/20261110T150000Z"),
        ("RDATE:20261110T080000", "20261110T140000Z/20261110T150000Z"),
        ("RDATE:20261110T080000Z", "20261110T080000Z/20261110T090000Z"),
        ("RDATE;TZID=Asia/Tokyo:20261110T080000", "20261109T230000Z/20261110T000000Z"),
        ("RDATE;VALUE=DATE:20261110", "20261110T150000Z/20261110T160000Z"),
        ("RDATE;VALUE=PERIOD:20261110T080000Z/20261110T113000Z", "20261110T080000Z/20261110T113000Z"),
        ("RDATE;VALUE=PERIOD;TZID=America/Chicago:20261110T080000/PT20M", "20261110T140000Z/20261110T142000Z"),
        ("RDATE;VALUE=PERIOD:20261110T080000Z/20261110T070000Z", "20261110T080000Z/20261110T080000Z"),
        ("RDATE;VALUE=PERIOD:20261110T080000Z/-PT1H", "20261110T080000Z/20261110T080000Z"),
    ])
    func additions(line: String, period: String) throws {
        let series = try event("\(chicago)20261020T090000\nDURATION:PT1H\n\(line)")
        #expect(series.periods == ["20261020T140000Z/20261020T150000Z", period])
        #expect(CalendarTime(try #require(series.span?.end)).description == String(period.suffix(16)))
    }

    @Test func aSeriesOfDaysTakesDays() throws {
        let series = try event(
            """
            DTSTART;VALUE=DATE:20261101
            RRULE:FREQ=DAILY;UNTIL=20261106T230000Z
            EXDATE:20261102T000000Z
            EXDATE;TZID=America/Chicago:20261103T000000
            EXDATE:20261104T060000Z
            RDATE:20261120T080000
            """, reader: "America/Chicago")
        #expect(series.all.map(\.id.description) == ["20261101", "20261105", "20261106", "20261120"])
    }

    @Test(arguments: [
        ("FREQ=DAILY;UNTIL=20261122", 2), ("FREQ=DAILY;UNTIL=20261123T000000Z", 1), ("FREQ=DAILY;UNTIL=20261123T010000Z", 2),
        ("FREQ=DAILY;UNTIL=20261122T190000", 2), ("FREQ=DAILY;UNTIL=20261122T185959", 1), ("FREQ=DAILY;UNTIL=20261120", 0),
        ("RSCALE=GREGORIAN;FREQ=DAILY;COUNT=3;SKIP=OMIT", 3), ("FREQ=DAILY;COUNT=2;BYHOUR=19;BYMINUTE=0;BYSECOND=0", 2),
    ])
    func ends(rule: String, count: Int) throws {
        let series = try event("\(chicago)20261121T190000\nRRULE:\(rule)")
        #expect(series.all.count == count)
        #expect((series.span == nil) == (count == 0))
    }

    @Test func aStartThatDoesNotMatchTheRuleIsTheFirstInstance() throws {
        let series = try event("\(chicago)20261021T090000\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2")
        #expect(series.starts == ["20261021T140000Z", "20261027T140000Z", "20261103T150000Z"])
    }

    @Test func leapDaysComeEveryFourYears() throws {
        let series = try event("DTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY;COUNT=3")
        #expect(series.all.map(\.id.description) == ["20240229", "20280229", "20320229"])
    }

    @Test func aSpanWithoutEndIsTold() throws {
        #expect(try event("DTSTART:20261121T090000Z\nRRULE:FREQ=DAILY").span?.end == nil)
        #expect(try event("DTSTART:20261121T090000Z\nRRULE:FREQ=YEARLY;COUNT=100").span?.end == nil)
        #expect(try event("DTSTART:20261121T090000Z\nRRULE:FREQ=DAILY;UNTIL=21051231").span?.end == nil)
        #expect(try event("DTSTART:20261121T090000Z\nRRULE:FREQ=YEARLY;UNTIL=21001231").span?.end != nil)
    }

    // MARK: Spans

    @Test(arguments: [
        ("20261121T080000Z", "20261121T090000Z", false), ("20261121T080000Z", "20261121T090001Z", true),
        ("20261121T093000Z", "20261121T094000Z", true), ("20261121T100000Z", "20261121T110000Z", false),
        ("20261121T090000Z", "20261121T090000Z", true), ("20261121T095959Z", "20261121T095959Z", true),
    ])
    func anInstanceMeetsASpanIfTheyShareTime(from: String, to: String, meets: Bool) throws {
        let span = try moment(from)..<moment(to)
        let series = try event("DTSTART:20261121T090000Z\nDURATION:PT1H")
        #expect(series.instances(meeting: span, limit: 10).instances.count == (meets ? 1 : 0))
    }

    @Test func oneWithoutLengthMeetsASpanThatBeginsWithIt() throws {
        let series = try event("DTSTART:20261121T090000Z")
        let (before, at, after) = (
            try moment("20261121T080000Z"), try moment("20261121T090000Z"), try moment("20261121T100000Z")
        )
        #expect(series.instances(meeting: at..<after, limit: 1).instances.count == 1)
        #expect(series.instances(meeting: before..<at, limit: 1).instances.isEmpty)
    }

    // MARK: Refusals

    @Test(arguments: [
        ("SUMMARY:No start", "VEVENT \"No start\": it has no DTSTART."),
        ("DTSTART:2026-11-21", "DTSTART: could not understand \"2026-11-21\""),
        ("DTSTART:20260230", "could not understand"),
        ("DTSTART:20261121T090000Z\nDTEND:soon", "DTEND: could not understand \"soon\""),
        ("DTSTART:20261121T090000Z\nDURATION:1h", "DURATION: could not understand \"1h\""),
        ("DTSTART:20261121T090000Z\nRRULE:FREQ=HOURLY", "HOURLY is finer than daily"),
        ("DTSTART:20261121T090000Z\nRRULE:FREQ=DAILY;BYHOUR=8,9", "BYHOUR: is finer than daily"),
        ("DTSTART:20261121T090000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "it has 2 RRULEs"),
        ("DTSTART:20261121T090000Z\nEXRULE:FREQ=DAILY", "EXRULE is not supported"),
        ("DTSTART:20261121T090000Z\nEXDATE:20261121T0900", "EXDATE: could not understand"),
        ("DTSTART:20261121T090000Z\nRDATE;VALUE=PERIOD:20261121T090000Z/x", "RDATE: could not understand \"x\""),
        ("DTSTART:20261121T090000Z\nRDATE;VALUE=PERIOD:20261121T090000Z/PT", "RDATE: could not understand \"PT\""),
        (
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20261121T090000Z\nDTSTART:20261121T090000Z",
            "RANGE=THISANDFUTURE is not supported"
        ),
        ("DTSTART;TZID=Nowhere:20261121T090000", "The zone \"Nowhere\" is unknown"),
    ])
    func whatCannotBeUnderstoodIsRefused(lines: String, reason: String) throws {
        let refusal = try #require(try refusal(lines))
        #expect(refusal.contains(reason), "\(refusal)")
    }

    @Test func aComponentNeedsAUIDAndANewSequence() throws {
        func error(_ lines: String) throws -> String? {
            let calendar = try calendar(lines)
            do throws(CalendarError) {
                _ = try CalendarSeries.all(in: calendar, reader: .utc)
                return nil
            } catch {
                return error.detail
            }
        }
        #expect(try error("BEGIN:VEVENT\nDTSTART:20261121\nEND:VEVENT")?.contains("it has no UID") == true)
        let part = "BEGIN:VEVENT\nUID:a\nDTSTART:20261121\nEND:VEVENT\n"
        #expect(try error(part + part)?.contains("the same SEQUENCE") == true)
        #expect(try error(part + part.replacingOccurrences(of: "VEVENT", with: "VTODO")) == nil)
    }

    // MARK: Lenient reading

    @Test func whatCanBeReadIsRead() throws {
        let calendar = try calendar(
            """
            BEGIN:VEVENT
            UID:good
            DTSTART:20261121T090000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:bad
            SUMMARY:Broken
            DTSTART:20261121T090000Z
            RRULE:FREQ=SOMETIMES
            END:VEVENT
            BEGIN:VEVENT
            UID:bad
            RECURRENCE-ID:20261122T090000Z
            DTSTART:20261122T100000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:future
            DTSTART:20261121T110000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:future
            RECURRENCE-ID;RANGE=THISANDFUTURE:20261121T110000Z
            DTSTART:20261121T120000Z
            END:VEVENT
            BEGIN:VEVENT
            SUMMARY:No UID
            DTSTART;TZID=Nowhere:20261121T130000
            DTEND;TZID=Nowhere:20261121T140000
            END:VEVENT
            BEGIN:VEVENT
            UID:twice
            DTSTAMP:20261102T000000Z
            DTSTART:20261121T150000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:twice
            DTSTAMP:20261101T000000Z
            DTSTART:20261121T160000Z
            END:VEVENT
            """)
        let (series, faults, leftOut) = CalendarSeries.readable(in: calendar, reader: try zone("America/Chicago"))
        #expect(leftOut == 2)
        #expect(series.map { $0.uid.hasPrefix("unnamed-") ? "" : $0.uid } == ["good", "bad", "future", "", "twice"])
        #expect(
            series.flatMap(\.starts) == [
                "20261121T090000Z", "20261122T100000Z", "20261121T110000Z", "20261121T190000Z", "20261121T150000Z",
            ])
        #expect(
            faults.map { $0.detail.prefix(29) } == [
                "The zone \"Nowhere\" is unknown", "VEVENT \"future\": RECURRENCE-I", "VEVENT \"Broken\": RRULE: FREQ:",
            ])
        let again = CalendarSeries.readable(in: calendar, reader: .utc).series.map(\.uid)
        #expect(again == series.map(\.uid))
    }
}
