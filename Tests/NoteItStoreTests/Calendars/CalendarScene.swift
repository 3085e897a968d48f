import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// Calendars of the people of a `StudyScene`.
extension StudyScene {
    /// An event as a program sends it, that starts in so many days and lasts an hour.
    func sent(_ name: String, uid: String? = nil, text: String = "Dentist", in days: Int = 1) -> SentCalendarObject {
        let start = now + Double(days * 86_400)
        let event = PersonalEventText(
            title: text, location: "", start: start, end: start + 3_600, allDay: false, rule: nil)
        return SentCalendarObject(
            name: name, uid: uid ?? "\(name)@phone", item: nil, data: Array(text.utf8), digest: "of \(text)",
            firstStart: start, lastEnd: start + 3_600, event: event)
    }

    /// A to-do as a program sends it, beside its item.
    func sent(_ name: String, for item: String, digest: String = "1") -> SentCalendarObject {
        SentCalendarObject(
            name: name, uid: "\(name)@phone", item: item, data: Array("data \(digest)".utf8), digest: digest,
            firstStart: nil, lastEnd: nil, event: nil)
    }

    @discardableResult
    func put(
        _ object: SentCalendarObject, in calendar: String = CalendarCollection.personal,
        if condition: WriteCondition = .none, by person: Account.ID? = nil
    ) async throws -> CalendarObject {
        try await store.put(object, inCalendar: calendar, if: condition, by: person ?? ada).object
    }

    func names(
        in calendar: String = CalendarCollection.personal, _ query: CalendarObjectQuery = .all, of person: Account.ID? = nil
    ) async throws -> [String] {
        try await store.objects(inCalendar: calendar, matching: query, of: person ?? ada).objects.map(\.name)
    }

    func object(_ name: String, in calendar: String = CalendarCollection.personal) async throws -> CalendarObject {
        try #require(try await store.objects(inCalendar: calendar, matching: .names([name]), of: ada).objects.first)
    }

    func changes(
        in calendar: String = CalendarCollection.personal, after position: CalendarPosition?, limit: Int = 1_000
    ) async throws -> CalendarChanges {
        try await store.changes(inCalendar: calendar, after: position, limit: limit, of: ada)
    }

    func changes(
        in calendar: String = CalendarCollection.personal, after offset: Int64, limit: Int = 1_000
    ) async throws -> CalendarChanges {
        try await changes(in: calendar, after: CalendarPosition(offset: offset), limit: limit)
    }

    /// What a calendar should hold for an item.
    static func derived(
        _ item: String, _ digest: String = "1", in calendar: CalendarCollection.Derived = .tasks, course: Course.ID? = nil
    ) -> DerivedObject {
        DerivedObject(
            calendar: calendar, item: item, digest: digest, firstStart: nil, lastEnd: nil, course: course)
    }

    func derive(_ objects: [DerivedObject]) async throws {
        let inputs = try await store.calendarInputs(of: ada)
        #expect(try await store.keepDerived(objects, of: ada, from: inputs))
    }

    func isCurrent() async throws -> Bool { try await store.calendars(of: ada).state.isCurrent }

    static let source = ImportSource(url: "https://calendar.example.edu/secret.ics", etag: "\"1\"", lastModified: nil)

    /// A copy of a source with one event and one task for each name.
    func copy(events: [String] = [], tasks: [String] = [], text: String = "Talk") -> ImportCopy {
        ImportCopy(
            objects: events.map { name in
                var object = sent("\(name).ics", uid: name, text: text)
                object.event = nil
                return object
            }, tasks: tasks.map { ImportedTask(uid: $0, task: .flexible("\($0) \(text)")) },
            events: events.count + tasks.count)
    }

    func addImport(
        _ copy: ImportCopy? = nil, named name: String = "Canvas", busy: Bool = true, tasks: Bool = true, isFile: Bool = false
    ) async throws -> CalendarImport {
        try await store.addImport(
            name, from: isFile ? nil : Self.source, busy: busy, tasks: tasks, copy: copy, by: ada)
    }

    @discardableResult
    func sync(_ id: CalendarImport.ID, _ copy: ImportCopy) async throws -> CalendarImport {
        try await store.keepSync(.copy(copy, Self.source), of: id, next: now + 86_400, pace: ImportPace(), by: ada)
    }
}
