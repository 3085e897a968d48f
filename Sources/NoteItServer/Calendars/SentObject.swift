import Foundation
import ICalendar
import NoteItCore

/// An object as a program sent it, brought up to what its item says by now.
///
/// The properties that NoteIt understands are set where they mean something else; all others stay: alarms, categories, attendees,
/// colours, and what other programs call their own.
struct SentObject {
    private var calendar: Component
    private let place: Int
    private let item: DerivedItem
    private let zones: ZoneTable
    private let reader: Zone

    /// Nil if the bytes hold no component of the item's kind.
    /// - Parameter reader: the zone of days and floating times.
    init?(_ data: [UInt8], _ item: DerivedItem, reader: TimeZone) {
        let kind = item.component.name
        guard let calendar = try? Component.calendars(in: data, limits: .object).first,
            let place = calendar.components.firstIndex(where: { $0.name == kind && $0["RECURRENCE-ID"] == nil })
                ?? calendar.components.firstIndex(where: { $0.name == kind })
        else { return nil }
        (self.calendar, self.place, self.item) = (calendar, place, item)
        (zones, self.reader) = (ZoneTable(calendar), Zone(reader))
    }

    /// - Parameter object: has the times and the count of the item.
    func merged(as object: CalendarObject, _ assembler: CalendarAssembler) -> Component {
        let sent = calendar.components[place]
        var component = sent
        let kept = programsOwn
        for name in item.component.name == "VTODO" ? Self.ofTodo : Self.ofEvent where !kept.contains(name) {
            set(name, in: &component)
        }
        setCategories(in: &component)
        setRelations(in: &component)
        // A length beside the end that is set now would say the same twice.
        if component["DUE"] != nil || component["DTEND"] != nil { component.remove("DURATION") }
        // Both only rise, so the sum does too, also after the program has sent its count again.
        let count = min(max(0, sent["SEQUENCE"].flatMap { Int($0.value) } ?? 0), 1_000_000_000)
        component.set(Property("SEQUENCE", value: "\(count + object.sequence)"))
        for name in ["DTSTAMP", "LAST-MODIFIED"] { component.set(Property(name, CalendarTime(object.modifiedAt))) }
        if component["STATUS"]?.value != "COMPLETED" { component.remove("COMPLETED") }
        component.complete(at: object.modifiedAt)

        var result = calendar
        result.components[place] = component
        if !keepsOccurrences(of: sent, component) { result.components.removeAll { $0["RECURRENCE-ID"] != nil } }
        for (name, span) in CalendarAssembler.spans(of: [item])
        where !result.components.contains(where: { $0.name == "VTIMEZONE" && $0.text("TZID") == name }) {
            if let zone = assembler.zone(name, from: span.from, to: span.to) { result.components.insert(zone, at: 0) }
        }
        return result
    }

    private static let ofEvent = ["SUMMARY", "DTSTART", "DTEND"]
    private static let ofTodo = [
        "SUMMARY", "DESCRIPTION", "DTSTART", "DUE", "RRULE", "EXDATE", "PRIORITY", "STATUS", "PERCENT-COMPLETE",
        "ESTIMATED-DURATION",
    ]

    /// The properties that say what the task does not. Times of a series stay as long as the task is due when its next time is.
    private var programsOwn: Set<String> {
        var own: Set<String> = []
        for part in item.calendarOnly {
            switch part {
            case .repetition:
                own.formUnion(["RRULE", "EXDATE", "DTSTART"])
                let due = item.component["DUE"].flatMap(moment)
                if NextTodo.deadline(in: calendar, reader: reader) == due { own.insert("DUE") }
            case .start: own.insert("DTSTART")
            case .after: own.insert("RELATED-TO")
            case .estimate: own.insert("ESTIMATED-DURATION")
            default: break
            }
        }
        return own
    }

    /// Sets a property, unless the sent one means the same.
    private func set(_ name: String, in component: inout Component) {
        let (sent, wanted) = (component.all(name), item.component.all(name))
        if meansTheSame(name, sent, wanted, component) { return }
        component.remove(name)
        component.properties += wanted
        if name == "RRULE" { component.remove("RDATE") }
    }

    private func meansTheSame(_ name: String, _ sent: [Property], _ wanted: [Property], _ component: Component) -> Bool {
        switch name {
        case "DTSTART", "DTEND", "DUE", "EXDATE":
            // A start with DURATION has its end there.
            if let end = wanted.first, sent.isEmpty, name == "DTEND" || name == "DUE", let given = length(of: component) {
                return given == moment(of: end)
            }
            let (times, others) = (sent.flatMap(moments), wanted.flatMap(moments))
            return times.count == others.count
                && zip(times.sorted { $0.lowerBound < $1.lowerBound }, others.sorted { $0.lowerBound < $1.lowerBound })
                    .allSatisfy { $0.contains($1.lowerBound) }
        case "SUMMARY" where item.row.calendar == .tasks:
            return TodoText.title(sent.first?.text ?? "") == wanted.first?.text
        case "DESCRIPTION" where item.row.calendar == .tasks:
            return TodoText.notes(sent.first?.text ?? "") == wanted.first?.text ?? ""
        case "SUMMARY", "DESCRIPTION": return (sent.first?.text ?? "") == (wanted.first?.text ?? "")
        case "PRIORITY":
            let (one, other) = (sent.first.flatMap { Int($0.value) } ?? 0, wanted.first.flatMap { Int($0.value) } ?? 0)
            return StudyTask.Priority(number: one) == StudyTask.Priority(number: other)
        case "STATUS":
            // A cancelled task is done.
            let isDone = { (property: Property?) in ["COMPLETED", "CANCELLED"].contains(property?.value.uppercased()) }
            return isDone(sent.first) == isDone(wanted.first)
        case "RRULE":
            let rules = (sent + wanted).compactMap { try? RecurrenceRule($0.value) }
            return sent.count == wanted.count && (sent.isEmpty || rules.count == 2 && rules[0] == rules[1])
        case "ESTIMATED-DURATION":
            // Programs that do not know it leave it out.
            return sent.map(\.value) == wanted.map(\.value)
        case "PERCENT-COMPLETE": return wanted.isEmpty ? sent.first?.value != "100" : sent.map(\.value) == wanted.map(\.value)
        default: return sent == wanted
        }
    }

    /// The server's own categories are set; the program's stay.
    private func setCategories(in component: inout Component) {
        let own = [StudyCalendar.pinned, StudyCalendar.done]
        guard item.row.calendar == .study else { return }
        let wanted = item.component.all("CATEGORIES").flatMap(\.texts)
        let sent = component.all("CATEGORIES").flatMap(\.texts)
        if Set(sent.filter(own.contains)) == Set(wanted) { return }
        component.remove("CATEGORIES")
        component.properties += (sent.filter { !own.contains($0) } + wanted).map { Property("CATEGORIES", text: $0) }
    }

    /// What a task depends on is set; parents and siblings stay.
    private func setRelations(in component: inout Component) {
        guard item.row.calendar == .tasks, !programsOwn.contains("RELATED-TO") else { return }
        let isDependence = { (property: Property) in
            property.name == "RELATED-TO" && property.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON"
        }
        let wanted = item.component.all("RELATED-TO")
        if component.properties.filter(isDependence).map(\.text) == wanted.map(\.text) { return }
        component.properties.removeAll(where: isDependence)
        component.properties += wanted
    }

    /// Whether the components that replace occurrences still have their places.
    private func keepsOccurrences(of sent: Component, _ component: Component) -> Bool {
        ["DTSTART", "RRULE"].allSatisfy { sent.all($0) == component.all($0) }
    }

    private func length(of component: Component) -> Date? {
        guard component["DURATION"] != nil,
            let series = try? CalendarSeries.all(in: calendar, reader: reader).first, let span = series.span,
            series.master?["RRULE"] == nil
        else { return nil }
        return span.end
    }

    private func moment(of property: Property) -> Date? { moments(property).first?.lowerBound }

    /// A day stands for all its moments.
    private func moments(_ property: Property) -> [ClosedRange<Date>] {
        let zone =
            property.parameter("TZID").flatMap { zones.zone($0) ?? TimeZone(identifier: $0).map(Zone.init) }
            ?? zones.calendarZone
        return property.value.split(separator: ",").compactMap { text in
            guard let time = CalendarTime(String(text), zone: zone) else { return nil }
            let start = time.moment(in: reader)
            if case .date = time { return start...start + 86_400 }
            return start...start
        }
    }
}
