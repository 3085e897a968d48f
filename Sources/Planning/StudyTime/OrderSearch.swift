/// Improves the order in which tasks are placed: iterated local search over insertions, swaps, and tasks placed in two parts.
struct OrderSearch {
    private let grid: WeeksGrid
    private var numbers = SplitMix64()
    private(set) var best: WeeksPlacement
    private var bestItems: [WeeksPlacement.Item]
    private(set) var steps = 0

    /// The most items for which all pairs are tried: with more, a pass takes too long.
    private static let mostItems = 60

    /// Starts with the best of a few plain orders: earliest deadline first, shortest first, with and without priority first, each
    /// task as urgent as those that wait for it; of fewer, but of two at least, when the steps are spent.
    init(_ grid: WeeksGrid, steps most: Int) {
        self.grid = grid
        let open = grid.tasks.indices.filter { grid.tasks[$0].need > 0 && grid.tasks[$0].mayStart }
        let (tasks, urgency) = (grid.tasks, grid.urgency)
        let whole = tasks.indices.filter { tasks[$0].need == 0 }
        func order(_ key: (Int) -> (Int, Int, Int)) -> [WeeksPlacement.Item] {
            let keys = tasks.indices.map(key)
            let sorted = open.sorted { one, other in keys[one] == keys[other] ? one < other : keys[one] < keys[other] }
            let order = grid.hasOrder ? grid.order(whole + sorted).filter { tasks[$0].need > 0 } : sorted
            return order.map { WeeksPlacement.Item(task: $0, slots: tasks[$0].need) }
        }
        let keys: [(Int) -> (Int, Int, Int)] = [
            { (urgency[$0].priority, urgency[$0].due, tasks[$0].need) },
            { (tasks[$0].need, urgency[$0].due, 0) },
            { (tasks[$0].priority, urgency[$0].due, tasks[$0].need) },
            { (urgency[$0].due, tasks[$0].priority, tasks[$0].need) },
            { (tasks[$0].window.lowerBound + tasks[$0].need, urgency[$0].due, 0) },
            { (tasks[$0].priority, tasks[$0].need, urgency[$0].due) },
            { (urgency[$0].due - 2 * tasks[$0].need, tasks[$0].need, 0) },
        ]
        bestItems = order(keys[0])
        best = WeeksPlacement(grid, items: bestItems)
        steps += best.steps
        for (index, key) in keys.enumerated().dropFirst() where open.count > 1 && (index == 1 || steps < most) {
            if index == 2 && !grid.hasOrder { continue }
            let items = order(key)
            let placement = WeeksPlacement(grid, items: items)
            steps += placement.steps
            if placement.objective < best.objective { (best, bestItems) = (placement, items) }
        }
    }

    /// Takes another plan of the same grid if it is better.
    mutating func offer(_ placement: WeeksPlacement) {
        if placement.objective < best.objective { best = placement }
    }

    /// Goes on until the steps are spent, the goal is met, or many rounds in turn found nothing.
    mutating func run(steps most: Int, goal: WeeksObjective, _ work: SearchWork) {
        guard bestItems.count > 1 || (bestItems.count == 1 && best.objective.unplaced != .zero) else { return }
        var (current, items) = (WeeksPlacement(grid, items: bestItems), bestItems)
        var (local, fruitless) = (current.objective, 0)
        while fruitless < 40 + 4 * bestItems.count, steps < most, !work.isStopped, goal < best.objective {
            if items.count <= Self.mostItems {
                descend(&current, &items, most, work)
            } else {
                for _ in items where steps < most && !work.isStopped { nudge(&current, &items, work) }
            }
            fruitless += 1
            if current.objective < best.objective { best = current }
            if current.objective < local { (bestItems, local, fruitless) = (items, current.objective, 0) }
            guard items.count <= Self.mostItems else { continue }
            items = bestItems
            shake(&items)
            current = WeeksPlacement(grid, items: items)
            steps += current.steps
            work.spend(current.steps)
        }
    }

    /// Moves items and swaps them, in random turn, as long as that makes the plan better.
    private mutating func descend(
        _ current: inout WeeksPlacement, _ items: inout [WeeksPlacement.Item], _ most: Int, _ work: SearchWork
    ) {
        var isBetter = true
        while isBetter {
            isBetter = false
            for from in items.indices.shuffled(using: &numbers) {
                for to in items.indices where to != from {
                    for swaps in [false, true] where !swaps || to > from + 1 {
                        guard steps < most, !work.isStopped else { return }
                        var next = items
                        if swaps { next.swapAt(from, to) } else { move(&next, from, to) }
                        if accept(next, &current, &items, work) { isBetter = true }
                    }
                }
            }
        }
    }

    private mutating func accept(
        _ next: [WeeksPlacement.Item], _ current: inout WeeksPlacement, _ items: inout [WeeksPlacement.Item],
        _ work: SearchWork
    ) -> Bool {
        let placement = WeeksPlacement(grid, items: next)
        steps += placement.steps
        work.spend(placement.steps)
        guard placement.objective < current.objective else { return false }
        (current, items) = (placement, next)
        return true
    }

    /// One random move over a short way; kept unless it makes the plan worse.
    private mutating func nudge(
        _ current: inout WeeksPlacement, _ items: inout [WeeksPlacement.Item], _ work: SearchWork
    ) {
        let from = numbers.below(items.count)
        let to = min(max(0, from + numbers.below(41) - 20), items.count - 1)
        guard from != to else { return }
        var next = items
        move(&next, from, to)
        let placement = WeeksPlacement(grid, items: next)
        steps += placement.steps
        work.spend(placement.steps)
        if placement.objective <= current.objective { (current, items) = (placement, next) }
    }

    /// A few random moves. Where not all can be placed, tasks are also placed in two parts, or in one again.
    private mutating func shake(_ items: inout [WeeksPlacement.Item]) {
        for _ in 0..<numbers.below(3) + 2 {
            let from = numbers.below(items.count)
            if best.objective.unplaced != .zero, numbers.below(2) == 0 {
                let item = items[from]
                if let twin = items.indices.first(where: { $0 != from && items[$0].task == item.task }) {
                    items[twin].slots += item.slots
                    items.remove(at: from)
                } else if item.slots > grid.tasks[item.task].shortest {
                    let (least, longest) = (grid.tasks[item.task].shortest, grid.tasks[item.task].longest)
                    let part =
                        numbers.below(3) == 0 && longest < item.slots
                        ? longest : least + numbers.below(item.slots - least)
                    items[from].slots = part
                    let rest = WeeksPlacement.Item(task: item.task, slots: item.slots - part)
                    items.insert(rest, at: from + 1 + numbers.below(items.count - from))
                }
            } else {
                move(&items, from, numbers.below(items.count))
            }
        }
    }

    private func move(_ items: inout [WeeksPlacement.Item], _ from: Int, _ to: Int) {
        let item = items.remove(at: from)
        items.insert(item, at: to)
    }
}
