import Planning

/// Even mode by trying all ways to share the tasks among a day's gaps.
extension PlainStudyRules {
    struct EvenBlock: Hashable {
        var task: String
        /// Minutes since 1970.
        var start: Int
        var end: Int
    }

    func even() -> [EvenBlock] {
        let settings = problem.settings
        let free = free(before: 0, after: settings.breakMinutes)
        var unmissed: [String: Int] = [:]
        /// The first day on which a task may get a block.
        var from = Dictionary(uniqueKeysWithValues: problem.tasks.map { ($0.id, 0) })
        var carried: Set<String> = []
        for kept in kept {
            if kept.isMissed {
                carried.insert(kept.block.task)
            } else {
                let day = kept.day ?? (kept.block.start < dayStarts[0] ? -1 : 10_000)
                unmissed[kept.block.task] = min(unmissed[kept.block.task] ?? day, day)
                let isOver = kept.block.isDone || kept.block.end <= problem.now
                from[kept.block.task] = isOver && isLeft(kept.block.task) ? max(from[kept.block.task] ?? 0, day + 1) : 20_000
            }
        }
        var blocks: [EvenBlock] = []
        for day in 0..<problem.days.count {
            let standing = problem.tasks.filter { stands($0, day, unmissed, from) }.sorted { one, other in
                func key(_ task: StudyProblem.Task) -> [Int] {
                    [
                        carried.contains(task.id) ? 0 : 1, task.priority.rawValue, task.deadline ?? .max,
                        task.createdAt ?? .max,
                    ]
                }
                return key(one) == key(other) ? one.id < other.id : key(one).lexicographicallyPrecedes(key(other))
            }
            let counted = kept.filter { $0.day == day && !$0.isMissed }.map { ($0.block.end - $0.block.start) / 60 }
            let limit = settings.dailyLimit.map { $0 - counted.reduce(0, +) }
            var waiting = standing
            var placed = share(waiting, Self.runs(free[day]), limit)
            while let last = placed.lastIndex(where: { !isInBounds($0.0, $0.1) }) {
                waiting.removeAll { $0.id == placed[last].0.id }
                placed = share(waiting, Self.runs(free[day]), limit)
            }
            carried.formUnion(standing.map(\.id))
            for (task, minutes) in placed {
                unmissed[task.id] = min(unmissed[task.id] ?? day, day)
                from[task.id] = 20_000
                blocks.append(EvenBlock(task: task.id, start: minutes.lowerBound, end: minutes.upperBound))
            }
        }
        return blocks
    }

    /// Whether work of a task is left after its done blocks.
    private func isLeft(_ id: String) -> Bool {
        let done = kept.filter { $0.block.task == id && $0.block.isDone }.map { ($0.block.end - $0.block.start) / 60 }
        return problem.tasks.contains { $0.id == id && $0.minutes > max($0.minutesDone, done.reduce(0, +)) }
    }

    private func stands(
        _ task: StudyProblem.Task, _ day: Int, _ unmissed: [String: Int], _ from: [String: Int]
    ) -> Bool {
        let starts = dayStarts
        let opens = task.earliest.map { ($0 + 59) / 60 * 60 < starts[day + 1] } ?? true
        let closes = task.deadline.map { $0 / 60 * 60 >= starts[day] } ?? true
        return !task.isDone && opens && closes && (from[task.id] ?? 0) <= day
            && task.after.allSatisfy { id in
                problem.tasks.contains { $0.id == id && $0.isDone } || unmissed[id].map { $0 < day } ?? false
            }
    }

    private func isInBounds(_ task: StudyProblem.Task, _ minutes: Range<Int>) -> Bool {
        (task.earliest.map { minutes.lowerBound * 60 >= $0 } ?? true)
            && (task.deadline.map { minutes.upperBound * 60 <= $0 } ?? true)
    }

    /// As many tasks as can be; of the ways the one with the best lengths, then with more in the earlier gaps.
    private func share(
        _ tasks: [StudyProblem.Task], _ gaps: [Range<Int>], _ limit: Int?
    ) -> [(StudyProblem.Task, Range<Int>)] {
        let settings = problem.settings
        for count in (1...max(1, tasks.count)).reversed() where !tasks.isEmpty {
            if let limit, count * settings.minimumBlock > limit { continue }
            let maximum = min(settings.maximumBlock, limit.map { $0 / count } ?? .max)
            var best: (lengths: [Int], counts: [Int])?
            func length(_ gap: Range<Int>, _ blocks: Int) -> Int { min(maximum, gap.count / blocks - settings.breakMinutes) }
            func choose(_ counts: [Int], _ left: Int) {
                guard counts.count < gaps.count else {
                    guard left == 0 else { return }
                    let lengths = zip(gaps, counts).flatMap { gap, blocks in
                        (0..<blocks).map { _ in length(gap, blocks) }
                    }.sorted()
                    guard let known = best else { return best = (lengths, counts) }
                    if known.lengths.lexicographicallyPrecedes(lengths)
                        || (known.lengths == lengths && known.counts.lexicographicallyPrecedes(counts))
                    {
                        best = (lengths, counts)
                    }
                    return
                }
                for blocks in 0...left where blocks == 0 || length(gaps[counts.count], blocks) >= settings.minimumBlock {
                    choose(counts + [blocks], left - blocks)
                }
            }
            choose([], count)
            guard let best else { continue }
            let places = zip(gaps, best.counts).flatMap { gap, blocks in
                (0..<blocks).map { place in
                    let start = gap.lowerBound + place * (length(gap, blocks) + settings.breakMinutes)
                    return start..<start + length(gap, blocks)
                }
            }
            return Array(zip(tasks, places))
        }
        return []
    }
}

/// Even mode on days with too many tasks to try all shares: the rules that each plan must keep.
extension PlainStudyRules {
    /// What is illegal about a plan.
    func faults(even plan: StudyTimetable) -> [String] {
        let (settings, free) = (problem.settings, free(before: 0, after: problem.settings.breakMinutes))
        let stays = Set(kept.map(\.block.id))
        let new = plan.blocks.filter { $0.kind == .study && !stays.contains($0.id) }
        var (faults, minutes, taken) = ([String](), [Int: Int](), Set<Int>())
        var (days, fresh) = ([String: Int](), [String: Int]())
        for kept in kept where !kept.isMissed {
            let day = kept.day ?? (kept.block.start < dayStarts[0] ? -1 : .max)
            days[kept.block.task] = min(days[kept.block.task] ?? day, day)
            if let day = kept.day { minutes[day, default: 0] += (kept.block.end - kept.block.start) / 60 }
        }
        for block in new {
            guard let task = problem.tasks.first(where: { $0.id == block.task && !$0.isDone }) else {
                faults.append("not an open task: \(block)")
                continue
            }
            let length = (block.end - block.start) / 60
            let span = block.start / 60..<block.end / 60 + settings.breakMinutes
            guard let day = (0..<free.count).first(where: { span.allSatisfy(free[$0].contains) }) else {
                faults.append("not free: \(block)")
                continue
            }
            if !taken.isDisjoint(with: span) { faults.append("meets another: \(block)") }
            taken.formUnion(span)
            minutes[day, default: 0] += length
            if !(settings.minimumBlock...settings.maximumBlock).contains(length) { faults.append("length of \(block)") }
            if block.start < task.earliest ?? block.start || block.end > task.deadline ?? block.end {
                faults.append("too early or too late: \(block)")
            }
            let others = kept.filter { $0.block.task == task.id && !$0.isMissed }
            let isOver = others.allSatisfy { ($0.block.isDone || $0.block.end <= problem.now) && ($0.day ?? -1) < day }
            if fresh.updateValue(day, forKey: task.id) != nil || !(others.isEmpty || (isOver && isLeft(task.id))) {
                faults.append("a second block: \(block)")
            }
            days[task.id] = min(days[task.id] ?? day, day)
            if settings.breakMinutes > 0, !plan.blocks.contains(where: { $0.kind == .rest && $0.start == block.end }) {
                faults.append("no break after \(block)")
            }
        }
        for (id, day) in fresh {
            for other in problem.tasks.first(where: { $0.id == id })?.after ?? [] {
                let isDone = problem.tasks.contains { $0.id == other && $0.isDone }
                if !isDone && (days[other] ?? .max) >= day { faults.append("\(id) does not wait for \(other)") }
            }
        }
        for (day, minutes) in minutes {
            let hasNew = new.contains { self.day($0.start) == day }
            if let limit = settings.dailyLimit, hasNew, minutes > limit { faults.append("limit of day \(day)") }
        }
        let open = problem.tasks.filter { !$0.isDone && days[$0.id] == nil }
        let short = Dictionary(uniqueKeysWithValues: open.map { ($0.id, max(0, $0.minutes - $0.minutesDone)) })
        if Dictionary(plan.unplaced.map { ($0.task, $0.minutes) }, uniquingKeysWith: +) != short { faults.append("unplaced") }
        return faults + moved(plan)
    }

    /// Blocks that must stay and did not.
    func moved(_ plan: StudyTimetable) -> [String] {
        kept.filter { kept in
            guard kept.day != nil else { return false }
            guard let same = plan.blocks.first(where: { $0.id == kept.block.id }) else { return true }
            return same.start != kept.block.start || same.end != kept.block.end || same.isPinned != kept.block.isPinned
                || same.isDone != kept.block.isDone || same.isMissed != kept.isMissed
        }.map { "moved: \($0)" }
    }
}
