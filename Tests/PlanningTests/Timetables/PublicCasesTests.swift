import Planning
import RealData
import TimetableCases
import Testing

/// The cases of the real data, with their exact results.
struct PublicCasesTests {
    private func cases(_ data: RealData) throws -> [(TimetableCase, PlanProblem)] {
        let cases = try TimetableCase.load(data.path("schedule_cases_public.json"))
        let terms = try Dictionary(
            uniqueKeysWithValues: Set(cases.map(\.term)).map { ($0, try RealTerm(folder: data.folder.path, term: $0)) })
        return try cases.map { ($0, $0.problem(in: try #require(terms[$0.term]))) }
    }

    @Test(arguments: try RealData.all) func countsAreExact(data: RealData) async throws {
        for (wanted, problem) in try cases(data) {
            await giveWay()
            let (plan, expected) = (Planner.plan(problem), try #require(wanted.expected))
            #expect(plan.rawCombinations.description == String(expected.rawCombinations), "\(wanted.id)")
            #expect(plan.feasible.description == String(expected.feasible), "\(wanted.id)")
            #expect(plan.feasibleDistinct.description == String(expected.feasibleDistinctTimes), "\(wanted.id)")
            #expect(plan.isOptimal && plan.countsAreExact && plan.bound == nil)
        }
    }

    @Test(arguments: try RealData.all, [false, true]) func theTenBestAreExact(data: RealData, distinct: Bool) async throws {
        for (wanted, problem) in try cases(data) {
            await giveWay()
            let expected = try #require(wanted.expected)
            let found = Planner.plan(problem, distinct: distinct).timetables.map {
                TimetableCase.Entry(cost: $0.cost, crns: $0.crns, gapMinutes: $0.parts.idleMinutes, days: $0.parts.days)
            }
            #expect(found == (distinct ? expected.topDistinct ?? [] : expected.top), "\(wanted.id)")
        }
    }

    @Test(arguments: try RealData.all) func failureIsExplainedInFull(data: RealData) async throws {
        for (wanted, problem) in try cases(data) {
            await giveWay()
            let (plan, expected) = (Planner.plan(problem), try #require(wanted.expected))
            #expect(plan.explanation?.minimalConflicts.map { $0.map(wanted.text) } == expected.minimalConflicts, "\(wanted.id)")
            #expect(plan.explanation?.maxCourses == expected.maxCourses)
            #expect(plan.explanation?.maxCourseSets.map { $0.map { wanted.courses[$0] } } == expected.maxCourseSubsets)
        }
    }
}
