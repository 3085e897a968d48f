/// What keeps work out of a plan of weeks mode, found by trying one change at a time beside the plan's blocks.
struct WeeksObstacles {
    /// In the order of tasks.
    private(set) var unplaced: [StudyTimetable.Unplaced] = []

    private let problem: StudyProblem
    private let days: StudyDays
    private let grid: WeeksGrid

    /// At most so many tasks have a change worked out; for others it would take too long.
    private static let most = 24

    init(_ problem: StudyProblem, _ days: StudyDays, _ whole: WeeksGrid, _ placement: WeeksPlacement) {
        var cleared = whole
        cleared.anchors = []
        grid = cleared.fixing(placement.blocks)
        (self.problem, self.days) = (problem, days)
        for (index, task) in grid.tasks.enumerated() where task.need > 0 {
            let (reason, change) = obstacle(index, explains: unplaced.count < Self.most)
            unplaced.append(
                StudyTimetable.Unplaced(
                    task: problem.tasks[task.index].id, minutes: task.need * 5, reason: reason, change: change))
        }
    }

    private func obstacle(_ index: Int, explains: Bool) -> (StudyTimetable.Reason, StudyTimetable.Change?) {
        let task = grid.tasks[index]
        if let other = task.before.first(where: { grid.tasks[$0].need > 0 }) {
            return (.after, .finish(problem.tasks[grid.tasks[other].index].id))
        }
        guard task.longest >= task.shortest else { return (.blocks, .longerMaximum(max(5, task.shortest * 5))) }
        guard task.canFill(task.need) else { return (.blocks, .shorterMinimum(5)) }
        guard explains else { return (.hours, nil) }
        if let room = grid.room {
            var free = grid
            free.room = nil
            if let blocks = place(task, in: free) {
                let worst =
                    Dictionary(grouping: blocks) { block in days.index(of: block.lowerBound * 300) }
                    .map { day, blocks in blocks.reduce(0) { $0 + $1.count } - room[day] }.max() ?? 0
                return (.limit, .higherLimit((problem.settings.dailyLimit ?? 0) + max(1, worst) * 5))
            }
        }
        var later = task
        later.window = task.window.lowerBound..<max(task.window.lowerBound, grid.segments.last?.slots.upperBound ?? 0)
        if later.window.upperBound > task.window.upperBound, let end = place(later, in: grid)?.map(\.upperBound).max() {
            return (.deadline, .laterDeadline(end * 300))
        }
        if task.shortest > 1 {
            var finer = task
            finer.shortest = 1
            if place(finer, in: grid) != nil { return (.blocks, .shorterMinimum(shortest(task) * 5)) }
        }
        return (.hours, longerHours(task))
    }

    private func place(_ task: WeeksGrid.Task, in grid: WeeksGrid) -> [Range<Int>]? {
        guard !task.window.isEmpty else { return nil }
        var usable = grid
        usable.tasks = [task]
        var holes = FreeHoles(usable)
        let blocks = holes.place(task, need: task.need, window: task.window)
        return blocks.reduce(0) { $0 + $1.count } == task.need ? blocks : nil
    }

    /// The longest minimum block, in slots, with which the task would fit.
    private func shortest(_ task: WeeksGrid.Task) -> Int {
        var (low, high) = (1, task.shortest)
        while low + 1 < high {
            let middle = (low + high) / 2
            var finer = task
            finer.shortest = middle
            if place(finer, in: grid) != nil { low = middle } else { high = middle }
        }
        return low
    }

    /// The least time that one day's hours must go on for the task to fit; of equal ones the first day.
    private func longerHours(_ task: WeeksGrid.Task) -> StudyTimetable.Change? {
        var best: (slots: Int, day: Int)?
        var task = task
        let deadline = problem.tasks[task.index].deadline.map { $0.minuteDown.floorDivided(by: 5) }
        let end = deadline ?? (days.starts.last ?? 0) / 300
        task.window = task.window.lowerBound..<max(task.window.lowerBound, end)
        let first = max(0, days.index(of: problem.now))
        for day in (first..<max(first, days.count)).prefix(14) {
            guard let close = days.hours[day].last?.upperBound.floorDivided(by: 5), close < task.window.upperBound else {
                continue
            }
            let midnight = days.starts[day + 1] / 300
            let most = min(min(midnight, task.window.upperBound) - close, (best?.slots ?? .max) - 1)
            guard most > 0, fits(task, day, close, most) else { continue }
            var (low, high) = (0, most)
            while low + 1 < high {
                let middle = (low + high) / 2
                if fits(task, day, close, middle) { high = middle } else { low = middle }
            }
            best = (high, day)
        }
        return best.map { .longerHours(day: days.firstDay + $0.day, minutes: $0.slots * 5) }
    }

    /// Whether a task fits if a day's hours, which end at a slot, go on for so many slots.
    private func fits(_ task: WeeksGrid.Task, _ day: Int, _ close: Int, _ slots: Int) -> Bool {
        var (longer, start, end) = (grid, close, close + slots)
        for block in grid.fixed {
            if block.slots.upperBound <= close { start = max(start, block.slots.upperBound + grid.gap) }
            if block.slots.lowerBound >= close { end = min(end, block.slots.lowerBound - grid.gap) }
        }
        guard start < end else { return false }
        var pieces = grid.held.free(in: start * 5..<end * 5).map {
            $0.lowerBound.ceilDivided(by: 5)..<max($0.lowerBound.ceilDivided(by: 5), $0.upperBound.floorDivided(by: 5))
        }
        var index = longer.segments.partition { $0.slots.lowerBound >= close }
        if index > 0, let first = pieces.first, longer.segments[index - 1].slots.upperBound == first.lowerBound,
            longer.segments[index - 1].day == day
        {
            index -= 1
            pieces[0] = longer.segments.remove(at: index).slots.lowerBound..<first.upperBound
        }
        longer.segments.insert(contentsOf: pieces.map { WeeksGrid.Segment(slots: $0, day: day) }, at: index)
        return place(task, in: longer) != nil
    }
}
