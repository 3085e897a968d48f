/// The times of a recurrence set, ascending, each once: start, rule and additions, before exceptions and overrides.
struct SetTimes: IteratorProtocol {
    struct Element {
        let time: CalendarTime
        let instant: Int
    }

    private let recurrence: Recurrence
    private var dates: RuleDates?
    private var nextOfRule: Element?
    /// The start and the additions, ascending.
    private var others: ArraySlice<Element>
    private let firstDay: CivilDate
    private var lastInstant = Int.min

    /// - Parameter bounds: instants; times outside may be left out.
    init(_ recurrence: Recurrence, near bounds: Range<Int>, stepLimit: Int) {
        self.recurrence = recurrence
        // Clocks differ from UTC by less than a day.
        firstDay = CivilDate(number: floorDivision(bounds.lowerBound, 86_400) - 1)
        let lastDay = CivilDate(number: floorDivision(bounds.upperBound, 86_400) + 1)
        let listed = [recurrence.start] + recurrence.additions
        others =
            listed.filter { $0.isNear(bounds) }
            .map { Element(time: $0, instant: $0.instant(in: recurrence.reader)) }
            .sorted { $0.instant < $1.instant }[...]
        dates = recurrence.rule.map {
            RuleDates(
                $0, start: recurrence.start.local.date, notBefore: firstDay, notAfter: lastDay, stepLimit: stepLimit)
        }
        nextOfRule = popFromRule()
    }

    /// How many periods and days the rule looked at.
    var steps: Int { dates?.steps ?? 0 }

    /// Whether the rule stopped at the limit of steps.
    var isCut: Bool { dates?.isCut ?? false }

    mutating func next() -> Element? {
        while let element = popFirst() {
            if element.instant == lastInstant { continue }
            lastInstant = element.instant
            return element
        }
        return nil
    }

    private mutating func popFirst() -> Element? {
        guard let ofRule = nextOfRule else { return others.popFirst() }
        if let other = others.first, other.instant < ofRule.instant { return others.popFirst() }
        nextOfRule = popFromRule()
        return ofRule
    }

    private mutating func popFromRule() -> Element? {
        while let day = dates?.next() {
            if day < firstDay { continue }
            let time = recurrence.start.on(day)
            let instant = time.instant(in: recurrence.reader)
            return recurrence.isAfterEnd(time, at: instant) ? nil : Element(time: time, instant: instant)
        }
        return nil
    }
}

extension CalendarTime {
    /// Whether the moment of this time can lie within instants, whatever its zone.
    func isNear(_ bounds: Range<Int>) -> Bool {
        (bounds.lowerBound - 86_400..<bounds.upperBound + 86_400).contains(local.seconds)
    }
}
