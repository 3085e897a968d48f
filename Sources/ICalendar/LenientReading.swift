/// Reads what can be understood of a calendar.
struct LenientReading {
    private(set) var faults: [CalendarError] = []
    /// The number of components that were left out.
    private(set) var leftOut = 0
    private let components: [Component]
    private let zones: ZoneTable
    private let reader: Zone

    init(_ calendar: Component, zones: ZoneTable, reader: Zone) {
        var zones = zones
        zones.unknownIsFloating = true
        components = calendar.components.filter { $0.name == "VEVENT" || $0.name == "VTODO" }
        self.zones = zones
        self.reader = reader
    }

    mutating func series() -> [CalendarSeries] {
        reportUnknownZones()
        var groups = SeriesGroups()
        for component in components {
            guard let kind = CalendarSeries.Kind(rawValue: component.name) else { continue }
            let part = attempt { zones throws(CalendarError) in try SeriesPart(component, kind, zones: zones) }
            guard let part else { continue }
            groups.insert(part, uid: part.uid.isEmpty ? Self.uid(of: component) : part.uid)
        }
        return groups.all.compactMap { series($0) }
    }

    private mutating func series(_ group: SeriesGroup) -> CalendarSeries? {
        let reader = reader
        if let series = attempt({ zones throws(CalendarError) in try group.series(zones: zones, reader: reader) }) {
            return series
        }
        // Only the master can be wrong here.
        return group.withoutMaster.flatMap { try? $0.series(zones: zones, reader: reader) }
    }

    private mutating func attempt<Result>(_ read: (ZoneTable) throws(CalendarError) -> Result?) -> Result? {
        do throws(CalendarError) {
            return try read(zones)
        } catch {
            faults.append(error)
            leftOut += 1
            return nil
        }
    }

    private mutating func reportUnknownZones() {
        var seen: Set<String> = []
        for component in components {
            for property in component.properties {
                guard let name = property.parameter("TZID"), seen.insert(name).inserted, zones.zone(name) == nil else {
                    continue
                }
                let used = zones.calendarZone == nil ? "your own zone" : "that of the calendar"
                faults.append(CalendarError(zones.unknown(name).detail + " Its times are read in \(used)."))
            }
        }
    }

    /// A UID that stays while the component says the same (FNV-1a of 64 bits).
    private static func uid(of component: Component) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for name in ["DTSTART", "DTEND", "DUE", "DURATION", "RECURRENCE-ID", "RRULE", "RDATE", "SUMMARY", "LOCATION"] {
            for byte in (component[name]?.value ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = hash &* 0x100_0000_01b3
        }
        return "unnamed-" + String(hash, radix: 16)
    }
}
