/// Improves a plan of balanced mode: first what each day has, then the order of priorities, then the runs within a day.
extension BalancedDays {
    mutating func improve(steps most: Int) {
        while goesOn(most), evenOut(most) {}
        while goesOn(most), changePlaces(most) {}
        for day in days.indices where goesOn(2 * most) { layOut(day) }
    }

    private func goesOn(_ most: Int) -> Bool { steps < most && !work.isStopped }

    // MARK: What each day has

    /// Moves blocks, and parts of them, to days that are better for them. Returns whether any moved.
    private mutating func evenOut(_ most: Int) -> Bool {
        var isBetter = false
        for day in days.indices.sorted(by: { (loads[$1], $0) < (loads[$0], $1) }) {
            for block in days[day] where goesOn(most) {
                let others = days.indices.filter { $0 != day }.sorted { (loads[$0], $0) < (loads[$1], $1) }
                steps += others.count
                for other in others
                where gain(block.task, block.slots.count, day, other) > 0 || isWorthMoving(block, day, other) {
                    if move(block, from: day, to: other) {
                        isBetter = true
                        break
                    }
                }
            }
        }
        return isBetter
    }

    /// What it is worth to move so many slots: late minutes count more than any squares.
    private func gain(_ task: Int, _ slots: Int, _ day: Int, _ other: Int) -> Int {
        let minutes = slots * 5
        let late = (isLate(task, day) ? minutes : 0) - (isLate(task, other) ? minutes : 0)
        return late * 1_000_000_000 + 2 * minutes * (loads[day] - loads[other] - minutes)
    }

    /// Whether a part of the block may better lie on another day.
    private func isWorthMoving(_ block: WeeksGrid.Anchor, _ day: Int, _ other: Int) -> Bool {
        gain(block.task, 1, day, other) > 0
    }

    /// Moves the whole block, or as much of it as is best. A block more must be worth it.
    private mutating func move(_ block: WeeksGrid.Anchor, from day: Int, to other: Int) -> Bool {
        let before = self
        remove(block, on: day)
        defer { steps = max(steps, before.steps + 1) }
        let length = block.slots.count
        let isLate = before.isLate(block.task, day) && !before.isLate(block.task, other)
        let half = isLate ? length : max(1, (before.loads[day] - before.loads[other]) / 10)
        if before.gain(block.task, length, day, other) >= before.gain(block.task, min(half, length), day, other) - worth,
            before.gain(block.task, length, day, other) > 0, let start = place(block.task, length, on: other)
        {
            put(WeeksGrid.Anchor(task: block.task, slots: start..<start + length), on: other)
            return true
        }
        let least = grid.tasks[block.task].shortest
        var part = min(half, length - least)
        if let twin = days[other].first(where: { $0.task == block.task }), part > 0 {
            part = min(part, grid.tasks[block.task].longest - twin.slots.count)
            if part > 0, before.gain(block.task, part, day, other) > 0 {
                remove(twin, on: other)
                if let start = place(block.task, twin.slots.count + part, on: other) {
                    put(WeeksGrid.Anchor(task: block.task, slots: start..<start + twin.slots.count + part), on: other)
                    put(WeeksGrid.Anchor(task: block.task, slots: block.slots.dropLast(part)), on: day)
                    return true
                }
            }
        } else if part > 0 || length >= 2 * least {
            part = min(max(part, least), length - least)
            if part >= least, before.gain(block.task, part, day, other) > worth, let start = place(block.task, part, on: other)
            {
                put(WeeksGrid.Anchor(task: block.task, slots: start..<start + part), on: other)
                put(WeeksGrid.Anchor(task: block.task, slots: block.slots.dropLast(part)), on: day)
                return true
            }
        }
        restore(before)
        return false
    }

    /// Takes back what was tried since `before`, but not its steps.
    private mutating func restore(_ before: Self) {
        let spent = steps
        self = before
        steps = spent
    }

    /// What one more block must be worth: a hundredth of the squares.
    private var worth: Int { loads.reduce(0) { $0 + $1 * $1 } / 100 }

    // MARK: The order of priorities

    /// Exchanges two blocks of one length where the more important one comes later. Returns whether any were.
    private mutating func changePlaces(_ most: Int) -> Bool {
        let (all, bounds) = (days.flatMap { $0 }, allBounds)
        for (index, one) in all.enumerated() {
            for other in all[(index + 1)...] where one.slots.count == other.slots.count && isInverted(one, other, bounds) {
                guard goesOn(most) else { return false }
                steps += all.count / 8 + 1
                let before = self
                let (first, second) = (day(of: one.slots), day(of: other.slots))
                remove(one, on: first)
                remove(other, on: second)
                let length = one.slots.count
                if place(other.task, length, on: first, from: one.slots.lowerBound) == one.slots.lowerBound {
                    put(WeeksGrid.Anchor(task: other.task, slots: one.slots), on: first)
                    if place(one.task, length, on: second, from: other.slots.lowerBound) == other.slots.lowerBound {
                        put(WeeksGrid.Anchor(task: one.task, slots: other.slots), on: second)
                        return true
                    }
                }
                restore(before)
            }
            steps += all.count / 16
            guard goesOn(most) else { return false }
        }
        return false
    }

    // MARK: Runs within a day

    /// Places a day's blocks anew: blocks of one task together, the important first, with longer breaks where they fit.
    private mutating func layOut(_ day: Int) {
        guard !days[day].isEmpty else { return }
        let before = self
        var best = (days: self, inverted: invertedOn(day), overrun: overrun(day), blocks: days[day].count)
        let (own, joined) = (days[day], merged(days[day]))
        let urgent = { (blocks: [WeeksGrid.Anchor]) in
            blocks.sorted { one, other in
                let (first, second) = (before.grid.tasks[one.task].priority, before.grid.tasks[other.task].priority)
                return (first, one.slots.lowerBound) < (second, other.slots.lowerBound)
            }
        }
        for blocks in [urgent(joined), joined, urgent(own), own] {
            for isRested in [true, false] {
                self = best.days
                for block in days[day] { remove(block, on: day) }
                if lay(blocks[...], on: day, isRested: isRested) {
                    let (inverted, overrun) = (invertedOn(day), overrun(day))
                    if (inverted, overrun, days[day].count) < (best.inverted, best.overrun, best.blocks) {
                        best = (self, inverted, overrun, days[day].count)
                    }
                }
                best.days.steps = max(best.days.steps, steps)
            }
        }
        self = best.days
    }

    private func merged(_ blocks: [WeeksGrid.Anchor]) -> [WeeksGrid.Anchor] {
        var merged: [WeeksGrid.Anchor] = []
        for block in blocks {
            let most = min(grid.tasks[block.task].longest, max(longestRun / 5, block.slots.count))
            if let twin = merged.firstIndex(where: { $0.task == block.task && $0.slots.count + block.slots.count <= most }) {
                let start = merged[twin].slots.lowerBound
                merged[twin].slots = start..<start + merged[twin].slots.count + block.slots.count
            } else {
                merged.append(block)
            }
        }
        return merged
    }

    private func invertedOn(_ day: Int) -> Int {
        let bounds = allBounds
        var minutes = 0
        for (index, one) in days[day].enumerated() {
            for other in days[day][(index + 1)...] where isInverted(one, other, bounds) {
                minutes += min(one.slots.count, other.slots.count) * 5
            }
        }
        return minutes
    }

    /// Lays blocks one after the other; with a long break before each that would make a run too long, as long as the rest fits.
    private mutating func lay(_ blocks: ArraySlice<WeeksGrid.Anchor>, on day: Int, isRested: Bool, from slot: Int = .min)
        -> Bool
    {
        guard let block = blocks.first else { return true }
        let length = block.slots.count
        guard let start = place(block.task, length, on: day, from: slot) else { return false }
        let before = self
        put(WeeksGrid.Anchor(task: block.task, slots: start..<start + length), on: day)
        if isRested, overrun(day) > before.overrun(day) {
            restore(before)
            let end = (days[day].last { $0.slots.upperBound <= start }?.slots.upperBound ?? slot) + longBreak.ceilDivided(by: 5)
            if let later = place(block.task, length, on: day, from: end) {
                put(WeeksGrid.Anchor(task: block.task, slots: later..<later + length), on: day)
                if lay(blocks.dropFirst(), on: day, isRested: steps < before.steps + 2_000, from: later + length) {
                    return true
                }
                restore(before)
            }
            put(WeeksGrid.Anchor(task: block.task, slots: start..<start + length), on: day)
        }
        return lay(blocks.dropFirst(), on: day, isRested: isRested, from: start + length)
    }
}
