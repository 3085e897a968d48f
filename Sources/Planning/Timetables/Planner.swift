/// Counts and ranks all timetables without clashes, and explains why there is none.
public enum Planner {
    /// - Parameters:
    ///   - problem: courses, wishes and preferences.
    ///   - limit: the number of best timetables to list.
    ///   - distinct: whether to fold choices of a course with identical meeting times into the cheapest, then the first by CRNs.
    ///   - explaining: whether to explain a problem without a timetable.
    ///   - budget: when to stop early. The plan says if the search stopped.
    /// - Returns: the same plan for the same input on every machine, unless a deadline stops the search.
    public static func plan(
        _ problem: PlanProblem, limit: Int = 10, distinct: Bool = false, explaining: Bool = true,
        budget: SearchBudget = SearchBudget()
    ) -> Plan {
        let search = Search(problem, budget: budget)
        let (ranking, leftOut, afterBest) = search.best(limit: limit, folding: distinct)
        var plan = Plan(rawCombinations: search.rawCombinations, feasible: .zero, feasibleDistinct: .zero)
        plan.isOptimal = !afterBest.isSpent
        plan.bound = afterBest.isSpent && leftOut > Int.min ? leftOut : nil
        plan.timetables = ranking.found.map { Timetable($0, search.table, alternatives: distinct) }
        var meter = afterBest
        meter.progress.phase = .counting
        for courses in search.sets {
            let counts = count(search.table, courses: courses, meter: &meter)
            plan.feasible += counts.all
            plan.feasibleDistinct += counts.distinct
        }
        plan.countsAreExact = !meter.isSpent
        plan.steps = meter.steps
        if explaining && plan.feasible == .zero && plan.countsAreExact {
            plan.explanation = Explainer(search.problem, budget: budget).explain()
        }
        return plan
    }

    /// The best timetables alone, without counts and explanation.
    public static func best(_ problem: PlanProblem, limit: Int = 10, distinct: Bool = false) -> [Timetable] {
        let search = Search(problem, budget: SearchBudget())
        return search.best(limit: limit, folding: distinct).ranking.found.map {
            Timetable($0, search.table, alternatives: distinct)
        }
    }

    /// A prepared problem: its folded choices, and the sets of courses that its groups allow.
    private struct Search {
        let problem: PlanProblem
        let table: OptionTable
        let sets: [[Int]]
        let budget: SearchBudget

        init(_ given: PlanProblem, budget: SearchBudget) {
            var problem = given
            problem.wishes = given.wishes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            let grouped = Set(problem.groups.flatMap(\.courses))
            sets = courseSets(fixed: problem.courses.indices.filter { !grouped.contains($0) }, groups: problem.groups)
            (self.problem, self.budget, table) = (problem, budget, OptionTable(problem))
        }

        var rawCombinations: ExactCount {
            sets.map { $0.reduce(.one) { $0 * ExactCount(table.rawChoices[$1]) } }.reduce(.zero, +)
        }

        func best(limit: Int, folding: Bool) -> (ranking: Ranking, leftOut: Int, meter: Meter) {
            var (ranking, leftOut, meter) = (Ranking(limit: limit, folds: folding), Int.max, Meter(budget))
            for courses in sets {
                var search = BestTimetables(
                    table, courses: courses, preferences: problem.preferences, ranking: ranking, meter: meter,
                    isWhole: sets.count == 1)
                let end = search.run()
                (ranking, leftOut, meter) = (end.ranking, min(leftOut, end.leftOut), end.meter)
            }
            return (ranking, leftOut, meter)
        }
    }

    /// Counts the timetables of some of the table's courses; a lower bound if the budget is spent.
    static func count(_ table: OptionTable, courses: [Int], meter: inout Meter) -> (all: ExactCount, distinct: ExactCount) {
        let bits = courses.map { Int.bitWidth - table.rawChoices[$0].leadingZeroBitCount }.reduce(0, +)
        return bits < 128 ? count(UInt128.self, table, courses, &meter) : count(ExactCount.self, table, courses, &meter)
    }

    private static func count<Count: Tally>(
        _: Count.Type, _ table: OptionTable, _ courses: [Int], _ meter: inout Meter
    ) -> (all: ExactCount, distinct: ExactCount) {
        var search = TimetableCount(ChoiceGraph<Count>(table, courses: courses), meter: meter)
        let end = search.run()
        meter = end.meter
        return (end.counts.all.exact, end.counts.distinct.exact)
    }

    /// The sets of courses that the groups allow, each ascending, in a fixed order.
    static func courseSets(fixed: [Int], groups: [PlanProblem.Group]) -> [[Int]] {
        groups.reduce([fixed]) { sets, group in
            let picks = subsets(of: group.courses[...], size: group.pick)
            return sets.flatMap { set in picks.map { set + $0 } }
        }.map { $0.sorted() }
    }

    private static func subsets(of courses: ArraySlice<Int>, size: Int) -> [[Int]] {
        guard size > 0 else { return [[]] }
        guard let first = courses.first, courses.count >= size else { return [] }
        let rest = courses.dropFirst()
        return subsets(of: rest, size: size - 1).map { [first] + $0 } + subsets(of: rest, size: size)
    }
}
