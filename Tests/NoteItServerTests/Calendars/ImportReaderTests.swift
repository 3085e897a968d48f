import Foundation
import ICalendar
import NoteItCore
import TestTime
import Testing

@testable import NoteItServer

/// What becomes of a calendar that is imported.
struct ImportReaderTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)  // 2026-11-18T09:46:40Z

    private func read(_ lines: String..., tasks: Bool = false) throws -> ImportReading {
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
        return try read(Array(text.utf8), tasks: tasks)
    }

    private func read(_ bytes: [UInt8], tasks: Bool = false) throws -> ImportReading {
        try reader(makesTasks: tasks).read(bytes)
    }

    private func reader(makesTasks: Bool = false) -> ImportReader {
        var reader = ImportReader(zone: .gmt, makesTasks: makesTasks, now: Self.now)
        reader.time = patience
        return reader
    }

    private func event(_ uid: String, _ lines: String..., stamp: String = "20261101T000000Z") -> String {
        (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:\(stamp)"] + lines + ["END:VEVENT"]).joined(separator: "\r\n")
    }

    private func todo(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:20261101T000000Z"] + lines + ["END:VTODO"]).joined(separator: "\r\n")
    }

    private static let zone = """
        BEGIN:VTIMEZONE\r
        TZID:Campus\r
        BEGIN:STANDARD\r
        DTSTART:19700101T000000\r
        TZOFFSETFROM:-0800\r
        TZOFFSETTO:-0800\r
        END:STANDARD\r
        END:VTIMEZONE
        """

    @Test func eachSeriesIsAnObjectWithItsZones() throws {
        let copy = try read(
            Self.zone,
            event("a", "DTSTART;TZID=Campus:20261120T120000", "DTEND;TZID=Campus:20261120T130000", "RRULE:FREQ=DAILY;COUNT=3"),
            event("b", "DTSTART:20261121T120000Z", "SUMMARY:Dentist"),
            event("a", "RECURRENCE-ID;TZID=Campus:20261121T120000", "DTSTART;TZID=Campus:20261121T150000")
        ).copy
        #expect(copy.events == 2)
        #expect(copy.objects.map(\.uid) == ["a", "b"])
        #expect(copy.tasks.isEmpty)
        let (a, b) = (
            String(decoding: copy.objects[0].data, as: UTF8.self), String(decoding: copy.objects[1].data, as: UTF8.self)
        )
        #expect(a.components(separatedBy: "BEGIN:VEVENT").count == 3)
        #expect(a.contains("TZID:Campus\r\n") && !b.contains("VTIMEZONE"))
        #expect(a.hasPrefix("BEGIN:VCALENDAR\r\n") && a.hasSuffix("END:VCALENDAR\r\n"))
        #expect(copy.objects[0].firstStart == RFC3339.date("2026-11-20T20:00:00Z"))
        #expect(copy.objects[0].lastEnd == RFC3339.date("2026-11-22T21:00:00Z"))
        #expect(copy.objects.allSatisfy { $0.name.hasSuffix(".ics") && $0.item == nil && $0.event == nil })
    }

    @Test func theTimeOfTheRequestIsNoChange() throws {
        let (first, second, third) = (
            try read(event("a", "DTSTART:20261121T120000Z")).copy.objects[0],
            try read(event("a", "DTSTART:20261121T120000Z", stamp: "20261118T090000Z")).copy.objects[0],
            try read(event("a", "DTSTART:20261121T130000Z")).copy.objects[0]
        )
        #expect(first.digest == second.digest)
        #expect(first.digest != third.digest)
        #expect(first.name == third.name)
    }

    @Test func dueThingsBecomeTasksIfAsked() throws {
        let lines = [
            event("moodle", "SUMMARY:Essay is due", "DTSTART:20261125T120000Z", "DTEND:20261125T120000Z"),
            event("event-assignment-7", "SUMMARY:Lab 4", "DTSTART;VALUE=DATE:20261126"),
            event("event-calendar-event-7", "SUMMARY:Reading week", "DTSTART;VALUE=DATE:20261126"),
            event("talk", "SUMMARY:Talk", "DTSTART:20261125T120000Z", "DTEND:20261125T130000Z"),
            todo("a", "SUMMARY:Buy paper", "DUE:20261127T120000Z", "DTSTART:20261120T120000Z", "PRIORITY:1"),
            todo("b", "SUMMARY:Someday"), todo("c", "SUMMARY:Done", "STATUS:COMPLETED", "DUE:20261127T120000Z"),
            todo("d", "SUMMARY:Long ago", "DUE:20260101T120000Z"), todo("e", "SUMMARY:Gone", "STATUS:CANCELLED"),
        ].joined(separator: "\r\n")
        #expect(try read(lines).copy.tasks.isEmpty)
        let copy = try read(lines, tasks: true).copy
        #expect(copy.tasks.map(\.task.title) == ["Essay is due", "Lab 4", "Buy paper", "Someday"])
        #expect(
            copy.tasks.map(\.task.deadline)
                == ["2026-11-25T12:00:00Z", "2026-11-26T23:59:00Z", "2026-11-27T12:00:00Z", nil].map {
                    $0.flatMap(RFC3339.date)
                })
        #expect(copy.tasks.allSatisfy { $0.task.kind == .flexible && $0.task.minutes == 60 })
        #expect(copy.tasks[2].task.priority == .high)
        #expect(copy.tasks[2].task.earliest == RFC3339.date("2026-11-20T12:00:00Z"))
        // VTODOs are not events: they would be busy from their start to their due time.
        #expect(copy.objects.map(\.uid) == ["moodle", "event-assignment-7", "event-calendar-event-7", "talk"])
        #expect(String(decoding: copy.objects[1].data, as: UTF8.self).contains("TRANSP:TRANSPARENT"))
        #expect(copy.events == 9)
    }

    @Test func aTitleIsCutAndCleaned() throws {
        let long = String(repeating: "a", count: 300)
        let tasks = try read(todo("a", "SUMMARY:\(long)"), todo("b", "SUMMARY: "), todo("c"), tasks: true).copy.tasks
        #expect(tasks.map(\.task.title) == [String(long.prefix(200)), "Untitled", "Untitled"])
    }

    @Test func aUIDThatStandsTwiceHoldsOnce() throws {
        let one = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(event("a", "DTSTART:20261121T120000Z"))\r\nEND:VCALENDAR\r\n"
        #expect(try read(Array((one + one).utf8)).copy.objects.count == 1)
    }

    @Test(arguments: [
        ("REFRESH-INTERVAL;VALUE=DURATION:PT4H", 14_400.0), ("X-PUBLISHED-TTL:P1W", 604_800), ("X-PUBLISHED-TTL:PT90M", 5_400),
        ("X-PUBLISHED-TTL:P1DT2H3M4S", 93_784),
    ])
    func aCalendarSaysHowOftenToRead(line: String, seconds: Double) throws { #expect(try read(line).refresh == seconds) }

    @Test(arguments: ["X-PUBLISHED-TTL:often", "X-PUBLISHED-TTL:PT0S", "X-PUBLISHED-TTL:-PT1H", "VERSION:2.0"])
    func anotherCalendarDoesNot(line: String) throws { #expect(try read(line).refresh == nil) }

    @Test(arguments: [
        ("", "The calendar is empty. Export it again, with its events."),
        (" \r\n\u{feff}", "The calendar is empty. Export it again, with its events."),
        ("<!DOCTYPE html><p>Sign in", "web page"),
        ("Hello", "calendar"), ("BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCALENDAR"),
    ])
    func anythingElseIsRefused(text: String, word: String) {
        let failure = #expect(throws: ImportFailure.self) { try read(Array(text.utf8)) }
        #expect(failure?.sentence.contains(word) == true)
    }

    @Test func anEventThatIsTooLargeIsLeftOut() throws {
        let exceptions = (0..<100).map {
            "EXDATE:" + Array(repeating: "20270101T12\(10 + $0 % 50)00Z", count: 200).joined(separator: ",")
        }
        let lines = ["DTSTART:20261121T120000Z", "SUMMARY:Much", "RRULE:FREQ=DAILY"] + exceptions
        let copy = try read(
            event("a", lines.joined(separator: "\r\n")), event("b", "DTSTART:20261121T120000Z"),
            event(String(repeating: "c", count: 1_001), "DTSTART:20261121T120000Z", "SUMMARY:Long")
        ).copy
        #expect(copy.objects.map(\.uid) == ["b"] && copy.events == 1)
        #expect(
            copy.leftOut?.why == [
                "The event \"Much\" is over 256 KiB. Remove its attachments.", "The UID of \"Long\" is over 1000 bytes.",
            ])
        #expect(copy.leftOut?.count == 2)
    }

    @Test func tooManyEventsOfAYearAreRefused() throws {
        let many = (0..<200).map { event("\($0)", "DTSTART:20261121T120000Z", "RRULE:FREQ=DAILY") }
        let failure = #expect(throws: ImportFailure.self) { try read(many.joined(separator: "\r\n")) }
        #expect(
            failure?.sentence
                == "The calendar has more than 50000 events in the next year. Import fewer calendars of its source.")
    }

    @Test func zonesThatEachEventRepeatsAreBounded() throws {
        let padding = (0..<150).map { "X-PADDING-\($0):" + String(repeating: "a", count: 60) }.joined(separator: "\r\n")
        let zone = Self.zone.replacingOccurrences(of: "TZID:Campus\r\n", with: "TZID:Campus\r\n\(padding)\r\n")
        let many = (0..<100).map { event("\($0)", "DTSTART;TZID=Campus:20261121T120000") }
        let text = (["BEGIN:VCALENDAR", zone] + many + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
        #expect(text.utf8.count < 50_000)
        var reader = reader()
        #expect(try reader.read(Array(text.utf8)).copy.objects.count == 100)
        reader.mostBytes = 1_000_000
        let failure = #expect(throws: ImportFailure.self) { try reader.read(Array(text.utf8)) }
        #expect(failure?.sentence == "The calendar takes more than 1 MB with its time zones. Export a shorter span.")
    }
}

struct ImportPaceTests {
    @Test func failuresAreTriedAgainLaterAndLater() {
        var pace = ImportPace()
        #expect(pace.pause(0.5) == 86_400)
        let pauses = (0..<7).map { _ in
            pace.failed()
            return pace.pause(0.5) / 3_600
        }
        #expect(pauses == [1, 2, 4, 8, 16, 24, 24])
        pace.wasUnchanged()
        #expect(pace.pause(0.5) == 86_400)
    }

    @Test(arguments: [(60.0, 3_600.0), (7_200, 7_200), (1_000_000, 86_400)])
    func aCalendarIsReadBetweenOnceAnHourAndOnceADay(refresh: Double, interval: Double) {
        var pace = ImportPace()
        pace.succeeded(refresh: refresh)
        #expect(pace.pause(0.5) == interval)
        #expect(pace.pause(0) < interval && pace.pause(1) > interval)
    }
}
