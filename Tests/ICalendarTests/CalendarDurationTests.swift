import Testing

@testable import ICalendar

struct CalendarDurationTests {
    @Test(arguments: [
        ("PT1H30M", 0, 5_400, "PT1H30M"), ("P2W", 14, 0, "P2W"), ("P1DT12H", 1, 43_200, "P1DT12H"),
        ("-PT15M", 0, -900, "-PT15M"),
        ("+P3D", 3, 0, "P3D"), ("PT0S", 0, 0, "PT0S"), ("P0D", 0, 0, "PT0S"), ("P1W2DT3S", 9, 3, "P9DT3S"),
        ("-P7D", -7, 0, "-P1W"),
        ("PT90000S", 0, 90_000, "PT25H"),
    ])
    func aDurationIsRead(text: String, days: Int, seconds: Int, written: String) throws {
        let duration = try #require(CalendarDuration(text))
        #expect(duration == CalendarDuration(days: days, seconds: seconds) && duration.description == written)
        #expect(CalendarDuration(duration.description) == duration)
    }

    @Test(arguments: [
        "", "P", "PT", "P1", "1D", "PT1D", "P1H", "P1DT", "PT1W", "P1D2W", "P1D1D", "PT1H1H", "P-1D", "--P1D", "PT1H ", "P1.5D",
        "PT1M1H",
        "P999999999999999999W", "P1000000W", "P1Y", "PT999999999H", "P1D\u{0660}D",
    ])
    func anyOtherTextIsRefused(text: String) {
        #expect(CalendarDuration(text) == nil)
    }

    @Test func daysAreOnTheClockAndHoursAreExact() throws {
        // The clocks of Chicago skip an hour on 8 March 2026.
        let start = try time("20260307T120000", in: "America/Chicago")
        let ends = ["P1D", "PT24H", "P1DT1H", "-P1D"].compactMap { CalendarDuration($0)?.end(of: start, reader: .utc) }
        let begin = start.instant(in: .utc)
        #expect(ends.map { ($0 - begin) / 3_600 } == [23, 24, 24, -24])
    }
}
