import Foundation

extension Recurrence {
    /// A series cut in two, for a change to one occurrence and those after it.
    public struct Split: Hashable, Sendable {
        /// The recurrence before the cut; nil if nothing comes before it.
        public let before: Recurrence?
        public let after: Recurrence
    }

    /// Cuts the series before the occurrence with an id; nil if the set has none.
    ///
    /// The parts together have the occurrences of the whole. They share COUNT; a rule without COUNT gets an UNTIL before the cut.
    /// Additions go by their times, exceptions and overrides by the occurrences that they name.
    public func split(at id: Date) -> Split? {
        guard let cut = occurrence(at: id)?.id else { return nil }
        var unmoved = self
        unmoved.overrides = []
        if unmoved.occurrences(in: .distantPast..<id, limit: 1).occurrences.isEmpty { return Split(before: nil, after: self) }

        let cutKey = key(cut)
        var (before, after) = (self, self)
        before.additions.removeAll { key($0) >= cutKey }
        after.additions.removeAll { key($0) < cutKey }
        before.overrides.removeAll { key($0.id) >= cutKey }
        after.overrides.removeAll { key($0.id) < cutKey }
        before.exceptions.removeAll { !sides(of: $0, cut).before }
        after.exceptions.removeAll { !sides(of: $0, cut).after }
        after.start = cut
        if let rule { (before.rule, after.rule, after.start) = split(rule, before: cut) }
        return Split(before: before, after: after)
    }

    /// Whether an exception may concern occurrences before a cut, and from it on: a day may concern both.
    private func sides(of exception: CalendarTime, _ cut: CalendarTime) -> (before: Bool, after: Bool) {
        if exception.isDate && !start.isDate {
            return (exception.local.date <= cut.local.date, exception.local.date >= cut.local.date)
        }
        return (key(exception) < key(cut), key(exception) >= key(cut))
    }

    /// The rule before and after a cut, and the start after it: the first time that the rule gives there, else the cut.
    private func split(
        _ rule: RecurrenceRule, before cut: CalendarTime
    ) -> (before: RecurrenceRule?, after: RecurrenceRule?, start: CalendarTime) {
        let cutKey = key(cut)
        // Clocks of two zones differ by less than two days.
        let day = CivilDate(number: cut.local.date.number - 2)
        var dates = RuleDates(rule, start: start.local.date, notBefore: day, stepLimit: Self.stepLimit)
        var countBefore = 0
        while let time = dates.next().map(start.on), !isAfterEnd(time, at: time.instant(in: reader)) {
            if key(time) < cutKey {
                countBefore += 1
                continue
            }
            var (before, after) = (rule, rule)
            if case .count(let count) = rule.end {
                (before.end, after.end) = (.count(countBefore), .count(count - countBefore))
                return (countBefore == 0 ? nil : before, after, time)
            }
            before.end = .until(lastSecond(before: cut))
            return (before, after, time)
        }
        return (rule, nil, cut)
    }

    /// The latest UNTIL that leaves a time out, of the kind that RFC 5545 demands beside such a start.
    private func lastSecond(before time: CalendarTime) -> CalendarTime {
        switch start {
        case .date: .date(CivilDate(number: time.local.date.number - 1))
        case .floating: .floating(LocalDateTime(seconds: time.local.seconds - 1))
        case .zoned: .zoned(LocalDateTime(seconds: time.instant(in: reader) - 1), .utc)
        }
    }
}
