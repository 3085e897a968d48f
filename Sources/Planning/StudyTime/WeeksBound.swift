import HeapModule

/// A lower bound of the objective of every plan in weeks mode.
struct WeeksBound {
    private let grid: WeeksGrid

    init(_ grid: WeeksGrid) { self.grid = grid }

    /// A vector that no plan is lexicographically below.
    /// - Complexity: O(n log n + segments), n over tasks and segments, for each of three priorities.
    var objective: WeeksObjective {
        var bound = WeeksObjective()
        bound.unplaced = unplaced
        bound.moved = grid.lost
        // The entries from here on are bounds for plans that reach the entries above.
        bound.blocks = fewestBlocks(bound.unplaced)
        bound.sum = bound.unplaced == .zero ? leastSum : 0
        return bound
    }

    /// Without blocks, distances and `after`, work flows into the free time by the slot, and the sets of slots that fit are a
    /// matroid: placing the higher priorities first is best, and how much of them fits is what the earliest deadline first
    /// places (Glover, 1967, on convex bipartite graphs).
    private var unplaced: SIMD4<Int> {
        var (unplaced, placed) = (SIMD4<Int>(), 0)
        let (buckets, most) = (buckets, mostTogether)
        for priority in 0..<3 {
            let total = min(mostPlaced(priority, buckets), most)
            let need = grid.tasks.filter { $0.priority == priority }.reduce(0) { $0 + $1.need }
            unplaced[priority] = need - (total - placed)
            placed = total
        }
        return unplaced
    }

    /// The most slots that all segments hold, with the break between the last block of one and the first of the next, as across
    /// midnight: the one or the other gives way. O(segments * gap²), where they are closer than a break.
    private var mostTogether: Int {
        let (gap, longest) = (grid.gap, grid.tasks.map(\.longest).max() ?? 0)
        let least = grid.shortestBlock
        guard grid.room == nil, (1...24).contains(gap), longest > 0 else { return .max }
        func capacity(_ slots: Int) -> Int {
            WorkCapacity.most(in: slots, shortest: least, longest: longest, gap: gap)
        }
        // The most slots of the segments from one on, if so many slots of its start are held by the block before.
        var (most, start) = (Array(repeating: 0, count: gap + 1), Int.max)
        for segment in grid.segments.reversed() {
            let distance = min(gap, start - segment.slots.upperBound)
            most = (0...gap).map { lost in
                let left = segment.slots.count - lost
                guard left > 0 else { return most[0] }
                return (0...min(gap - distance, left)).map { capacity(left - $0) + most[gap - distance - $0] }.max() ?? 0
            }
            start = segment.slots.lowerBound
        }
        return most[0]
    }

    private struct Bucket {
        var slots: Range<Int>
        var capacity: Int
    }

    /// The free time, cut where a window begins or ends, or whole days where they are limited.
    private var buckets: [Bucket] {
        let longest = grid.tasks.map(\.longest).max() ?? 0
        guard longest > 0 else { return [] }
        func capacity(_ slots: Int) -> Int { WorkCapacity.most(in: slots, longest: longest, gap: grid.gap) }
        let least = grid.shortestBlock
        let segments = grid.segments.filter { $0.slots.count >= least }
        if let room = grid.room {
            var days: [Bucket] = []
            var (last, total) = (-1, 0)
            for segment in segments {
                total = (segment.day == last ? total : 0) + capacity(segment.slots.count)
                let whole = Bucket(slots: segment.slots, capacity: min(total, room[segment.day]))
                if segment.day == last {
                    days[days.count - 1] = Bucket(
                        slots: days[days.count - 1].slots.lowerBound..<segment.slots.upperBound, capacity: whole.capacity)
                } else {
                    days.append(whole)
                }
                last = segment.day
            }
            return days
        }
        let cuts = Set(grid.tasks.flatMap { [$0.window.lowerBound, $0.window.upperBound] }).sorted()
        return segments.flatMap { segment in
            var (buckets, start) = ([Bucket](), segment.slots.lowerBound)
            var next = cuts.partition { $0 > start }
            while start < segment.slots.upperBound {
                let end = next < cuts.count ? min(cuts[next], segment.slots.upperBound) : segment.slots.upperBound
                buckets.append(Bucket(slots: start..<end, capacity: capacity(end - start)))
                (start, next) = (end, next + 1)
            }
            return buckets
        }
    }

    /// Work that waits for free time; the work whose window ends first goes first.
    private struct Waiting: Comparable {
        var end, left: Int

        static func < (one: Self, other: Self) -> Bool { one.end < other.end }
    }

    /// The most slots that tasks up to a priority can place together.
    private func mostPlaced(_ priority: Int, _ buckets: [Bucket]) -> Int {
        let tasks = grid.tasks.filter { $0.priority <= priority && $0.mayStart && $0.most > 0 && !$0.window.isEmpty }
            .sorted { $0.window.lowerBound < $1.window.lowerBound }
        var (waiting, next, placed) = (Heap<Waiting>(), 0, 0)
        for bucket in buckets {
            while next < tasks.count, tasks[next].window.lowerBound < bucket.slots.upperBound {
                waiting.insert(Waiting(end: tasks[next].window.upperBound, left: tasks[next].most))
                next += 1
            }
            var room = bucket.capacity
            while room > 0, let task = waiting.popMin() {
                guard task.end > bucket.slots.lowerBound else { continue }
                let part = min(room, task.left)
                (room, placed) = (room - part, placed + part)
                if part < task.left { waiting.insert(Waiting(end: task.end, left: task.left - part)) }
            }
        }
        return placed
    }

    /// The fewest blocks of a plan that leaves so many slots of each priority unplaced.
    private func fewestBlocks(_ unplaced: SIMD4<Int>) -> Int {
        var blocks = grid.fixed.count
        for priority in 0..<3 {
            let tasks = grid.tasks.filter { $0.priority == priority && $0.need > 0 && $0.longest > 0 }
            blocks += tasks.reduce(0) { $0 + $1.blocks(for: $1.need) }
            // Leaving out a task's last block is cheapest, then whole blocks of it.
            var costs: [(slots: Int, times: Int)] = []
            for task in tasks where unplaced[priority] > 0 {
                let count = task.blocks(for: task.need)
                costs.append((task.need - (count - 1) * task.longest, 1))
                costs.append((task.longest, count - 1))
            }
            var left = unplaced[priority]
            for cost in costs.sorted(by: { $0.slots < $1.slots }) where cost.times > 0 {
                let times = min(cost.times, left / cost.slots)
                (blocks, left) = (blocks - times, left - times * cost.slots)
                if times < cost.times { break }
            }
        }
        return max(blocks, grid.fixed.count)
    }

    /// The shortest first, each block with the distance to the next one, flow into the time that blocks and distances can take.
    private var leastSum: Int {
        let clock = PaddedClock(grid)
        var (sum, work) = (0, 0)
        for task in grid.tasks where task.need == 0 && task.lastEnd > .min { sum += task.lastEnd * 5 - grid.now }
        let open = grid.tasks.filter { $0.need > 0 && $0.longest > 0 }
        for padded in open.map({ $0.need + grid.gap * $0.blocks(for: $0.need) }).sorted() {
            work += padded
            sum += (clock.slot(after: work) - grid.gap) * 5 - grid.now
        }
        return sum
    }
}
