import NoteItCore

/// Even mode: each day's gaps are shared evenly among the tasks that stand on it.
struct EvenTimetable {
    struct Block: Equatable {
        /// Index of a task of the problem.
        var task: Int
        /// Minutes since 1970 UTC.
        var minutes: Range<Int>
    }

    private let problem: StudyProblem
    private let days: StudyDays
    private let held: TimeSpans
    /// Minutes of kept blocks that were not missed, by day.
    private let keptMinutes: [Int]
    /// The first day on which a task had an unmissed block; nil if none.
    private var placedOn: [Int?]
    /// The first day on which a task may get a block; nil if it has one that is to come, or no work is left.
    private var standsFrom: [Int?]
    private var isCarriedOver: [Bool]
    /// The first day, counted from 1970-01-01, on which a task stood without getting a block.
    private var waitsSince: [Int?]
    /// Task indices of each task's `after`.
    private let after: [[Int]]
    private(set) var blocks: [Block] = []
    /// Tasks that on some day only the limit left without a block.
    private var isLimited: Set<Int> = []

    /// Plans the days one after the other.
    /// - Complexity: O(n log n + days * (n + share)) and O(n + blocks of a day) for each block that `earliest` or `deadline`
    ///   refuses, of which there are at most 2n. For share see `EvenShare.counts`.
    init(_ problem: StudyProblem, _ days: StudyDays, _ earlier: EarlierBlocks, _ work: SearchWork) {
        (self.problem, self.days) = (problem, days)
        let places = problem.tasks.places(by: \.id)
        after = problem.tasks.map { $0.after.compactMap { places[$0] }.sorted() }
        placedOn = Array(repeating: nil, count: problem.tasks.count)
        isCarriedOver = Array(repeating: false, count: problem.tasks.count)
        standsFrom = Array(repeating: 0, count: problem.tasks.count)
        waitsSince = problem.tasks.map(\.waitsSince)
        var keptMinutes = Array(repeating: 0, count: days.count)
        var minutesDone = problem.tasks.map { _ in 0 }
        for kept in earlier.kept {
            if !kept.isMissed, kept.isListed { keptMinutes[kept.day] += kept.minutes }
            guard let task = places[kept.block.task] else { continue }
            if kept.isMissed {
                isCarriedOver[task] = true
                continue
            }
            placedOn[task] = min(placedOn[task] ?? .max, kept.day)
            let isOver = kept.block.isDone || kept.block.end <= problem.now
            standsFrom[task] = isOver ? standsFrom[task].map { max($0, kept.day + 1) } : nil
            if kept.block.isDone { minutesDone[task] += kept.minutes }
            if let since = waitsSince[task], problem.zone.day(of: kept.block.start) >= since { waitsSince[task] = nil }
        }
        for (index, task) in problem.tasks.enumerated() {
            if waitsSince[index] != nil { isCarriedOver[index] = true }
            // `minutesDone` of the task includes its done blocks, as far as the caller knows them.
            if placedOn[index] != nil, task.minutes <= max(task.minutesDone, minutesDone[index]) { standsFrom[index] = nil }
        }
        self.keptMinutes = keptMinutes
        held = TimeSpans(
            union: problem.heldByOthers
                + earlier.kept.map { kept in
                    let held = kept.held(at: problem.now)
                    return held.lowerBound..<held.upperBound + (kept.isMissed ? 0 : problem.settings.breakMinutes)
                })
        let order = problem.tasks.indices.filter { !problem.tasks[$0].isDone }.sorted(by: precedes)
        let standing = standingDays(order)
        for day in 0..<days.count where work.spend(100 + 2 * order.count) {
            plan(day, order.filter { stands($0, on: day, standing[$0]) }, work)
        }
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (problem.tasks[one], problem.tasks[other])
        let (first, second) = (
            (one.priority.rawValue, one.deadline ?? .max, one.createdAt ?? .max),
            (other.priority.rawValue, other.deadline ?? .max, other.createdAt ?? .max)
        )
        return first == second ? one.id.precedes(other.id) : first < second
    }

    /// The days between a task's `earliest` and its `deadline`.
    private func standingDays(_ order: [Int]) -> [Int: Range<Int>] {
        Dictionary(
            order.map { index in
                let task = problem.tasks[index]
                let first = task.earliest.map { days.index(of: $0.minuteUp * 60) } ?? 0
                let last = task.deadline.map { days.index(of: $0.minuteDown * 60) } ?? days.count
                return (index, max(first, 0)..<max(max(first, 0), last + 1))
            }, uniquingKeysWith: { first, _ in first })
    }

    private func stands(_ task: Int, on day: Int, _ standing: Range<Int>?) -> Bool {
        standing?.contains(day) == true && standsFrom[task].map { $0 <= day } ?? false
            && after[task].allSatisfy { problem.tasks[$0].isDone || (placedOn[$0] ?? .max) < day }
    }

    private mutating func plan(_ day: Int, _ standing: [Int], _ work: SearchWork) {
        var waiting = standing.filter { isCarriedOver[$0] } + standing.filter { !isCarriedOver[$0] }
        let settings = problem.settings
        let limit = settings.dailyLimit.map { max(0, $0 - keptMinutes[day]) } ?? .max
        let gaps = waiting.isEmpty ? [] : days.gaps(day: day, held: held)
        let lengths = gaps.map(\.count)
        let capacity = EvenShare(
            gaps: lengths, breakMinutes: settings.breakMinutes, minimum: settings.minimumBlock, maximum: settings.maximumBlock
        ).capacity
        var layout: [Range<Int>] = []
        while true {
            let count = min(waiting.count, capacity, limit / settings.minimumBlock)
            work.spend(20 + waiting.count + 10 * count * gaps.count)
            if count != layout.count { layout = lay(count, gaps, limit) }
            guard let refused = layout.indices.last(where: { !allows(waiting[$0], layout[$0]) }) else { break }
            waiting.remove(at: refused)
        }
        isLimited.formUnion(waiting.prefix(capacity).dropFirst(layout.count))
        for task in standing { isCarriedOver[task] = true }
        for (task, minutes) in zip(waiting, layout) {
            placedOn[task] = min(placedOn[task] ?? .max, day)
            standsFrom[task] = nil
            blocks.append(Block(task: task, minutes: minutes))
        }
        for task in standing where standsFrom[task] != nil { waitsSince[task] = waitsSince[task] ?? days.firstDay + day }
    }

    private func allows(_ task: Int, _ block: Range<Int>) -> Bool {
        let task = problem.tasks[task]
        return task.earliest.map { block.lowerBound >= $0.minuteUp } ?? true
            && task.deadline.map { block.upperBound <= $0.minuteDown } ?? true
    }

    /// Blocks from each gap's start, each with its break, in time order.
    private func lay(_ count: Int, _ gaps: [Range<Int>], _ limit: Int) -> [Range<Int>] {
        guard count > 0 else { return [] }
        let settings = problem.settings
        let share = EvenShare(
            gaps: gaps.map(\.count), breakMinutes: settings.breakMinutes, minimum: settings.minimumBlock,
            maximum: min(settings.maximumBlock, limit / count))
        return zip(gaps, share.counts(count)).flatMap { gap, count in
            (0..<count).map { place in
                let length = share.length(gap.count, count: count)
                let start = gap.lowerBound + place * (length + settings.breakMinutes)
                return start..<start + length
            }
        }
    }

    /// `waitsSince` by task id.
    var waiting: [String: Int] {
        Dictionary(
            zip(problem.tasks, waitsSince).compactMap { task, day in task.isDone ? nil : day.map { (task.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Open tasks without an unmissed block, and what keeps each from having one.
    var unplaced: [StudyTimetable.Unplaced] {
        let total = problem.settings.breakMinutes + problem.settings.minimumBlock
        let longest = (0..<days.count).map { days.gaps(day: $0, held: held).map(\.count).max() ?? 0 }
        let first = days.index(of: problem.now)
        let open = problem.tasks.indices.filter { !problem.tasks[$0].isDone && standsFrom[$0] != nil }
        return open.filter { problem.namesRests || placedOn[$0] == nil }.map { index in
            let task = problem.tasks[index]
            let window = standingDays([index])[index] ?? 0..<0
            let open = window.clamped(to: max(first, 0)..<max(max(first, 0), days.count))
            // A task's day comes after the days of the tasks it waits for.
            let waitsFor = after[index].first { !problem.tasks[$0].isDone && placedOn[$0] ?? .max >= open.upperBound - 1 }
            var unplaced = StudyTimetable.Unplaced(
                task: task.id, minutes: max(0, task.minutes - task.minutesDone), reason: .hours, change: nil)
            if let waitsFor {
                (unplaced.reason, unplaced.change) = (.after, .finish(problem.tasks[waitsFor].id))
            } else if isLimited.contains(index) {
                unplaced.reason = .limit
            } else if case let best = open.map({ longest[$0] }).max() ?? 0, best > problem.settings.breakMinutes, best < total {
                unplaced.reason = .blocks
            } else if window.upperBound < days.count || window.isEmpty {
                unplaced.reason = .deadline
            }
            return unplaced
        }
    }
}

extension StudyProblem {
    /// Whole minutes that fixed tasks and `busy` hold.
    var heldByOthers: [Range<Int>] {
        (busy + fixed.flatMap(\.occurrences)).map {
            $0.lowerBound.minuteDown..<max($0.lowerBound.minuteDown, $0.upperBound.minuteUp)
        }
    }
}
