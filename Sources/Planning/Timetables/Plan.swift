/// The result of a search.
public struct Plan: Sendable {
    /// The product of all courses' choices, before any filter.
    public internal(set) var rawCombinations: ExactCount
    /// The number of timetables.
    public internal(set) var feasible: ExactCount
    /// The number of timetables if choices of one course with the same times and dates count as one.
    public internal(set) var feasibleDistinct: ExactCount
    /// False if the budget was spent before all were counted. Then the counts are lower bounds.
    public internal(set) var countsAreExact = true
    /// False if the budget was spent before the best were certain.
    public internal(set) var isOptimal = true
    /// The least cost that a missing timetable can have; nil if the best are certain.
    public internal(set) var bound: Int?
    /// Steps of the search.
    public internal(set) var steps = 0
    /// The best, by cost, then by CRNs.
    public internal(set) var timetables: [Timetable] = []
    /// The reasons why there is no timetable; nil if there is one.
    public internal(set) var explanation: Explanation?

    init(rawCombinations: ExactCount, feasible: ExactCount, feasibleDistinct: ExactCount) {
        (self.rawCombinations, self.feasible, self.feasibleDistinct) = (rawCombinations, feasible, feasibleDistinct)
    }
}

/// A timetable, with the parts of its cost.
public struct Timetable: Sendable, Equatable {
    /// The unweighted parts of the cost; see `TimetablePreferences`.
    public struct Parts: Sendable, Equatable {
        public var idleMinutes: Int
        public var days: Int
        public var minutesOutsidePreferred: Int
        public var walkingMinutes: Int
        /// Sum of `C (500 - R)`.
        public var rating: Int
        /// Sum of `C (400 - A)`.
        public var grade: Int
        /// Sections without a fixed time, and without a free seat.
        public var untimed = 0
        public var full = 0
        /// Known campuses beyond the first; 0 if they cost nothing.
        public var otherCampuses = 0
        /// The cost of soft busy times and soft days off, with their weights.
        public var soft: Int
    }

    /// The choice for one course.
    public struct Choice: Sendable, Equatable {
        /// Index of a course of the problem.
        public var course: Int
        public var crns: [Int]
        /// The other choices of the course with the same meeting times, best first; empty unless they were folded.
        public var alternatives: [[Int]]
    }

    public var cost: Int
    /// The choices in the problem's order of courses. In each, the primary section comes first, then its components by name.
    public var choices: [Choice]
    public var parts: Parts

    public var crns: [Int] { choices.flatMap(\.crns) }
}

extension Timetable {
    init(_ found: Found, _ table: OptionTable, alternatives: Bool) {
        cost = found.cost
        choices = found.picks.map { pick in
            let option = table.classes[pick.option]
            return Choice(
                course: option.course, crns: option.members[pick.member].crns,
                alternatives: alternatives ? option.members.dropFirst().map(\.crns) : [])
        }
        let walking = table.travel?.minutes(over: found.picks.flatMap { table.classes[$0.option].meetings }) ?? 0
        parts = Parts(
            idleMinutes: 0, days: 0, minutesOutsidePreferred: 0, walkingMinutes: walking, rating: 0, grade: 0, soft: 0)
        var week = Array(repeating: UInt64(0), count: table.grid.words)
        for pick in found.picks {
            let option = table.classes[pick.option]
            for word in week.indices { week[word] |= option.shape.week[word] }
            parts.minutesOutsidePreferred += option.shape.minutesOutsidePreferred
            parts.soft += option.shape.softCost
            parts.rating += option.members[pick.member].rating
            parts.grade += option.members[pick.member].grade
            parts.untimed += option.members[pick.member].untimed
            parts.full += option.members[pick.member].full
        }
        let campuses = found.picks.reduce(into: Set<String>()) { $0.formUnion(table.classes[$1.option].campuses) }
        parts.otherCampuses = max(0, campuses.count - 1)
        for (place, day) in table.grid.days.enumerated() {
            let bits = (0..<table.grid.wordsPerDay * 64).filter {
                week[place * table.grid.wordsPerDay + $0 >> 6] >> UInt64($0 & 63) & 1 != 0
            }
            guard let first = bits.first, let last = bits.last else { continue }
            parts.days += 1
            parts.idleMinutes += (last - first + 1 - bits.count) * table.grid.unit
            parts.soft += table.preferences.softCost(ofClassOn: day)
        }
    }
}
