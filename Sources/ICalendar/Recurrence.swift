import Foundation

/// The recurrence set of one component (RFC 5545, 3.8.5): its start, rule and additions, less its exceptions, with overrides in
/// place of what they replace.
///
/// The start belongs to the set even if the rule does not give it (3.8.5.3: it is the first instance); COUNT counts what the rule
/// gives. The RFC leaves the set of such a start undefined.
public struct Recurrence: Hashable, Sendable {
    /// A component that replaces an occurrence.
    public struct Override: Hashable, Sendable {
        /// The start of the occurrence that is replaced (RECURRENCE-ID).
        public var id: CalendarTime
        public var start: CalendarTime

        public init(id: CalendarTime, start: CalendarTime) {
            (self.id, self.start) = (id, start)
        }
    }

    /// DTSTART. The rule repeats its time of day on the same clock.
    public var start: CalendarTime
    /// RRULE
    public var rule: RecurrenceRule?
    /// RDATE
    public var additions: [CalendarTime]
    /// EXDATE. In a series with times, a date removes what the series' clock shows on that day.
    public var exceptions: [CalendarTime]
    /// The overrides. Of two with the same id the later one holds. One with an exception's id, or an id after UNTIL, has no
    /// effect.
    public var overrides: [Override]
    /// The zone in which dates and floating times are read.
    public var reader: Zone

    public init(
        start: CalendarTime, rule: RecurrenceRule? = nil, additions: [CalendarTime] = [], exceptions: [CalendarTime] = [],
        overrides: [Override] = [], reader: Zone = .utc
    ) {
        (self.start, self.rule, self.additions, self.exceptions) = (start, rule, additions, exceptions)
        (self.overrides, self.reader) = (overrides, reader)
    }

    /// Whether the rule gives the start; true without a rule.
    public var startMatchesRule: Bool {
        guard let rule else { return true }
        // The start's period is the first or, among years of weeks, the second.
        var dates = RuleDates(rule, start: start.local.date, stepLimit: 400)
        return dates.next() == start.local.date && !isAfterEnd(start, at: start.instant(in: reader))
    }

    /// Whether a time, which is at `instant`, is after the rule's UNTIL.
    func isAfterEnd(_ time: CalendarTime, at instant: Int) -> Bool {
        guard case .until(let last)? = rule?.end else { return false }
        return switch last {
        case .date(let day): time.local.date > day
        case .floating(let local): time.local > local
        case .zoned: instant > last.instant(in: reader)
        }
    }

    /// A key that two times share if they are the same occurrence: the day in a series of days, else the instant.
    func key(_ time: CalendarTime) -> Int {
        start.isDate ? time.local.date.number : time.instant(in: reader)
    }
}
