/// The new blocks of a plan of balanced mode that may be placed freely, day by day.
struct BalancedDays {
    /// The grid of the work to place: its free time and needs are without the blocks that stay.
    let grid: WeeksGrid
    /// The blocks of each day, by start.
    private(set) var days: [[WeeksGrid.Anchor]]
    /// Minutes of each day, those of blocks that stay among them.
    private(set) var loads: [Int]
    /// Slots that each day may still take.
    private(set) var room: [Int]?
    private var count = 0
    /// Minutes since 1970 UTC of blocks that stay, by day.
    let kept: [[Range<Int>]]
    let sensible: [Int?]
    let longestRun: Int
    let longBreak: Int
    let segments: [[Range<Int>]]
    var steps = 0 {
        didSet { if steps > oldValue { work.spend(10 * (steps - oldValue)) } }
    }
    let work: SearchWork

    /// - Parameter kept: unmissed blocks that stay, in minutes since 1970 UTC, by day.
    init(
        _ grid: WeeksGrid, _ problem: StudyProblem, _ studyDays: StudyDays, kept: [[Range<Int>]], _ work: SearchWork
    ) {
        self.work = work
        (self.grid, self.kept, room) = (grid, kept, grid.room)
        days = Array(repeating: [], count: studyDays.count)
        loads = kept.map { $0.reduce(0) { $0 + $1.count } }
        sensible = grid.sensibleDays(problem, studyDays)
        (longestRun, longBreak) = (problem.settings.longestRun, problem.settings.longBreak)
        var segments = Array(repeating: [Range<Int>](), count: studyDays.count)
        for segment in grid.segments { segments[segment.day].append(segment.slots) }
        self.segments = segments
    }

    var blocks: [WeeksGrid.Anchor] { days.flatMap { $0 } }

    func isLate(_ task: Int, _ day: Int) -> Bool { sensible[task].map { day > $0 } ?? false }

    /// O(log days).
    func day(of slots: Range<Int>) -> Int { grid.days(of: slots).first ?? 0 }

    mutating func put(_ block: WeeksGrid.Anchor, on day: Int) {
        days[day].insert(block, at: days[day].partition { $0.slots.lowerBound > block.slots.lowerBound })
        loads[day] += block.slots.count * 5
        room?[day] -= block.slots.count
        count += 1
    }

    mutating func remove(_ block: WeeksGrid.Anchor, on day: Int) {
        days[day].removeAll { $0 == block }
        loads[day] -= block.slots.count * 5
        room?[day] += block.slots.count
        count -= 1
    }

    /// Between what slots a block of a task may lie, given the blocks of tasks that come first and that wait. O(blocks) with order.
    func bounds(_ task: Int) -> Range<Int> {
        let window = grid.tasks[task].window
        guard grid.hasOrder, !(grid.tasks[task].before.isEmpty && grid.tasks[task].next.isEmpty) else { return window }
        let (before, next) = (Set(grid.tasks[task].before), Set(grid.tasks[task].next))
        var (start, end) = (window.lowerBound, window.upperBound)
        for block in days.joined() {
            if before.contains(block.task) { start = max(start, block.slots.upperBound) }
            if next.contains(block.task) { end = min(end, block.slots.lowerBound) }
        }
        return start..<max(start, end)
    }

    /// `bounds` of all tasks. O(tasks + references + blocks).
    var allBounds: [Range<Int>] {
        var bounds = grid.tasks.map(\.window)
        guard grid.hasOrder else { return bounds }
        var (first, last) = (bounds.map { _ in Int.max }, bounds.map { _ in Int.min })
        for block in days.joined() {
            first[block.task] = min(first[block.task], block.slots.lowerBound)
            last[block.task] = max(last[block.task], block.slots.upperBound)
        }
        for (index, task) in grid.tasks.enumerated() {
            let start = max(bounds[index].lowerBound, task.before.map { last[$0] }.max() ?? .min)
            let end = min(bounds[index].upperBound, task.next.map { first[$0] }.min() ?? .max)
            bounds[index] = start..<max(start, end)
        }
        return bounds
    }

    /// The first slot of a day where a block is legal.
    /// - Complexity: O(segments of the day + blocks of the day), and `bounds`.
    mutating func place(_ task: Int, _ length: Int, on day: Int, from earliest: Int = .min) -> Int? {
        steps += 4 + days[day].count + (grid.hasOrder ? count / 4 : 0)
        let own = grid.tasks[task]
        guard length >= own.shortest, length <= own.longest, room.map({ $0[day] >= length }) ?? true,
            !(own.isSpaced && (own.daysTaken.contains(day) || days[day].contains { $0.task == task }))
        else { return nil }
        let bounds = bounds(task)
        let before = days[..<day].last { !$0.isEmpty }?.last?.slots.upperBound
        let after = days[(day + 1)...].first { !$0.isEmpty }?.first?.slots.lowerBound
        let from = max(bounds.lowerBound, earliest, before.map { $0 + grid.gap } ?? .min)
        let to = min(bounds.upperBound, after.map { $0 - grid.gap } ?? .max)
        for segment in segments[day] {
            var start = max(from, segment.lowerBound)
            for block in days[day] where block.slots.upperBound + grid.gap > start {
                if start + length + grid.gap <= block.slots.lowerBound { break }
                start = block.slots.upperBound + grid.gap
            }
            if start + length <= min(to, segment.upperBound) { return start }
        }
        return nil
    }

    /// The longest block of a task that a day has room for, up to so many slots; nil if none is long enough.
    mutating func longest(_ task: Int, upTo most: Int, on day: Int) -> (start: Int, length: Int)? {
        let least = grid.tasks[task].shortest
        guard most >= least, let shortest = place(task, least, on: day) else { return nil }
        if let start = place(task, most, on: day) { return (start, most) }
        var best = (start: shortest, length: least)
        var (low, high) = (least, most)
        while low + 1 < high {
            let middle = (low + high) / 2
            if let start = place(task, middle, on: day) { (low, best) = (middle, (start, middle)) } else { high = middle }
        }
        return best
    }
}
