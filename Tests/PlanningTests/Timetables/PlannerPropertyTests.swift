import NoteItCore
import Testing

@testable import Planning

/// Compares the planner with plain enumeration on thousands of small problems.
struct PlannerPropertyTests {
    private struct Times: Hashable {
        let course: Int
        let dated: Set<Int>
    }

    @Test(arguments: 0..<10) func aPlanEqualsPlainEnumeration(batch: UInt64) async {
        for seed in batch * 250..<(batch + 1) * 250 {
            await giveWay()
            var random = RandomProblem(seed: seed)
            let problem = random.make()
            let plain = PlainEnumeration(problem: problem)
            let options = plain.options(problem.wishes)
            let grouped = problem.groups.flatMap(\.courses)
            let sets = plain.courseSets(problem.courses.indices.filter { !grouped.contains($0) }, problem.groups)
            let all = sets.flatMap { plain.timetables(options, $0) }
            let plan = Planner.plan(problem, limit: 7)
            #expect(plan.feasible == ExactCount(all.count), "seed \(seed)")
            #expect(
                plan.feasibleDistinct
                    == ExactCount(Set(all.map { $0.map { Times(course: $0.course, dated: $0.dated) } }).count),
                "seed \(seed)")
            #expect(
                plan.timetables.map { PlainEnumeration.Table(cost: $0.cost, crns: $0.crns) } == best(7, of: all, plain),
                "seed \(seed)")
            let folded = sets.flatMap { plain.timetables(options.map { fold($0, problem) }, $0) }
            let distinct = Planner.plan(problem, limit: 7, distinct: true)
            #expect(
                distinct.timetables.map { PlainEnumeration.Table(cost: $0.cost, crns: $0.crns) } == best(7, of: folded, plain),
                "seed \(seed)")
            for table in plan.timetables {
                #expect(table.cost == cost(table.parts, problem.preferences.weights), "seed \(seed)")
            }
        }
    }

    @Test(arguments: 0..<4) func anExplanationEqualsTryingAllSubsets(batch: UInt64) async throws {
        var (explained, byTravel) = (0, 0)
        for seed in batch * 300..<(batch + 1) * 300 {
            await giveWay()
            var random = RandomProblem(seed: seed)
            let problem = random.make()
            guard let explanation = Planner.plan(problem, limit: 1).explanation else { continue }
            explained += 1
            byTravel += explanation.minimalConflicts.contains { $0.contains(.travel) } ? 1 : 0
            #expect(explanation.minimalConflicts == conflicts(problem), "seed \(seed)")
            let plain = PlainEnumeration(problem: problem)
            let options = plain.options(problem.wishes)
            let fitting = subsets(Array(problem.courses.indices)).filter { !plain.timetables(options, $0).isEmpty }
            let most = fitting.map(\.count).max() ?? 0
            #expect(explanation.maxCourses == most)
            #expect(explanation.maxCourseSets == (most == 0 ? [] : fitting.filter { $0.count == most }))
            #expect(explanation.otherRelaxations >= 0 && explanation.relaxations.count <= 10)
            for relaxation in explanation.relaxations {
                #expect(!problem.courses.indices.allSatisfy { relaxation.dropped.contains(.course($0)) }, "seed \(seed)")
                #expect(relaxation.timetables == count(problem, without: relaxation.dropped), "seed \(seed)")
            }
        }
        #expect(explained > 20 && byTravel > 0)
    }

    private func best(_ count: Int, of chosen: [[PlainEnumeration.Option]], _ plain: PlainEnumeration) -> [PlainEnumeration
        .Table]
    {
        Array(chosen.map(plain.table).sorted(by: PlainEnumeration.precedes).prefix(count))
    }

    /// The cheapest, then the first, of options with the same times. With walking, the buildings must be the same too, and the campuses
    /// where they have a cost.
    private func fold(_ options: [PlainEnumeration.Option], _ problem: PlanProblem) -> [PlainEnumeration.Option] {
        let sorted = options.sorted { $0.cost != $1.cost ? $0.cost < $1.cost : $0.crns.lexicographicallyPrecedes($1.crns) }
        var seen: Set<String> = []
        return sorted.filter { option in
            let times = "\(option.dated.sorted()) \(option.weekly.sorted())"
            let places = problem.travel == nil ? "" : sections(option, problem)
            let campuses = problem.preferences.weights.campus == 0 ? "" : "\(option.campuses.sorted())"
            return seen.insert(times + places + campuses).inserted
        }
    }

    private func sections(_ option: PlainEnumeration.Option, _ problem: PlanProblem) -> String {
        let course = problem.courses[option.course]
        let all = course.primaries.flatMap { [$0.section] + $0.components.flatMap(\.sections) }
        return option.crns.compactMap { crn in all.first { $0.crn == crn }?.meetings }.map { "\($0)" }.filter { $0 != "[]" }
            .sorted().joined()
    }

    private func cost(_ parts: Timetable.Parts, _ weights: TimetableWeights) -> Int {
        weights.gap * parts.idleMinutes + weights.day * parts.days + weights.preferred * parts.minutesOutsidePreferred
            + weights.walking * parts.walkingMinutes
            + weights.rating * parts.rating + weights.grade * parts.grade + weights.untimed * parts.untimed
            + weights.full * parts.full + weights.campus * parts.otherCampuses + parts.soft
    }

    private func items(_ problem: PlanProblem) -> [Explanation.Item] {
        let grouped = problem.groups.flatMap(\.courses)
        return problem.courses.indices.filter { !grouped.contains($0) }.map { .course($0) }
            + problem.groups.indices.map { .group($0) } + problem.wishes.map { .wish($0) }
            + (problem.travel == nil ? [] : [.travel])
    }

    private func count(_ problem: PlanProblem, without dropped: [Explanation.Item]) -> ExactCount {
        var relaxed = problem
        if dropped.contains(.travel) { relaxed.travel = nil }
        let plain = PlainEnumeration(problem: relaxed)
        let kept = items(problem).filter { !dropped.contains($0) }
        let options = plain.options(problem.wishes.filter { kept.contains(.wish($0)) })
        let fixed = kept.compactMap { if case .course(let index) = $0 { index } else { nil } }
        let groups = problem.groups.indices.filter { kept.contains(.group($0)) }.map { problem.groups[$0] }
        return ExactCount(plain.courseSets(fixed, groups).map { plain.timetables(options, $0).count }.reduce(0, +))
    }

    private func conflicts(_ problem: PlanProblem) -> [[Explanation.Item]] {
        let items = items(problem)
        var found: [[Explanation.Item]] = []
        for subset in subsets(items) {
            if found.contains(where: { known in known.allSatisfy(subset.contains) }) { continue }
            if count(problem, without: items.filter { !subset.contains($0) }) == .zero { found.append(subset) }
        }
        return found
    }

    /// By size, then in order.
    private func subsets<Element>(_ elements: [Element]) -> [[Element]] {
        let all = (0..<1 << elements.count).map { bits in elements.indices.filter { bits >> $0 & 1 == 1 } }
        return all.sorted { $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1) }.map {
            $0.map { elements[$0] }
        }
    }
}
