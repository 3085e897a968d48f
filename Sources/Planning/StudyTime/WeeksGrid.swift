import NoteItCore

/// Weeks mode's problem on its grid: times in slots of five minutes since 1970 UTC.
struct WeeksGrid {
    /// Free time of one day. Blocks lie inside one; any start in it will do.
    struct Segment: Equatable {
        var slots: Range<Int>
        var day: Int
    }

    struct Task {
        /// Index of a task of the problem.
        var index: Int
        var priority: Int
        /// Slots that are to be placed.
        var need: Int
        /// Bounds of a block's length. None fits if `shortest` > `longest`.
        var shortest: Int
        var longest: Int
        /// Blocks lie inside.
        var window: Range<Int>
        /// Tasks of the grid that come first, and those that come after.
        var before: [Int] = []
        var next: [Int] = []
        /// False if blocks of legal lengths never add up to the need of a task that comes first.
        var mayStart = false
        var isSpaced: Bool
        /// Days on which a spaced task already has a block.
        var daysTaken: Set<Int> = []
        /// The end of its last block that is fixed; `Int.min` without any.
        var lastEnd = Int.min
        /// Whether a block that waits for it is fixed, so that nothing of it may stay unplaced.
        var mustFill = false

        /// The fewest blocks that hold so many slots.
        func blocks(for slots: Int) -> Int { longest > 0 ? slots.ceilDivided(by: longest) : 0 }

        /// Whether blocks of legal lengths can add up to so many slots.
        func canFill(_ slots: Int) -> Bool { slots == 0 || (longest >= shortest && blocks(for: slots) * shortest <= slots) }

        /// The most of its need that blocks of legal lengths add up to.
        var most: Int { canFill(need) ? need : longest >= shortest ? need / longest * longest : 0 }
    }

    /// An earlier block that may stay where it is.
    struct Anchor: Hashable {
        var task: Int
        var slots: Range<Int>
    }

    var tasks: [Task] = []
    var segments: [Segment] = []
    /// Minutes since 1970 UTC that fixed tasks, busy times and kept blocks hold, with their breaks.
    private(set) var held: TimeSpans
    /// Slots that a day may still take; nil without a daily limit.
    var room: [Int]?
    /// Slots between two blocks.
    var gap: Int
    /// The present moment, in minutes since 1970 UTC.
    var now: Int
    /// Earlier blocks that a plan can keep, by start.
    var anchors: [Anchor] = []
    /// For each anchor, how many earlier blocks it stands for: equal ones are kept together.
    var weights: [Int] = []
    /// Earlier blocks that no plan can keep.
    var lost = 0
    /// New blocks that are settled; neither `need` nor `segments` holds them.
    var fixed: [Anchor] = []
    /// Whether any task waits for another.
    var hasOrder = false

    /// The least slots of a block that is to be placed.
    var shortestBlock: Int { tasks.filter { $0.need > 0 }.map(\.shortest).min() ?? 1 }

    /// O(n log n + days), n over tasks, blocks and busy times.
    init(_ problem: StudyProblem, _ days: StudyDays, _ earlier: EarlierBlocks) {
        let settings = problem.settings
        let pause = settings.breakMinutes
        (gap, now) = (pause.ceilDivided(by: 5), days.now)
        held = TimeSpans(
            union: problem.heldByOthers
                + earlier.kept.map {
                    let (held, around) = ($0.held(at: problem.now), $0.isMissed ? 0 : pause)
                    return held.lowerBound - around..<held.upperBound + around
                })
        for day in 0..<days.count {
            for free in days.gaps(day: day, held: held) {
                let (start, end) = (free.lowerBound.ceilDivided(by: 5), free.upperBound.floorDivided(by: 5))
                if start < end { segments.append(Segment(slots: start..<end, day: day)) }
            }
        }
        if let limit = settings.dailyLimit {
            var kept = Array(repeating: 0, count: days.count)
            for block in earlier.kept where block.isListed && !block.isMissed {
                kept[block.day] += block.block.end - block.block.start
            }
            room = kept.map { max(0, (limit * 60 - $0) / 300) }
        }
        addTasks(problem, days, earlier)
        addAnchors(problem, earlier)
    }

    private mutating func addTasks(_ problem: StudyProblem, _ days: StudyDays, _ earlier: EarlierBlocks) {
        let places = problem.tasks.places(by: \.id)
        let settings = problem.settings
        var (ahead, lastEnd) = (
            Array(repeating: 0, count: problem.tasks.count), Array(repeating: Int.min, count: problem.tasks.count)
        )
        var daysTaken: [Int: Set<Int>] = [:]
        for kept in earlier.kept where !kept.isMissed {
            guard let task = places[kept.block.task] else { continue }
            if !kept.block.isDone { ahead[task] += kept.minutes }
            lastEnd[task] = max(lastEnd[task], kept.block.end.ceilDivided(by: 300))
            if problem.tasks[task].spaced != nil { daysTaken[task, default: []].insert(kept.day) }
        }
        let span = (segments.first?.slots.lowerBound ?? 0)..<(segments.last?.slots.upperBound ?? 0)
        for (index, task) in problem.tasks.enumerated() where !task.isDone {
            let need = max(0, task.minutes - task.minutesDone - ahead[index]).ceilDivided(by: 5)
            var (least, most) = (min(settings.minimumBlock, need * 5), settings.maximumBlock)
            if let spaced = task.spaced, need > 0 {
                most = min(most, (need * 5).ceilDivided(by: max(1, spaced)).ceilDivided(by: 5) * 5)
                least = min(least, most)
            }
            let start = task.earliest.map { $0.minuteUp.ceilDivided(by: 5) } ?? span.lowerBound
            let end = task.deadline.map { $0.minuteDown.floorDivided(by: 5) } ?? span.upperBound
            tasks.append(
                Task(
                    index: index, priority: task.priority.rawValue, need: need, shortest: max(1, least.ceilDivided(by: 5)),
                    longest: most / 5,
                    window: max(start, span.lowerBound)..<max(start, span.lowerBound, min(end, span.upperBound)),
                    isSpaced: task.spaced != nil, daysTaken: daysTaken[index] ?? []))
        }
        let here = Dictionary(uniqueKeysWithValues: tasks.enumerated().map { ($1.index, $0) })
        hasOrder = tasks.contains { !problem.tasks[$0.index].after.isEmpty }
        for place in tasks.indices {
            for index in Set(problem.tasks[tasks[place].index].after.compactMap { places[$0] }).sorted() {
                guard let other = here[index] else { continue }
                tasks[place].before.append(other)
                tasks[other].next.append(place)
                let start = max(tasks[place].window.lowerBound, lastEnd[index])
                tasks[place].window = start..<max(start, tasks[place].window.upperBound)
            }
        }
        for place in order(Array(tasks.indices)) {
            tasks[place].mayStart = tasks[place].before.allSatisfy {
                tasks[$0].need == 0 || (tasks[$0].mayStart && tasks[$0].canFill(tasks[$0].need))
            }
        }
    }

    private mutating func addAnchors(_ problem: StudyProblem, _ earlier: EarlierBlocks) {
        let here = Dictionary(uniqueKeysWithValues: tasks.enumerated().map { (problem.tasks[$1.index].id, $0) })
        var counts: [Anchor: Int] = [:]
        for block in earlier.movable {
            guard let place = here[block.task], block.start.remainder(of: 300) == 0, block.end.remainder(of: 300) == 0,
                block.start < block.end
            else {
                lost += 1
                continue
            }
            let slots = block.start / 300..<block.end / 300
            let task = tasks[place]
            let segment = segments.partition { $0.slots.upperBound > slots.lowerBound }
            guard segment < segments.count, segments[segment].slots.lowerBound <= slots.lowerBound,
                segments[segment].slots.upperBound >= slots.upperBound, task.window.lowerBound <= slots.lowerBound,
                task.window.upperBound >= slots.upperBound, task.mayStart, slots.count >= task.shortest,
                slots.count <= task.longest, slots.count <= task.need,
                room.map({ $0[segments[segment].day] >= slots.count }) ?? true,
                !(task.isSpaced && task.daysTaken.contains(segments[segment].day))
            else {
                lost += 1
                continue
            }
            let anchor = Anchor(task: place, slots: slots)
            if counts.updateValue((counts[anchor] ?? 0) + 1, forKey: anchor) == nil { anchors.append(anchor) }
        }
        anchors.sort {
            ($0.slots.lowerBound, $0.slots.upperBound, $0.task) < ($1.slots.lowerBound, $1.slots.upperBound, $1.task)
        }
        weights = anchors.map { counts[$0] ?? 1 }
    }

    /// This grid with some blocks settled, which must be legal together. O(blocks * holes).
    func fixing(_ blocks: [Anchor]) -> WeeksGrid {
        guard !blocks.isEmpty else { return self }
        var (grid, holes) = (self, FreeHoles(self))
        for block in blocks {
            let task = grid.tasks[block.task]
            if task.isSpaced, let hole = holes.hole(for: block.slots) { grid.tasks[block.task].daysTaken.insert(hole.day) }
            holes.occupy(block.slots)
            grid.tasks[block.task].need -= block.slots.count
            grid.tasks[block.task].lastEnd = max(task.lastEnd, block.slots.upperBound)
        }
        for block in blocks where hasOrder {
            for other in tasks[block.task].before {
                let window = grid.tasks[other].window
                let end = max(window.lowerBound, min(window.upperBound, block.slots.lowerBound))
                grid.tasks[other].window = window.lowerBound..<end
                grid.tasks[other].mustFill = true
            }
            for other in tasks[block.task].next {
                let window = grid.tasks[other].window
                let start = max(window.lowerBound, block.slots.upperBound)
                grid.tasks[other].window = start..<max(start, window.upperBound)
            }
        }
        grid.segments = holes.holes.map { Segment(slots: $0.start..<$0.end, day: $0.day) }
        grid.room = holes.room
        grid.fixed += blocks
        let settled = Set(blocks)
        grid.weights = zip(anchors, weights).filter { !settled.contains($0.0) }.map(\.1)
        grid.anchors.removeAll(where: settled.contains)
        return grid
    }

    /// The tasks in this order, but each after those that come first. O(tasks + references).
    func order(_ wanted: [Int]) -> [Int] {
        var waits = tasks.map(\.before.count)
        var (order, isReached) = ([Int](), Array(repeating: false, count: tasks.count))
        order.reserveCapacity(wanted.count)
        for task in wanted {
            isReached[task] = true
            guard waits[task] == 0 else { continue }
            var ready = [task]
            while let next = ready.popLast() {
                order.append(next)
                for follower in tasks[next].next.reversed() {
                    waits[follower] -= 1
                    if waits[follower] == 0 && isReached[follower] { ready.append(follower) }
                }
            }
        }
        return order
    }

    /// For each task: the highest priority of it and of those that wait for it, and when it must end for them to fit after it.
    /// O(tasks + references).
    var urgency: [(priority: Int, due: Int)] {
        var urgency = tasks.map { (priority: $0.priority, due: $0.window.upperBound) }
        guard hasOrder else { return urgency }
        for index in order(Array(tasks.indices)).reversed() {
            let (priority, start) = (urgency[index].priority, urgency[index].due - tasks[index].need)
            for other in tasks[index].before {
                urgency[other] = (min(urgency[other].priority, priority), min(urgency[other].due, start))
            }
        }
        return urgency
    }
}
