import Planning

/// Weeks mode: the rules that a plan must keep, its objective, and the best objective by trying every start and length.
extension PlainStudyRules {
    struct WeeksBlock: Hashable {
        var task: String
        /// Slots of five minutes since 1970.
        var slots: Range<Int>
    }

    private func open(_ id: String) -> StudyProblem.Task? { problem.tasks.first { $0.id == id && !$0.isDone } }

    func need(_ task: StudyProblem.Task) -> Int {
        let ahead = kept.filter { $0.block.task == task.id && !$0.isMissed && !$0.block.isDone }
            .map { ($0.block.end - $0.block.start) / 60 }.reduce(0, +)
        return (max(0, task.minutes - task.minutesDone - ahead) + 4) / 5
    }

    /// The lengths in slots that a block may have.
    private func lengths(_ task: StudyProblem.Task) -> [Int] {
        let need = need(task) * 5
        var (least, most) = (min(problem.settings.minimumBlock, need), problem.settings.maximumBlock)
        if let spaced = task.spaced {
            let share = (need + spaced - 1) / spaced
            most = min(most, (share + 4) / 5 * 5)
            least = min(least, most)
        }
        return (1...max(1, need / 5)).filter { $0 * 5 >= least && $0 * 5 <= most }
    }

    /// What is illegal about new blocks.
    func faults(_ blocks: [WeeksBlock]) -> [String] {
        var faults: [String] = []
        let free = apart
        let sorted = blocks.sorted { $0.slots.lowerBound < $1.slots.lowerBound }
        for (one, next) in zip(sorted, sorted.dropFirst())
        where (next.slots.lowerBound - one.slots.upperBound) * 5 < problem.settings.breakMinutes
            || next.slots.lowerBound < one.slots.upperBound
        {
            faults.append("no break before \(next)")
        }
        var minutes: [Int: Int] = [:]
        for block in sorted {
            guard let task = open(block.task) else {
                faults.append("nothing to place of \(block.task)")
                continue
            }
            let span = block.slots.lowerBound * 5..<block.slots.upperBound * 5
            let day = (0..<free.count).first { day in span.allSatisfy(free[day].contains) }
            if day == nil { faults.append("not free: \(block)") }
            if let day { minutes[day, default: 0] += span.count }
            if !lengths(task).contains(block.slots.count) { faults.append("length of \(block)") }
            if let earliest = task.earliest, span.lowerBound * 60 < earliest { faults.append("too early: \(block)") }
            if let deadline = task.deadline, span.upperBound * 60 > deadline { faults.append("too late: \(block)") }
            for id in task.after {
                guard let other = open(id) else { continue }
                let whole = sorted.filter { $0.task == id }
                let ends = kept.filter { $0.block.task == id && !$0.isMissed }.map(\.block.end)
                if whole.map(\.slots.count).reduce(0, +) < need(other) { faults.append("\(id) is not whole before \(block)") }
                if whole.contains(where: { $0.slots.upperBound > block.slots.lowerBound })
                    || ends.contains(where: { $0 > span.lowerBound * 60 })
                {
                    faults.append("\(id) goes on in or after \(block)")
                }
            }
            if task.spaced != nil {
                let others = sorted.filter { $0.task == block.task && $0 != block }.map { $0.slots.lowerBound * 300 }
                let pinned = kept.filter { $0.block.task == block.task && !$0.isMissed }.map(\.block.start)
                if (others + pinned).contains(where: { self.day($0) == day }) { faults.append("two on one day: \(block)") }
            }
        }
        for (day, minutes) in minutes {
            let counted = kept.filter { $0.day == day && !$0.isMissed }.map { $0.block.end - $0.block.start }.reduce(0, +)
            if let limit = problem.settings.dailyLimit, minutes * 60 + counted > limit * 60 {
                faults.append("limit of day \(day)")
            }
        }
        for task in problem.tasks where !task.isDone {
            if blocks.filter({ $0.task == task.id }).map(\.slots.count).reduce(0, +) > need(task) {
                faults.append("too much of \(task.id)")
            }
        }
        return faults
    }

    func objective(_ blocks: [WeeksBlock]) -> [Int] {
        var objective = [0, 0, 0, 0, blocks.count, 0]
        for task in problem.tasks where !task.isDone {
            let mine = blocks.filter { $0.task == task.id }
            objective[task.priority.rawValue] += (need(task) - mine.map(\.slots.count).reduce(0, +)) * 5
            if let end = mine.map(\.slots.upperBound).max() { objective[5] += end * 5 - (problem.now + 59) / 60 }
        }
        objective[3] =
            movable.filter { old in
                !blocks.contains {
                    $0.task == old.task && $0.slots.lowerBound * 300 == old.start && $0.slots.upperBound * 300 == old.end
                }
            }.count
        return objective
    }

    /// The least objective of all legal plans; nil if there are too many to try.
    func best(tries: Int = 20_000) -> [Int]? {
        let free = apart
        let slots = free.enumerated().flatMap { day, minutes in
            Set(
                minutes.filter { minute in minute % 5 == 0 && (0..<5).allSatisfy { minutes.contains(minute + $0) } }.map {
                    $0 / 5
                }
            )
            .map { (slot: $0, day: day) }
        }.sorted { $0.slot < $1.slot }
        let tasks = problem.tasks.filter { !$0.isDone }
        let allowed = tasks.map(lengths)
        var (left, best, count) = (tasks.map(need), [Int]?.none, 0)
        func choose(_ index: Int, _ blocks: [WeeksBlock]) {
            count += 1
            guard count <= tries else { return }
            guard index < slots.count else {
                let objective = objective(blocks)
                if best.map({ objective.lexicographicallyPrecedes($0) }) ?? true, faults(blocks).isEmpty {
                    best = objective
                }
                return
            }
            choose(index + 1, blocks)
            if let last = blocks.last, (slots[index].slot - last.slots.upperBound) * 5 < problem.settings.breakMinutes {
                return
            }
            for (place, task) in tasks.enumerated() {
                for length in allowed[place] where length <= left[place] && index + length <= slots.count {
                    let last = slots[index + length - 1]
                    guard last.slot == slots[index].slot + length - 1, last.day == slots[index].day else { break }
                    left[place] -= length
                    choose(index + length, blocks + [WeeksBlock(task: task.id, slots: slots[index].slot..<last.slot + 1)])
                    left[place] += length
                }
            }
        }
        choose(0, [])
        return count <= tries ? best : nil
    }
}
