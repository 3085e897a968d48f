/// Searches the best plan of weeks mode block by block, in the order of time.
///
/// In a best plan every block starts as early as the blocks before it allow, or where an earlier block stood: moving it there
/// harms nothing after it. So a state is the next free slot and what is left of each task; of two ways to one state the better
/// one goes on. States are taken up in the order of their slots, and dropped when what they must cost at least is not below the
/// best plan known. A slot takes up at most `width` states, those of the least bounds. If that never dropped one, the best plan
/// is proved: a beam search that turns into a dynamic program.
struct BlockSearch {
    /// The most open tasks of a problem that is searched.
    private static let mostTasks = 64

    private struct Link {
        var parent: Int32
        var block: WeeksGrid.Anchor
    }

    let grid: WeeksGrid
    var open: [Open] = []
    private var anchors: [[WeeksGrid.Anchor]] = []
    private let weights: [WeeksGrid.Anchor: Int]
    /// Weights of the anchors that start at a slot or later, by start.
    let anchorStarts: [(start: Int, weight: Int)]
    /// Free slots before each segment.
    let freeBefore: [Int]
    let freeSlots: Int
    let clock: PaddedClock
    let capacity: WorkCapacity
    var counts: BlockCounts
    /// The longest block of any task.
    var longest = 1
    /// States by the next slot, counted in free slots.
    private var queues: [[State]] = []
    private var links: [Link] = []
    /// Tasks by their need, the shortest first.
    var byNeed: [Int] = []
    /// Places of `open`, each after those that come first, and which of them others wait for.
    var sequence: [Int] = []
    var hasFollowers: UInt64 = 0
    /// The days on which each spaced task may have a block: the first slot, and the end of the last segment.
    var spacedDays: [[(day: Int, start: Int, end: Int)]] = []
    /// Used by `bounds` alone: how much of each task can be placed, from when on, and its end at least; whether any cannot
    /// start at once; and what is left of all, sorted.
    var rest: [Int] = []
    var releases: [Int] = []
    var ends: [Int] = []
    var isLate = false
    var work: [Int] = []
    var jobs: [(start: Int, left: Int)] = []
    var jobEnds: [Int] = []
    var ownEnds: [Int] = []
    /// The most tasks that `bounds` orders by shortest first where not all can start at once: more would take too long.
    static let mostJobs = 16
    private var width = 0
    private var dropped = false
    /// Steps for one block: mostly bounds, over all open tasks.
    private var cost: Int { 8 + open.count }
    private(set) var steps = 0
    private(set) var best: WeeksObjective
    private var bestLink: Int32?
    private var bestBlocks: [WeeksGrid.Anchor]?

    /// A search for a plan below the objective of one that is known; nil if the problem is too large to try.
    init?(_ grid: WeeksGrid, below incumbent: WeeksObjective) {
        (self.grid, best, clock, capacity) = (grid, incumbent, PaddedClock(grid), WorkCapacity(grid))
        let tasks = grid.tasks.indices.filter {
            let task = grid.tasks[$0]
            return task.need > 0 && task.longest >= task.shortest && task.mayStart
        }.sorted { grid.tasks[$0].window.upperBound < grid.tasks[$1].window.upperBound }
        var (free, before) = (0, [Int]())
        for segment in grid.segments {
            before.append(free)
            free += segment.slots.count
        }
        guard tasks.count <= Self.mostTasks, free <= 20_000, tasks.allSatisfy({ grid.tasks[$0].need < Int16.max }) else {
            return nil
        }
        counts = BlockCounts(grid)
        (freeBefore, freeSlots) = (before, free)
        weights = Dictionary(zip(grid.anchors, grid.weights), uniquingKeysWith: +)
        var (sum, starts) = (0, [(start: Int, weight: Int)]())
        for (anchor, weight) in zip(grid.anchors, grid.weights).reversed() {
            sum += weight
            starts.append((anchor.slots.lowerBound, sum))
        }
        anchorStarts = starts.reversed()
        let urgency = grid.urgency
        for index in tasks {
            let task = grid.tasks[index]
            var mask: UInt64 = 0
            for other in task.before { if let place = tasks.firstIndex(of: other) { mask |= 1 << UInt64(place) } }
            // Where others were settled, the window may have become shorter than it was for the anchors.
            anchors.append(grid.anchors.filter { $0.task == index && $0.slots.lowerBound >= task.window.lowerBound })
            open.append(
                Open(
                    index: index, priority: task.priority, upFromPriority: Self.upFrom(task.priority),
                    upFromUrgency: Self.upFrom(urgency[index].priority), need: task.need, shortest: task.shortest,
                    longest: task.longest, windowStart: task.window.lowerBound, windowEnd: task.window.upperBound,
                    lastEnd: task.lastEnd, mustFill: task.mustFill, isSpaced: task.isSpaced, before: mask,
                    segment: grid.segments.partition { $0.slots.upperBound > task.window.lowerBound },
                    begin: capacity.position(task.window.lowerBound), end: capacity.position(task.window.upperBound)))
        }
        byNeed = open.indices.sorted { open[$0].need < open[$1].need }
        rest = Array(repeating: 0, count: open.count)
        (releases, ends, work) = (rest, rest, rest)
        let places = Dictionary(uniqueKeysWithValues: tasks.enumerated().map { ($1, $0) })
        sequence = grid.hasOrder ? grid.order(Array(grid.tasks.indices)).compactMap { places[$0] } : Array(open.indices)
        for task in open { hasFollowers |= task.before }
        spacedDays = open.map { task in
            var days: [(day: Int, start: Int, end: Int)] = []
            for segment in grid.segments where task.isSpaced && !grid.tasks[task.index].daysTaken.contains(segment.day) {
                let (start, end) = (
                    max(segment.slots.lowerBound, task.windowStart), min(segment.slots.upperBound, task.windowEnd)
                )
                guard end - start >= task.shortest else { continue }
                if let last = days.last, last.day == segment.day {
                    days[days.count - 1].end = end
                } else {
                    days.append((segment.day, start, end))
                }
            }
            return days
        }
        longest = max(1, open.map(\.longest).max() ?? 1)
    }

    /// Searches with a growing width, each time one for which the steps should do, until all is tried or they are spent.
    /// - Returns: whether the best plan is proved: it is `blocks`, or the one given.
    mutating func run(steps most: Int, _ work: SearchWork) -> Bool {
        width = 4
        while true {
            dropped = false
            let before = steps
            guard pass(steps: most, work) else { return false }
            if !dropped { return true }
            let wider = min(4 * width, width * (most - steps) / max(1, steps - before))
            guard wider > width + width / 4 else { return false }
            width = wider
        }
    }

    /// The lower bound of all plans.
    mutating func leastObjective() -> WeeksObjective {
        let slot = grid.segments.first?.slots.lowerBound ?? 0
        return bounds(start, slot, grid.segments.isEmpty ? freeSlots : 0)?.bound ?? WeeksObjective()
    }

    /// The best plan found; nil if none is below the one given.
    var blocks: [WeeksGrid.Anchor]? { bestBlocks.map { grid.fixed + $0 } }

    /// - Returns: false if the steps were spent before the end.
    private mutating func pass(steps most: Int, _ work: SearchWork) -> Bool {
        queues = Array(repeating: [], count: freeSlots + 1)
        (links, bestLink) = ([], nil)
        defer { settleBest() }
        reach(start, at: grid.segments.first?.slots.lowerBound ?? 0)
        for slot in queues.indices where !queues[slot].isEmpty {
            narrow(slot)
            var states: [State] = []
            swap(&states, &queues[slot])
            for state in states where state.bound < best {
                let before = steps
                guard steps < most else { return false }
                expand(state, at: slot)
                guard work.spend(steps - before) else { return false }
            }
        }
        return true
    }

    private var start: State {
        var cost = WeeksObjective()
        cost.blocks = grid.fixed.count
        cost.moved = grid.lost + grid.weights.reduce(0, +)
        let places = Set(open.map(\.index))
        for (index, task) in grid.tasks.enumerated() {
            if task.lastEnd > .min { cost.sum += task.lastEnd * 5 - grid.now }
            if !places.contains(index) { cost.unplaced[task.priority] += task.need }
        }
        var state = State(cost: cost, link: -1)
        for (place, open) in open.enumerated() {
            state.left[place] = Int16(open.need)
            state.hash ^= Self.mix(place, open.need)
        }
        return state
    }

    /// A hash of one task's state (the finalizer of SplitMix64).
    private static func mix(_ place: Int, _ left: Int) -> UInt64 {
        var mixed = UInt64(truncatingIfNeeded: place << 20 ^ (left + 2)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    private mutating func settleBest() {
        guard let link = bestLink else { return }
        var (blocks, index) = ([WeeksGrid.Anchor](), link)
        while index >= 0 {
            blocks.append(links[Int(index)].block)
            index = links[Int(index)].parent
        }
        bestBlocks = blocks.reversed()
    }

    /// Keeps each state once, and of all at most `width`.
    private mutating func narrow(_ slot: Int) {
        guard queues[slot].count > 1 else { return }
        let states = queues[slot]
        let order = states.indices.sorted { one, other in
            states[one].rank == states[other].rank
                ? (states[one].hash, one) < (states[other].hash, other) : states[one].rank < states[other].rank
        }
        var known: [UInt64: Int] = [:]
        known.reserveCapacity(min(order.count, width))
        var kept: [State] = []
        for index in order {
            if let other = known[states[index].hash] {
                if states[other].isSame(states[index]) { continue }
            } else {
                known[states[index].hash] = index
            }
            guard kept.count < width else {
                dropped = true
                break
            }
            kept.append(states[index])
        }
        queues[slot] = kept
    }

    private mutating func expand(_ state: State, at free: Int) {
        let first = freeBefore.partition { $0 > free } - 1
        guard first >= 0, free - freeBefore[first] < grid.segments[first].slots.count else { return }
        let start = grid.segments[first].slots.lowerBound + free - freeBefore[first]
        // Where nothing more may stay unplaced or move, so many blocks beyond the fewest are too many.
        var spare = Int.max
        if state.blocksLeft > 0, state.bound.unplaced == best.unplaced, state.bound.moved == best.moved {
            spare = best.blocks - state.cost.blocks - state.blocksLeft
        }
        for place in open.indices {
            let left = Int(state.left[place])
            let longest = min(open[place].longest, left)
            guard left > 0, open[place].before & ~state.whole == 0, open[place].shortest <= longest else { continue }
            var from = (segment: max(first, open[place].segment), slot: max(start, open[place].windowStart))
            var shortest = open[place].shortest
            if spare < left {
                let others = (left + open[place].longest - 1) / open[place].longest + spare - 1
                shortest = max(shortest, left - others * open[place].longest)
                guard shortest <= longest else { continue }
            }
            for length in shortest...longest {
                steps += cost
                guard let found = fit(length, place, state, first, from) else { break }
                from = found
                put(state, place, found.slot..<found.slot + length, grid.segments[found.segment].day, first)
            }
            for anchor in anchors[place] where anchor.slots.lowerBound >= start && anchor.slots.count <= longest {
                let segment = grid.segments.partition { $0.slots.upperBound > anchor.slots.lowerBound }
                guard let found = fit(anchor.slots.count, place, state, first, (segment, anchor.slots.lowerBound)),
                    found.slot == anchor.slots.lowerBound
                else { continue }
                steps += cost
                put(state, place, anchor.slots, grid.segments[segment].day, first)
            }
        }
    }

    /// The first place from some slot on where a block is legal.
    private func fit(
        _ length: Int, _ place: Int, _ state: State, _ current: Int, _ from: (segment: Int, slot: Int)
    ) -> (segment: Int, slot: Int)? {
        let today = grid.segments[current].day
        let end = open[place].windowEnd
        var (segment, slot) = from
        while segment < grid.segments.count {
            let here = grid.segments[segment]
            slot = max(slot, here.slots.lowerBound)
            if slot + length > end { return nil }
            if slot + length <= here.slots.upperBound, hasRoom(length, here.day, here.day == today ? state.used : 0),
                !open[place].isSpaced
                    || isFree(here.day, place, here.day == today && state.today >> UInt64(place) & 1 == 1)
            {
                return (segment, slot)
            }
            segment += 1
        }
        return nil
    }

    private func hasRoom(_ length: Int, _ day: Int, _ used: Int) -> Bool { grid.room.map { $0[day] - used >= length } ?? true }

    private func isFree(_ day: Int, _ place: Int, _ hasBlock: Bool) -> Bool {
        !hasBlock && !grid.tasks[open[place].index].daysTaken.contains(day)
    }

    private mutating func put(_ before: State, _ place: Int, _ slots: Range<Int>, _ day: Int, _ current: Int) {
        let task = open[place]
        var state = before
        let old = Int(state.left[place])
        let left = old - slots.count
        state.cost.blocks += 1
        if !weights.isEmpty, let weight = weights[WeeksGrid.Anchor(task: open[place].index, slots: slots)] {
            state.cost.moved -= weight
        }
        if grid.segments[current].day != day { (state.used, state.today) = (0, 0) }
        if grid.room != nil { state.used += slots.count }
        if task.isSpaced { state.today |= 1 << UInt64(place) }
        let link = Link(parent: before.link, block: WeeksGrid.Anchor(task: open[place].index, slots: slots))
        state.hash ^= Self.mix(place, old)
        let next = slots.upperBound + grid.gap
        if left >= task.shortest {
            var going = state
            going.left[place] = Int16(left)
            going.hash ^= Self.mix(place, left)
            reach(going, at: next, link, day)
        }
        guard left == 0 || !task.mustFill else { return }
        // Or this was its last block.
        state.cost.sum += max(slots.upperBound, task.lastEnd) * 5 - grid.now
        if task.lastEnd > .min { state.cost.sum -= task.lastEnd * 5 - grid.now }
        state.cost.unplaced[task.priority] += left
        state.left[place] = left > 0 ? -1 : 0
        if left == 0 { state.whole |= 1 << UInt64(place) }
        state.hash ^= Self.mix(place, left > 0 ? -1 : 0)
        reach(state, at: next, link, day)
    }

    /// Settles on the plan that ends here if it is the best so far, and queues the state if a better one may follow.
    private mutating func reach(_ given: State, at slot: Int, _ link: Link? = nil, _ day: Int = -1) {
        var state = given
        let segment = grid.segments.partition { $0.slots.upperBound > slot }
        var free = freeSlots
        var slot = slot
        if segment < grid.segments.count {
            slot = max(slot, grid.segments[segment].slots.lowerBound)
            free = freeBefore[segment] + slot - grid.segments[segment].slots.lowerBound
        }
        if segment == grid.segments.count || grid.segments[segment].day != day { (state.used, state.today) = (0, 0) }
        var (end, ends) = (state.cost, true)
        for place in open.indices where state.left[place] > 0 {
            let task = open[place]
            end.unplaced[task.priority] += Int(state.left[place])
            if Int(state.left[place]) != task.need || task.mustFill { ends = false }
        }
        let isBest = ends && end < best
        guard let bounds = bounds(state, slot, free), isBest || bounds.bound < best else { return }
        if let link {
            state.link = Int32(links.count)
            links.append(link)
        }
        if isBest { (best, bestLink) = (end, state.link) }
        (state.bound, state.rank, state.blocksLeft) = (bounds.bound, bounds.rank, bounds.blocksLeft)
        if bounds.bound < best { queues[free].append(state) }
    }
}
