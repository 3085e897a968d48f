import Foundation
import Testing

@testable import ICalendar

/// Components that replace single instances of a series.
struct CalendarOverrideTests {
    @Test func anOverrideTakesThePlaceOfItsOccurrence() throws {
        let calendar = try calendar(
            """
            BEGIN:VEVENT
            UID:a
            SUMMARY:Talk
            DTSTART;TZID=America/Chicago:20261020T090000
            DURATION:PT1H
            RRULE:FREQ=WEEKLY;COUNT=4
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            SUMMARY:Talk in Tokyo
            RECURRENCE-ID:20261027T140000Z
            DTSTART;TZID=Asia/Tokyo:20261105T090000
            DURATION:PT2H
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            SUMMARY:Talk by day
            RECURRENCE-ID;VALUE=DATE:20261103
            DTSTART;VALUE=DATE:20261103
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID;TZID=America/Chicago:20261110T090000
            STATUS:CANCELLED
            DTSTART;TZID=America/Chicago:20261110T090000
            END:VEVENT
            """)
        let series = try #require(try CalendarSeries.all(in: calendar, reader: .utc).first)
        #expect(series.master?.text("SUMMARY") == "Talk" && series.overrides.count == 3)
        let found = series.all
        #expect(
            found.map(\.period) == [
                "20261020T140000Z/20261020T150000Z", "20261103T000000Z/20261104T000000Z", "20261105T000000Z/20261105T020000Z",
                "20261110T150000Z/20261110T150000Z",
            ])
        #expect(
            found.map { $0.id.moment(in: .utc) }.map { CalendarTime($0).description } == [
                "20261020T140000Z", "20261103T150000Z", "20261027T140000Z", "20261110T150000Z",
            ])
        #expect(found.map(\.isAllDay) == [false, true, false, false] && found.map(\.isFree) == [false, false, false, true])
        #expect(found.map(\.summary) == ["Talk", "Talk by day", "Talk in Tokyo", nil])
    }

    @Test func anOverrideIsFoundByItsOwnTime() throws {
        let calendar = try calendar(
            """
            BEGIN:VEVENT
            UID:a
            DTSTART:20261020T090000Z
            DURATION:PT1H
            RRULE:FREQ=WEEKLY
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20261027T090000Z
            DTSTART:20300101T090000Z
            DURATION:P10D
            END:VEVENT
            """)
        let series = try #require(try CalendarSeries.all(in: calendar, reader: .utc).first)
        let old = try series.instances(meeting: moment("20261026T000000Z")..<moment("20261029T000000Z"), limit: 10)
        #expect(old.instances.isEmpty && old.isComplete)
        let new = try series.instances(meeting: moment("20300108T120000Z")..<moment("20300108T130000Z"), limit: 10)
        #expect(new.instances.map(\.id.description) == ["20261027T090000Z"])
    }

    @Test func theHigherSequenceHolds() throws {
        let parts = [("1", "08"), ("3", "09"), ("2", "10")].map { sequence, hour in
            "BEGIN:VEVENT\nUID:a\nSEQUENCE:\(sequence)\nDTSTART:20261121T\(hour)0000Z\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT"
        }
        let overrides = [("7", "12"), ("5", "13")].map { sequence, hour in
            "BEGIN:VEVENT\nUID:a\nSEQUENCE:\(sequence)\nRECURRENCE-ID:20261122T090000Z\nDTSTART:20261122T\(hour)0000Z\nEND:VEVENT"
        }
        let calendar = try calendar((parts + overrides).joined(separator: "\n"))
        let series = try CalendarSeries.all(in: calendar, reader: .utc)
        #expect(series.map(\.starts) == [["20261121T090000Z", "20261122T120000Z"]])
    }

    @Test func overridesCanComeAlone() throws {
        let calendar = try calendar(
            """
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20261028T090000Z
            DTSTART:20261029T090000Z
            DURATION:PT1H
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20261021T090000Z
            DTSTART:20261022T090000Z
            END:VEVENT
            """)
        let series = try #require(try CalendarSeries.all(in: calendar, reader: .utc).first)
        #expect(series.master == nil && series.starts == ["20261022T090000Z", "20261029T090000Z"])
        let span = try #require(series.span)
        let expected = (start: try moment("20261022T090000Z"), end: try moment("20261029T100000Z"))
        #expect(span.start == expected.start && span.end == expected.end)
        let cut = try series.instances(meeting: moment("20261001T000000Z")..<moment("20261201T000000Z"), limit: 1)
        #expect(cut.instances.map(\.id.description) == ["20261021T090000Z"] && !cut.isComplete)
    }
}
