import Foundation

/// How much all expansions of one answer may take together.
public struct ExpansionBudget: Sendable {
    /// The occurrences that may still be listed.
    public var occurrences: Int
    /// The periods and days that rules may still look at; a million take about 70 ms.
    public var steps: Int
    /// Whether it left out anything.
    public private(set) var isSpent = false

    public init(occurrences: Int = 50_000, steps: Int = 500_000) { (self.occurrences, self.steps) = (occurrences, steps) }

    /// - Parameter occurrences: that something else than an expansion took.
    public mutating func take(_ occurrences: Int, isComplete: Bool) {
        self.occurrences -= occurrences
        if !isComplete { isSpent = true }
    }

    fileprivate mutating func take(_ expansion: Expansion) {
        take(expansion.occurrences.count, isComplete: expansion.isComplete)
        steps -= expansion.steps
    }
}

extension Recurrence {
    /// A time that repeats by a rule on a wall clock. Throws for a text that is not a rule.
    /// - Parameters: `start`: of the first; `exceptions`: the starts that are left out.
    public init(_ start: Date, on clock: Zone, rule: String, exceptions: [Date]) throws(RuleError) {
        self.init(
            start: CalendarTime(start, in: clock), rule: try RecurrenceRule(rule),
            exceptions: exceptions.map { CalendarTime($0) })
    }

    /// The times of a length that share time with `span`, in order.
    /// - Parameter length: in elapsed seconds.
    public func times(
        lasting length: TimeInterval, meeting span: Range<Date>, _ budget: inout ExpansionBudget
    ) -> [Range<Date>] {
        let expansion = occurrences(
            in: span.lowerBound - length..<span.upperBound, limit: max(0, budget.occurrences),
            stepLimit: max(0, min(Self.stepLimit, budget.steps)))
        budget.take(expansion)
        return expansion.occurrences.map { $0.date..<$0.date + length }.filter(span.meets)
    }
}

extension Range<Date> {
    /// Whether a time shares time with this span, or has no length and lies in it.
    public func meets(_ time: Range<Date>) -> Bool { time.isEmpty ? contains(time.lowerBound) : overlaps(time) }
}
