/// A timetable as the search found it: of each course searched, a class and one of its members.
struct Found {
    let cost: Int
    let crns: [Int]
    let picks: [(option: Int, member: Int)]

    static func precedes(_ left: Found, _ right: Found) -> Bool {
        left.cost != right.cost ? left.cost < right.cost : left.crns.lexicographicallyPrecedes(right.crns)
    }
}

/// The best timetables so far, at most `limit`, in order. Shared by searches over several sets of courses.
struct Ranking {
    let limit: Int
    /// Whether choices of a course with the same meeting times count as one, their first.
    let folds: Bool
    private(set) var found: [Found] = []

    init(limit: Int, folds: Bool) { (self.limit, self.folds) = (limit, folds) }

    /// What a timetable must not exceed to be among the best.
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
/// A node has some courses chosen and, of the others, the choices that clash with none of them. No timetable below it costs
/// less than: the cost of what is chosen; its idle minutes and days; and of each open course the least that a choice of
/// it adds, which is its own cost less the idle minutes of now that it fills. Each idle minute is filled at most once and the idle
/// minutes of a choice only shrink by other choices, so that holds. A bound equal to the worst kept cost is decided by
/// CRNs. The course with the fewest open choices comes next, its choices with the least cost first.
struct BestTimetables {
    private let table: OptionTable
    private let courses: [Int]
    private let week: [UInt64]
    private let costs: [Int]
    private let words: Int
    private let weekWords: Int
    private let idleCost: Int
    private let dayCosts: [Int]
    /// Scratch of each depth: the open choices, the week taken, the scores of the open choices.
    private var open: [UInt64]
    private var taken: [UInt64]
    private var idle: [UInt64]
    private var scores: [Int]
    private var picked: [Int]
    private var ranking: Ranking
    private var meter: Meter
    /// The least bound of what was left out when the meter was spent.
    private(set) var leftOut = Int.max

    init(_ table: OptionTable, courses: [Int], preferences: Preferences, ranking: Ranking, meter: Meter) {
        (self.table, self.courses, self.ranking, self.meter) = (table, courses, ranking, meter)
        (words, weekWords) = (table.clashes.words, table.grid.words)
        week = table.classes.flatMap(\.shape.week)
        costs = table.classes.map { $0.members.first?.cost ?? 0 }
        idleCost = preferences.weights.gap * table.grid.unit
        dayCosts = table.grid.days.map { preferences.weights.day + (preferences.softDaysOff[$0] ?? 0) }
        let depths = courses.count + 1
        open = Array(repeating: 0, count: depths * words)
        taken = Array(repeating: 0, count: depths * weekWords)
        idle = Array(repeating: 0, count: depths * weekWords)
        scores = Array(repeating: 0, count: depths * table.classes.count)
        picked = Array(repeating: 0, count: table.ranges.count)
        for course in courses { fill(table.ranges[course], in: &open, from: 0) }
    }

    /// The ranking with these courses' timetables in it, and the bound of those left out where the meter was spent.
    mutating func run() -> (ranking: Ranking, meter: Meter, leftOut: Int) {
        if ranking.limit > 0 { visit(courses, depth: 0, cost: 0, bound: Int.min) }
        return (ranking, meter, leftOut)
    }

    private mutating func visit(_ left: [Int], depth: Int, cost: Int, bound parent: Int) {
        guard meter.step() else {
            leftOut = min(leftOut, parent)
            return
        }
        let fixed = cost + fillIdle(depth)
        guard !left.isEmpty else { return offer(fixed) }
        var (bound, next, fewest, least) = (fixed, 0, Int.max, 0)
        for course in left {
            guard let (count, minimum) = score(course, depth) else { return }
            bound += minimum
            if count < fewest { (next, fewest, least) = (course, count, minimum) }
        }
        if !canEnter(bound, left, depth) { return }
        let rest = left.filter { $0 != next }
        for choice in ordered(next, depth, cost) {
            let childBound = bound - least + scores[depth * table.classes.count + choice]
            if childBound > ranking.ceiling { continue }
            choose(choice, of: next, depth)
            visit(rest, depth: depth + 1, cost: cost + costs[choice], bound: childBound)
        }
    }

    /// Marks the idle bits of the week taken; returns what idle time and days cost.
    private mutating func fillIdle(_ depth: Int) -> Int {
        var total = 0
        for (place, dayCost) in dayCosts.enumerated() {
            let start = depth * weekWords + place * table.grid.wordsPerDay
            let count = idleOfDay(start) { word, bits in idle[start + word] = bits }
            total += (count ?? 0) * idleCost + (count == nil ? 0 : dayCost)
        }
        return total
    }

    /// The idle bits of the day whose words begin at `start` of `taken`; nil if it has no class.
    private func idleOfDay(_ start: Int, mark: (Int, UInt64) -> Void) -> Int? {
        let size = table.grid.wordsPerDay
        var (first, last) = (-1, -1)
        for word in 0..<size where taken[start + word] != 0 {
            if first < 0 { first = word }
            last = word
        }
        var count = 0
        for word in 0..<size {
            var bits: UInt64 = 0
            if first >= 0 && word >= first && word <= last {
                bits = ~taken[start + word]
                if word == first { bits &= UInt64.max << UInt64(taken[start + word].trailingZeroBitCount) }
                if word == last { bits &= UInt64.max >> UInt64(taken[start + word].leadingZeroBitCount) }
                count += bits.nonzeroBitCount
            }
            mark(word, bits)
        }
        return first < 0 ? nil : count
    }

    /// Scores the open choices of a course; nil if there is none, else how many and the least score.
    private mutating func score(_ course: Int, _ depth: Int) -> (Int, Int)? {
        var (count, least) = (0, Int.max)
        for choice in table.ranges[course] where isOpen(choice, depth) {
            var filled = 0
            for word in 0..<weekWords {
                filled += (week[choice * weekWords + word] & idle[depth * weekWords + word]).nonzeroBitCount
            }
            let score = costs[choice] - idleCost * filled
            scores[depth * table.classes.count + choice] = score
            count += 1
            least = min(least, score)
        }
        return count == 0 ? nil : (count, least)
    }

    private func isOpen(_ choice: Int, _ depth: Int) -> Bool {
        open[depth * words + choice >> 6] >> UInt64(choice & 63) & 1 != 0
    }

    /// The open choices of a course, those first that make the cheapest week with what is chosen.
    private func ordered(_ course: Int, _ depth: Int, _ cost: Int) -> [Int] {
        var keyed: [(cost: Int, choice: Int)] = []
        for choice in table.ranges[course] where isOpen(choice, depth) {
            keyed.append((costs[choice] + idleCost * idleAfter(choice, depth), choice))
        }
        keyed.sort { ($0.cost, $0.choice) < ($1.cost, $1.choice) }
        return keyed.map(\.choice)
    }

    private func idleAfter(_ choice: Int, _ depth: Int) -> Int {
        let size = table.grid.wordsPerDay
        var total = 0
        for place in dayCosts.indices {
            var (first, last, used) = (-1, -1, 0)
            for word in 0..<size {
                let bits = taken[depth * weekWords + place * size + word] | week[choice * weekWords + place * size + word]
                if bits == 0 { continue }
                if first < 0 { first = word * 64 + bits.trailingZeroBitCount }
                last = word * 64 + 63 - bits.leadingZeroBitCount
                used += bits.nonzeroBitCount
            }
            if first >= 0 { total += last - first + 1 - used }
        }
        return total
    }

    private mutating func choose(_ choice: Int, of course: Int, _ depth: Int) {
        picked[course] = choice
        for word in 0..<words {
            open[(depth + 1) * words + word] = open[depth * words + word] & ~table.clashes.bits[choice * words + word]
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
        for choice in table.ranges[course] where isOpen(choice, depth) {
            let crns = table.classes[choice].members[0].crns
            if first.isEmpty || crns.lexicographicallyPrecedes(first) { first = crns }
        }
        return first
    }

    /// Offers the best combinations of the members of the chosen classes. `weekCost` has the first member of each in it.
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
    }
}
