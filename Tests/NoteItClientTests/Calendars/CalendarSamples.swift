import Foundation
import NoteItCore

extension Samples {
    static let zone = TimeZone(identifier: "America/Vancouver") ?? .gmt

    /// The first moment of a day in Vancouver, and minutes after it.
    static func at(_ day: String, _ minutes: Int = 0) -> Date {
        (Day(day)?.start(in: zone) ?? .distantPast).addingTimeInterval(Double(minutes) * 60)
    }

    static func personalEvent(
        _ title: String, _ start: Date, _ end: Date, rule: String? = nil, allDay: Bool = false
    ) -> PersonalEvent {
        PersonalEvent(
            id: .make(at: now), calendar: "personal",
            text: PersonalEventText(title: title, location: "", start: start, end: end, allDay: allDay, rule: rule),
            createdAt: now, editedAt: nil, rev: 1)
    }

    static func calendarImport(_ name: String = "Google", events: Int = 2, rev: Int = 1) -> CalendarImport {
        CalendarImport(
            id: .make(at: now), name: name, host: "calendar.example.org", lastSynced: now, lastError: nil, nextSync: nil,
            events: events, busy: true, tasks: false, rev: rev)
    }
}
