@testable import Planning

/// Small study problems with tight days, and larger ones, the same in each run.
struct RandomStudyProblem {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(state: seed &* 7919 &+ 17) }

    /// Around a change to daylight-saving time, or back; in a fixed zone; or one with a change at midnight.
    static let zones: [(first: Int, changes: [ZoneOffsets.Change], day: Int)] = [
        (0, [], 20_500),
        (-28_800, [.init(at: 1_772_964_000, offset: -25_200)], 20_520),
        (-25_200, [.init(at: 1_793_523_600, offset: -28_800)], 20_758),
        (7_200, [.init(at: 20_540 * 86_400 - 7_200, offset: 10_800)], 20_540),
    ]

    /// Of the problem made last.
    private(set) var zone = zones[0]

    mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    mutating func chance(_ oneIn: Int) -> Bool { pick(1...oneIn) == 1 }

    /// - Parameters:
    ///   - tasks: the most there are.
    ///   - open: minutes of a day's study hours.
    mutating func make(
        mode: StudyProblem.Mode, days: Int, tasks: Int, open: ClosedRange<Int>, unit: Int, blocks: ClosedRange<Int>
    ) -> StudyProblem {
        self.zone = Self.zones[pick(0...Self.zones.count - 1)]
        let zone = ZoneOffsets(first: self.zone.first, changes: self.zone.changes)
        let first = self.zone.day - pick(0...max(0, days - 1))
        var hours: [[Range<Int>]] = []
        for _ in 0..<7 {
            if chance(8) {
                hours.append([])
                continue
            }
            let length = pick(open)
            let start = chance(3) ? pick(0...12) * 15 : pick(0...(1440 - length) / unit) * unit
            let cut = length / 2
            hours.append(
                chance(3) ? [start..<start + cut, start + cut + unit..<start + length + unit] : [start..<start + length])
        }
        var settings = StudyProblem.Settings(hours: hours)
        settings.mode = mode
        settings.minimumBlock = pick(blocks) * unit / 2
        settings.minimumBlock = max(1, settings.minimumBlock)
        settings.maximumBlock = settings.minimumBlock + pick(0...3) * unit
        settings.breakMinutes = chance(3) ? 0 : pick(1...2) * unit
        if chance(3) { settings.dailyLimit = pick(1...8) * unit * 2 }
        let begin = zone.start(ofDay: first)
        let end = zone.start(ofDay: first + days)
        let total = max(1, (end - begin) / 60)
        var problem = StudyProblem(
            now: begin + (chance(2) ? 0 : pick(0...total) * 60 + (chance(3) ? pick(0...59) : 0)),
            days: first...first + days - 1,
            zone: zone, settings: settings, tasks: [])
        for number in 0..<pick(1...tasks) {
            var task = StudyProblem.Task(id: "task \(pick(0...9))\(number)", minutes: pick(1...10) * unit)
            task.priority = StudyProblem.Priority.allCases[pick(0...2)]
            if chance(3) { task.minutesDone = pick(0...5) * unit }
            if chance(4) { task.earliest = begin + pick(0...total) * 60 }
            if chance(3) { task.deadline = begin + pick(total / 3...total) * 60 + (chance(2) ? 30 : 0) }
            if chance(3) { task.createdAt = pick(0...3) }
            if chance(10) { task.isDone = true }
            if mode == .weeks, chance(6) { task.spaced = pick(1...3) }
            for other in problem.tasks where chance(6) { task.after.append(other.id) }
            problem.tasks.append(task)
        }
        for number in 0..<pick(0...2) {
            let start = begin + pick(0...total) * 60
            problem.fixed.append(
                .init(id: "fixed \(number)", occurrences: [start..<start + pick(1...12) * 60 * unit], isDone: chance(2)))
        }
        for _ in 0..<pick(0...2) {
            let start = begin + pick(0...total) * 60 + pick(0...59)
            problem.busy.append(start..<start + pick(1...6) * 60 * unit)
        }
        return problem
    }

    /// The rules for a problem made from the last one.
    func rules(_ problem: StudyProblem) -> PlainStudyRules {
        PlainStudyRules(problem, first: zone.first, changes: zone.changes)
    }

    /// Some of a plan's blocks as earlier ones: pinned, done, missed, moved or as they are.
    mutating func earlier(_ plan: StudyTimetable) -> [StudyProblem.EarlierBlock] {
        plan.blocks.compactMap { block in
            guard block.kind == .study, let task = block.task, !chance(8) else { return nil }
            var earlier = StudyProblem.EarlierBlock(id: block.id, task: task, start: block.start, end: block.end)
            switch pick(1...8) {
            case 1: earlier.isPinned = true
            case 2: earlier.isDone = true
            case 3: earlier.isMissed = true
            case 4:
                let shift = pick(-6...6) * 300
                (earlier.start, earlier.end) = (earlier.start + shift, earlier.end + shift)
            default: break
            }
            return earlier
        }
    }
}
