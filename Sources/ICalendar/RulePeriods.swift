/// The days, weeks, months or years that a rule looks at, by their index; between two lie INTERVAL - 1 others.
///
/// With BYWEEKNO a year is its numbered weeks, from the first to the last day: "weeks of the year", says the RFC, and these may
/// begin in December and end in January. Only with INTERVAL or BYSETPOS does that differ from the year from January to December.
struct RulePeriods {
    private let rule: RecurrenceRule
    private let start: CivilDate
    /// The number of the period in which the start lies: a day, the first day of a week, a month, a year.
    private let first: Int

    /// - Parameter filter: the rule's.
    init(_ rule: RecurrenceRule, start: CivilDate, _ filter: DayFilter) {
        (self.rule, self.start) = (rule, start)
        let (year, month, _) = start.parts
        switch rule.frequency {
        case .daily: first = start.number
        case .weekly: first = rule.weekStart.onOrBefore(start.number)
        case .monthly: first = year * 12 + month - 1
        case .yearly where rule.weekNumbers.isEmpty: first = year
        case .yearly: first = Self.firstWeekYear(rule, start, year, filter)
        }
    }

    /// The days of a period.
    subscript(index: Int) -> Range<Int> {
        let step = index * rule.interval
        switch rule.frequency {
        case .daily:
            return first + step..<first + step + 1
        case .weekly:
            return first + 7 * step..<first + 7 * step + 7
        case .monthly:
            let (year, month) = ((first + step) / 12, (first + step) % 12 + 1)
            let day = CivilDate.number(year, month, 1)
            return day..<day + CivilDate.length(ofMonth: month, year)
        case .yearly where rule.weekNumbers.isEmpty:
            return CivilDate.number(first + step, 1, 1)..<CivilDate.number(first + step + 1, 1, 1)
        case .yearly:
            return Self.weeks(of: first + step, rule.weekStart)
        }
    }

    /// An index of which the period, and all before it, end before `day` or contain it.
    func index(notAfter day: Int) -> Int {
        let (year, month, _) = CivilDate(number: max(day, start.number)).parts
        let distance =
            switch rule.frequency {
            case .daily: day - first
            case .weekly: (day - first) / 7
            case .monthly: year * 12 + month - 1 - first
            // The first days of January may be in the last week of the year before.
            case .yearly: year - 1 - first
            }
        return max(0, distance / rule.interval)
    }

    /// So many empty periods in a row prove that the rest are empty: the calendar repeats after 400 years, a whole number of weeks.
    var cycle: Int {
        switch rule.frequency {
        case .daily: 146_097
        case .weekly: 20_871
        case .monthly: 4_800
        case .yearly: 400
        }
    }

    /// The days of a year's numbered weeks. Week 1 is the first with at least four days in the year.
    private static func weeks(of year: Int, _ weekStart: Weekday) -> Range<Int> {
        weekStart.onOrBefore(CivilDate.number(year, 1, 4))..<weekStart.onOrBefore(CivilDate.number(year + 1, 1, 4))
    }

    /// The year from which years of weeks are counted: the one whose weeks give the start. A start in December may be in week 1 of
    /// the next year, and one in January in the last week of the year before.
    private static func firstWeekYear(_ rule: RecurrenceRule, _ start: CivilDate, _ year: Int, _ filter: DayFilter) -> Int {
        var found: [Int] = []
        let other = [year - 1, year + 1].first {
            _ = filter.select(from: weeks(of: $0, rule.weekStart), into: &found)
            return found.contains(start.number)
        }
        // The start's own week may have more days to give if no year is left out.
        return other ?? (rule.interval == 1 ? year - 1 : year)
    }
}
