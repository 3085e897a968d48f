import Foundation
import Testing

@testable import ICalendar

/// The calendar with these lines between BEGIN:VCALENDAR and END:VCALENDAR.
func calendar(_ lines: String) throws -> Component {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n\(lines)\nEND:VCALENDAR\n"
    return try #require(try Component.calendars(in: text.utf8, limits: .imported).first)
}

/// The series of a calendar with one VEVENT that has UID a and these lines.
func event(_ lines: String, beside others: String = "", reader: String = "UTC") throws -> CalendarSeries {
    let calendar = try calendar("\(others)\nBEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT")
    return try #require(try CalendarSeries.all(in: calendar, reader: zone(reader)).first)
}

/// The first sentence of why a VEVENT with these lines is refused.
func refusal(_ lines: String, beside others: String = "") throws -> String? {
    do throws(CalendarError) {
        let calendar = try? calendar("\(others)\nBEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT")
        _ = try CalendarSeries.all(in: calendar ?? Component("VCALENDAR"), reader: .utc)
        return nil
    } catch {
        return error.detail
    }
}

extension CalendarSeries {
    var all: [CalendarInstance] {
        instances(meeting: .distantPast..<Date(timeIntervalSince1970: 4e9), limit: 1_000).instances
    }

    /// Starts and ends in UTC, such as `20261121T090000Z/20261121T100000Z`.
    var periods: [String] { all.map(\.period) }

    var starts: [String] { all.map { CalendarTime($0.start).description } }
}

extension CalendarInstance {
    var period: String { "\(CalendarTime(start))/\(CalendarTime(end))" }
}
