/// How good a plan of balanced mode is; less is better, compared in this order. All but `moved` in minutes, squares in minutes².
struct BalancedObjective: Comparable {
    /// Unplaced minutes of high, medium and low priority.
    var unplaced: [Int]
    var moved: Int
    /// Minutes on days after the latest sensible one of their task.
    var late = 0
    var squares = 0
    /// Minutes of blocks that stand before one of higher priority, although the two could change places.
    var inverted = 0
    /// Minutes of study beyond the longest run without a long break.
    var overrun = 0

    /// The entries in the order of the contract's `objective`.
    var vector: [Int] { unplaced + [moved, late, squares, inverted, overrun] }

    static func < (one: Self, other: Self) -> Bool { one.vector.lexicographicallyPrecedes(other.vector) }
}

extension WeeksGrid {
    /// The last day on which a task is studied in good time: two days before that of its deadline, but not before the first on
    /// which it may be studied. Nil without a deadline.
    func sensibleDays(_ problem: StudyProblem, _ days: StudyDays) -> [Int?] {
        let first = max(0, days.index(of: problem.now))
        return tasks.map { task in
            problem.tasks[task.index].deadline.map { deadline in
                let earliest = problem.tasks[task.index].earliest.map { days.index(of: $0.minuteUp * 60) } ?? first
                let last = problem.zone.day(of: deadline) - days.firstDay - 2
                return max(last, max(first, earliest))
            }
        }
    }
}

extension BalancedDays {
    /// - Complexity: O(blocks² + days).
    func objective(_ start: BalancedObjective) -> BalancedObjective {
        let bounds = allBounds
        var objective = start
        objective.squares = loads.reduce(0) { $0 + $1 * $1 }
        let all = days.flatMap { $0 }
        for (day, blocks) in days.enumerated() {
            objective.late += blocks.filter { isLate($0.task, day) }.reduce(0) { $0 + $1.slots.count * 5 }
            objective.overrun += overrun(day)
        }
        work.spend(all.count * all.count / 16)
        for (index, one) in all.enumerated() where grid.tasks[one.task].priority > 0 {
            for other in all[(index + 1)...] where isInverted(one, other, bounds) {
                objective.inverted += min(one.slots.count, other.slots.count) * 5
            }
        }
        return objective
    }

    /// Whether a block stands before one of higher priority though the two could change places.
    /// - Parameter bounds: of each task.
    func isInverted(_ one: WeeksGrid.Anchor, _ other: WeeksGrid.Anchor, _ bounds: [Range<Int>]) -> Bool {
        let (lower, higher) = (grid.tasks[one.task], grid.tasks[other.task])
        guard lower.priority > higher.priority, one.slots.lowerBound < other.slots.lowerBound,
            bounds[other.task].lowerBound <= one.slots.lowerBound, bounds[one.task].upperBound >= other.slots.upperBound
        else { return false }
        return !isLate(one.task, day(of: other.slots)) || isLate(one.task, day(of: one.slots))
    }

    /// Minutes of a day's runs beyond the longest run. A run goes on over breaks that are shorter than the long one.
    func overrun(_ day: Int) -> Int {
        let blocks = (days[day].map { $0.slots.lowerBound * 5..<$0.slots.upperBound * 5 } + kept[day])
            .sorted { $0.lowerBound < $1.lowerBound }
        var (over, run, end) = (0, 0, Int.min)
        for block in blocks {
            if end == .min || block.lowerBound - end >= longBreak {
                over += max(0, run - longestRun)
                run = 0
            }
            run += block.count
            end = max(end, block.upperBound)
        }
        return over + max(0, run - longestRun)
    }
}
