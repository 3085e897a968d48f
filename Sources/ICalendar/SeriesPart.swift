/// A VEVENT, VTODO or VJOURNAL with what a series needs of it.
struct SeriesPart {
    let kind: CalendarSeries.Kind
    /// The UID; empty if the component has none.
    let uid: String
    let component: Component
    /// RECURRENCE-ID
    let id: CalendarTime?
    /// The times of the component; nil for a VTODO or VJOURNAL without dates.
    let timing: ComponentTiming?
    let sequence: Int
    let stamp: String
    /// Valid parts that were passed over.
    let gaps: [CalendarError]

    /// - Parameter passesOver: whether a valid part that is not understood is passed over.
    init(
        _ component: Component, _ kind: CalendarSeries.Kind, zones: ZoneTable, passesOver: Bool = false
    ) throws(CalendarError) {
        (self.kind, self.component) = (kind, component)
        uid = component.text("UID")?.trimmed ?? ""
        sequence = component["SEQUENCE"].flatMap { Int($0.value.trimmed) } ?? 0
        stamp = component["DTSTAMP"]?.value ?? ""
        let range = Self.rangeFault(component)
        gaps = [range].compactMap { $0?.about(component) }
        do throws(CalendarError) {
            if let range, !passesOver { throw range }
            id = try component.time("RECURRENCE-ID", zones: zones)
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

    private static func rangeFault(_ component: Component) -> CalendarError? {
        component["RECURRENCE-ID"]?.parameter("RANGE").map { range in
            CalendarError(
                "RECURRENCE-ID with RANGE=\(range.prefix(40)) is not supported; end the series there and begin another one.",
                isUnsupported: true)
        }
    }
}

extension CalendarError {
    /// This error with the component's name, and its title or UID.
    func about(_ component: Component) -> CalendarError {
        let title = [component.text("SUMMARY"), component.text("UID")].compactMap(\.self).first { !$0.isEmpty }
        return CalendarError(
            line: line, "\(component.name)\(title.map { " \"\($0.prefix(60))\"" } ?? ""): \(detail)",
            isUnsupported: isUnsupported)
    }
}
