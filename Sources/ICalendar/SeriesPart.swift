/// A VEVENT, VTODO or VJOURNAL with what a series needs of it.
struct SeriesPart {
    let kind: CalendarSeries.Kind
    /// Empty if it has none.
    let uid: String
    let component: Component
    /// RECURRENCE-ID
    let id: CalendarTime?
    /// Nil of a VTODO or VJOURNAL without dates.
    let timing: ComponentTiming?
    let sequence: Int
    let stamp: String

    init(_ component: Component, _ kind: CalendarSeries.Kind, zones: ZoneTable) throws(CalendarError) {
        (self.kind, self.component) = (kind, component)
        uid = component.text("UID")?.trimmed ?? ""
        sequence = component["SEQUENCE"].flatMap { Int($0.value.trimmed) } ?? 0
        stamp = component["DTSTAMP"]?.value ?? ""
        do {
            id = try Self.id(component, zones: zones)
            timing =
                switch kind {
                case .event: try ComponentTiming(event: component, zones: zones)
                case .todo: try ComponentTiming(todo: component, zones: zones)
                case .journal: try ComponentTiming(journal: component, zones: zones)
                }
        } catch {
            throw error.about(component)
        }
        if kind == .event, timing == nil { throw CalendarError("it has no DTSTART.").about(component) }
    }

    private static func id(_ component: Component, zones: ZoneTable) throws(CalendarError) -> CalendarTime? {
        guard let property = component["RECURRENCE-ID"] else { return nil }
        if let range = property.parameter("RANGE") {
            throw CalendarError(
                "RECURRENCE-ID with RANGE=\(range.prefix(40)) is not supported; end the series there and begin another one.")
        }
        return try component.time("RECURRENCE-ID", zones: zones)
    }
}

extension CalendarError {
    /// The same error with the component's name, and its title or UID.
    func about(_ component: Component) -> CalendarError {
        let title = [component.text("SUMMARY"), component.text("UID")].compactMap(\.self).first { !$0.isEmpty }
        return CalendarError(line: line, "\(component.name)\(title.map { " \"\($0.prefix(60))\"" } ?? ""): \(detail)")
    }
}
