/// Lower bounds for a state: no plan that goes on from it can have a smaller objective.
extension BlockSearch {
    /// The lower bound of all plans that go on from a state, and the state's rank; nil if no plan goes on.
    mutating func bounds(_ state: State, _ slot: Int, _ free: Int) -> Bounds? {
        var bound = state.cost
        let start = capacity.position(slot, used: state.used)
        let segment = free == freeSlots ? grid.segments.count : freeBefore.partition { $0 > free } - 1
        isLate = false
        var isPartly = false
        for place in sequence {
            rest[place] = 0
            let slots = Int(state.left[place])
            guard slots > 0 else { continue }
            rest[place] = mostPlaced(place, state, slot, start, segment)
            if rest[place] == slots { continue }
            if open[place].mustFill || (rest[place] == 0 && slots < open[place].need) { return nil }
            bound.unplaced[open[place].priority] += slots - rest[place]
            if rest[place] > 0 { isPartly = true }
        }
        // What is left of the tasks up to each priority, and how much of it does not fit; in the order of their windows' ends.
        var (left, short) = (SIMD4<Int>(), SIMD4<Int>())
        var (urgentLeft, urgentShort) = (SIMD4<Int>(), SIMD4<Int>())
        var blocks = 0
        for place in open.indices where rest[place] > 0 {
            let slots = rest[place]
            let before = SIMD4(repeating: capacity.between(start, open[place].end))
            left &+= SIMD4(repeating: slots) & open[place].upFromPriority
            short = pointwiseMax(short, (left &- before) & open[place].upFromPriority)
            if grid.hasOrder {
                urgentLeft &+= SIMD4(repeating: slots) & open[place].upFromUrgency
                urgentShort = pointwiseMax(urgentShort, (urgentLeft &- before) & open[place].upFromUrgency)
            }
            blocks += (slots + open[place].longest - 1) / open[place].longest
        }
        var urgent = bound.unplaced
        bound.unplaced &+= Self.byPriority(short)
        urgent &+= Self.byPriority(grid.hasOrder ? urgentShort : short)
        if !anchorStarts.isEmpty {
            let anchor = anchorStarts.partition { $0.start >= slot }
            if anchor < anchorStarts.count { bound.moved -= anchorStarts[anchor].weight }
        }
        // The entries below hold for plans that leave no more unplaced than the bound.
        let missing = short[2]
        let isWhole = missing == 0 && !isPartly
        func result(_ rank: WeeksObjective) -> Bounds { Bounds(bound: bound, rank: rank, blocksLeft: isWhole ? blocks : 0) }
        if missing == 0 { bound.blocks += blocks }
        guard bound < best else { return result(bound) }
        let fewest = counts.fewest(for: left[2] - missing, from: slot, segment, used: state.used)
        bound.blocks += missing > 0 ? fewest : max(0, fewest - blocks)
        guard bound < best else { return result(bound) }
        bound.sum += leastSum(slot, start, missing)
        var rank = bound
        rank.unplaced = urgent
        return result(rank)
    }

    /// How much of what is left of a task can be placed at most; sets the end that it has at least if all is.
    private mutating func mostPlaced(
        _ place: Int, _ state: State, _ slot: Int, _ start: WorkCapacity.Position, _ segment: Int
    ) -> Int {
        let (task, slots) = (open[place], Int(state.left[place]))
        var (release, position) = (slot, start)
        if task.windowStart > slot { (release, position) = (task.windowStart, task.begin) }
        if task.before & ~state.whole != 0 {
            var (before, end) = (task.before & ~state.whole, release)
            while before != 0 {
                let other = before.trailingZeroBitCount
                before &= before - 1
                guard state.left[other] > 0, rest[other] == Int(state.left[other]) else { return 0 }
                end = max(end, ends[other] + grid.gap)
            }
            if end > release { (release, position) = (end, capacity.position(end)) }
        }
        guard release + task.shortest <= task.windowEnd, segment < grid.segments.count else { return 0 }
        var count = (slots + task.longest - 1) / task.longest
        var most = count * task.shortest <= slots ? slots : slots / task.longest * task.longest
        most = min(most, capacity.between(position, task.end))
        count = (most + task.longest - 1) / task.longest
        var last = 0
        if task.isSpaced, most > 0 {
            let days = spacedDays[place]
            var first = days.partition { $0.end > slot }
            if state.today >> UInt64(place) & 1 == 1, first < days.count, days[first].day == grid.segments[segment].day {
                first += 1
            }
            count = min(count, days.count - first)
            most = min(most, count * task.longest)
            if count > 0 { last = days[first + count - 1].start + task.shortest }
        }
        releases[place] = release
        ends[place] = last
        if release > slot || task.isSpaced { isLate = true }
        if release > slot || task.isSpaced || hasFollowers >> UInt64(place) & 1 == 1 {
            ends[place] = max(
                last, clock.slot(after: clock.count(before: release) + most + grid.gap * count) - grid.gap,
                capacity.end(of: most, from: position, release))
        }
        return most
    }

    /// What the ends of the tasks of which something is left add at least, if so many slots of them stay unplaced: no more than
    /// k of them can end before the k shortest would.
    private mutating func leastSum(_ slot: Int, _ start: WorkCapacity.Position, _ missing: Int) -> Int {
        var count = 0
        // A task with a settled block may end before that does, and add nothing.
        for place in byNeed where rest[place] > 0 && open[place].lastEnd == .min {
            var index = count
            while index > 0, work[index - 1] > rest[place] {
                work[index] = work[index - 1]
                index -= 1
            }
            work[index] = rest[place]
            count += 1
        }
        let isLate = isLate && missing == 0 && count <= Self.mostJobs
        let first = clock.count(before: slot)
        if isLate { shortestFirst(first) }
        var (sum, slots, blocks) = (0, -missing, 0)
        for (index, item) in work[..<count].enumerated() {
            slots += item
            blocks += (item + longest - 1) / longest
            // The shortest ones may be what stays unplaced.
            guard slots > 0 else { continue }
            let time = slots + grid.gap * (missing > 0 ? (slots + longest - 1) / longest : blocks)
            var end = max(
                clock.slot(after: isLate ? jobEnds[index] : first + time) - grid.gap, capacity.end(of: slots, from: start, slot)
            )
            if isLate { end = max(end, ownEnds[index]) }
            sum += end * 5 - grid.now
        }
        return sum
    }

    /// When tasks end that are interrupted for each shorter one (Schrage, 1968), and the ends that each has at least; ascending.
    private mutating func shortestFirst(_ first: Int) {
        jobs.removeAll(keepingCapacity: true)
        jobEnds.removeAll(keepingCapacity: true)
        ownEnds.removeAll(keepingCapacity: true)
        for place in open.indices where rest[place] > 0 && open[place].lastEnd == .min {
            let blocks = (rest[place] + longest - 1) / longest
            jobs.append((max(first, clock.count(before: releases[place])), rest[place] + grid.gap * blocks))
            ownEnds.insert(ends[place], at: ownEnds.partition { $0 > ends[place] })
        }
        var time = first
        while !jobs.isEmpty {
            var (next, soonest) = (-1, Int.max)
            for (index, job) in jobs.enumerated() {
                if job.start > time {
                    soonest = min(soonest, job.start)
                } else if next < 0 || job.left < jobs[next].left {
                    next = index
                }
            }
            if next < 0 {
                time = soonest
            } else if jobs[next].left <= soonest - time {
                time += jobs[next].left
                jobEnds.append(time)
                jobs.swapAt(next, jobs.count - 1)
                jobs.removeLast()
            } else {
                jobs[next].left -= soonest - time
                time = soonest
            }
        }
    }

    static func upFrom(_ priority: Int) -> SIMD4<Int> { SIMD4(priority > 0 ? 0 : -1, priority > 1 ? 0 : -1, -1, 0) }

    /// What is missing at least of each priority, given what is missing of those up to it together.
    private static func byPriority(_ short: SIMD4<Int>) -> SIMD4<Int> {
        let second = max(short[0], short[1])
        return SIMD4(short[0], second - short[0], max(0, short[2] - second), 0)
    }
}
