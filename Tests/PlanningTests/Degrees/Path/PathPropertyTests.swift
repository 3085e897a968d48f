import NoteItCore
import Planning
import Testing

/// Paths of random programmes beside plain rules and a plain search.
@Suite struct PathPropertyTests {
    private func terms(_ answer: DegreePath, _ problem: PathProblem) -> Int? {
        answer.feasible ? answer.graduates.map { $0.ordinal - problem.from.ordinal + 1 } ?? 0 : nil
    }

    @Test(arguments: 0..<8) func noPlanGraduatesEarlierThanTheOneFound(part: UInt64) async throws {
        for seed in part * 250..<(part + 1) * 250 {
            await giveWay()
            var random = RandomPathProblem(seed: seed)
            let problem = random.make()
            let rules = PlainPathRules(problem)
            let answer = try DegreePathfinder.path(problem)
            #expect(rules.faults(answer) == [], "seed \(seed)")
            #expect(terms(answer, problem) == rules.fewestTerms(), "seed \(seed)")
            #expect(answer.optimal, "seed \(seed)")
        }
    }

    /// The rest fills what kept terms leave, and no way around them graduates earlier.
    @Test(arguments: 0..<4) func noPlanAroundKeptTermsGraduatesEarlier(part: UInt64) async throws {
        for seed in part * 250..<(part + 1) * 250 {
            await giveWay()
            var random = RandomPathProblem(seed: 50_000 + seed)
            let problem = random.makeKeeping()
            let rules = PlainPathRules(problem)
            let answer = try DegreePathfinder.path(problem)
            #expect(rules.faults(answer) == [], "seed \(seed)")
            #expect(terms(answer, problem) == rules.fewestTerms(), "seed \(seed)")
            #expect(answer.optimal, "seed \(seed)")
        }
    }

    @Test(arguments: ProgrammeShapes.all) func aPlanOfAWholeProgrammeMeetsEveryRule(shape: String) async throws {
        for seed in UInt64(1)...3 {
            await giveWay()
            let problem = ProgrammeShapes.problem(shape, seed: seed)
            let answer = try DegreePathfinder.path(problem)
            #expect(PlainPathRules(problem).faults(answer) == [], "seed \(seed)")
        }
    }

    @Test func aPlanIsThereWhenTheTimeIsOverAtOnce() async throws {
        for shape in ProgrammeShapes.all {
            await giveWay()
            let problem = ProgrammeShapes.problem(shape, seed: 7)
            let answer = try DegreePathfinder.path(problem, isOver: { true })
            #expect(try answer.feasible == DegreePathfinder.path(problem).feasible)
            #expect(PlainPathRules(problem).faults(answer) == [])
        }
    }

    /// Steps end a search, not a clock: a plan that is found within them is whole, and the same one each time.
    @Test(arguments: [0, 20_000, 200_000]) func aPlanThatStepsCutShortIsTheSameEachTime(steps: Int) async throws {
        for shape in ProgrammeShapes.all {
            await giveWay()
            let problem = ProgrammeShapes.problem(shape, seed: 7)
            let cut = try DegreePathfinder.path(problem, search: steps)
            #expect(try DegreePathfinder.path(problem, search: steps) == cut)
            #expect(PlainPathRules(problem).faults(cut) == [])
        }
    }

    @Test func theSameProblemHasTheSamePlan() async throws {
        for shape in ProgrammeShapes.all.prefix(8) {
            await giveWay()
            let problem = ProgrammeShapes.problem(shape, seed: 3)
            #expect(try DegreePathfinder.path(problem) == DegreePathfinder.path(problem))
        }
    }

    /// Courses that are not offered, or too heavy, are a cause by themselves; without any of them it is none.
    @Test func causesAreInclusionMinimal() async throws {
        var seen = 0
        for seed in UInt64(0)..<500 {
            await giveWay()
            var random = RandomPathProblem(seed: seed)
            let problem = random.make()
            guard let because = try DegreePathfinder.path(problem).because, !because.contains(where: { $0.courses.isEmpty })
            else {
                continue
            }
            for cause in because where cause.kind == .cycle { expectCycle(cause.courses, problem) }
            guard because.allSatisfy({ $0.kind == .notOffered || $0.kind == .credits }) else { continue }
            let causes = because.flatMap(\.courses)
            let alone = relaxed(problem, keeping: Set(causes))
            #expect(PlainPathRules(alone).fewestTerms() == nil, "seed \(seed)")
            guard PlainPathRules(relaxed(problem, keeping: [])).fewestTerms() != nil else { continue }
            for course in causes {
                let fewer = relaxed(problem, keeping: Set(causes).subtracting([course]))
                #expect(PlainPathRules(fewer).fewestTerms() != nil, "seed \(seed): \(course)")
            }
            seen += 1
        }
        #expect(seen > 10)
    }

    /// All courses but `kept` are offered in every term, all terms have room for them.
    private func relaxed(_ problem: PathProblem, keeping kept: Set<CourseCode>) -> PathProblem {
        var problem = problem
        problem.offered = problem.offered.filter { kept.contains($0.key) }
        let limits = problem.creditsPerTerm
        // Courses that are too heavy stay so: their credits grow with the limits.
        func grown(_ limit: CreditAmount) -> CreditAmount { limit == .zero ? .zero : limit + CreditAmount(40) }
        problem.creditsPerTerm = CreditLimits(
            spring: grown(limits.spring), summer: grown(limits.summer), fall: grown(limits.fall))
        for code in kept {
            let credits = problem.courses[code]?.credits ?? .unknown
            let seasons = problem.offered[code] ?? AcademicTerm.Season.allCases
            let most = seasons.map { limits[$0] }.max() ?? .zero
            if credits > most {
                problem.courses[code] = CourseFacts(
                    credits: credits + CreditAmount(40), attributes: problem.courses[code]?.attributes ?? [])
            }
        }
        return problem
    }

    private func expectCycle(_ courses: [CourseCode], _ problem: PathProblem) {
        for course in courses {
            #expect(problem.prerequisites[course]?.courses.contains(where: courses.contains) ?? false)
        }
    }
}
