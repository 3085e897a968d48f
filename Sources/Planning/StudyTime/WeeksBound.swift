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
        let least = grid.tasks.filter { $0.need > 0 }.map(\.shortest).min() ?? 1
        guard grid.room == nil, (1...24).contains(gap), longest > 0 else { return .max }
        func capacity(_ slots: Int) -> Int {
            slots < least ? 0 : slots / (longest + gap) * longest + min(longest, slots % (longest + gap))
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
        /// The most work that blocks of the longest kind leave room for.
        func capacity(_ slots: Int) -> Int {
            let round = longest + grid.gap
            return slots / round * longest + min(longest, slots.remainder(of: round))
        }
        let least = grid.tasks.filter { $0.need > 0 }.map(\.shortest).min() ?? 1
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

    /// The most slots that tasks up to a priority can place together.
    private func mostPlaced(_ priority: Int, _ buckets: [Bucket]) -> Int {
        let tasks = grid.tasks.filter { $0.priority <= priority && $0.mayStart && $0.most > 0 && !$0.window.isEmpty }
            .sorted { $0.window.lowerBound < $1.window.lowerBound }
        var (waiting, next, placed) = (Heap<(end: Int, left: Int)> { $0.end < $1.end }, 0, 0)
        for bucket in buckets {
            while next < tasks.count, tasks[next].window.lowerBound < bucket.slots.upperBound {
                waiting.push((tasks[next].window.upperBound, tasks[next].most))
                next += 1
            }
            var room = bucket.capacity
            while room > 0, let task = waiting.pop() {
                guard task.end > bucket.slots.lowerBound else { continue }
                let part = min(room, task.left)
                (room, placed) = (room - part, placed + part)
                if part < task.left { waiting.push((task.end, task.left - part)) }
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

/// Counts the slots that blocks, each with the distance to the next one, can take.
struct PaddedClock {
    /// Disjoint and ascending, and how many slots all before hold.
    private var spans: [(slots: Range<Int>, before: Int)] = []
    /// The first slots with so many before them, of short clocks.
    private var slots: [Int] = []
    private static let mostSlots = 20_000

    /// O(segments), and O(slots) if they are few.
    init(_ grid: WeeksGrid) {
        for segment in grid.segments {
            let slots = segment.slots.lowerBound..<segment.slots.upperBound + grid.gap
            if let last = spans.last, slots.lowerBound < last.slots.upperBound {
                spans[spans.count - 1].slots = last.slots.lowerBound..<slots.upperBound
            } else {
                spans.append((slots, spans.last.map { $0.before + $0.slots.count } ?? 0))
            }
        }
        guard let first = spans.first, let last = spans.last, last.before + last.slots.count <= Self.mostSlots else { return }
        slots.append(first.slots.lowerBound)
        for span in spans { slots += span.slots.lowerBound + 1...span.slots.upperBound }
    }

    /// How many there are before a slot. O(log spans).
    func count(before slot: Int) -> Int {
        let index = spans.partition { $0.slots.upperBound > slot }
        guard index < spans.count else { return spans.last.map { $0.before + $0.slots.count } ?? 0 }
        return spans[index].before + max(0, slot - spans[index].slots.lowerBound)
    }

    /// The first slot with so many before it; the last of all if there are fewer. O(log spans) or O(1).
    func slot(after count: Int) -> Int {
        if !slots.isEmpty { return slots[min(count, slots.count - 1)] }
        let index = spans.partition { $0.before + $0.slots.count >= count }
        guard index < spans.count else { return spans.last?.slots.upperBound ?? 0 }
        return spans[index].slots.lowerBound + max(0, count - spans[index].before)
    }
}

/// How much work fits between two slots, as an upper bound: blocks of the longest kind, and the daily limit.
struct WorkCapacity {
    /// A slot, and how much work its day has room for before and after it.
    struct Position {
        var day: Int
        var before: Int
        var after: Int
    }

    private let segments: [WeeksGrid.Segment]
    private let room: [Int]?
    private let gap: Int
    private let shortest: Int
    private let longest: Int
    /// Work on all days before a day, and the first segment of each day.
    private var earlier: [Int] = [0]
    private var firstSegments: [Int] = []

    /// O(segments + days).
    init(_ grid: WeeksGrid) {
        (segments, room, gap) = (grid.segments, grid.room, grid.gap)
        let open = grid.tasks.filter { $0.need > 0 }
        longest = open.map(\.longest).max().map { max(1, $0) } ?? 1
        shortest = open.map(\.shortest).min() ?? 1
        var days = Array(repeating: 0, count: (segments.last?.day ?? -1) + 1)
        firstSegments = Array(repeating: segments.count, count: days.count)
        for (index, segment) in segments.enumerated() {
            days[segment.day] += most(segment.slots.count)
            firstSegments[segment.day] = min(firstSegments[segment.day], index)
        }
        for day in days.indices { earlier.append(earlier[day] + min(days[day], room?[day] ?? .max)) }
    }

    /// The earliest slot by which so much work can end; later than all if there is no room for it.
    /// - Complexity: O(log days + segments of the day).
    func end(of work: Int, from start: Position, _ slot: Int) -> Int {
        guard work > start.after, start.day + 1 < earlier.count else { return slot + work }
        let total = work - start.after + earlier[start.day + 1]
        let day = earlier.partition { $0 >= total } - 1
        guard day + 1 < earlier.count else { return segments.last?.slots.upperBound ?? slot }
        var left = total - earlier[day]
        for segment in segments[firstSegments[day]...] {
            let here = most(segment.slots.count)
            if left <= here { return segment.slots.lowerBound + left + (left - 1) / longest * gap }
            left -= here
        }
        return slot + work
    }

    /// - Parameter used: what the slot's day has taken.
    /// - Complexity: O(log segments + segments of the day).
    func position(_ slot: Int, used: Int = 0) -> Position {
        let index = segments.partition { $0.slots.upperBound > slot }
        guard index < segments.count else { return Position(day: earlier.count - 1, before: 0, after: 0) }
        let here = segments[index]
        let limit = room.map { $0[here.day] - used } ?? .max
        var (before, after) = (most(max(0, slot - here.slots.lowerBound)), 0)
        after = most(here.slots.upperBound - max(slot, here.slots.lowerBound))
        var other = index
        while other > 0, segments[other - 1].day == here.day {
            other -= 1
            before += most(segments[other].slots.count)
        }
        other = index
        while other + 1 < segments.count, segments[other + 1].day == here.day {
            other += 1
            after += most(segments[other].slots.count)
        }
        return Position(day: here.day, before: min(before, limit), after: min(after, limit))
    }

    func between(_ start: Position, _ end: Position) -> Int {
        start.day == end.day
            ? min(start.after, end.before) : start.after + earlier[end.day] - earlier[start.day + 1] + end.before
    }

    /// The most work in so many slots.
    private func most(_ slots: Int) -> Int {
        slots < shortest ? 0 : slots / (longest + gap) * longest + min(longest, slots % (longest + gap))
    }
}

/// The fewest blocks that hold some work, as a lower bound: each of the longest kind, and the greatest that free time leaves.
struct BlockCounts {
    /// Free time that is counted together: a day where days are limited, a segment otherwise.
    private struct Group {
        var segments: Range<Int>
        var room: Int
    }

    private let segments: [WeeksGrid.Segment]
    private let gap: Int
    private let shortest: Int
    private let longest: Int
    private var groups: [Group] = []
    /// The group of each segment.
    private var groupOf: [Int] = []
    /// The work that so many blocks of a group and those after it hold at most.
    private var most: [[Int]] = []
    /// More blocks than this are not counted.
    private static let mostBlocks = 256
    /// Of the group at hand; used by `fewest` alone.
    private var pieces: [Int] = []

    /// O(segments * (blocks + log segments)), of the blocks that all open tasks take.
    init(_ grid: WeeksGrid) {
        (segments, gap) = (grid.segments, grid.gap)
        let open = grid.tasks.filter { $0.need > 0 && $0.longest >= $0.shortest && $0.mayStart }
        longest = open.map(\.longest).max() ?? 1
        shortest = open.map(\.shortest).min() ?? 1
        let work = open.reduce(0) { $0 + $1.need }
        for index in segments.indices {
            if let room = grid.room, index > 0, segments[index - 1].day == segments[index].day {
                groups[groups.count - 1].segments = groups[groups.count - 1].segments.lowerBound..<index + 1
                groups[groups.count - 1].room = room[segments[index].day]
            } else {
                groups.append(Group(segments: index..<index + 1, room: grid.room?[segments[index].day] ?? .max))
            }
            groupOf.append(groups.count - 1)
        }
        most = Array(repeating: [0], count: groups.count + 1)
        var pieces: [Int] = []
        for group in groups.indices.reversed() {
            var here: [Int] = []
            for segment in groups[group].segments { add(segments[segment].slots.count, to: &here) }
            var room = groups[group].room
            for piece in here {
                let part = min(piece, room)
                guard part > 0 else { break }
                room -= part
                pieces.insert(part, at: pieces.partition { $0 < part })
            }
            var (sums, sum) = ([0], 0)
            for piece in pieces.prefix(Self.mostBlocks) where sum < work {
                sum += piece
                sums.append(sum)
            }
            if pieces.count > sums.count { pieces.removeLast(pieces.count - sums.count) }
            most[group] = sums
        }
    }

    /// - Parameter used: what the slot's day has taken.
    /// - Complexity: O(blocks of the group * log blocks).
    mutating func fewest(for work: Int, from slot: Int, _ segment: Int, used: Int) -> Int {
        guard work > 0, segment < segments.count else { return work > 0 ? 1 : 0 }
        let group = groupOf[segment]
        pieces.removeAll(keepingCapacity: true)
        for index in segment..<groups[group].segments.upperBound {
            add(segments[index].slots.upperBound - max(slot, segments[index].slots.lowerBound), to: &pieces)
        }
        let room = groups[group].room == .max ? .max : groups[group].room - used
        var (count, here, fewest) = (0, 0, Int.max)
        while true {
            let after = self.after(group, work - here)
            fewest = min(fewest, count + after)
            guard count < pieces.count, here < room, after > 0 else { return fewest }
            here = min(room, here + pieces[count])
            count += 1
        }
    }

    private func after(_ group: Int, _ work: Int) -> Int { work <= 0 ? 0 : most[group + 1].partition { $0 >= work } }

    /// Adds what each further block in free time adds at most, the greatest first.
    private func add(_ slots: Int, to pieces: inout [Int]) {
        guard slots >= shortest else { return }
        var left = slots
        while left > 0 {
            let piece = min(longest, left)
            pieces.insert(piece, at: pieces.partition { $0 < piece })
            left -= piece + gap
        }
    }
}

/// A binary heap: the first by an order comes out first.
struct Heap<Element> {
    private var elements: [Element] = []
    private let precedes: (Element, Element) -> Bool

    init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

    mutating func push(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, precedes(elements[child], elements[(child - 1) / 2]) {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while 2 * parent + 1 < elements.count {
            var child = 2 * parent + 1
            if child + 1 < elements.count, precedes(elements[child + 1], elements[child]) { child += 1 }
            guard precedes(elements[child], elements[parent]) else { break }
            elements.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
