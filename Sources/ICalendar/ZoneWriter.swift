import Foundation

extension Component {
    /// A VTIMEZONE that has a zone's transitions between two moments (section 3.6.5), under its IANA name.
    ///
    /// It begins with the last transition of the year before `from`. After `to` the last offset holds.
    public static func timeZone(_ zone: TimeZone, from: Date, to: Date) -> Component {
        let (from, to) = (from.wholeSeconds(.down), to.wholeSeconds(.up))
        let offsets = Zone(zone)
        let earlier = offsets.transitions(in: from - 366 * 86_400..<from + 1).last
        let later = from < to ? offsets.transitions(in: from + 1..<to + 1) : []
        var changes = [earlier ?? Zone.Transition(at: 0, offset: offsets.offset(at: from))] + later
        // A zone that did not change begins in 1970, for the clocks of the observance before it.
        if earlier == nil { changes[0] = Zone.Transition(at: -changes[0].offset, offset: changes[0].offset) }

        var groups: [Observance: [LocalDateTime]] = [:]
        var order: [Observance] = []
        var before = earlier.map { offsets.offset(at: $0.instant - 1) } ?? changes[0].offset
        for change in changes {
            let at = Date(timeIntervalSince1970: Double(max(change.instant, from)))
            let observance = Observance(
                isDaylight: zone.isDaylightSavingTime(for: at), from: before, to: change.offset,
                name: zone.abbreviation(for: at))
            if groups[observance] == nil { order.append(observance) }
            groups[observance, default: []].append(LocalDateTime(seconds: change.instant + before))
            before = change.offset
        }
        return Component(
            "VTIMEZONE", properties: [Property("TZID", text: zone.identifier)],
            components: order.map { $0.component(groups[$0] ?? []) })
    }

    /// The onsets of one kind.
    private struct Observance: Hashable {
        let isDaylight: Bool
        let from, to: Int
        let name: String?

        func component(_ onsets: [LocalDateTime]) -> Component {
            var properties = onsets.prefix(1).map { Property("DTSTART", value: $0.description) }
            if onsets.count > 1 {
                properties.append(Property("RDATE", value: onsets.dropFirst().map(\.description).joined(separator: ",")))
            }
            if let name { properties.append(Property("TZNAME", text: name)) }
            properties.append(Property("TZOFFSETFROM", value: Self.text(from)))
            properties.append(Property("TZOFFSETTO", value: Self.text(to)))
            return Component(isDaylight ? "DAYLIGHT" : "STANDARD", properties: properties)
        }

        /// A UTC-OFFSET (3.3.14).
        private static func text(_ offset: Int) -> String {
            let seconds = abs(offset)
            let parts = [seconds / 3_600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
            return (offset < 0 ? "-" : "+") + parts.map { Digits.text($0, width: 2) }.joined()
        }
    }
}
