/// Places one task after the other where the days have the least to do.
extension BalancedDays {
    /// Places all tasks, those that must be ready first before the others. What does not fit stays unplaced.
    mutating func spread(steps most: Int) {
        let due = grid.tasks.indices.map { sensible[$0] ?? .max }
        let urgency = grid.urgency
        let open = grid.tasks.indices.filter { grid.tasks[$0].need > 0 && grid.tasks[$0].mayStart }.sorted { one, other in
            let keys = [one, other].map { [due[$0], urgency[$0].due, grid.tasks[$0].priority, -grid.tasks[$0].need, $0] }
            return keys[0].lexicographicallyPrecedes(keys[1])
        }
        let whole = grid.tasks.indices.filter { grid.tasks[$0].need == 0 }
        let order = grid.hasOrder ? grid.order(whole + open).filter { grid.tasks[$0].need > 0 } : open
        let last = lastSlots
        var left = grid.tasks.map(\.need)
        for task in order where steps < most && grid.tasks[task].before.allSatisfy({ left[$0] == 0 }) {
            spread(task, &left[task], until: last[task], upTo: sensible[task] ?? .max)
            if left[task] > 0 { spread(task, &left[task], until: last[task], upTo: .max) }
            if left[task] > 0 { spread(task, &left[task], until: .max, upTo: .max) }
        }
    }

    /// Where tasks wait for a task, it ends early enough for them: each has a share of the time that is as its work.
    private var lastSlots: [Int] {
        var last = grid.tasks.map { _ in Int.max }
        guard grid.hasOrder else { return last }
        var tail = grid.tasks.map(\.need)
        let order = grid.order(Array(grid.tasks.indices))
        let urgency = grid.urgency
        for task in order.reversed() { tail[task] += grid.tasks[task].next.map { tail[$0] }.max() ?? 0 }
        for task in order where !grid.tasks[task].next.isEmpty && tail[task] > 0 {
            let start = max(grid.tasks[task].window.lowerBound, grid.tasks[task].before.map { last[$0] }.max() ?? .min)
            let end = min(urgency[task].due + grid.tasks[task].need, grid.segments.last?.slots.upperBound ?? start)
            last[task] = start + max(0, end - start) * grid.tasks[task].need / tail[task]
        }
        return last
    }

    /// - Parameters: `left`: slots of the task that are to be placed; `slot`, `day`: the last ones.
    private mutating func spread(_ task: Int, _ left: inout Int, until slot: Int, upTo day: Int) {
        let (least, longest) = (grid.tasks[task].shortest, grid.tasks[task].longest)
        guard longest >= least else { return }
        var open = days.indices.filter { other in
            other <= day && segments[other].contains { $0.lowerBound < min(slot, grid.tasks[task].window.upperBound) }
        }
        while left > 0, !open.isEmpty {
            let level = level(of: left, over: open)
            guard let best = open.min(by: { (loads[$0], $0) < (loads[$1], $1) }) else { return }
            var wanted = min(max(least, (level - loads[best]).ceilDivided(by: 5)), longest, left)
            // A rest that is too short for a block joins this one, or takes from it.
            if left > wanted, left - wanted < least { wanted = left <= longest ? left : max(least, left - least) }
            guard let found = self.longest(task, upTo: wanted, on: best), found.start + found.length <= slot,
                left == found.length || left - found.length >= least
            else {
                open.removeAll { $0 == best }
                continue
            }
            put(WeeksGrid.Anchor(task: task, slots: found.start..<found.start + found.length), on: best)
            left -= found.length
        }
    }

    /// The minutes up to which these days are filled if so many slots flow over them.
    private func level(of slots: Int, over open: [Int]) -> Int {
        let sorted = open.map { loads[$0] }.sorted()
        var (minutes, level) = (slots * 5, sorted[0])
        for (index, load) in sorted.enumerated() where index > 0 {
            let step = (load - level) * index
            if step >= minutes { return level + minutes.ceilDivided(by: index) }
            (minutes, level) = (minutes - step, load)
        }
        return level + minutes.ceilDivided(by: sorted.count)
    }
}
