import Foundation
import HTTPTypes
import Hummingbird
import ICalendar
import NoteItCore

/// An object that a program sent, after the checks that RFC 4791, section 5.3.2.1, names.
struct SentCalendar: Sendable {
    let bytes: [UInt8]
    let object: ParsedObject
    /// The one series of the object.
    let series: CalendarSeries
    /// The time from the first instance of the series to the last.
    let span: (start: Date, end: Date?)?
    /// The first instance of the series.
    let first: CalendarInstance?

    var uid: String { series.uid }

    /// Throws `DAVFailure` that names the precondition, `WorkSteps.Spent`.
    /// - Parameter components: what the calendar takes.
    init(
        _ bytes: [UInt8], of components: [CalendarCollection.Component], reader: Zone, _ steps: inout WorkSteps
    ) throws {
        self.bytes = bytes
        try steps.spend(bytes: bytes.count)
        do {
            let calendars = try Component.calendars(in: bytes, limits: .object)
            guard let calendar = calendars.first, calendars.count == 1 else {
                throw Self.misfit("An object is one VCALENDAR.")
            }
            try Self.requireFit(calendar, components)
            object = try ParsedObject(calendar, reader: reader, &steps)
        } catch let error as CalendarError {
            let place = error.line.map { "Line \($0): " } ?? ""
            throw DAVFailure.object("valid-calendar-data", "The object cannot be understood. \(place)\(error.detail)")
        }
        guard let series = object.series.first, object.series.count == 1 else {
            throw Self.misfit("All components of an object have the same UID.")
        }
        guard series.uid.utf8.count <= CalendarObject.mostNameBytes else {
            throw Self.misfit(
                "The UID has \(series.uid.utf8.count) bytes. Use at most \(CalendarObject.mostNameBytes), such as a UUID.")
        }
        self.series = series
        var cost = 0
        span = series.span(within: steps.left, &cost)
        try steps.spend(cost)
        let found = span.map { series.instances(meeting: $0.start..<$0.start + 1, limit: 1, costLimit: steps.left) }
        try steps.spend(found?.cost ?? 0)
        first = found?.instances.first
    }

    private static func requireFit(_ calendar: Component, _ components: [CalendarCollection.Component]) throws {
        let taken = components.map(\.rawValue)
        guard calendar["METHOD"] == nil else {
            throw misfit("A stored object has no METHOD: it is not an invitation.")
        }
        let kinds = Set(calendar.components.map(\.name).filter { $0 != "VTIMEZONE" && !$0.hasPrefix("X-") })
        guard let only = kinds.first else { throw misfit("The object has no \(taken.joined(separator: " or ")).") }
        guard kinds.count == 1 else {
            throw misfit(
                "An object has components of one kind, beside VTIMEZONE, not \(kinds.sorted().joined(separator: " and ")).")
        }
        for name in ["UID", "DTSTART", "RECURRENCE-ID"] {
            guard let twice = calendar.components.first(where: { $0.all(name).count > 1 }) else { continue }
            throw misfit("A \(twice.name.prefix(40)) has \(twice.all(name).count) properties \(name). Send one.")
        }
        guard taken.contains(only) else {
            throw DAVFailure.object(
                "supported-calendar-component",
                "This calendar takes \(taken.joined(separator: " and ")), not \(only.prefix(40)).")
        }
    }

    /// What cannot be an object of its calendar.
    static func misfit(_ detail: String) -> DAVFailure { .object("valid-calendar-object-resource", detail) }

    /// Throws `DAVFailure` for a body that is not said to be a calendar.
    static func requireCalendar(_ request: Request) throws {
        guard let type = request.headers[.contentType] else { return }
        let media = String(type.prefix { $0 != ";" }).trimmed.lowercased()
        guard media == "text/calendar" else {
            throw DAVFailure.object("supported-calendar-data", "Objects are text/calendar, not \(media.prefix(80)).")
        }
    }
}

extension PersonalEventText {
    private static let mostLocation = 500

    /// The text of a VEVENT, at its first instance, or where that would be if exceptions leave none. Nil for a VTODO and a
    /// VJOURNAL.
    init?(_ sent: SentCalendar) {
        guard sent.series.kind == .event else { return nil }
        let (series, object) = (sent.series, sent.object)
        let first = sent.first
        let component = first?.component ?? series.components[0]
        let written = component["DTSTART"].flatMap(object.moment) ?? Date(timeIntervalSince1970: 0)
        self.init(
            title: Self.line(component.text("SUMMARY"), most: TextLimit.title.upperBound),
            location: Self.line(component.text("LOCATION"), most: Self.mostLocation),
            start: first?.start ?? written, end: first?.end ?? written, allDay: first?.isAllDay ?? false,
            rule: series.recurrence?.rule?.description, series: Self.series(series))
        let parts = self.series.map { [$0.first] + $0.others } ?? []
        if allDay || parts.contains(where: \.allDay) { dayZone = object.reader.name ?? "UTC" }
    }

    /// How an event repeats; nil for one that takes place once, as its text says.
    private static func series(_ series: CalendarSeries) -> PersonalEventSeries? {
        guard let recurrence = series.recurrence, let master = series.master else { return nil }
        let isCancelled = master.text("STATUS")?.uppercased() == "CANCELLED"
        guard series.repeats || isCancelled || !recurrence.exceptions.isEmpty || !series.overrides.isEmpty else { return nil }
        let start = recurrence.start.moment(in: series.reader)
        let others = series.others.filter { $0.component.text("STATUS")?.uppercased() != "CANCELLED" }
        return PersonalEventSeries(
            first: occurrence(master, start..<series.end(from: recurrence.start), allDay: recurrence.start.isDay),
            timeZone: recurrence.start.zone?.name, rule: isCancelled ? nil : recurrence.rule?.description,
            exceptions: isCancelled ? [start] : series.exceptionStarts,
            others: others.map { instance in
                occurrence(
                    instance.component, instance.start..<max(instance.start, instance.end), allDay: instance.isAllDay)
            })
    }

    private static func occurrence(
        _ component: Component, _ time: Range<Date>, allDay: Bool
    ) -> PersonalEventSeries.Occurrence {
        PersonalEventSeries.Occurrence(
            title: line(component.text("SUMMARY"), most: TextLimit.title.upperBound),
            location: line(component.text("LOCATION"), most: mostLocation), start: time.lowerBound, end: time.upperBound,
            allDay: allDay)
    }

    /// The text as one line without control characters.
    private static func line(_ text: String?, most: Int) -> String {
        (text ?? "").withoutControls().trimmed.prefix(codePoints: most)
    }
}
