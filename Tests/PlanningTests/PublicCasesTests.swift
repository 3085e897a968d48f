import Foundation
import Planning
import ScheduleCases
import Testing

/// The cases of the real data, with their exact results.
struct PublicCasesTests {
    static let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/data").standardized
        .path()

    private static func cases() throws -> [(ScheduleCase, PlanProblem)] {
        let cases = try ScheduleCase.load(data + "/schedule_cases_public.json")
        let terms = try Dictionary(
            uniqueKeysWithValues: Set(cases.map(\.term)).map { ($0, try RealTerm(folder: data, term: $0)) })
        return try cases.map { ($0, $0.problem(in: try #require(terms[$0.term]))) }
    }

    @Test func countsAreExact() throws {
        for (wanted, problem) in try Self.cases() {
            let (plan, expected) = (Planner.plan(problem), try #require(wanted.expected))
            #expect(plan.rawCombinations.description == String(expected.rawCombinations), "\(wanted.id)")
            #expect(plan.feasible.description == String(expected.feasible), "\(wanted.id)")
            #expect(plan.feasibleDistinct.description == String(expected.feasibleDistinctTimes), "\(wanted.id)")
            #expect(plan.isOptimal && plan.countsAreExact && plan.bound == nil)
        }
    }

    @Test(arguments: [false, true]) func theTenBestAreExact(distinct: Bool) throws {
        for (wanted, problem) in try Self.cases() {
            let expected = try #require(wanted.expected)
            let found = Planner.plan(problem, distinct: distinct).timetables.map {
                ScheduleCase.Entry(cost: $0.cost, crns: $0.crns, gapMinutes: $0.parts.idleMinutes, days: $0.parts.days)
            }
            #expect(found == (distinct ? expected.topDistinct ?? [] : expected.top), "\(wanted.id)")
        }
    }

    @Test func failureIsExplainedInFull() throws {
        for (wanted, problem) in try Self.cases() {
            let (plan, expected) = (Planner.plan(problem), try #require(wanted.expected))
            #expect(plan.explanation?.minimalConflicts.map { $0.map(wanted.text) } == expected.minimalConflicts, "\(wanted.id)")
            #expect(plan.explanation?.maxCourses == expected.maxCourses)
            #expect(plan.explanation?.maxCourseSets.map { $0.map { wanted.courses[$0] } } == expected.maxCourseSubsets)
        }
    }
}
