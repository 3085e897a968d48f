import Testing

@testable import Planning

struct StudyTimeWeeksTests {
    private static let day = 20_500

    private func at(_ hour: Int, _ minute: Int = 0, day: Int = day) -> Int { day * 86_400 + hour * 3600 + minute * 60 }

    private func problem(days: Int = 7, _ tasks: [StudyProblem.Task]) -> StudyProblem {
        var problem = StudyProblem(
            now: at(0), days: Self.day...Self.day + days - 1, zone: ZoneOffsets(first: 0),
            settings: .init(hours: Array(repeating: [960..<1320], count: 7)), tasks: tasks)
        problem.settings.mode = .weeks
        return problem
    }

    private func new(_ plan: StudyTimetable, _ rules: PlainStudyRules) -> [PlainStudyRules.WeeksBlock] {
        plan.blocks.filter { block in block.kind == .study && !rules.kept.contains { $0.block.id == block.id } }.map {
            PlainStudyRules.WeeksBlock(task: $0.task ?? "", slots: $0.start / 300..<$0.end / 300)
        }
    }

    @Test func aTaskIsSplitIntoBlocksOfLegalLengths() {
        let plan = StudyPlanner.plan(problem([.init(id: "essay", minutes: 300)]))
        #expect(plan.blocks.map { ($0.end - $0.start) / 60 }.reduce(0, +) == 300)
        #expect(plan.objective == [0, 0, 0, 0, 3, 1270])
        #expect(plan.isOptimal && plan.bound == nil && plan.unplaced.isEmpty)
    }

    @Test func aSpacedTaskHasOneBlockADay() {
        var task = StudyProblem.Task(id: "exam", minutes: 200)
        task.spaced = 4
        let plan = StudyPlanner.plan(problem([task]))
        #expect(plan.blocks.map { ($0.end - $0.start) / 60 } == [50, 50, 50, 50])
        #expect(Set(plan.blocks.map { $0.start / 86_400 }).count == 4)
    }

    @Test func minutesThatNoBlockCanHoldStayUnplaced() {
        var problem = problem([.init(id: "a", minutes: 50)])
        (problem.settings.minimumBlock, problem.settings.maximumBlock) = (30, 30)
        let plan = StudyPlanner.plan(problem)
        #expect(plan.unplaced == [.init(task: "a", minutes: 20, reason: .blocks, change: .shorterMinimum(25))])
        #expect(plan.isOptimal)
    }

    @Test func whatIsShortSaysWhyAndWhatWouldDo() {
        var (late, second) = (StudyProblem.Task(id: "a", minutes: 400), StudyProblem.Task(id: "b", minutes: 60))
        late.deadline = at(23)
        second.after = ["a"]
        var plan = StudyPlanner.plan(problem([late, second]))
        #expect(plan.unplaced.map(\.reason) == [.deadline, .after])
        #expect(plan.unplaced.map(\.minutes) == [50, 60])
        #expect(plan.unplaced.last?.change == .finish("a"))
        plan = StudyPlanner.plan(problem(days: 1, [.init(id: "a", minutes: 400)]))
        #expect(
            plan.unplaced == [.init(task: "a", minutes: 50, reason: .hours, change: .longerHours(day: Self.day, minutes: 55))])
        var limited = problem(days: 1, [.init(id: "a", minutes: 100)])
        limited.settings.dailyLimit = 60
        #expect(
            StudyPlanner.plan(limited).unplaced == [.init(task: "a", minutes: 40, reason: .limit, change: .higherLimit(100))])
    }

    @Test func aNewBusyHourMovesNothingElse() {
        var problem = problem((0..<8).map { .init(id: "task \($0)", minutes: 60 + 15 * $0) })
        let first = StudyPlanner.plan(problem)
        problem.earlier = first.blocks.map { .init(id: $0.id, task: $0.task ?? "", start: $0.start, end: $0.end) }
        problem.busy = [problem.earlier[3].start..<problem.earlier[3].end]
        let next = StudyPlanner.plan(problem)
        #expect(next.objective[3] == 1)
        #expect(Set(first.blocks.map(\.id)).intersection(next.blocks.map(\.id)).count == first.blocks.count - 1)
    }

    /// A block that stays must not start before the last block of the work that it waits for.
    @Test func moreWorkForATaskMovesTheBlocksThatWaitForIt() async {
        for seed in 0..<40 as Range<UInt64> {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(mode: .weeks, days: 5, tasks: 10, open: 120...300, unit: 5, blocks: 4...8)
            for index in problem.tasks.indices.dropFirst() where index % 3 == 0 {
                problem.tasks[index].after = [problem.tasks[index - 1].id]
            }
            problem.earlier = StudyPlanner.plan(problem, steps: 20_000).blocks.filter { $0.kind == .study }.map {
                .init(id: $0.id, task: $0.task ?? "", start: $0.start, end: $0.end)
            }
            for index in problem.tasks.indices where index % 3 == 2 { problem.tasks[index].minutes += 35 }
            let (plan, rules) = (StudyPlanner.plan(problem, steps: 200_000), random.rules(problem))
            #expect(rules.faults(new(plan, rules)) == [], "seed \(seed)")
        }
    }

    @Test func theSameInputInAnotherOrderHasTheSamePlan() async {
        for seed in 0..<40 as Range<UInt64> {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(
                mode: seed % 2 == 0 ? .weeks : .even, days: 3, tasks: 8, open: 60...240, unit: 5, blocks: 2...8)
            problem.earlier = random.earlier(StudyPlanner.plan(problem, steps: 20_000))
            let plan = StudyPlanner.plan(problem, steps: 20_000)
            var numbers = SplitMix64(state: seed)
            problem.tasks.shuffle(using: &numbers)
            problem.fixed.shuffle(using: &numbers)
            problem.busy.shuffle(using: &numbers)
            problem.earlier.shuffle(using: &numbers)
            #expect(StudyPlanner.plan(problem, steps: 20_000) == plan, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<8) func aSmallPlanEqualsTryingAll(batch: UInt64) async {
        var proved = 0
        for seed in batch * 30..<(batch + 1) * 30 {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(mode: .weeks, days: 1 + Int(seed % 2), tasks: 3, open: 20...45, unit: 5, blocks: 2...5)
            for round in 0..<2 {
                let (plan, rules) = (StudyPlanner.plan(problem, steps: 100_000), random.rules(problem))
                let blocks = new(plan, rules)
                #expect(rules.faults(blocks) == [], "seed \(seed), round \(round)")
                #expect(rules.objective(blocks) == plan.objective, "seed \(seed), round \(round)")
                if let best = rules.best() {
                    #expect(plan.objective == best, "seed \(seed), round \(round)")
                    if plan.isOptimal { proved += 1 }
                    if let bound = plan.bound { #expect(!best.lexicographicallyPrecedes(bound), "seed \(seed)") }
                }
                problem.earlier = random.earlier(plan)
                problem.now += random.pick(0...60) * 60
            }
        }
        #expect(proved > 20)
    }

    @Test(arguments: 0..<6) func allHardRulesHold(batch: UInt64) async {
        for seed in batch * 8..<(batch + 1) * 8 {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(
                mode: .weeks, days: 2 + Int(seed % 6), tasks: 12, open: 60...300, unit: [5, 15][Int(seed % 2)], blocks: 2...8)
            for round in 0..<3 {
                let (plan, rules) = (StudyPlanner.plan(problem, steps: 30_000), random.rules(problem))
                let blocks = new(plan, rules)
                #expect(rules.faults(blocks) == [], "seed \(seed), round \(round)")
                #expect(rules.objective(blocks) == plan.objective, "seed \(seed), round \(round)")
                let unplaced = Dictionary(plan.unplaced.map { ($0.task, $0.minutes) }, uniquingKeysWith: { one, _ in one })
                for task in problem.tasks where !task.isDone {
                    let placed = blocks.filter { $0.task == task.id }.map(\.slots.count).reduce(0, +) * 5
                    #expect(placed + (unplaced[task.id] ?? 0) == rules.need(task) * 5, "seed \(seed), round \(round)")
                }
                for kept in rules.kept where kept.day != nil {
                    let same = plan.blocks.first { $0.id == kept.block.id }
                    #expect(same.map { $0.start..<$0.end } == kept.block.start..<kept.block.end, "seed \(seed)")
                    #expect(same?.isMissed == kept.isMissed, "seed \(seed)")
                }
                if let bound = plan.bound {
                    #expect(!plan.isOptimal && !plan.objective.lexicographicallyPrecedes(bound))
                } else {
                    #expect(plan.isOptimal)
                }
                problem.earlier = random.earlier(plan)
                problem.now += random.pick(0...1440) * 60
            }
        }
    }
}
