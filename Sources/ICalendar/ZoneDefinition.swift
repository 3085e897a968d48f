/// A VTIMEZONE (RFC 5545, 3.6.5), expanded to the changes of its offset.
struct ZoneDefinition {
    /// Periods and days that the rules of all definitions of a calendar may look at. A usual rule looks at 50 for each year.
    static let stepLimit = 2_000_000

    let zone: Zone
    private let transitions: [Zone.Transition]
    private let hasRule: Bool

    /// Rules are followed from 1970 to 2100.
    private static let followed = (from: CivilDate(number: 0), to: CivilDate(number: 47_482))
    /// The seconds in which two definitions are compared: from 2000 to 2040.
    private static let compared = 946_684_800..<2_208_988_800

    /// Throws for a malformed definition, and for one beyond the limits.
    /// - Parameters:
    ///   - limit: the most transitions.
    ///   - steps: how many periods and days the rules may look at; those that they did are taken off.
    init(_ component: Component, limit: Int, steps: inout Int) throws(CalendarError) {
        var onsets: [(instant: Int, from: Int, to: Int)] = []
        hasRule = component.components.contains { $0["RRULE"] != nil }
        for part in component.components where part.name == "STANDARD" || part.name == "DAYLIGHT" {
            let (from, to) = (try Self.offset("TZOFFSETFROM", of: part), try Self.offset("TZOFFSETTO", of: part))
            let locals = try Self.onsets(of: part, from: from, limit: limit - onsets.count, steps: &steps)
            guard onsets.count + locals.count <= limit else { throw CalendarError("it has more than \(limit) changes.") }
            onsets += locals.map { ($0.seconds - from, from, to) }
        }
        onsets.sort { $0.instant < $1.instant }
        guard let first = onsets.first else { throw CalendarError("it has neither a STANDARD nor a DAYLIGHT part.") }
        var offset = first.from
        var transitions: [Zone.Transition] = []
        for onset in onsets where onset.to != offset {
            transitions.append(Zone.Transition(at: onset.instant, offset: onset.to))
            offset = onset.to
        }
        self.transitions = transitions
        zone = Zone(offset: first.from, transitions: transitions)
    }

    /// Whether this defines what another zone is, where it says something: from 2000 to 2040, and if it only lists changes, from the
    /// first of them to the last. Some programs write the changes of a year or two and mean all.
    func agrees(with other: Zone) -> Bool {
        var range = Self.compared
        if !hasRule, transitions.count > 1, let first = transitions.first, let last = transitions.last {
            range = first.instant - 1..<last.instant + 1
        }
        return zone.offset(at: range.lowerBound) == other.offset(at: range.lowerBound)
            && transitions.filter { range.contains($0.instant) } == other.transitions(in: range)
    }

    /// The local times at which an observance begins; a rule stops after more than `limit`.
    private static func onsets(
        of part: Component, from offset: Int, limit: Int, steps: inout Int
    ) throws(CalendarError) -> [LocalDateTime] {
        let known = ZoneTable(Component("VCALENDAR"))
        guard let start = try part.time("DTSTART", zones: known) else { throw CalendarError("a part of it has no DTSTART.") }
        var onsets = [start.local]
        for time in try part.times("RDATE", zones: known) { onsets.append(time.local) }
        if let text = part["RRULE"]?.value {
            let clock = Zone(offset: offset, transitions: [])
            let recurrence = Recurrence(start: .zoned(start.local, clock), rule: try RecurrenceRule(calendar: text))
            onsets += try Self.onsets(of: recurrence, limit: limit, steps: &steps)
        }
        return onsets
    }

    private static func onsets(
        of recurrence: Recurrence, limit: Int, steps: inout Int
    ) throws(CalendarError) -> [LocalDateTime] {
        guard let rule = recurrence.rule else { return [] }
        var onsets: [LocalDateTime] = []
        var dates = RuleDates(
            rule, start: recurrence.start.local.date, notBefore: followed.from, notAfter: followed.to,
            stepLimit: max(0, min(steps, stepLimit / 20)))
        while onsets.count <= limit, let day = dates.next() {
            let time = recurrence.start.on(day)
            if recurrence.isAfterEnd(time, at: time.instant(in: .utc)) { break }
            onsets.append(time.local)
        }
        // An onset takes longer than a step.
        steps -= dates.steps + 4 * onsets.count
        if dates.isCut { throw CalendarError("its rules take too long to follow.") }
        return onsets
    }

    /// A UTC-OFFSET such as `-0600` (3.3.14), in seconds; that of some programs has hours alone.
    private static func offset(_ name: String, of part: Component) throws(CalendarError) -> Int {
        let text = part[name]?.value.trimmed ?? ""
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard [2, 4, 6].contains(digits.count), let parts = Digits(digits, count: digits.count), parts[0..<2] < 24,
            digits.count < 4 || parts[2..<4] < 60, digits.count < 6 || parts[4..<6] < 60
        else { throw CalendarError("\(name): could not understand \"\(text.prefix(40))\"; write an offset such as -0600.") }
        let minutes = digits.count < 4 ? 0 : parts[2..<4]
        let seconds = parts[0..<2] * 3_600 + minutes * 60 + (digits.count < 6 ? 0 : parts[4..<6])
        return isNegative ? -seconds : seconds
    }
}

extension RecurrenceRule {
    /// Reads the value of RRULE.
    init(calendar text: String) throws(CalendarError) {
        do throws(RuleError) {
            try self.init(text.trimmed)
        } catch {
            throw CalendarError("RRULE: \(error).", isUnsupported: error.isUnsupported)
        }
    }
}
