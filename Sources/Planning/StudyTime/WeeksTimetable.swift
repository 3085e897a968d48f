/// Weeks mode: tasks are split into blocks over days.
///
/// 1. Earlier blocks that can stay are settled, and the others are placed around them in the best of a few orders.
/// 2. Earlier blocks that keep more important work out are released, as few as can be.
/// 3. `BlockSearch` looks for the best plan and proves it if the problem is small; `OrderSearch` improves it otherwise.
///
/// If all earlier blocks stay and no more could be placed even so, only plans that keep them can be better: then what they hold
/// is settled and the rest is a smaller problem.
public struct WeeksTimetable {
    /// The steps of a search unless the caller gives others: a plan of a thousand tasks takes less than a tenth of a second.
    public static let defaultSteps = 4_000_000

    let blocks: [EvenTimetable.Block]
    let grid: WeeksGrid
    let placement: WeeksPlacement
    let objective: [Int]
    let isOptimal: Bool
    let bound: [Int]?
    let unplaced: [StudyTimetable.Unplaced]

    /// - Parameter packs: whether the plan is to be the best one; else one that places as much, and moves as little, as can be.
    init(
        _ problem: StudyProblem, _ days: StudyDays, _ earlier: EarlierBlocks, steps: Int, packs: Bool = true, _ work: SearchWork
    ) {
        let whole = WeeksGrid(problem, days, earlier)
        var bound = WeeksBound(whole).objective
        // A small problem gets more steps, because its best plan can be proved. A large one gets fewer, because each takes
        // longer and a replan must be quick.
        let isSmall = whole.tasks.count <= 12
        let steps =
            isSmall ? 2 * steps : whole.tasks.count <= 64 ? steps : whole.anchors.isEmpty ? steps / 8 : steps / 64
        let (grid, settled) = Self.settle(whole, steps: steps / 4, work)
        var (scope, search) = (whole, settled)
        if search.best.objective.unplaced == bound.unplaced, search.best.objective.moved == whole.lost {
            scope = grid
            bound = WeeksBound(grid).objective
        }
        func isEnough(_ found: WeeksObjective) -> Bool {
            found == bound || (!packs && found.unplaced == bound.unplaced && found.moved == bound.moved)
        }
        var isProved = isEnough(search.best.objective)
        var left = steps
        if !isProved, var exact = BlockSearch(scope, below: search.best.objective) {
            bound = max(bound, exact.leastObjective())
            isProved = isEnough(search.best.objective) || exact.run(steps: isSmall ? left / 2 : left / 4, work)
            if let blocks = exact.blocks { search.offer(WeeksPlacement(scope, blocks: blocks)) }
            left -= exact.steps
        }
        if !isProved {
            let before = search.steps
            search.run(steps: before + left / 3, goal: bound, work)
            left -= search.steps - before
            var nearby = NeighborhoodSearch(scope, search.best)
            nearby.run(steps: left, goal: bound, work)
            // A longer search is worth it where a small problem may still leave less work out.
            if isSmall, bound.unplaced != nearby.best.objective.unplaced {
                nearby.run(steps: left + 3 * steps, goal: bound, work)
            }
            search.offer(nearby.best)
            isProved = isEnough(search.best.objective)
        }
        let best = search.best
        blocks = best.blocks.map {
            EvenTimetable.Block(task: grid.tasks[$0.task].index, minutes: $0.slots.lowerBound * 5..<$0.slots.upperBound * 5)
        }
        (self.grid, placement) = (whole, best)
        objective = best.objective.vector
        isOptimal = isProved
        self.bound = isProved ? nil : bound.vector
        unplaced = WeeksObstacles(problem, whole, best).unplaced
    }

    /// Settles the earlier blocks that can stay, and releases those that keep more important work out.
    private static func settle(
        _ whole: WeeksGrid, steps: Int, _ work: SearchWork
    ) -> (grid: WeeksGrid, search: OrderSearch) {
        var kept = whole.keepable()
        var grid = whole.fixing(kept)
        var search = OrderSearch(grid, steps: steps)
        var rounds = 0
        // A block that waits for work that does not fit any more cannot stay.
        while case let broken = Set(search.best.broken(grid)), !broken.isEmpty {
            rounds += 1
            kept.removeAll { anchor in
                let before = whole.tasks[anchor.task].before
                return rounds > 8 ? !before.isEmpty : !broken.isDisjoint(with: before)
            }
            grid = whole.fixing(kept)
            search = OrderSearch(grid, steps: steps)
        }
        guard !kept.isEmpty, search.best.objective.unplaced != WeeksBound(whole).objective.unplaced else {
            return (grid, search)
        }
        var spent = 0
        func attempt(_ others: [WeeksGrid.Anchor]) -> Bool {
            let next = whole.fixing(others)
            let attempt = OrderSearch(next, steps: steps - spent)
            let taken = attempt.steps + others.count * (4 + whole.segments.count / 32)
            spent += taken
            work.spend(taken)
            guard attempt.best.objective < search.best.objective else { return false }
            (kept, grid, search) = (others, next, attempt)
            return true
        }
        var releases = releases(kept, whole)[...]
        while spent < steps, !work.isStopped, let release = releases.popFirst() {
            let others = kept.filter { !release.contains($0) }
            if others.count < kept.count, attempt(others) { releases = Self.releases(kept, whole)[...] }
        }
        // Some of the blocks that were released together may come back.
        let possible = Set(kept)
        for anchor in whole.anchors where spent < steps && !work.isStopped && !possible.contains(anchor) {
            let others = kept + [anchor]
            let wanted = Set(others)
            let legal = whole.keepable(without: Set(whole.anchors.filter { !wanted.contains($0) }))
            if legal.count == wanted.count { _ = attempt(legal) }
        }
        return (grid, search)
    }

    /// Sets of blocks that are released together: each alone, the latest first; all of a task; all of a day, and of two.
    private static func releases(_ kept: [WeeksGrid.Anchor], _ grid: WeeksGrid) -> [Set<WeeksGrid.Anchor>] {
        let singles = kept.reversed().map { Set([$0]) }
        let tasks = Dictionary(grouping: kept, by: \.task).sorted { $0.key < $1.key }.map { Set($0.value) }
        let days = Dictionary(grouping: kept) { grid.days(of: $0.slots).first ?? 0 }.sorted { $0.key < $1.key }.map {
            Set($0.value)
        }
        let pairs = zip(days, days.dropFirst()).map { $0.union($1) }
        return singles + tasks.filter { $0.count > 1 } + days.filter { $0.count > 1 } + pairs + [Set(kept)]
    }
}
