/// The parts of one series.
struct SeriesGroup {
    let uid: String
    let first: SeriesPart
    private var masters: [SeriesPart] = []
    private var overrides: [SeriesPart] = []

    init(_ part: SeriesPart, uid: String) {
        (self.uid, first) = (uid, part)
        insert(part)
    }

    mutating func insert(_ part: SeriesPart) {
        if part.id == nil { masters.append(part) } else { overrides.append(part) }
    }

    /// This group without the components that have no RECURRENCE-ID; nil if no others are left.
    var withoutMaster: SeriesGroup? {
        var group = self
        group.masters = []
        return overrides.isEmpty ? nil : group
    }

    /// Whether two components of one instance have the same SEQUENCE, so that neither is the newer one.
    func hasEqualSequences(_ series: CalendarSeries) -> Bool {
        let ids = overrides.map { part in
            Place(key: part.id.map { Self.key($0, series.recurrence, series.reader) }, sequence: part.sequence)
        }
        let places = ids + masters.map { Place(key: nil, sequence: $0.sequence) }
        return Set(places).count < places.count
    }

    private struct Place: Hashable {
        let key: Int?
        let sequence: Int
    }

    /// Throws for a rule, an addition or an exception of the master that cannot be read.
    /// - Parameter passesOver: whether a valid rule that is not understood is passed over.
    func series(zones: ZoneTable, reader: Zone, passesOver: Bool = false) throws(CalendarError) -> CalendarSeries {
        let master = masters.max(by: SeriesPart.isOlder)
        var recurrence: Recurrence?
        var periods: [Int: CalendarDuration] = [:]
        var gaps = (masters + overrides).flatMap(\.gaps)
        if let master, let start = master.timing?.start {
            do throws(CalendarError) {
                var rule: RecurrenceRule?
                do throws(CalendarError) {
                    rule = try Self.rule(of: master.component, start: start)
                } catch {
                    guard passesOver, error.isUnsupported else { throw error }
                    gaps.append(error.about(master.component))
                }
                (recurrence, periods) = try Self.recurrence(
                    of: master.component, start: start, rule, zones: zones, reader: reader)
            } catch {
                throw error.about(master.component)
            }
        }
        let newest = newestOverrides(recurrence, reader)
        let replacements = newest.compactMap { part in
            part.id.map { id in
                let id = recurrence.map { id.fitted(to: $0.start, reader: reader) } ?? id
                return CalendarSeries.Replacement(
                    id: id, timing: part.timing ?? ComponentTiming(id: id), standing: Standing(of: part.component))
            }
        }
        recurrence?.overrides = replacements.map { Recurrence.Override(id: $0.id, start: $0.timing.start) }
        return CalendarSeries(
            kind: first.kind, uid: uid, master: master?.component, overrides: newest.map(\.component), recurrence: recurrence,
            length: master?.timing?.length ?? CalendarDuration(), periods: periods, standing: Standing(of: master?.component),
            replacements: replacements, reader: reader, gaps: gaps)
    }

    /// The overrides that hold, one for each occurrence, in their order.
    private func newestOverrides(_ recurrence: Recurrence?, _ reader: Zone) -> [SeriesPart] {
        var places: [Int: Int] = [:]
        var newest: [SeriesPart] = []
        for part in overrides {
            guard let id = part.id else { continue }
            let key = Self.key(id, recurrence, reader)
            if let place = places[key] {
                if !SeriesPart.isOlder(part, newest[place]) { newest[place] = part }
            } else {
                places[key] = newest.count
                newest.append(part)
            }
        }
        return newest
    }

    /// A key that two RECURRENCE-IDs share if they are of one occurrence.
    private static func key(_ id: CalendarTime, _ recurrence: Recurrence?, _ reader: Zone) -> Int {
        guard let recurrence else { return id.instant(in: reader) }
        return recurrence.key(id.fitted(to: recurrence.start, reader: reader))
    }

    private static func recurrence(
        of component: Component, start: CalendarTime, _ rule: RecurrenceRule?, zones: ZoneTable, reader: Zone
    ) throws(CalendarError) -> (Recurrence, periods: [Int: CalendarDuration]) {
        var recurrence = Recurrence(start: start, rule: rule, reader: reader)
        var periods: [Int: CalendarDuration] = [:]
        for addition in try component.additions(zones: zones) {
            let time = addition.time.fitted(to: start, reader: reader)
            recurrence.additions.append(time)
            if let length = addition.length, !start.isDate { periods[time.instant(in: reader)] = length }
        }
        for exception in try component.times("EXDATE", zones: zones) {
            // A day stays one: it removes all times of the day.
            recurrence.exceptions.append(exception.isDate ? exception : exception.fitted(to: start, reader: reader))
        }
        // A series of which all instances were deleted, as some programs write it.
        if recurrence.isAfterEnd(start, at: start.instant(in: reader)) { recurrence.exceptions.append(start) }
        return (recurrence, periods)
    }

    private static func rule(of component: Component, start: CalendarTime) throws(CalendarError) -> RecurrenceRule? {
        guard component["EXRULE"] == nil else {
            throw CalendarError("EXRULE is not supported; write EXDATE instead.", isUnsupported: true)
        }
        let rules = component.rules
        guard rules.count < 2 else {
            throw CalendarError("it has \(rules.count) RRULEs; write one.", isUnsupported: true)
        }
        return try rules.first.map { rule throws(CalendarError) in
            try RecurrenceRule(calendar: withoutDefaults(rule, of: start))
        }
    }

    /// Leaves out parts that say what holds without them: the time of day of the start, and the Gregorian calendar (RFC 7529).
    private static func withoutDefaults(_ text: String, of start: CalendarTime) -> String {
        guard text.utf8.count <= RecurrenceRule.maximumLength else { return text }
        let second = start.local.secondOfDay
        let clock = start.isDate ? [:] : ["BYHOUR": second / 3_600, "BYMINUTE": second / 60 % 60, "BYSECOND": second % 60]
        let parts = text.split(separator: ";").filter { part in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.uppercased() }
            guard pair.count == 2 else { return true }
            return pair != ["RSCALE", "GREGORIAN"] && pair != ["SKIP", "OMIT"]
                && (clock[pair[0]] == nil || clock[pair[0]] != Int(pair[1]))
        }
        return parts.joined(separator: ";")
    }
}

extension Component {
    /// The values of RRULE that say something, each once. Some programs write an empty rule, the same one twice (Fastmail), or
    /// `COUNT=-1` for no count (Confluence).
    fileprivate var rules: [String] {
        all("RRULE").reduce(into: []) { rules, property in
            let parts = property.value.trimmed.split(separator: ";").filter { $0.uppercased() != "COUNT=-1" }
            let rule = parts.joined(separator: ";")
            if !rule.isEmpty, !rules.contains(rule) { rules.append(rule) }
        }
    }

    /// Leaves out what its rules say in vain, for programs that are stricter.
    public mutating func tidyRules() {
        let (written, said) = (all("RRULE").map(\.value), rules)
        if written == said { return }
        properties.removeAll { $0.name == "RRULE" }
        properties += said.map { Property("RRULE", value: $0) }
    }
}

extension SeriesPart {
    /// Whether one version of a component is older than another: by SEQUENCE, then by DTSTAMP.
    static func isOlder(_ left: SeriesPart, _ right: SeriesPart) -> Bool {
        (left.sequence, left.stamp) < (right.sequence, right.stamp)
    }
}

/// Series in the order in which they first appear.
struct SeriesGroups {
    private struct Key: Hashable {
        let kind: CalendarSeries.Kind
        let uid: String
    }

    private(set) var all: [SeriesGroup] = []
    private var places: [Key: Int] = [:]

    mutating func insert(_ part: SeriesPart, uid: String) {
        let key = Key(kind: part.kind, uid: uid)
        if let place = places[key] {
            all[place].insert(part)
        } else {
            places[key] = all.count
            all.append(SeriesGroup(part, uid: uid))
        }
    }
}
