/// The days that a rule's BY parts select in one of its periods (RFC 5545, 3.3.10).
///
/// The RFC's table lets a part expand or limit, by frequency. Over the days of a whole period both are the same: a day stays if
/// every part that is there admits it. What the rule leaves out is the start's.
struct DayFilter {
    private let months: [Bool]
    private let weekNumbers: Ordinals
    private let yearDays: Ordinals
    private let monthDays: Ordinals
    private let anyWeekday: Bool
    private let weekdays: [Bool]
    private let nthWeekdays: [Ordinals]
    private let countsWeekdaysInYear: Bool
    private let positions: Ordinals

    init(_ rule: RecurrenceRule, start: CivilDate) {
        var rule = rule
        Self.completeDays(of: &rule, start)
        let months = rule.months
        self.months = (0...12).map { months.isEmpty || months.contains($0) }
        weekNumbers = Ordinals(rule.weekNumbers)
        yearDays = Ordinals(rule.yearDays)
        monthDays = Ordinals(rule.monthDays)
        let days = rule.days
        anyWeekday = days.isEmpty
        weekdays = Weekday.allCases.map { days.contains(RecurrenceRule.Day(ordinal: nil, weekday: $0)) }
        nthWeekdays = Weekday.allCases.map { weekday in Ordinals(days.filter { $0.weekday == weekday }.compactMap(\.ordinal)) }
        countsWeekdaysInYear = rule.frequency == .yearly && rule.months.isEmpty
        positions = Ordinals(rule.positions)
    }

    /// Takes from the start what the rule does not say about the day.
    private static func completeDays(of rule: inout RecurrenceRule, _ start: CivilDate) {
        let (_, month, day) = start.parts
        guard rule.days.isEmpty, rule.monthDays.isEmpty, rule.yearDays.isEmpty else { return }
        switch rule.frequency {
        case .daily:
            break
        case .yearly where rule.weekNumbers.isEmpty:
            if rule.months.isEmpty { rule.months = [month] }
            rule.monthDays = [day]
        case .monthly:
            rule.monthDays = [day]
        case .weekly, .yearly:
            rule.days = [RecurrenceRule.Day(ordinal: nil, weekday: start.weekday)]
        }
    }

    /// Puts the selected days of `period`, ascending, into `found`.
    /// - Returns: how many steps it took: one for the period and one for each day that was looked at.
    func select(from period: Range<Int>, into found: inout [Int]) -> Int {
        found.removeAll(keepingCapacity: true)
        var steps = 1
        var cursor = DayCursor(period.lowerBound)
        while cursor.number < period.upperBound {
            steps += 1
            if !months[cursor.month] {
                cursor.advance(by: cursor.daysLeftInMonth + 1)
                continue
            }
            if admits(cursor, in: period) { found.append(cursor.number) }
            cursor.advance()
        }
        if !positions.isEmpty { keepPositions(of: &found) }
        return steps
    }

    private func keepPositions(of found: inout [Int]) {
        let count = found.count
        var kept = 0
        for index in found.indices where positions.contains(index + 1, of: count) {
            found[kept] = found[index]
            kept += 1
        }
        found.removeLast(count - kept)
    }

    private func admits(_ day: DayCursor, in period: Range<Int>) -> Bool {
        (anyWeekday || weekdays[day.weekday] || isNthWeekday(day))
            && (monthDays.isEmpty || monthDays.contains(day.day, of: day.monthLength))
            && (yearDays.isEmpty || yearDays.contains(day.dayOfYear, of: day.yearLength))
            // A period of a rule with week numbers is made of whole weeks.
            && (weekNumbers.isEmpty || weekNumbers.contains((day.number - period.lowerBound) / 7 + 1, of: period.count / 7))
    }

    private func isNthWeekday(_ day: DayCursor) -> Bool {
        let ordinals = nthWeekdays[day.weekday]
        if ordinals.isEmpty { return false }
        let (place, length) = countsWeekdaysInYear ? (day.dayOfYear, day.yearLength) : (day.day, day.monthLength)
        let nth = (place - 1) / 7 + 1
        return ordinals.contains(nth, of: nth + (length - place) / 7)
    }
}

/// Places in a sequence: positive numbers count from its start, negative ones from its end.
struct Ordinals {
    private var fromStart: [Bool] = []
    private var fromEnd: [Bool] = []

    /// - Parameter numbers: none is 0; no magnitude is above 366.
    init(_ numbers: [Int]) {
        guard let last = numbers.map(\.magnitude).max() else { return }
        fromStart = Array(repeating: false, count: Int(last) + 1)
        fromEnd = fromStart
        for number in numbers {
            if number > 0 { fromStart[number] = true } else { fromEnd[-number] = true }
        }
    }

    var isEmpty: Bool { fromStart.isEmpty }

    /// Whether the place, from 1 to `count`, of a sequence of `count` is one of these.
    func contains(_ place: Int, of count: Int) -> Bool {
        let fromLast = count - place + 1
        return place < fromStart.count && fromStart[place] || fromLast < fromEnd.count && fromEnd[fromLast]
    }
}
