/// The demands on each plan of a number of terms; nil means that there is no such plan.
struct PathBounds {
    let instance: PathInstance
    let terms: Int
    /// The earliest term of each course without limits of credits.
    let earliest: [Int]
    /// The latest term of each course that every plan holds.
    private(set) var latest: [Int: Int] = [:]
    /// For each set of seasons, the courses of `latest` that are offered in no others.
    private let bySeasons: [(mask: UInt8, courses: [Int])]
    /// For each season, the most halves of courses that a term can hold with the loads that there are.
    private let packed: [Int]

    /// The most courses for which each is tried whether the programme can be finished without it.
    private static let mostTried = 600

    /// The bounds for the fewest terms, from `least` on, that they do not rule out; nil if that is beyond the horizon. Once the
    /// time is over, they rule nothing out.
    static func fewest(_ instance: PathInstance, from least: Int, isOver: () -> Bool) -> PathBounds? {
        guard least <= PathInstance.horizon else { return nil }
        for terms in least...PathInstance.horizon {
            if let bounds = PathBounds(instance, terms: terms, isOver: isOver) { return bounds }
        }
        return nil
    }

    private init?(_ instance: PathInstance, terms: Int, isOver: () -> Bool) {
        let everything = Array(repeating: true, count: instance.count)
        let earliest = instance.close(everything, until: terms)
        let capacity = (0..<terms).reduce(0) { $0 + instance.limit($1) }
        guard capacity >= max(instance.missingCredits, instance.missingResidency, 1),
            instance.shortfall(earliest).hard == 0 || isOver()
        else { return nil }
        var must = [Int]()
        if instance.count <= Self.mostTried {
            var others = earliest.map { $0 != PathInstance.never }
            for course in 0..<instance.count where others[course] && !isOver() {
                others[course] = false
                if instance.shortfall(instance.close(others, until: terms)).hard > 0, !isOver() { must.append(course) }
                others[course] = true
            }
        }
        (self.instance, self.terms, self.earliest) = (instance, terms, earliest)
        packed = Self.packed(instance)
        bySeasons = (UInt8(1)...7).compactMap { mask in
            let inside = must.filter { instance.seasons[$0] & ~mask == 0 }
            return inside.isEmpty ? nil : (mask, inside)
        }
        guard isOver() || capacity >= Self.leastLoad(instance, earliest, must, isOver) else { return nil }
        for course in must {
            guard let last = latest(of: course, isOver) else { return nil }
            latest[course] = last
        }
        if isOverloaded(from: 0, earliest) { return nil }
    }

    private static func packed(_ instance: PathInstance) -> [Int] {
        let loads = Set(instance.load)
        return instance.seasonLimits.map { limit in
            guard limit > 0, limit < 1_000 else { return limit }
            var isReached = [true]
            for sum in 1...limit { isReached.append(loads.contains { $0 > 0 && $0 <= sum && isReached[sum - $0] }) }
            return isReached.lastIndex(of: true) ?? 0
        }
    }

    /// The latest term from which the programme can still be finished.
    private func latest(of course: Int, _ isOver: () -> Bool) -> Int? {
        let everything = Array(repeating: true, count: instance.count)
        var (low, high) = (earliest[course], terms - 1)
        while low < high, !isOver() {
            let middle = (low + high + 1) / 2
            let when = instance.close(everything, until: terms, delayed: (course, middle))
            if instance.shortfall(when).hard == 0 { low = middle } else if !isOver() { high = middle - 1 }
        }
        while high >= 0, !instance.isOpen(course, in: high) { high -= 1 }
        return high >= earliest[course] ? high : nil
    }

    /// Halves of credits that every plan holds at least. Less work gives a lower bound too.
    private static func leastLoad(
        _ instance: PathInstance, _ earliest: [Int], _ must: [Int], _ isOver: () -> Bool
    ) -> Int {
        let assignment = instance.assignment
        let sum = must.reduce(0) { $0 + instance.load[$1] }
        let repeated = must.reduce(0) { $0 + instance.load[$1] - instance.gain[$1] }
        var least = max(0, instance.missingCredits + repeated, instance.missingResidency)
        guard assignment.isSimple else {
            return max(least, sum + 2 * leastElectives(instance, earliest, must))
        }
        // The cheapest courses and electives that fill all places: a basis of a matroid.
        var isChosen = Array(repeating: false, count: instance.count)
        for course in must { isChosen[course] = true }
        let elective = 6
        let rest = earliest.indices
            .filter { earliest[$0] != PathInstance.never && !isChosen[$0] && !assignment.planned[$0].isEmpty }
            .sorted { (instance.load[$0], $0) < (instance.load[$1], $1) }
        var cost = sum
        func lacking() -> (all: Int, hard: Int) {
            let shortfall = assignment.shortfall { isChosen[$0] }
            return (shortfall.lacks.reduce(0, +), shortfall.hard)
        }
        var lack = lacking()
        for course in rest where instance.load[course] < elective && lack.all > 0 && !isOver() {
            isChosen[course] = true
            let next = lacking()
            isChosen[course] = next.all < lack.all
            if next.all < lack.all { (lack, cost) = (next, cost + instance.load[course]) }
        }
        // The rest is a bound only if nothing cheaper was left out.
        guard !isOver() else { return max(least, sum) }
        cost += elective * (lack.all - lack.hard)
        for course in rest where instance.load[course] >= elective && lack.hard > 0 && !isOver() {
            isChosen[course] = true
            let next = lacking()
            isChosen[course] = next.hard < lack.hard
            if next.hard < lack.hard { (lack, cost) = (next, cost + instance.load[course]) }
        }
        least = max(least, cost)
        return least
    }

    /// Credits of electives, if every course were planned.
    private static func leastElectives(_ instance: PathInstance, _ earliest: [Int], _ must: [Int]) -> Int {
        instance.shortfall(earliest).electives
    }

    /// Whether the courses that must lie between two terms, offered in some seasons alone, are too many for them.
    /// - Parameter earliest: of the courses that are to be placed from `start` on; others lie before it.
    func isOverloaded(from start: Int, _ earliest: [Int]) -> Bool {
        for (mask, courses) in bySeasons {
            let left = courses.filter { earliest[$0] >= start }
            guard var first = left.lazy.map({ earliest[$0] }).min() else { continue }
            while first < terms {
                var load = Array(repeating: 0, count: terms)
                for course in left where earliest[course] >= first {
                    guard let last = latest[course], earliest[course] <= last else { return true }
                    load[last] += instance.load[course]
                }
                var (room, sum) = (0, 0)
                for last in first..<terms {
                    let season = instance.season(of: last)
                    if mask & (1 << season) != 0 { room += packed[season] }
                    sum += load[last]
                    if sum > room { return true }
                }
                first += 1
            }
        }
        return false
    }
}
