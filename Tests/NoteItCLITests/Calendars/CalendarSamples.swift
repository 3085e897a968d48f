import Foundation
import NoteItCore

@testable import NoteItTerminal

/// A student's November 2026 in Vancouver; now it is Sunday the 22nd, 17:20.
enum CalendarSamples {
    static let zone = TimeZone(identifier: "America/Vancouver") ?? .gmt
    static let course: Course.ID = "202630.CMPT225"

    /// A time in Vancouver: `2026-11-23 17:20`.
    static func at(_ text: String) -> Date {
        DuePhrase(now: Date(timeIntervalSince1970: 1_795_291_200), timeZone: zone).date(text) ?? .distantPast
    }

    static func day(_ text: String) -> Day { Day(text) ?? Day(.distantPast, in: .gmt) }

    static func clock(_ now: String = "2026-11-22 17:20") -> DueText { DueText(now: at(now), timeZone: zone) }

    static func style(unicode: Bool = true, weekStart: Int = 0) -> CalendarStyle {
        CalendarStyle(clock: clock(), exams: ["exam"], weekStart: weekStart, unicode: unicode)
    }

    static func item(
        _ kind: CalendarItem.Kind, _ title: String, _ start: String, _ end: String? = nil, allDay: Bool = false,
        done: Bool? = nil, id: String = "1", reference: String? = nil, place: String = ""
    ) -> CalendarItem {
        CalendarItem(
            kind: kind, title: title, location: place, start: at(start), end: at(end ?? start), allDay: allDay, done: done,
            id: id, course: [.class, .due].contains(kind) ? course : nil, reference: reference, calendar: nil)
    }

    static var items: [CalendarItem] {
        [
            item(.class, "CMPT 225 LEC D100", "2026-11-23 10:30", "2026-11-23 11:20", place: "Burnaby AQ 3182"),
            item(.class, "CMPT 225 LEC D100", "2026-11-25 10:30", "2026-11-25 11:20", place: "Burnaby AQ 3182"),
            item(.class, "CMPT 225 LEC D100", "2026-11-27 10:30", "2026-11-27 11:20", place: "Burnaby AQ 3182"),
            item(.due, "Midterm", "2026-11-25 10:30", id: "exam", reference: "CMPT225#40"),
            item(.due, "Assignment 4", "2026-11-25 23:59", id: "a4", reference: "CMPT225#42"),
            item(.due, "Lab 9", "2026-11-25 17:00", id: "l9", reference: "CMPT225#43"),
            item(.due, "Assignment 3", "2026-11-06 23:59", id: "a3", reference: "CMPT225#31"),
            item(.task, "Read chapter 4", "2026-11-27 17:00"),
            item(.task, "Buy a calculator", "2026-11-24 12:00", done: true),
            item(.study, "Assignment 4", "2026-11-23 16:00", "2026-11-23 17:30"),
            item(.study, "Assignment 4", "2026-11-24 23:00", "2026-11-25 00:30"),
            item(.personal, "歯医者 🦷", "2026-11-25 14:00", "2026-11-25 15:00", place: "渋谷"),
            item(.personal, "Away", "2026-11-28 00:00", "2026-12-01 00:00", allDay: true),
            item(.import, "Réunion 👩‍💻", "2026-11-25 09:00", "2026-11-25 09:30"),
        ]
    }

    static func source(
        _ name: String, host: String? = "calendar.example.org", synced: String? = "2026-11-22 15:20", error: String? = nil,
        events: Int = 42, rev: Int = 1
    ) -> CalendarImport {
        CalendarImport(
            id: id(1), name: name, host: host, lastSynced: synced.map(at), lastError: error, nextSync: nil, events: events,
            busy: true, tasks: false, rev: rev)
    }

    static func id<Subject>(_ number: Int) -> Identifier<Subject> {
        Identifier("00000000-0000-7000-8000-00000000abc\(number)") ?? .make(at: .distantPast)
    }
}
