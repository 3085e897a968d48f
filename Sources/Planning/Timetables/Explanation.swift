/// The reasons why there is no timetable.
public struct Explanation: Sendable, Equatable {
    /// A course, group or wish that can be given up, or the time between classes.
    public enum Item: Sendable, Hashable {
        /// Index of a course of the problem.
        case course(Int)
        /// Index of a group of the problem.
        case group(Int)
        case wish(Wish)
        /// The walking times of the problem.
        case travel
    }

    /// Items to give up, and the number of timetables without them.
    public struct Relaxation: Sendable, Equatable {
        public var dropped: [Item]
        public var timetables: ExactCount
    }

    /// All inclusion-minimal sets of courses, groups, wishes and walking times that contradict each other. The smallest come
    /// first; sets of one size are in the problem's order, courses before groups before wishes before walking times.
    public var minimalConflicts: [[Item]]
    /// The largest number of courses that fit together under all wishes, and all sets of that size; nil and empty if the budget
    /// was spent first.
    public var maxCourses: Int?
    public var maxCourseSets: [[Int]]
    /// The smallest sets of items to give up, at most ten. None gives up every course: nothing would be left.
    public var relaxations: [Relaxation]
    /// The number of sets beyond those ten.
    public var otherRelaxations: Int
    /// False if the budget was spent first. Then there may be more.
    public var isComplete: Bool
}

/// Works out the explanation of a problem without a timetable.
struct Explainer {
    private let problem: PlanProblem
    private let table: OptionTable
    /// The table of the problem without walking times; nil if the problem has none.
    private let tableWithoutTravel: OptionTable?
    private let budget: SearchBudget
    private let items: [Explanation.Item]

    init(_ problem: PlanProblem, budget: SearchBudget) {
        self.problem = problem
        self.budget = budget
        table = OptionTable(problem, keepingViolators: true)
        var still = problem
        still.travel = nil
        tableWithoutTravel = problem.travel.map { _ in OptionTable(still, keepingViolators: true) }
        let grouped = Set(problem.groups.flatMap(\.courses))
        let named: [Explanation.Item] =
            problem.courses.indices.filter { !grouped.contains($0) }.map { .course($0) }
            + problem.groups.indices.map { .group($0) } + problem.wishes.map { .wish($0) }
        // Sets of items are 64 bits.
        items = named + (problem.travel != nil && named.count < 64 ? [.travel] : [])
    }

    func explain() -> Explanation {
        var oracle = Feasibility(table, budget: budget)
        var still = tableWithoutTravel.map { Feasibility($0, budget: budget) }
        let conflicts = Contradictions(count: items.count) { bits in
            let kept = bits.ones.map { items[$0] }
            guard items.last == .travel, kept.last != .travel, var without = still else { return holds(kept, &oracle) }
            defer { still = without }
            return holds(kept, &without)
        }
        let allWishes = UInt64(problem.wishes.count == 64 ? .max : (1 << UInt64(problem.wishes.count)) - 1)
        let courses = Contradictions(count: problem.courses.count) { bits in
            oracle.holds(courses: bits.ones, wishes: allWishes)
        }
        let fewest = courses.isComplete ? courses.corrections.first.map(\.nonzeroBitCount) : nil
        let kept = courses.corrections.filter { $0.nonzeroBitCount == fewest }.map { dropped in
            problem.courses.indices.filter { dropped >> UInt64($0) & 1 == 0 }
        }
        let relaxed = conflicts.corrections.map { $0.ones.map { items[$0] } }.filter(leavesCourses)
        return Explanation(
            minimalConflicts: conflicts.minimal.map { $0.ones.map { items[$0] } },
            maxCourses: fewest.map { problem.courses.count - $0 },
            maxCourseSets: kept.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) },
            relaxations: relaxed.prefix(10).map(relaxation), otherRelaxations: max(0, relaxed.count - 10),
            isComplete: conflicts.isComplete && courses.isComplete)
    }

    private func leavesCourses(_ dropped: [Explanation.Item]) -> Bool {
        items.contains { item in
            switch item {
            case .course, .group: !dropped.contains(item)
            case .wish, .travel: false
            }
        }
    }

    private func holds(_ items: [Explanation.Item], _ oracle: inout Feasibility) -> Bool? {
        var wishes: UInt64 = 0
        for (index, wish) in problem.wishes.enumerated() where items.contains(.wish(wish)) { wishes |= 1 << UInt64(index) }
        for courses in courseSets(items) {
            guard let holds = oracle.holds(courses: courses, wishes: wishes) else { return nil }
            if holds { return true }
        }
        return false
    }

    private func courseSets(_ items: [Explanation.Item]) -> [[Int]] {
        let fixed = items.compactMap { item -> Int? in if case .course(let index) = item { index } else { nil } }
        let groups = items.compactMap { item in if case .group(let index) = item { problem.groups[index] } else { nil } }
        return Planner.courseSets(fixed: fixed, groups: groups)
    }

    private func relaxation(_ dropped: [Explanation.Item]) -> Explanation.Relaxation {
        var relaxed = problem
        relaxed.wishes = problem.wishes.filter { !dropped.contains(.wish($0)) }
        if dropped.contains(.travel) { relaxed.travel = nil }
        let kept = items.filter { !dropped.contains($0) }
        let table = OptionTable(relaxed)
        var meter = Meter(budget, .explaining)
        let counts = courseSets(kept).map { courses in Planner.count(table, courses: courses, meter: &meter).all }
        return Explanation.Relaxation(dropped: dropped, timetables: counts.reduce(.zero, +))
    }
}
