/// A plan of weeks mode, made by placing one task after the other.
struct WeeksPlacement {
    /// New blocks, those that were settled before among them.
    private(set) var blocks: [WeeksGrid.Anchor]
    private(set) var objective: WeeksObjective
    /// Work that it took to make.
    private(set) var steps = 0

    /// Some slots of a task, placed in one go.
    struct Item: Equatable {
        var task: Int
        var slots: Int
    }

    /// - Parameter items: placed in their turn, but each after the tasks that come first. A task may have several.
    init(_ grid: WeeksGrid, items: [Item]) {
        var holes = FreeHoles(grid)
        var left = grid.tasks.map(\.need)
        var lastEnd = grid.hasOrder ? grid.tasks.map(\.lastEnd) : []
        blocks = grid.fixed
        var (waiting, isStuck) = (items, false)
        while !isStuck {
            var later: [Item] = []
            for item in waiting where left[item.task] > 0 {
                var task = grid.tasks[item.task]
                var start = task.window.lowerBound
                if grid.hasOrder {
                    guard task.before.allSatisfy({ left[$0] == 0 }) else {
                        later.append(item)
                        continue
                    }
                    for other in task.before { start = max(start, lastEnd[other]) }
                }
                guard start < task.window.upperBound else { continue }
                if task.isSpaced, left[item.task] < task.need {
                    for block in blocks where block.task == item.task { task.daysTaken.formUnion(grid.days(of: block.slots)) }
                }
                let need = min(item.slots, left[item.task])
                for slots in holes.place(task, need: need, window: start..<task.window.upperBound) {
                    blocks.append(WeeksGrid.Anchor(task: item.task, slots: slots))
                    left[item.task] -= slots.count
                    if grid.hasOrder { lastEnd[item.task] = max(lastEnd[item.task], slots.upperBound) }
                }
            }
            isStuck = later.isEmpty || later.count == waiting.count
            waiting = later
        }
        steps = holes.steps + grid.tasks.count + 8 * items.count + 16
        objective = grid.objective(of: blocks)
    }

    init(_ grid: WeeksGrid, blocks: [WeeksGrid.Anchor]) {
        (self.blocks, objective) = (blocks, grid.objective(of: blocks))
    }

    /// Tasks that are not whole though a settled block waits for them: then this is not a plan.
    func broken(_ grid: WeeksGrid) -> [Int] {
        var left = grid.tasks.map(\.need)
        for block in blocks.dropFirst(grid.fixed.count) { left[block.task] -= block.slots.count }
        return grid.tasks.indices.filter { grid.tasks[$0].mustFill && left[$0] > 0 }
    }
}

extension WeeksGrid {
    /// The day of a new block. O(log segments).
    func days(of slots: Range<Int>) -> Set<Int> {
        let index = segments.partition { $0.slots.upperBound > slots.lowerBound }
        return index < segments.count ? [segments[index].day] : []
    }

    /// - Parameter blocks: the settled ones first. Those of a broken plan count as if all were unplaced.
    /// - Complexity: O(blocks + tasks + anchors).
    func objective(of blocks: [Anchor]) -> WeeksObjective {
        var objective = WeeksObjective()
        var (left, last) = (tasks.map(\.need), tasks.map(\.lastEnd))
        for block in blocks.dropFirst(fixed.count) {
            left[block.task] -= block.slots.count
            last[block.task] = max(last[block.task], block.slots.upperBound)
        }
        for (index, task) in tasks.enumerated() {
            objective.unplaced[task.priority] += left[index]
            if task.mustFill && left[index] > 0 { objective.unplaced[0] += Self.broken }
            if last[index] > .min { objective.sum += last[index] * 5 - now }
        }
        objective.blocks = blocks.count
        objective.moved = lost
        if !anchors.isEmpty {
            let places = Set(blocks.dropFirst(fixed.count))
            for (anchor, weight) in zip(anchors, weights) where !places.contains(anchor) { objective.moved += weight }
        }
        return objective
    }

    /// The penalty of a task that must be placed as a whole and is not, in slots: more than all needs together.
    private static let broken = 1 << 40

    /// The anchors that can stay, each in its turn if it is legal beside those before. O(anchors * (holes + references)).
    /// - Parameter released: those that must not stay.
    func keepable(without released: Set<Anchor> = []) -> [Anchor] {
        var holes = FreeHoles(self)
        var left = tasks.map(\.need)
        var days: [Int: Set<Int>] = [:]
        let kept = anchors.filter { anchor in
            let task = tasks[anchor.task]
            guard !released.contains(anchor), left[anchor.task] >= anchor.slots.count, let hole = holes.hole(for: anchor.slots),
                !(task.isSpaced && days[anchor.task, default: task.daysTaken].contains(hole.day))
            else { return false }
            holes.occupy(anchor.slots)
            left[anchor.task] -= anchor.slots.count
            if task.isSpaced { days[anchor.task, default: task.daysTaken].insert(hole.day) }
            return true
        }
        guard hasOrder else { return kept }
        var lastEnd = tasks.map(\.lastEnd)
        for anchor in kept { lastEnd[anchor.task] = max(lastEnd[anchor.task], anchor.slots.upperBound) }
        return kept.filter { anchor in tasks[anchor.task].before.allSatisfy { lastEnd[$0] <= anchor.slots.lowerBound } }
    }
}
