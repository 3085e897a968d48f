import Foundation

/// The VEVENTs, VTODOs or VJOURNALs of one UID: a component, its recurrence, and the components that replace occurrences.
public struct CalendarSeries: Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case event = "VEVENT"
        case todo = "VTODO"
        case journal = "VJOURNAL"
    }

    public let kind: Kind
    public let uid: String
    /// The component without RECURRENCE-ID; nil if only overrides were sent.
    public let master: Component?
    public let overrides: [Component]

    /// The master's recurrence, with the overrides in their order; nil without a master, and for a VTODO or VJOURNAL without
    /// dates.
    public let recurrence: Recurrence?
    /// How long the master takes.
    public let length: CalendarDuration
    /// How long additions with a length of their own (PERIOD) take, by their instants.
    let periods: [Int: CalendarDuration]
    /// Whether the master's instances take time, or are cancelled.
    let standing: Standing
    /// The replacements by the overrides, in their order.
    let replacements: [Replacement]
    /// The zone of days, and of floating times of a calendar that names no zone.
    public let reader: Zone
    /// Valid parts of its components that were passed over, such as a rule that is finer than daily.
    public let gaps: [CalendarError]

    /// Whether its master has more than one instance, as far as it is understood.
    public var repeats: Bool { recurrence.map { $0.rule != nil || !$0.additions.isEmpty } ?? false }

    /// An override's replacement for an occurrence.
    struct Replacement: Sendable {
        let id: CalendarTime
        let timing: ComponentTiming
        let standing: Standing
    }

    /// The series of a calendar, in the order in which they first appear. Other components are left out.
    ///
    /// Throws for a component without UID or (in a VEVENT) DTSTART, a malformed date, rule or duration, an unknown TZID without
    /// definition, RECURRENCE-ID with RANGE=THISANDFUTURE, rules finer than daily, more than one RRULE, and two components of one UID
    /// without RECURRENCE-ID, or with the same one, that have the same SEQUENCE. Of different ones the highest holds.
    /// - Parameters: `reader`: the zone of days and floating times; the calendar's own X-WR-TIMEZONE goes before it for the latter;
    ///   `kinds`: others are left out; `gapKinds`: of these, a valid part that is not understood is no error but a gap.
    public static func all(
        in calendar: Component, reader: Zone, kinds: Set<Kind> = [.event, .todo], gapKinds: Set<Kind> = []
    ) throws(CalendarError) -> [CalendarSeries] {
        try all(in: calendar, zones: ZoneTable(calendar), reader: reader, kinds: kinds, gapKinds: gapKinds)
    }

    /// `all` for a calendar whose zones were read before.
    public static func all(
        in calendar: Component, zones: ZoneTable, reader: Zone, kinds: Set<Kind> = [.event, .todo], gapKinds: Set<Kind> = []
    ) throws(CalendarError) -> [CalendarSeries] {
        var groups = SeriesGroups()
        for component in calendar.components {
            guard let kind = Kind(rawValue: component.name), kinds.contains(kind) else { continue }
            let part = try SeriesPart(component, kind, zones: zones, passesOver: gapKinds.contains(kind))
            guard !part.uid.isEmpty else { throw CalendarError("it has no UID.").about(component) }
            groups.insert(part, uid: part.uid)
        }
        var series: [CalendarSeries] = []
        for group in groups.all {
            let one = try group.series(
                zones: zones, reader: reader, passesOver: gapKinds.contains(group.first.kind))
            guard !group.hasEqualSequences(one) else {
                throw CalendarError(
                    "two components have the same RECURRENCE-ID, or both none, and the same SEQUENCE; send the newer one alone."
                ).about(group.first.component)
            }
            series.append(one)
        }
        return series
    }

    /// The series of a calendar as far as they can be understood, why the rest cannot, and how many components are left out.
    ///
    /// A component without UID gets one from what it says. A time of an unknown zone is a floating one. Any other component that
    /// `all` refuses is left out: overrides stay without their master, and a master without its overrides. Of two components with the
    /// same SEQUENCE the one with the later DTSTAMP holds, else the later one.
    /// - Parameter reader: as for `all`.
    public static func readable(
        in calendar: Component, reader: Zone
    ) -> (series: [CalendarSeries], faults: [CalendarError], leftOut: Int) {
        readable(in: calendar, zones: ZoneTable(calendar), reader: reader)
    }

    /// `readable` for a calendar whose zones were read before.
    public static func readable(
        in calendar: Component, zones: ZoneTable, reader: Zone
    ) -> (series: [CalendarSeries], faults: [CalendarError], leftOut: Int) {
        var reading = LenientReading(calendar, zones: zones, reader: reader)
        let series = reading.series()
        return (series, reading.faults, reading.leftOut)
    }
}

/// Whether the instances of a component take time.
struct Standing: Sendable {
    let isFree, isCancelled: Bool

    /// - Complexity: O(n) for n properties.
    init(of component: Component?) {
        func word(_ name: String) -> String? { component?[name]?.value.trimmed.uppercased() }
        isCancelled = word("STATUS") == "CANCELLED"
        isFree = isCancelled || word("TRANSP") == "TRANSPARENT"
    }
}

/// One instance of a series.
public struct CalendarInstance: Sendable, Hashable {
    /// The start that its series gives it (RECURRENCE-ID).
    public var id: CalendarTime
    /// The component that describes it.
    public var component: Component
    /// Equal where it has no length. Of a VTODO: its start (else its due time) and its due time (else its start).
    public var start, end: Date
    /// Whether it has days and no times.
    public var isAllDay: Bool
    /// The days of one that has no times, in any zone: at least one. Nil with times.
    public var days: Range<CivilDate>?
    /// TRANSP:TRANSPARENT, or STATUS:CANCELLED: it takes no time.
    public var isFree: Bool
    public var isCancelled = false
    /// The index of the override that describes it; nil: the master does.
    public var override: Int?

    public var summary: String? { component.text("SUMMARY") }

    public var location: String? { component.text("LOCATION") }
}

public struct CalendarInstances: Sendable, Hashable {
    public var instances: [CalendarInstance] = []
    /// Whether no limit left anything out.
    public var isComplete = true
    /// The work it took, in steps of a rule: about 70 ns each.
    public internal(set) var cost = 0

    public init() {}
}
