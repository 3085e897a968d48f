import Foundation
import ICalendar
import NoteItCore

/// The times of a fixed task: one, or as many as its rule gives.
struct TaskSeries: Sendable {
    /// The start of the first occurrence.
    let start: Date
    /// The length of every occurrence, in elapsed seconds.
    let length: TimeInterval
    /// Nil for a task that does not repeat.
    private(set) var recurrence: Recurrence?

    /// Throws for a text that is not a rule.
    /// - Parameter zone: of the wall clock on which the rule repeats the start.
    init(start: Date, end: Date, recurrence: TaskRecurrence?, zone: TimeZone) throws(RuleError) {
        (self.start, length) = (start, end.timeIntervalSince(start))
        guard let recurrence else { return }
        self.recurrence = try Recurrence(
            start, on: Zone(zone), rule: recurrence.rule, exceptions: recurrence.exceptions)
    }

    /// Nil for a flexible task, and for a rule that cannot be read.
    init?(_ task: StudyTask, zone: TimeZone) {
        guard task.kind == .fixed, let start = task.start, let end = task.end,
            let series = try? TaskSeries(start: start, end: end, recurrence: task.recurrence, zone: zone)
        else { return nil }
        self = series
    }

    /// How much all expansions of one answer may take together.
    struct Budget {
        fileprivate var rules = ExpansionBudget()
        /// The steps that the objects of calendars may take.
        var objects = WorkSteps(WorkSteps.most / 2)

        /// The occurrences that may still be listed.
        var occurrences: Int {
            get { rules.occurrences }
            set { rules.occurrences = newValue }
        }
        /// The periods and days that rules may still look at.
        var steps: Int {
            get { rules.steps }
            set { rules.steps = newValue }
        }
        /// Whether occurrences were left out.
        var isSpent: Bool { rules.isSpent }

        /// - Parameter occurrences: that something else than a task took.
        mutating func spend(_ occurrences: Int, isComplete: Bool) { rules.take(occurrences, isComplete: isComplete) }
    }

    /// The occurrences that share time with `span`, in order.
    func occurrences(meeting span: Range<Date>, _ budget: inout Budget) -> [Range<Date>] {
        guard let recurrence else {
            let only = start..<start + length
            return only.overlaps(span) ? [only] : []
        }
        return recurrence.times(lasting: length, meeting: span, &budget.rules)
    }

    /// Whether an occurrence shares time with `span`; true also if the budget is spent before one is found.
    func hasOccurrence(meeting span: Range<Date>, _ budget: inout Budget) -> Bool {
        guard let recurrence else { return (start..<start + length).overlaps(span) }
        // An occurrence that starts one length before the span only touches it.
        let expansion = recurrence.occurrences(
            in: span.lowerBound - length + 1..<span.upperBound, limit: 1,
            stepLimit: max(0, min(Recurrence.stepLimit, budget.steps)))
        budget.steps -= expansion.steps
        return !expansion.occurrences.isEmpty || budget.steps <= 0
    }

    /// Whether an occurrence starts then.
    func contains(_ start: Date) -> Bool {
        guard let recurrence else { return start == self.start }
        return recurrence.occurrence(at: start) != nil
    }

    /// Whether exceptions leave nothing of it.
    var isEmpty: Bool {
        guard let recurrence else { return false }
        let all = recurrence.occurrences(in: start..<max(start, .endOfTimes), limit: 1)
        return all.isComplete && all.occurrences.isEmpty
    }

    /// Whether the series has an occurrence with this start. Throws `WorkSteps.Spent`.
    func contains(_ start: Date, _ steps: inout WorkSteps) throws -> Bool {
        guard let recurrence else { return start == self.start }
        return try first(of: recurrence, in: start..<start + 1, &steps).occurrences.first?.date == start
    }

    func isEmpty(_ steps: inout WorkSteps) throws -> Bool {
        guard let recurrence else { return false }
        let all = try first(of: recurrence, in: start..<max(start, .endOfTimes), &steps)
        return all.isComplete && all.occurrences.isEmpty
    }

    private func first(of recurrence: Recurrence, in span: Range<Date>, _ steps: inout WorkSteps) throws -> Expansion {
        let found = recurrence.occurrences(in: span, limit: 1, stepLimit: min(Recurrence.stepLimit, steps.left))
        // Each look sorts the exceptions anew.
        try steps.spend(found.steps + 20 * (recurrence.exceptions.count + 1))
        return found
    }

    /// What the start should be; nil if the rule gives the start.
    var startFault: String? {
        guard let recurrence, let zone = recurrence.start.zone else { return nil }
        // A wall-clock time that comes twice is the first: the second is not an occurrence.
        if recurrence.startMatchesRule, recurrence.start.moment(in: zone) == start { return nil }
        let rest = start + 1..<max(start + 1, .endOfTimes)
        let later = recurrence.occurrences(in: rest, limit: 1, stepLimit: 10_000).occurrences.first
        guard let later else { return "must be a time that the rule gives; it gives none from then on" }
        return "must be a time that the rule gives; the next is \(RFC3339.string(later.date))"
    }

    /// The series with exceptions on the same days as before, and without those that are not its occurrences.
    /// - Parameter clock: a moment with the time of day that exceptions take; nil: they keep theirs.
    func tidied(_ exceptions: [Date], at clock: Date?, zone: TimeZone) -> [Date] {
        guard var whole = recurrence, !exceptions.isEmpty else { return [] }
        let moved = clock.map { clock in
            let second = CalendarTime(clock, in: Zone(zone)).local.secondOfDay
            return exceptions.map { exception in
                let day = CalendarTime(exception, in: Zone(zone)).local.date
                return LocalDateTime(day, secondOfDay: second).map {
                    CalendarTime.zoned($0, Zone(zone)).moment(in: Zone(zone))
                } ?? exception
            }
        }
        let wanted = Set(moved ?? exceptions)
        guard let first = wanted.min(), let last = wanted.max() else { return [] }
        whole.exceptions = []
        let all = whole.occurrences(in: first..<last + 1, limit: 100_000)
        return (all.isComplete ? wanted.intersection(all.occurrences.map(\.date)) : wanted).sorted()
    }
}

extension Date {
    /// The end of the year 9999, the last that RFC 3339 can write. Foundation's `distantFuture` is the year 4001.
    static var endOfTimes: Date { Date(timeIntervalSince1970: 253_402_300_800) }
}

extension TaskRecurrence {
    /// Nil if there is no rule.
    init?(_ recurrence: Recurrence) {
        guard let rule = recurrence.rule else { return nil }
        self.init(rule: rule.description, exceptions: recurrence.exceptions.map { $0.moment(in: recurrence.reader) })
    }
}
