import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Lengths, recurrences, study hours and times as people type them. It is Monday 23 November 2026, 17:20, in Vancouver.
struct TaskPhraseTests {
    private static let phrase = DuePhrase(now: StudySamples.at("2026-11-23 17:20"), timeZone: StudySamples.vancouver)

    static let lengths: [(String, Int?)] = [
        ("90m", 90), ("90", 90), ("1h30", 90), ("1h30m", 90), ("1h 30", 90), ("2h", 120), ("1.5h", 90), ("2 hours", 120),
        ("1 hour 30 minutes", 90), ("1:30", 90), ("30min", 30), ("100000", 100_000), ("", nil), ("0", nil), ("h", nil),
        ("m", nil),
        ("2h90", nil), ("-5", nil), ("100001", nil), ("1.333h", nil), ("fri", nil), ("1d", nil), ("99999h", nil),
    ]

    @Test(arguments: lengths) func aLengthIsMinutes(text: String, minutes: Int?) {
        #expect(DurationPhrase.minutes(text) == minutes)
    }

    static let recurrences: [(String, String?, String)] = [
        ("daily", "FREQ=DAILY", "daily"), ("Weekly", "FREQ=WEEKLY", "weekly"), ("monthly", "FREQ=MONTHLY", "monthly"),
        ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "weekly on Mon, Tue, Wed, Thu, Fri"),
        ("TR", "FREQ=WEEKLY;BYDAY=TU,TH", "weekly on Tue, Thu"), ("mon,wed", "FREQ=WEEKLY;BYDAY=MO,WE", "weekly on Mon, Wed"),
        ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        ("every second tue", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "every 2 weeks on Tue"),
        ("every other week", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        ("every 3 days", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
        ("daily until dec 18", "FREQ=DAILY;UNTIL=20261219T075959Z", "daily, until Fri 18 Dec"),
        ("weekly 10 times", "FREQ=WEEKLY;COUNT=10", "weekly, 10 times"), ("hourly", nil, ""), ("every", nil, ""), ("", nil, ""),
        ("daily until", nil, ""), ("daily until someday", nil, ""), ("5 times", nil, ""), ("weekly 0 times", nil, ""),
    ]

    @Test(arguments: recurrences) func aRecurrenceIsARuleAndBack(text: String, rule: String?, words: String) {
        let meaning = RepeatPhrase(text, Self.phrase)
        #expect(meaning?.rule == rule)
        if let rule { #expect(RepeatPhrase.words(rule, StudySamples.clock()) == words) }
    }

    @Test(arguments: ["FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY;BYMONTH=1", "nonsense", "FREQ=WEEKLY;BYDAY=XX"])
    func aRuleWithoutWordsIsShownAsItIs(rule: String) {
        #expect(RepeatPhrase.words(rule, StudySamples.clock()) == rule)
    }

    @Test func anEndBeforeTheTimeOfDayNamesTheDayBefore() {
        let start = StudySamples.at("2026-11-23 12:30")
        let words = { (until: String) in RepeatPhrase.words("FREQ=DAILY;UNTIL=\(until)", from: start, StudySamples.clock()) }
        #expect(words("20261201T202959Z") == "daily, until Mon 30 Nov")
        #expect(words("20261201T203000Z") == "daily, until Tue 1 Dec")
        #expect(words("20270301") == "daily, until Mon 1 Mar 2027")
    }

    @Test func aLengthOutOfBoundsSaysTheBounds() {
        #expect(DurationPhrase.fault("0") == "must be from 1 to 100000 minutes, not '0'")
        #expect(DurationPhrase.fault("9999h") == "must be from 1 to 100000 minutes, not '9999h'")
        #expect(DurationPhrase.fault("long") == "'long' is not a length of time; try 90m, 1h30, 2h")
    }

    @Test func hoursThatEndBeforeTheyStartAreFound() {
        #expect(StudyHoursPhrase.backward(in: "mon 9-10 22-16") == "22-16")
        #expect(StudyHoursPhrase.backward(in: "mon 10-10") == "10-10")
        #expect(StudyHoursPhrase.backward(in: "mon 9-10") == nil)
        #expect(StudyHoursPhrase.backward(in: "mon 9-someday") == nil)
    }

    static let hours: [(String, String?)] = [
        ("MTWRF 16:00-22:00", "MTWRF 16:00-22:00"), ("sat,sun 10-12 14-18", "SU 10:00-12:00 14:00-18:00"),
        ("weekdays evening", "MTWRF 17:00-22:00"), ("mon wed 9-12, 13-24", "MW 09:00-12:00 13:00-24:00"), ("fri none", "F"),
        ("none", nil), ("mon", nil), ("16-22", nil), ("mon 22-16", nil), ("mon 25:00-26:00", nil), ("someday 9-10", nil),
    ]

    @Test(arguments: hours) func studyHoursAreDaysAndTimes(text: String, meaning: String?) {
        let hours = StudyHoursPhrase(text)
        #expect(hours.map { ([$0.days] + $0.hours.map { "\($0.start)-\($0.end)" }).joined(separator: " ") } == meaning)
    }

    static let faults: [(String, String)] = [
        ("25:38", "'25:38' is not a time of day: hours go from 00 to 23"),
        ("fri 25:38", "'25:38' is not a time of day: hours go from 00 to 23"),
        ("24:00", "'24:00' is not a time of day: write 00:00 of the next day, or 23:59"),
        ("12:60", "'12:60' is not a time of day: minutes go from 00 to 59"),
        ("25:61", "'25:61' is not a time of day: hours go from 00 to 23, minutes from 00 to 59"),
        ("9.30", "'9.30' is not a time of day: write 09:30"), ("9:5", "'9:5' is not a time of day: write 09:05"),
        ("17", "'17' could be a day or a time: write 17:00, or fri 17:00"),
        ("someday", "could not understand 'someday' as a time; try fri 16:00, tomorrow 9:30, 2026-12-01 14:00"),
    ]

    @Test(arguments: faults) func aMalformedTimeSaysWhatWouldBeRight(text: String, words: String) {
        #expect(TimeFault.words(text) == words)
    }
}
