/// The days that a rule gives, lazily and ascending; UNTIL is left to the reader, who knows the time of day.
struct RuleDates: IteratorProtocol {
    private let periods: RulePeriods
    private let filter: DayFilter
    private let start: CivilDate
    private let highest: CivilDate
    private let stepLimit: Int
    private var left: Int
    private var index = 0
    private var emptyPeriods = 0
    private var found: [Int] = []
    private var nextFound = 0
    /// Periods and days looked at so far.
    private(set) var steps = 0
    /// Whether the steps were too few.
    private(set) var isCut = false

    /// - Parameters:
    ///   - start: no earlier day is given. It is not given either unless it matches.
    ///   - lowest: days before it may be left out; with COUNT none are, because they count.
    ///   - highest: no later day is given.
    ///   - stepLimit: how many periods and days may be looked at, give or take one period.
    init(
        _ rule: RecurrenceRule, start: CivilDate, notBefore lowest: CivilDate? = nil,
        notAfter highest: CivilDate = CivilDate.range.upperBound, stepLimit: Int
    ) {
        filter = DayFilter(rule, start: start)
        periods = RulePeriods(rule, start: start, filter)
        (self.start, self.highest, self.stepLimit) = (start, min(highest, CivilDate.range.upperBound), stepLimit)
        if case .count(let count) = rule.end {
            left = count
        } else {
            left = .max
            if let lowest { index = periods.index(notAfter: lowest.number) }
        }
    }

    mutating func next() -> CivilDate? {
        while left > 0 {
            guard nextFound < found.count else {
                guard examineNextPeriod() else { return nil }
                continue
            }
            let day = CivilDate(number: found[nextFound])
            nextFound += 1
            if day < start { continue }
            guard day <= highest else { break }
            left -= 1
            return day
        }
        left = 0
        return nil
    }

    /// Whether there is another period that can have days.
    private mutating func examineNextPeriod() -> Bool {
        guard steps < stepLimit else {
            isCut = true
            return false
        }
        let period = periods[index]
        guard emptyPeriods < periods.cycle, period.lowerBound <= highest.number else {
            left = 0
            return false
        }
        steps += filter.select(from: period, into: &found)
        (nextFound, index) = (0, index + 1)
        emptyPeriods = found.isEmpty ? emptyPeriods + 1 : 0
        return true
    }
}
