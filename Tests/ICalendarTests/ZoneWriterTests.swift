import Foundation
import Testing

@testable import ICalendar

struct ZoneWriterTests {
    @Test(arguments: [
        "America/Chicago", "Europe/Dublin", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "Pacific/Apia",
        "Europe/Moscow",
        "America/Sao_Paulo", "UTC", "Asia/Pyongyang",
    ])
    func whatIsWrittenIsTheZoneBetweenTheMoments(name: String) throws {
        let timeZone = try #require(TimeZone(identifier: name))
        let (from, to) = (try moment("20110101T000000Z"), try moment("20280101T000000Z"))
        let written = Component.timeZone(timeZone, from: from, to: to)
        #expect(written.name == "VTIMEZONE" && !written.components.isEmpty)
        // Under another name, so that it is not taken for the known zone.
        var copy = written
        copy.set(Property("TZID", value: "Copy"))
        let read = try #require(ZoneTable(Component("VCALENDAR", components: [copy])).zone("Copy"))
        let zone = Zone(timeZone)
        for instant in stride(from: from.wholeSeconds(.down), to: to.wholeSeconds(.down), by: 6 * 3_600 + 60) {
            #expect(read.offset(at: instant) == zone.offset(at: instant))
        }
        let known = try #require(ZoneTable(Component("VCALENDAR", components: [written])).zone(timeZone.identifier))
        #expect(known == (name == "UTC" ? .utc : known))
    }

    @Test func aTermHasTheChangesThatItMeets() throws {
        let chicago = try #require(TimeZone(identifier: "America/Chicago"))
        let written = Component.timeZone(chicago, from: try moment("20260824T050000Z"), to: try moment("20261212T060000Z"))
        #expect(written["TZID"]?.value == "America/Chicago")
        let parts = written.components.map { part in
            [part.name] + ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"].map { part[$0]?.value ?? "" }
        }
        #expect(
            parts == [["DAYLIGHT", "20260308T020000", "-0600", "-0500"], ["STANDARD", "20261101T020000", "-0500", "-0600"]])
        let years = Component.timeZone(chicago, from: try moment("20260824T050000Z"), to: try moment("20281212T060000Z"))
        #expect(
            years.components.map { $0["RDATE"]?.value } == [
                "20270314T020000,20280312T020000", "20271107T020000,20281105T020000",
            ])
    }
}
