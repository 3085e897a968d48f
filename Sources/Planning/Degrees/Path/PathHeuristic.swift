/// Plans by list scheduling: choose courses, then take the most urgent ones term by term.
struct PathHeuristic {
    /// A plan: each course's term, and the number of terms with those that electives take.
    struct Plan {
        var when: [Int]
        var terms: Int
    }

    let instance: PathInstance
    private var random = SplitMix64(state: 20_242_025)

    init(_ instance: PathInstance) { self.instance = instance }

    /// The best of some plans, and its courses. It stops at one of `end` terms.
    mutating func best(within end: Int, isOver: () -> Bool) -> (Plan?, chosen: [Bool]) {
        var (best, chosen) = (Plan?.none, Array(repeating: false, count: instance.count))
        func isBetter(_ plan: Plan) -> Bool { plan.terms < best?.terms ?? .max }
        for round in 0..<12 {
            // Two rounds are tried in any case: the plainest, and that of the whole horizon.
            if isOver(), best != nil || round != 0 && round != 3 { continue }
            let horizon = round == 3 ? PathInstance.horizon : end
            let depth = [0.25, 1, 4, 0.25][round & 3]
            guard let courses = choose(horizon, depth: depth, noise: round < 4 ? 0 : 1, isOver: isOver) else { continue }
            for attempt in 0..<24 {
                if attempt > 0, isOver() { break }
                let noise = attempt == 0 ? 0 : Double(attempt & 7) * 0.5
                guard let plan = schedule(courses, within: end, noise: noise), isBetter(plan) else { continue }
                (best, chosen) = (plan, courses)
                if plan.terms <= end { return (best, chosen) }
            }
        }
        return (best, chosen)
    }

    /// Courses without which the programme can still be finished within `end` terms are dropped, the dearest first.
    /// - Parameter noise: of the order, from 0 (none) to 1.
    /// - Returns: the chosen courses; nil if the programme cannot be finished within `end` terms.
    mutating func choose(_ end: Int, depth: Double, noise: Double, isOver: () -> Bool) -> [Bool]? {
        var when = instance.close(Array(repeating: true, count: instance.count), until: end)
        var shortfall = instance.shortfall(when)
        guard shortfall.hard == 0 else { return nil }
        let placed = when.indices.filter { when[$0] != PathInstance.never }
        let keys = placed.map { course in
            Double(instance.load[course]) + depth * Double(when[course]) + noise * 8 * random.unit()
        }
        var isChosen = when.map { $0 != PathInstance.never }
        var cost = cost(isChosen, shortfall)
        for rank in keys.indices.sorted(by: { (keys[$0], $0) > (keys[$1], $1) }) where isChosen[placed[rank]] {
            if isOver() { break }
            var fewer = isChosen
            fewer[placed[rank]] = false
            let rest = instance.close(fewer, until: end)
            let lack = instance.shortfall(rest)
            guard lack.hard == 0 else { continue }
            fewer = rest.map { $0 != PathInstance.never }
            let other = self.cost(fewer, lack)
            if other <= cost { (isChosen, when, shortfall, cost) = (fewer, rest, lack, other) }
        }
        return isChosen
    }

    private func cost(_ isChosen: [Bool], _ shortfall: PathAssignment.Shortfall) -> Int {
        let courses = isChosen.indices.filter { isChosen[$0] }
        return courses.reduce(2 * instance.electives(beside: courses, lacking: shortfall.electives)) { $0 + instance.load[$1] }
    }

    /// - Parameter noise: of the priorities, in terms.
    mutating func schedule(_ isChosen: [Bool], within end: Int, noise: Double) -> Plan? {
        let courses = isChosen.indices.filter { isChosen[$0] }
        let urgency = urgency(of: courses, isChosen, within: end, noise: noise)
        let needed = instance.electives(
            beside: courses, lacking: instance.assignment.shortfall { isChosen[$0] }.electives)
        var when = Array(repeating: PathInstance.never, count: instance.count)
        var before = [instance.table.recordHalves]
        var left = courses.sorted { (urgency[$0], -instance.load[$0], $0) < (urgency[$1], -instance.load[$1], $1) }
        var electives = 0
        for term in 0..<PathInstance.horizon {
            if left.isEmpty, electives >= needed { return Plan(when: when, terms: max(term, instance.kept.end)) }
            var (room, gain) = (instance.limit(term), 0)
            var hasChanged = true
            while hasChanged {
                if instance.effort.isExhausted { return nil }
                hasChanged = false
                for course in left where when[course] == PathInstance.never && instance.isOpen(course, in: term) {
                    guard let group = group(course, term, isChosen, &when, before, room) else { continue }
                    for member in group {
                        room -= instance.load[member]
                        gain += instance.gain[member]
                    }
                    hasChanged = true
                }
            }
            left.removeAll { when[$0] != PathInstance.never }
            electives += room / 2
            before.append(before[term] + gain + room / 2 * 2 + instance.keptGain(term))
        }
        return left.isEmpty && electives >= needed ? Plan(when: when, terms: PathInstance.horizon) : nil
    }

    /// Places a course with the others that it needs in the same term; nil and nothing if they do not fit.
    private func group(
        _ course: Int, _ term: Int, _ isChosen: [Bool], _ when: inout [Int], _ before: [Int], _ room: Int
    ) -> [Int]? {
        var group = [course]
        var sum = instance.load[course]
        when[course] = term
        var next = 0
        while next < group.count, sum <= room {
            let root = instance.roots[group[next]]
            if !instance.isMet(group[next], at: term, when, before[term]) {
                instance.forest.leaves(root) { other, concurrent in
                    guard concurrent, isChosen[other], when[other] == PathInstance.never, instance.isOpen(other, in: term)
                    else {
                        return
                    }
                    when[other] = term
                    group.append(other)
                    sum += instance.load[other]
                }
            }
            next += 1
        }
        if sum <= room, group.allSatisfy({ instance.isMet($0, at: term, when, before[term]) }) {
            return group
        }
        for member in group { when[member] = PathInstance.never }
        return nil
    }

    /// The latest term of each course, if each course after it were taken as late as it can be.
    private mutating func urgency(of courses: [Int], _ isChosen: [Bool], within end: Int, noise: Double) -> [Double] {
        let when = instance.reach(isChosen, from: instance.start, until: PathInstance.horizon)
        var latest = Array(repeating: end - 1, count: instance.count)
        for course in courses.sorted(by: { (when[$0], $0) > (when[$1], $1) }) {
            while latest[course] > when[course], !instance.isOpen(course, in: latest[course]) { latest[course] -= 1 }
            instance.forest.leaves(instance.roots[course]) { other, concurrent in
                guard isChosen[other],
                    when[other] < when[course] || concurrent && when[other] == when[course] && other != course
                else { return }
                latest[other] = min(latest[other], concurrent ? latest[course] : latest[course] - 1)
            }
        }
        return latest.map { Double($0) + (noise > 0 ? noise * random.unit() : 0) }
    }
}
