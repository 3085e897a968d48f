import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Saturday 21 November 2026, 12:00 in Vancouver.
private let noon = Date(timeIntervalSince1970: 1_795_291_200)
private let vancouver = TimeZone(identifier: "America/Vancouver") ?? .gmt
private let phrase = DuePhrase(now: noon, timeZone: vancouver, order: .monthFirst)
private let european = DuePhrase(now: noon, timeZone: vancouver, order: .dayFirst)
private let clock = DueText(now: noon, timeZone: vancouver)

@Suite struct DuePhraseTests {
    static let phrases: [(String, String)] = [
        ("today", "Sat 21 Nov 23:59"), ("tonight", "Sat 21 Nov 23:59"), ("tomorrow", "Sun 22 Nov 23:59"),
        ("Tomorrow 9am", "Sun 22 Nov 09:00"), ("fri", "Fri 27 Nov 23:59"), ("FRI 17:00", "Fri 27 Nov 17:00"),
        ("friday at 5pm", "Fri 27 Nov 17:00"), ("5:30 pm fri", "Fri 27 Nov 17:30"), ("next fri", "Fri 27 Nov 23:59"),
        ("this sun noon", "Sun 22 Nov 12:00"), ("next sat", "Sat 28 Nov 23:59"), ("next week", "Sat 28 Nov 23:59"),
        ("in 3 days", "Tue 24 Nov 23:59"), ("in 3 days at 8", "Tue 24 Nov 08:00"), ("in a week", "Sat 28 Nov 23:59"),
        ("2 weeks", "Sat 5 Dec 23:59"), ("+3d", "Tue 24 Nov 23:59"), ("in 2 hours", "Sat 21 Nov 14:00"),
        ("in an hour", "Sat 21 Nov 13:00"), ("90m", "Sat 21 Nov 13:30"), ("now", "Sat 21 Nov 12:00"),
        ("2026-12-01", "Tue 1 Dec 23:59"), ("2026-12-01 14:00", "Tue 1 Dec 14:00"), ("2026-12-01T14:00", "Tue 1 Dec 14:00"),
        ("2026-12-01T22:00:00Z", "Tue 1 Dec 14:00"), ("dec 1", "Tue 1 Dec 23:59"), ("1 dec 5pm", "Tue 1 Dec 17:00"),
        ("December 1st, 2027 17:00", "Wed 1 Dec 2027 17:00"), ("jan 5", "Tue 5 Jan 2027 23:59"),
        ("feb 29", "Tue 29 Feb 2028 23:59"), ("17:00", "Sat 21 Nov 17:00"), ("9:00", "Sun 22 Nov 09:00"),
        ("midnight", "Sat 21 Nov 23:59"), ("12am tomorrow", "Sun 22 Nov 00:00"), ("12pm tomorrow", "Sun 22 Nov 12:00"),
        ("tomorrow morning", "Sun 22 Nov 09:00"), ("tomorrow in the afternoon", "Sun 22 Nov 15:00"),
        ("fri evening", "Fri 27 Nov 18:00"), ("tomorrow night", "Sun 22 Nov 23:59"), ("at night", "Sat 21 Nov 23:59"),
        ("this morning", "Sat 21 Nov 09:00"), ("morning", "Sun 22 Nov 09:00"), ("this evening", "Sat 21 Nov 18:00"),
        ("end of day", "Sat 21 Nov 23:59"), ("end of the day tomorrow", "Sun 22 Nov 23:59"), ("EOD fri", "Fri 27 Nov 23:59"),
        ("end of week", "Sun 22 Nov 23:59"), ("end of the month", "Mon 30 Nov 23:59"), ("by fri 5pm", "Fri 27 Nov 17:00"),
        ("in two weeks", "Sat 5 Dec 23:59"), ("two weeks from now", "Sat 5 Dec 23:59"),
        ("a week from today", "Sat 28 Nov 23:59"),
        ("in half an hour", "Sat 21 Nov 12:30"), ("in three hours", "Sat 21 Nov 15:00"), ("in ten days", "Tue 1 Dec 23:59"),
        ("the day after tomorrow 9am", "Mon 23 Nov 09:00"), ("next month", "Mon 21 Dec 23:59"),
        ("in 3 months", "Sun 21 Feb 2027 23:59"), ("next year", "Sun 21 Nov 2027 23:59"),
        ("12/1", "Tue 1 Dec 23:59"), ("12/1 5pm", "Tue 1 Dec 17:00"), ("25/12", "Fri 25 Dec 23:59"),
        ("12/1/2027", "Wed 1 Dec 2027 23:59"), ("12/1/26 17:00", "Tue 1 Dec 17:00"), ("1.12.", "Tue 1 Dec 23:59"),
        ("1.12.2026 17:00", "Tue 1 Dec 17:00"),
        ("fri 5:30 p.m.", "Fri 27 Nov 17:30"), ("5:30 P.M. tomorrow", "Sun 22 Nov 17:30"), ("5p.m.", "Sat 21 Nov 17:00"),
        ("9 a.m.", "Sun 22 Nov 09:00"), ("9 a. m. fri", "Fri 27 Nov 09:00"),
        ("2026-12-01T17:00Z", "Tue 1 Dec 09:00"), ("2026-12-01 17:00+01:00", "Tue 1 Dec 08:00"),
        ("17h30", "Sat 21 Nov 17:30"), ("17h", "Sat 21 Nov 17:00"), ("fri 17h", "Fri 27 Nov 17:00"),
        ("9H05", "Sun 22 Nov 09:05"),
        ("0h", "Sun 22 Nov 00:00"), ("fri 7h30", "Fri 27 Nov 07:30"), ("at 17h", "Sat 21 Nov 17:00"),
        ("in 17h", "Sun 22 Nov 05:00"), ("+2h", "Sat 21 Nov 14:00"), ("48h", "Mon 23 Nov 12:00"),
        ("Fri Dec 4", "Fri 4 Dec 23:59"), ("fri, 4 dec 5pm", "Fri 4 Dec 17:00"), ("Dec. 1, 2026", "Tue 1 Dec 23:59"),
        ("Fri 2026-12-04 9am", "Fri 4 Dec 09:00"), ("fri 12/4", "Fri 4 Dec 23:59"), ("tmrw 9am", "Sun 22 Nov 09:00"),
        ("in 1.5 hours", "Sat 21 Nov 13:30"), ("1.5h", "Sat 21 Nov 13:30"), ("Tue 1 Dec 2026 17:00 PST", "Tue 1 Dec 17:00"),
        ("fri 5pm pt", "Fri 27 Nov 17:00"),
    ]

    @Test(arguments: phrases)
    func aPhraseMeansAMoment(text: String, meaning: String) throws {
        #expect(try clock.short(#require(phrase.date(text))) == meaning)
    }

    static let impossible: [String] = [
        "", "  ", "someday", "fri fri", "17:00 18:00", "25:00", "13pm", "0am", "2026-13-01", "2026-02-30", "dec 32", "next",
        "in", "in 3", "in days", "3", "17", "at", "fri 17", "tomorrow please", "in 99999 days", "in -1 days",
        "2h", "7h30", "17h60", "13/13", "0/1", "2/30/2026", "12/1/2026/5", "1.13.", "in zero weeks", "in thirteen weeks",
        "end of", "end of fri", "this", "morning evening", "5:30 q.m.", "13 p.m.", "2026-12-01T25:00Z", "in 9999 months",
        "next", "next day month", "half an hour ago", "by", "fri dec 5", "fri 2026-12-05", "17:00 CET", "1.5 days", "31 feb",
        "in 2 hours fri", "now fri", "90m tomorrow", "1.5h fri", "fri in 2 hours", "17:00 90m", "now now", "fri 12/5",
    ]

    @Test(arguments: impossible)
    func anImpossiblePhraseMeansNothing(text: String) {
        #expect(phrase.date(text) == nil)
    }

    @Test func aTimeIsUnderstoodAsItIsWritten() throws {
        for text in Self.phrases {
            let date = try #require(phrase.date(text.0))
            #expect(try #require(phrase.date(clock.full(date))).timeIntervalSince(date).magnitude < 60, "\(clock.full(date))")
        }
    }

    @Test func aDateInDigitsIsReadAsTheLocaleWritesIt() throws {
        #expect(try clock.short(#require(european.date("12/1"))) == "Tue 12 Jan 2027 23:59")
        #expect(try clock.short(#require(european.date("1/12/2026 9:00"))) == "Tue 1 Dec 09:00")
        #expect(try clock.short(#require(european.date("12/25"))) == "Fri 25 Dec 23:59")
        #expect(phrase.note("12/1 5pm") == "12/1 is read as month/day, as your locale has it; 2026-12-01 is clear everywhere.")
        #expect(european.note("1/12") == "1/12 is read as day/month, as your locale has it; 2026-12-01 is clear everywhere.")
        for clear in ["12/25", "1/1", "1.12.", "2026/12/01", "dec 1"] { #expect(phrase.note(clear) == nil, "\(clear)") }
    }

    static let locales: [([String: String], DateOrder)] = [
        (["LANG": "en_US.UTF-8"], .monthFirst), (["LANG": "en_GB.UTF-8"], .dayFirst), (["LANG": "de_DE@euro"], .dayFirst),
        (["LANG": "fr_CA.UTF-8"], .monthFirst), (["LANG": "ja_JP.UTF-8"], .monthFirst), (["LANG": "C.UTF-8"], .monthFirst),
        ([:], .monthFirst), (["LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"], .dayFirst),
        (["LC_ALL": "POSIX", "LC_TIME": "en_GB.UTF-8"], .monthFirst), (["LC_ALL": "", "LANG": "es_ES"], .dayFirst),
    ]

    @Test(arguments: locales)
    func theEnvironmentNamesTheOrderOfDates(environment: [String: String], order: DateOrder) {
        #expect(DateOrder(environment) == order)
    }

    static let months: [(String, String)] = [
        ("2026-01-31", "2026-02-28"), ("2028-01-31", "2028-02-29"), ("2026-12-31", "2027-01-31"),
    ]

    @Test(arguments: months)
    func nextMonthIsTheSameDayOrTheLast(today: String, next: String) throws {
        let now = try #require(Day(today)).start(in: vancouver).addingTimeInterval(43_200)
        #expect(DuePhrase(now: now, timeZone: vancouver).day("next month")?.description == next)
    }

    @Test func aTimeThatCouldBeALengthIsExplained() {
        #expect(TimeFault.words("2h") == "'2h' could be a time of day or a length of time: write 02:00, or 'in 2h'")
        #expect(
            TimeFault.words("7h30") == "'7h30' could be a time of day or a length of time: write 07:30, or 'in 450 minutes'")
    }

    @Test func todaysWeekdayMeansTodayUntilItsTimeHasPassed() throws {
        #expect(try clock.short(#require(phrase.date("sat"))) == "Sat 21 Nov 23:59")
        #expect(try clock.short(#require(phrase.date("sat 17:00"))) == "Sat 21 Nov 17:00")
        #expect(try clock.short(#require(phrase.date("sat 9:00"))) == "Sat 28 Nov 09:00")
    }

    @Test func theDayIsTheTermsNotTheMachines() throws {
        // 03:00 UTC on the 22nd is still the evening of the 21st in Vancouver.
        let evening = DuePhrase(now: noon.addingTimeInterval(7 * 3600), timeZone: vancouver)
        #expect(evening.day("today")?.description == "2026-11-21")
        #expect(DuePhrase(now: evening.now, timeZone: .gmt).day("today")?.description == "2026-11-22")
    }

    @Test func aWallTimeKeepsItsHourAcrossTheChangeOfClocks() throws {
        let october = Date(timeIntervalSince1970: 1_793_300_400)
        let before = DuePhrase(now: october, timeZone: vancouver)
        let text = DueText(now: october, timeZone: vancouver)
        #expect(try text.full(#require(before.date("2026-10-31 17:00"))) == "Sat 31 Oct 2026 17:00 PDT")
        #expect(try text.full(#require(before.date("2026-11-02 17:00"))) == "Mon 2 Nov 2026 17:00 PST")
    }

    @Test func aDayPhraseTakesNoTime() {
        #expect(phrase.day("yesterday")?.description == "2026-11-20")
        #expect(phrase.day("next mon")?.description == "2026-11-23")
        #expect(phrase.day("fri 17:00") == nil)
    }
}

@Suite struct DueTextTests {
    @Test func headingsNameTheNearDays() {
        #expect(clock.heading(nil) == "No due date")
        #expect(clock.heading(clock.today) == "Today")
        #expect(clock.heading(clock.today.adding(days: 1)) == "Tomorrow")
        #expect(clock.heading(clock.today.adding(days: -1)) == "Yesterday")
        #expect(clock.heading(clock.today.adding(days: 6)) == "Fri 27 Nov")
        #expect(clock.heading(Day("2027-01-04")) == "Mon 4 Jan 2027")
    }

    static let distances: [(Double, String)] = [
        (0.0, "now"), (59, "now"), (-1, "just now"), (60, "in 1 minute"), (-3600, "1 hour ago"), (86_400, "in 24 hours"),
        (6 * 86_400, "in 6 days"), (-30 * 86_400, "4 weeks ago"), (400 * 86_400, "in 13 months"),
    ]

    /// Noon is on a Saturday.
    @Test func daysAreCountedOnTheCalendar() {
        let hours = { (count: Double) in clock.distance(noon.addingTimeInterval(count * 3_600)) }
        #expect(hours(36) == "in 2 days" && hours(50) == "in 2 days" && hours(59) == "in 2 days")
        #expect(hours(61) == "in 3 days" && hours(67) == "in 3 days")
        #expect(hours(-37) == "2 days ago" && hours(35) == "in 35 hours")
    }

    @Test(arguments: distances)
    func distancesAreRound(seconds: Double, text: String) {
        #expect(clock.distance(noon.addingTimeInterval(seconds)) == text)
    }
}
