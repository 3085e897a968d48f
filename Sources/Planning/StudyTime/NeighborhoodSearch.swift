/// Improves a plan of weeks mode: frees a few of its blocks, settles the others, and searches for the best way to place what is
/// free. Where nothing helps any more, it places a few in a random order and goes on from there. Source: large neighborhood
/// search (Shaw, 1998).
struct NeighborhoodSearch {
    private let grid: WeeksGrid
    private var numbers = SplitMix64()
    private(set) var best: WeeksPlacement
    private(set) var steps = 0

    /// How many blocks are freed at once; grows while searches end early, and shrinks when they do not end.
    private var size = 6
    private static let sizes = 3...24

    /// Steps of one search.
    private static let mostAtOnce = 60_000

    init(_ grid: WeeksGrid, _ best: WeeksPlacement) { (self.grid, self.best) = (grid, best) }

    /// Goes on until the steps are spent, the goal is met, or many new starts in turn found nothing.
    mutating func run(steps most: Int, goal: WeeksObjective, _ work: SearchWork) {
        var (current, fruitless, starts) = (best, 0, 0)
        while steps < most, !work.isStopped, goal < best.objective, starts < 100 {
            let blocks = inOrder(current)
            let free = choose(blocks)
            if let better = improved(current, blocks, free, most, work) {
                (current, fruitless) = (better, 0)
                if current.objective < best.objective { (best, starts) = (current, 0) }
            } else {
                fruitless += 1
            }
            if fruitless >= 24 + blocks.count {
                (fruitless, starts) = (0, starts + 1)
                current = shaken(wholly: starts % 3 == 0, work)
            }
        }
    }

    private func inOrder(_ placement: WeeksPlacement) -> [WeeksGrid.Anchor] {
        placement.blocks.dropFirst(grid.fixed.count).sorted {
            ($0.slots.lowerBound, $0.task) < ($1.slots.lowerBound, $1.task)
        }
    }

    /// The best plan with some blocks, or all, placed again in a random order.
    private mutating func shaken(wholly: Bool, _ work: SearchWork) -> WeeksPlacement {
        let blocks = inOrder(best)
        let free = wholly ? Set(blocks.indices) : choose(blocks)
        let part = grid.fixing(blocks.indices.filter { !free.contains($0) }.map { blocks[$0] })
        let items = part.tasks.indices.filter { part.tasks[$0].need > 0 && part.tasks[$0].mayStart }
            .shuffled(using: &numbers).map { WeeksPlacement.Item(task: $0, slots: part.tasks[$0].need) }
        let placement = WeeksPlacement(part, items: items)
        steps += placement.steps + 200
        work.spend(placement.steps + 200)
        return placement.broken(part).isEmpty ? WeeksPlacement(grid, blocks: placement.blocks) : best
    }

    /// Places that are freed: of blocks one after the other, in two parts, of a few tasks, or where a task that is short could be.
    private mutating func choose(_ blocks: [WeeksGrid.Anchor]) -> Set<Int> {
        guard blocks.count > size else { return Set(blocks.indices) }
        switch numbers.below(best.objective.unplaced == .zero ? 4 : 6) {
        case 0, 1:
            return run(size, of: blocks.indices)
        case 2:
            return run((size + 1) / 2, of: blocks.indices).union(run(size / 2, of: blocks.indices))
        case 3:
            let tasks = Set((0..<2 + numbers.below(3)).map { _ in blocks[numbers.below(blocks.count)].task })
            let free = Set(blocks.indices.filter { tasks.contains(blocks[$0].task) }.prefix(Self.sizes.upperBound))
            return free
        default:
            return run(size, of: placesForShort(blocks))
        }
    }

    /// Some places one after the other.
    private mutating func run(_ length: Int, of places: some RandomAccessCollection<Int>) -> Set<Int> {
        Set(places.dropFirst(numbers.below(max(1, places.count - length + 1))).prefix(length))
    }

    /// Places in the window of some task that is short, or of those that it waits for.
    private mutating func placesForShort(_ blocks: [WeeksGrid.Anchor]) -> [Int] {
        var left = grid.tasks.map(\.need)
        for block in blocks { left[block.task] -= block.slots.count }
        let short = left.indices.filter { left[$0] > 0 && grid.tasks[$0].mayStart && !grid.tasks[$0].window.isEmpty }
        guard !short.isEmpty else { return Array(blocks.indices) }
        let task = grid.tasks[short[numbers.below(short.count)]]
        return blocks.indices.filter { task.window.overlaps(blocks[$0].slots) || task.before.contains(blocks[$0].task) }
    }

    private mutating func improved(
        _ current: WeeksPlacement, _ blocks: [WeeksGrid.Anchor], _ free: Set<Int>, _ most: Int, _ work: SearchWork
    ) -> WeeksPlacement? {
        let settled = blocks.indices.filter { !free.contains($0) }.map { blocks[$0] }
        let part = grid.fixing(settled)
        let settling = 200 + settled.count * (4 + grid.segments.count / 32)
        steps += settling
        work.spend(settling)
        guard var search = BlockSearch(part, below: current.objective) else {
            size = max(Self.sizes.lowerBound, size - 1)
            return nil
        }
        let limit = max(0, min(Self.mostAtOnce, most - steps))
        let isWhole = search.run(steps: limit, work)
        steps += search.steps
        if !isWhole {
            size = max(Self.sizes.lowerBound, size - 1)
        } else if search.steps < limit / 4 {
            size = min(Self.sizes.upperBound, size + 1)
        }
        return search.blocks.map { WeeksPlacement(grid, blocks: $0) }
    }
}
