/// A timetable that the search found: for each course a class and one of its members.
struct Found {
    let cost: Int
    let crns: [Int]
    let picks: [(option: Int, member: Int)]

    static func precedes(_ left: Found, _ right: Found) -> Bool {
        left.cost != right.cost ? left.cost < right.cost : left.crns.lexicographicallyPrecedes(right.crns)
    }
}

/// The best timetables so far, at most `limit`, in order. Searches over several sets of courses share it.
struct Ranking {
    let limit: Int
    /// Whether choices of a course with the same meeting times fold into the first of them.
    let folds: Bool
    private(set) var found: [Found] = []

    init(limit: Int, folds: Bool) { (self.limit, self.folds) = (limit, folds) }

    /// The highest cost with which a timetable can still be among the best.
    var ceiling: Int { found.count < limit ? Int.max : found.last?.cost ?? Int.min }

    mutating func offer(_ new: Found) {
        guard found.count < limit || found.last.map({ Found.precedes(new, $0) }) ?? false else { return }
        let place = found.firstIndex { Found.precedes(new, $0) } ?? found.count
        found.insert(new, at: place)
        if found.count > limit { found.removeLast() }
    }
}

/// Depth-first branch and bound for the best timetables of some courses.
///
/// A node has some courses chosen. The other courses are open, each with the choices that do not clash with the chosen ones. The
/// node's bound is the cost of the chosen courses with their idle minutes and days, plus for each open course the least of its
/// choices' own costs minus the present idle minutes that the choice fills. This holds because each idle minute is filled at most
/// once, and new idle minutes only add cost. A child has a second bound, from the idle minutes that it makes: the later courses
/// fill at most these minutes, and at most their own class minutes. Walking and campuses cost nothing until all courses are chosen. CRNs
/// decide if a bound equals the worst kept cost. The course with the fewest open choices comes next, and its choices that make
/// the cheapest week come first.
struct BestTimetables {
    private let table: OptionTable
    private let courses: [Int]
    private let ranges: [Range<Int>]
    private let clashes: [UInt64]
    /// For each class: its week in `weekWords` words, the number of its bits, and the cost of its first member.
    private let week: [UInt64]
    private let sizes: [Int]
    private let costs: [Int]
    private let words: Int
    private let weekWords: Int
    private let dayWords: Int
    private let idleCost: Int
    private let dayCosts: [Int]
    private let walkCost: Int
    private let campusCost: Int
    /// Whether this search covers all sets of courses, so that its bound holds for the whole problem.
    private let isWhole: Bool
    /// Scratch for each depth: the open choices, the taken week, its idle bits, and the number of idle bits that each class
    /// fills.
    private var open: [UInt64]
    private var taken: [UInt64]
    private var idle: [UInt64]
    private var filled: [Int]
    private var picked: [Int]
    private var ranking: Ranking
    private var meter: Meter
    /// The least bound of the nodes that were left out when the budget was spent.
    private var leftOut = Int.max

    /// - Parameter isWhole: whether no other set of courses is searched.
    init(
        _ table: OptionTable, courses: [Int], preferences: TimetablePreferences, ranking: Ranking, meter: Meter, isWhole: Bool
    ) {
        self.isWhole = isWhole
        (walkCost, campusCost) = (preferences.weights.walking, preferences.weights.campus)
        (self.table, self.courses, self.ranking, self.meter) = (table, courses, ranking, meter)
        (words, weekWords, dayWords) = (table.clashes.words, table.grid.words, table.grid.wordsPerDay)
        (ranges, clashes) = (table.ranges, table.clashes.bits)
        week = table.classes.flatMap(\.shape.week)
        sizes = table.classes.map { $0.shape.week.reduce(0) { $0 + $1.nonzeroBitCount } }
        costs = table.classes.map { $0.members.first?.cost ?? 0 }
        idleCost = preferences.weights.gap * table.grid.unit
        dayCosts = table.grid.days.map { preferences.weights.day + preferences.softCost(ofClassOn: $0) }
        let depths = courses.count + 1
        open = Array(repeating: 0, count: depths * words)
        taken = Array(repeating: 0, count: depths * weekWords)
        idle = Array(repeating: 0, count: depths * weekWords)
        filled = Array(repeating: 0, count: depths * table.classes.count)
        picked = Array(repeating: 0, count: table.ranges.count)
        for course in courses { fill(table.ranges[course], in: &open, from: 0) }
    }

    /// The ranking with the timetables of these courses, and the least bound of those left out when the budget was spent.
    mutating func run() -> (ranking: Ranking, meter: Meter, leftOut: Int) {
        if ranking.limit > 0 { visit(courses, depth: 0, cost: 0, bound: Int.min) }
        return (ranking, meter, leftOut)
    }

    /// The least costs that the open choices of a course add: minus the idle bits that they fill, and minus all bits that they
    /// take.
    private struct Least {
        var choices = 0
        var filling = Int.max
        var taking = Int.max
    }

    private mutating func visit(_ left: [Int], depth: Int, cost: Int, bound parent: Int) {
        guard meter.step() else {
            leftOut = min(leftOut, parent)
            return
        }
        let (now, idleNow) = fillIdle(depth)
        let fixed = cost + now
        guard !left.isEmpty else { return offer(fixed + costOfWalking() + costOfCampuses()) }
        var (filling, taking, next, of) = (0, 0, 0, Least(choices: Int.max))
        for course in left {
            let least = least(of: course, depth)
            if least.choices == 0 { return }
            filling += least.filling
            taking += least.taking
            if least.choices < of.choices { (next, of) = (course, least) }
        }
        if !canEnter(fixed + filling, left, depth) { return }
        let rest = left.filter { $0 != next }
        (filling, taking) = (filling - of.filling, taking - of.taking)
        let children = ordered(next, depth)
        let bounds = children.map { child in
            let fills = filled[depth * costs.count + child.choice]
            let made = child.idle - (idleNow - fills)
            return max(
                fixed + filling + costs[child.choice] - idleCost * fills,
                cost + child.cost + max(filling - idleCost * made, taking))
        }
        for (place, child) in children.enumerated() {
            let bound = bounds[place]
            if bound > ranking.ceiling { continue }
            if depth == 0 && isWhole { meter.progress.bound = bounds[place...].min() }
            choose(child.choice, of: next, depth)
            visit(rest, depth: depth + 1, cost: cost + costs[child.choice], bound: bound)
        }
    }

    /// The cost of walking between the chosen classes.
    private func costOfWalking() -> Int {
        guard walkCost > 0, let travel = table.travel else { return 0 }
        return walkCost * travel.minutes(over: courses.flatMap { table.classes[picked[$0]].meetings })
    }

    /// The cost of the campuses beyond the first.
    private func costOfCampuses() -> Int {
        guard campusCost > 0 else { return 0 }
        let all = courses.reduce(into: Set<String>()) { $0.formUnion(table.classes[picked[$1]].campuses) }
        return campusCost * max(0, all.count - 1)
    }

    /// Marks the idle bits of the taken week. Returns the cost of idle time and days, and the number of idle bits.
    private mutating func fillIdle(_ depth: Int) -> (cost: Int, bits: Int) {
        var (cost, bits) = (0, 0)
        for (place, dayCost) in dayCosts.enumerated() {
            let start = depth * weekWords + place * dayWords
            var (first, last) = (-1, -1)
            for word in 0..<dayWords where taken[start + word] != 0 {
                if first < 0 { first = word }
                last = word
            }
            for word in 0..<dayWords { idle[start + word] = 0 }
            guard first >= 0 else { continue }
            cost += dayCost
            for word in first...last {
                let used = taken[start + word]
                var free = ~used
                if word == first { free &= UInt64.max << UInt64(used.trailingZeroBitCount) }
                if word == last { free &= UInt64.max >> UInt64(used.leadingZeroBitCount) }
                idle[start + word] = free
                bits += free.nonzeroBitCount
            }
        }
        return (cost + idleCost * bits, bits)
    }

    private mutating func least(of course: Int, _ depth: Int) -> Least {
        var least = Least()
        for choice in ranges[course] where isOpen(choice, depth) {
            var bits = 0
            for word in 0..<weekWords {
                bits += (week[choice * weekWords + word] & idle[depth * weekWords + word]).nonzeroBitCount
            }
            filled[depth * costs.count + choice] = bits
            least.choices += 1
            least.filling = min(least.filling, costs[choice] - idleCost * bits)
            least.taking = min(least.taking, costs[choice] - idleCost * sizes[choice])
        }
        return least
    }

    private func isOpen(_ choice: Int, _ depth: Int) -> Bool {
        open[depth * words + choice >> 6] >> UInt64(choice & 63) & 1 != 0
    }

    /// A choice, and the week with it: its cost with idle time and days, and its idle bits.
    private struct Child {
        let choice: Int
        let cost: Int
        let idle: Int
    }

    /// The open choices of a course, those with the cheapest week first.
    private func ordered(_ course: Int, _ depth: Int) -> [Child] {
        var children: [Child] = []
        for choice in ranges[course] where isOpen(choice, depth) {
            let after = week(with: choice, depth)
            children.append(Child(choice: choice, cost: costs[choice] + after.cost, idle: after.bits))
        }
        children.sort { ($0.cost, $0.choice) < ($1.cost, $1.choice) }
        return children
    }

    /// The cost of idle time and days with `choice`, and the number of idle bits.
    private func week(with choice: Int, _ depth: Int) -> (cost: Int, bits: Int) {
        var (cost, idle) = (0, 0)
        for (place, dayCost) in dayCosts.enumerated() {
            var (first, last, used) = (-1, -1, 0)
            for word in 0..<dayWords {
                let bits =
                    taken[depth * weekWords + place * dayWords + word] | week[choice * weekWords + place * dayWords + word]
                if bits == 0 { continue }
                if first < 0 { first = word * 64 + bits.trailingZeroBitCount }
                last = word * 64 + 63 - bits.leadingZeroBitCount
                used += bits.nonzeroBitCount
            }
            guard first >= 0 else { continue }
            cost += dayCost
            idle += last - first + 1 - used
        }
        return (cost + idleCost * idle, idle)
    }

    private mutating func choose(_ choice: Int, of course: Int, _ depth: Int) {
        picked[course] = choice
        for word in 0..<words {
            open[(depth + 1) * words + word] = open[depth * words + word] & ~clashes[choice * words + word]
        }
        for word in 0..<weekWords {
            taken[(depth + 1) * weekWords + word] = taken[depth * weekWords + word] | week[choice * weekWords + word]
        }
    }

    /// Whether a timetable with at least this cost could be among the best.
    private func canEnter(_ bound: Int, _ left: [Int], _ depth: Int) -> Bool {
        let ceiling = ranking.ceiling
        guard bound == ceiling, ranking.found.count == ranking.limit, let worst = ranking.found.last else {
            return bound <= ceiling
        }
        var place = 0
        for course in courses {
            let first = left.contains(course) ? firstOpen(course, depth) : table.classes[picked[course]].members[0].crns
            for crn in first {
                guard place < worst.crns.count else { return false }
                if crn != worst.crns[place] { return crn < worst.crns[place] }
                place += 1
            }
        }
        return false
    }

    /// The first CRNs of the open choices of a course.
    private func firstOpen(_ course: Int, _ depth: Int) -> [Int] {
        var first: [Int] = []
        for choice in ranges[course] where isOpen(choice, depth) {
            let crns = table.classes[choice].members[0].crns
            if first.isEmpty || crns.lexicographicallyPrecedes(first) { first = crns }
        }
        return first
    }

    /// Offers the best combinations of members of the chosen classes. `weekCost` includes the first member of each.
    private mutating func offer(_ weekCost: Int) {
        guard weekCost <= ranking.ceiling else { return }
        var partial = [Found(cost: weekCost, crns: [], picks: [])]
        for course in courses {
            let members = table.classes[picked[course]].members
            let kept = ranking.folds ? members.prefix(1) : members.prefix(ranking.limit)
            var longer: [Found] = []
            for start in partial {
                for (index, member) in kept.enumerated() {
                    longer.append(
                        Found(
                            cost: start.cost + member.cost - members[0].cost, crns: start.crns + member.crns,
                            picks: start.picks + [(picked[course], index)]))
                }
            }
            if longer.count > 1 { longer.sort(by: Found.precedes) }
            partial = Array(longer.prefix(ranking.limit))
        }
        for candidate in partial { ranking.offer(candidate) }
        meter.progress.best = ranking.found.first?.cost
    }
}
