import HeapModule

/// Balanced mode: what weeks mode places, spread over the days.
///
/// 1. Weeks mode finds how much fits, and which earlier blocks stay.
/// 2. The other blocks are spread over the days, or, if not all of the same fits so, taken as they are.
/// 3. `BalancedDays` improves both, and the better plan is taken.
struct BalancedTimetable {
    let blocks: [EvenTimetable.Block]
    let objective: [Int]
    let isOptimal: Bool
    let bound: [Int]?

    init(
        _ problem: StudyProblem, _ studyDays: StudyDays, _ earlier: EarlierBlocks, _ weeks: WeeksTimetable, steps: Int,
        _ work: SearchWork
    ) {
        // A large problem gets fewer steps, since each takes longer.
        let most = weeks.grid.tasks.count <= 64 ? steps / 16 : steps / 256
        let (whole, plan) = (weeks.grid, weeks.placement)
        let anchors = Set(whole.anchors)
        let stays = plan.blocks.filter(anchors.contains)
        let grid = whole.fixing(stays)
        var kept = Array(repeating: [Range<Int>](), count: studyDays.count)
        for block in earlier.kept where block.isListed && !block.isMissed {
            kept[block.day].append(block.block.start.minuteDown..<block.block.start.minuteDown + block.minutes)
        }
        let all = BalancedDays(whole, problem, studyDays, kept: kept, work)
        func day(_ block: WeeksGrid.Anchor) -> Int { max(0, studyDays.index(of: block.slots.lowerBound * 300)) }
        for block in stays { kept[day(block)].append(block.slots.lowerBound * 5..<block.slots.upperBound * 5) }
        let empty = BalancedDays(grid, problem, studyDays, kept: kept, work)
        let start = BalancedObjective(unplaced: Array(plan.objective.vector[..<3]), moved: plan.objective.moved)
        /// Slots of each task.
        func left(_ days: BalancedDays) -> [Int] {
            var left = grid.tasks.map(\.need)
            for block in days.blocks { left[block.task] -= block.slots.count }
            return left
        }
        var (spread, packed) = (empty, empty)
        spread.spread(steps: most)
        for block in plan.blocks where !anchors.contains(block) {
            packed.put(block, on: day(block))
        }
        var found: [(BalancedObjective, BalancedDays)] = []
        for days in left(spread) == left(packed) ? [spread, packed] : [packed] {
            var better = days
            better.improve(steps: days.steps + most)
            for days in [better, days] {
                var whole = all
                for block in stays + days.blocks { whole.put(block, on: day(block)) }
                found.append((whole.objective(start), days))
            }
        }
        let best = found.min { $0.0 < $1.0 } ?? (start, packed)
        blocks = (stays + best.1.blocks).map {
            EvenTimetable.Block(task: whole.tasks[$0.task].index, minutes: $0.slots.lowerBound * 5..<$0.slots.upperBound * 5)
        }
        objective = best.0.vector
        let least = WeeksBound(whole).objective
        var bound = BalancedObjective(unplaced: Array(least.vector[..<3]), moved: least.moved)
        bound.squares = Self.leastSquares(whole, earlier, studyDays, unplaced: bound.unplaced.reduce(0, +))
        if weeks.isOptimal {
            // Weeks mode proved that no plan places more, or moves less.
            (bound.unplaced, bound.moved) = (start.unplaced, start.moved)
            bound.squares = Self.leastSquares(whole, earlier, studyDays, unplaced: start.unplaced.reduce(0, +))
        }
        isOptimal = objective == bound.vector
        self.bound = isOptimal ? nil : bound.vector
    }

    /// A day by what is done on it, the emptiest first.
    private struct DayLoad: Comparable {
        var minutes, day: Int

        static func < (one: Self, other: Self) -> Bool { (one.minutes, one.day) < (other.minutes, other.day) }
    }

    /// The least sum of squares of the days' minutes if work flows wherever there is time, slot by slot onto the emptiest day.
    private static func leastSquares(
        _ grid: WeeksGrid, _ earlier: EarlierBlocks, _ days: StudyDays, unplaced: Int
    ) -> Int {
        var (loads, room) = (Array(repeating: 0, count: days.count), Array(repeating: 0, count: days.count))
        for kept in earlier.kept where kept.isListed && !kept.isMissed { loads[kept.day] += kept.minutes }
        for segment in grid.segments { room[segment.day] += segment.slots.count }
        if let limit = grid.room { room = zip(room, limit).map(min) }
        var emptiest = Heap<DayLoad>()
        for day in loads.indices where room[day] > 0 { emptiest.insert(DayLoad(minutes: loads[day], day: day)) }
        var left = grid.tasks.reduce(0) { $0 + $1.need } - unplaced / 5
        while left > 0, let next = emptiest.min {
            loads[next.day] += 5
            room[next.day] -= 1
            left -= 1
            if room[next.day] > 0 {
                emptiest.replaceMin(with: DayLoad(minutes: loads[next.day], day: next.day))
            } else {
                emptiest.removeMin()
            }
        }
        return loads.reduce(0) { $0 + $1 * $1 }
    }
}
