import Testing

@testable import Planning

/// Plans that are called optimal, and bounds, beside trying all plans, where the search's bounds are hard to get right.
@Suite struct StudyTimeProofTests {
    /// The days of a spaced task may not suffice: then its end is that of what they hold. With seeds 164 and 1150 a plan was once
    /// called optimal that was not.
    @Test(arguments: [155..<170, 1145..<1155]) func spacedTasksThatAreShortOfDays(seeds: Range<UInt64>) async {
        for seed in seeds {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(mode: .weeks, days: 2 + Int(seed % 3), tasks: 3, open: 15...25, unit: 5, blocks: 2...4)
            for index in problem.tasks.indices where random.chance(2) {
                problem.tasks[index].spaced = 1
                problem.tasks[index].minutes = random.pick(6...20) * 5
            }
            expectProof(of: problem, random, seed)
        }
    }

    /// A pinned block that stands late is the end of its task, however early the rest is placed. So it was with seed 245.
    @Test func tasksWithASettledLaterBlock() async {
        for seed: UInt64 in 235..<255 {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(mode: .weeks, days: 1 + Int(seed % 2), tasks: 3, open: 20...45, unit: 5, blocks: 2...4)
            problem.earlier = StudyPlanner.plan(problem, steps: 20_000).blocks.compactMap { block in
                guard block.kind == .study, let task = block.task, random.chance(2) else { return nil }
                var earlier = StudyProblem.EarlierBlock(id: block.id, task: task, start: block.start, end: block.end)
                earlier.isPinned = true
                return earlier
            }
            for index in problem.tasks.indices where random.chance(2) { problem.tasks[index].minutes += random.pick(1...4) * 5 }
            expectProof(of: problem, random, seed)
        }
    }

    private func expectProof(of problem: StudyProblem, _ random: RandomStudyProblem, _ seed: UInt64) {
        let (plan, rules) = (StudyPlanner.plan(problem, steps: 100_000), random.rules(problem))
        guard let best = rules.best(tries: 100_000) else { return }
        if plan.isOptimal { #expect(plan.objective == best, "seed \(seed)") }
        if let bound = plan.bound { #expect(!best.lexicographicallyPrecedes(bound), "seed \(seed)") }
    }
}
