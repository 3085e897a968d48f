import Foundation
import ICalendar
import NoteItCore

@testable import NoteItServer

extension ParsedObject {
    /// A calendar with components in text, of which lines end in LF.
    static func sample(_ text: String, reader: Zone = .utc) throws -> ParsedObject {
        let calendar = try Component.calendars(in: Array(sampleCalendar(text).utf8))[0]
        return try ParsedObject(calendar, reader: reader)
    }

    func matches(_ filter: CalendarFilter) throws -> Bool {
        var steps = WorkSteps(WorkSteps.most)
        return try matches(filter, &steps)
    }
}

extension SentCalendar {
    static func sample(
        _ text: String, of components: CalendarCollection.Component..., reader: Zone = .utc
    ) throws -> SentCalendar {
        var steps = WorkSteps(WorkSteps.most)
        return try SentCalendar(
            Array(sampleCalendar(text).utf8), of: components.isEmpty ? [.todo] : components, reader: reader, &steps)
    }
}

func sampleCalendar(_ text: String) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + text.split(separator: "\n").map(String.init)
        + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
}

/// A VTODO with some lines.
func sampleTodo(_ lines: String...) -> String {
    (["BEGIN:VTODO", "UID:1", "DTSTAMP:20260101T000000Z"] + lines + ["END:VTODO"]).joined(separator: "\n")
}

/// A VEVENT with some lines.
func sampleEvent(_ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]).joined(separator: "\n")
}

func moment(_ text: String) -> Date { CalendarTime(text)?.moment(in: .utc) ?? .distantPast }
