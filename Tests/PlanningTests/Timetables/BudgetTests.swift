import Synchronization
import Testing

@testable import Planning

/// Results of a stopped search, and counts above 128 bits.
struct BudgetTests {
    /// Courses whose sections have no times, so that nothing clashes.
    private func untimed(courses: Int, sections: Int) -> PlanProblem {
        PlanProblem(
            courses: (0..<courses).map { course in
                PlanCourse(
                    name: "C\(course)",
                    primaries: (0..<sections).map {
                        PlanPrimary(section: PlanSection(crn: course * 1_000 + $0, meetings: []), creditTenths: 30)
                    })
            })
    }

    @Test func countsPass128Bits() {
        let plan = Planner.plan(untimed(courses: 20, sections: 200))
        #expect(plan.feasible.description == "1048576" + String(repeating: "0", count: 40))
        #expect(plan.feasibleDistinct == .one)
        #expect(plan.timetables.first?.crns == (0..<20).map { $0 * 1_000 })
        #expect(plan.timetables.count == 10)
    }

    @Test func exactCountsAddAndMultiply() {
        let (large, one) = (ExactCount(999_999_999), ExactCount.one)
        #expect((large + one).description == "1000000000")
        #expect((large * large).description == "999999998000000001")
        #expect((large * .zero) == .zero && ExactCount.zero.description == "0")
        #expect(large < large + one)
    }

    @Test func aStoppedSearchSaysSoAndItsBoundHolds() async {
        for seed in 0..<300 {
            await giveWay()
            var random = RandomProblem(seed: UInt64(seed))
            let problem = random.make()
            let whole = Planner.plan(problem, limit: 3, explaining: false)
            let part = Planner.plan(problem, limit: 3, explaining: false, budget: SearchBudget(steps: seed % 9))
            guard !part.isOptimal else {
                #expect(part.timetables == whole.timetables, "seed \(seed)")
                continue
            }
            #expect(part.feasible <= whole.feasible && !part.countsAreExact, "seed \(seed)")
            #expect(part.bound != Int.min, "seed \(seed)")
            let known = Set(part.timetables.map(\.crns))
            let missing = whole.timetables.filter { !known.contains($0.crns) }.map(\.cost)
            #expect(missing.allSatisfy { $0 >= part.bound ?? Int.min }, "seed \(seed)")
        }
    }

    @Test func aSearchReportsItsProgress() async {
        let told = Mutex<[SearchProgress]>([])
        for seed in 0..<200 {
            await giveWay()
            told.withLock { $0 = [] }
            var random = RandomProblem(seed: UInt64(seed))
            let problem = random.make()
            let plan = Planner.plan(
                problem, limit: 1, budget: SearchBudget(tell: { step in told.withLock { $0.append(step) } }))
            let steps = told.withLock { $0 }
            #expect(steps.first?.phase == .ranking && steps.first?.best == nil, "seed \(seed)")
            guard let best = plan.timetables.first?.cost else { continue }
            for step in steps {
                #expect(step.best ?? best >= best, "seed \(seed)")
                #expect(best >= min(step.best ?? best, step.bound ?? best), "seed \(seed)")
            }
        }
    }
}
