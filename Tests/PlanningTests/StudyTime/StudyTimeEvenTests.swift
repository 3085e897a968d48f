import Testing

@testable import Planning

struct StudyTimeEvenTests {
    private static let day = 20_500

    /// Minutes of the day as an instant.
    private func at(_ hour: Int, _ minute: Int = 0, day: Int = day) -> Int { day * 86_400 + hour * 3600 + minute * 60 }

    private func problem(
        hours: [Range<Int>] = [960..<1320], days: Int = 1, _ tasks: [StudyProblem.Task]
    ) -> StudyProblem {
        StudyProblem(
            now: at(0), days: Self.day...Self.day + days - 1, zone: ZoneOffsets(first: 0),
            settings: .init(hours: Array(repeating: hours, count: 7)), tasks: tasks)
    }

    private func task(_ id: String, _ priority: StudyProblem.Priority = .medium, created: Int = 0) -> StudyProblem.Task {
        var task = StudyProblem.Task(id: id, minutes: 60)
        (task.priority, task.createdAt) = (priority, created)
        return task
    }

    private func study(_ problem: StudyProblem) -> [StudyTimetable.Block] {
        StudyPlanner.plan(problem).blocks.filter { $0.kind == .study }
    }

    private func lengths(_ blocks: [StudyTimetable.Block]) -> [Int] { blocks.map { ($0.end - $0.start) / 60 } }

    @Test func theGapsOfAnAfternoonAreSharedEvenly() {
        var problem = problem((1...4).map { task("task \($0)", created: $0) })
        problem.fixed = [
            .init(id: "a", occurrences: [at(16)..<at(17)]), .init(id: "b", occurrences: [at(18, 30)..<at(19)]),
            .init(id: "c", occurrences: [at(21)..<at(22)]),
        ]
        let plan = StudyPlanner.plan(problem)
        let study = plan.blocks.filter { $0.kind == .study }
        #expect(lengths(study) == [40, 40, 55, 55])
        #expect(study.map(\.task) == (1...4).map { "task \($0)" })
        #expect(study.map(\.start) == [at(17), at(17, 45), at(19), at(20)])
        let breaks = plan.blocks.filter { $0.kind == .rest }
        #expect(breaks.map(\.start) == study.map(\.end))
        #expect(lengths(breaks) == [5, 5, 5, 5])
        #expect(plan.blocks.filter { $0.kind == .fixed }.map(\.task) == ["a", "b", "c"])
        #expect(plan.unplaced.isEmpty && plan.objective.isEmpty && plan.isOptimal && plan.bound == nil)
    }

    @Test func aBreakOfTwoAndAMinimumOfAnHourHold() {
        var problem = problem((0..<10).map { task("\($0)") })
        problem.settings.breakMinutes = 2
        #expect(lengths(study(problem)) == Array(repeating: 34, count: 10))
        problem.settings.minimumBlock = 60
        let plan = StudyPlanner.plan(problem)
        #expect(lengths(plan.blocks.filter { $0.kind == .study }) == Array(repeating: 70, count: 5))
        #expect(plan.unplaced.count == 5)
    }

    @Test func aMaximumOf100000MinutesIsTheWholeGap() {
        var problem = problem([task("a")])
        problem.settings.maximumBlock = 100_000
        #expect(lengths(study(problem)) == [355])
    }

    @Test func aMinimumLongerThanAnyGapSaysSo() {
        var problem = problem([task("a")])
        (problem.settings.minimumBlock, problem.settings.maximumBlock) = (1000, 2000)
        let unplaced = StudyPlanner.plan(problem).unplaced
        #expect(unplaced == [.init(task: "a", minutes: 60, reason: .blocks, change: .shorterMinimum(355))])
    }

    @Test func prioritiesDeadlinesCreationAndIdsOrderTasks() {
        var (soon, late) = (task("y"), task("x"))
        (soon.deadline, late.deadline) = (at(23), at(23, 30))
        let tasks = [
            task("b", .low), task("a", .low), task("old", created: 1), task("new", created: 2), late, soon, task("h", .high),
        ]
        #expect(study(problem(tasks)).compactMap(\.task) == ["h", "y", "x", "old", "new", "a", "b"])
    }

    @Test func aTaskWithoutABlockGoesToTheFrontOfTheNextDay() {
        var fresh = task("fresh", .high)
        fresh.earliest = at(0, day: Self.day + 1)
        var problem = problem(hours: [960..<1030], days: 2, [task("a", .high), task("b", .low), task("c"), fresh])
        problem.settings.minimumBlock = 30
        #expect(study(problem).compactMap(\.task) == ["a", "c", "b", "fresh"])
    }

    @Test func aMissedBlockBringsItsTaskToTheFront() {
        var problem = problem(hours: [960..<1000], [task("a", .high), task("b", .low)])
        problem.earlier = [.init(id: "old", task: "b", start: at(16, day: Self.day - 1), end: at(17, day: Self.day - 1))]
        #expect(study(problem).compactMap(\.task) == ["b"])
    }

    @Test func yesterdaysOpenBlockComesBackAsMissed() {
        var problem = problem(days: 2, [task("a")])
        problem.now = at(0, day: Self.day + 1)
        problem.earlier = [.init(id: "old", task: "a", start: at(16), end: at(17))]
        let blocks = study(problem)
        #expect(blocks.map(\.id).contains("old") && blocks.map(\.isMissed) == [true, false])
    }

    @Test func whatIsLeftAfterADoneBlockStandsAgainTheNextDay() {
        var problem = problem(days: 3, [task("a")])
        problem.now = at(18)
        problem.tasks[0].minutes = 360
        problem.tasks[0].minutesDone = 95
        problem.earlier = [.init(id: "done", task: "a", start: at(16), end: at(17, 35))]
        problem.earlier[0].isDone = true
        #expect(study(problem).map(\.start) == [at(16), at(16, day: Self.day + 1)])
        problem.tasks[0].minutes = 95
        #expect(study(problem).map(\.id) == ["done"])
        // A block that is over and not marked counts as well; one that is to come does not.
        problem.tasks[0].minutes = 360
        problem.earlier[0].isDone = false
        #expect(study(problem).count == 2)
        problem.earlier[0].end = at(19)
        #expect(study(problem).count == 1)
    }

    @Test func workThatIsLeftWithoutADayForItIsNamedIfOneAsks() {
        var problem = problem([task("a")])
        problem.earlier = [.init(id: "done", task: "a", start: at(16), end: at(16, 30))]
        problem.earlier[0].isDone = true
        (problem.now, problem.tasks[0].minutesDone) = (at(17), 30)
        #expect(StudyPlanner.plan(problem).unplaced.isEmpty)
        problem.namesRests = true
        #expect(StudyPlanner.plan(problem).unplaced.map(\.minutes) == [30])
    }

    @Test func theRestOfAMissedBlocksTimeIsFree() {
        var problem = problem(hours: [1140..<1260], [task("a")])
        problem.now = at(19, 5)
        problem.earlier = [.init(id: "old", task: "a", start: at(19), end: at(21))]
        problem.earlier[0].isMissed = true
        #expect(study(problem).map(\.start) == [at(19), at(19, 5)])
        problem.settings.mode = .weeks
        problem.tasks[0].minutes = 110
        #expect(StudyPlanner.plan(problem).unplaced.isEmpty)
    }

    /// Each day has room for one block of the three.
    @Test func whoWaitedIsFirstOnADayThatIsPlannedAnew() {
        var problem = problem(hours: [960..<1005], days: 3, [task("a", .high), task("b", .low), task("c", .low)])
        let monday = StudyPlanner.plan(problem)
        #expect(study(problem).compactMap(\.task) == ["a", "b", "c"])
        #expect(monday.waiting == ["b": Self.day, "c": Self.day])
        problem.now = at(0, day: Self.day + 1)
        problem.days = Self.day + 1...Self.day + 3
        problem.tasks.append(task("new", .high))
        problem.earlier = [.init(id: "done", task: "a", start: at(16), end: at(16, 40))]
        problem.earlier[0].isDone = true
        for index in problem.tasks.indices { problem.tasks[index].waitsSince = monday.waiting[problem.tasks[index].id] }
        let tuesday = StudyPlanner.plan(problem)
        #expect(tuesday.blocks.filter { $0.kind == .study }.compactMap(\.task) == ["b", "a", "new"])
        // It is remembered until the task has had a block.
        #expect(tuesday.waiting["b"] == Self.day && tuesday.waiting["new"] == Self.day + 1)
        let start = at(16, day: Self.day + 1)
        problem.earlier.append(.init(id: "mine", task: "b", start: start, end: start + 2_400))
        problem.earlier[1].isDone = true
        #expect(StudyPlanner.plan(problem).waiting["b"] == Self.day + 2)
    }

    @Test func aTaskWaitsForTheDayAfterTheOther() {
        var second = task("a", .high)
        second.after = ["b"]
        let blocks = study(problem(days: 2, [second, task("b", .low)]))
        #expect(blocks.map(\.task) == ["b", "a"])
        #expect(blocks.map(\.start) == [at(16), at(16, day: Self.day + 1)])
    }

    @Test func theDailyLimitIsSharedToo() {
        var problem = problem((0..<4).map { task("\($0)") })
        problem.settings.dailyLimit = 100
        #expect(lengths(study(problem)) == [33, 33, 33])
    }

    @Test func aBlockThatIsTooEarlyOrTooLateIsLeftOut() {
        var (early, late) = (task("a", .high), task("b"))
        (early.earliest, late.deadline) = (at(18), at(17))
        // First a would begin at 16:00, so it is left out; then b and c share the afternoon, and b would end too late.
        #expect(study(problem([early, late, task("c", .low)])).compactMap(\.task) == ["c"])
    }

    @Test func unchangedBlocksKeepTheirIds() {
        var problem = problem([task("a", .high), task("b")])
        let first = StudyPlanner.plan(problem)
        let study = first.blocks.filter { $0.kind == .study }
        problem.earlier = study.enumerated().map {
            .init(id: "mine \($0)", task: $1.task ?? "", start: $1.start, end: $1.end)
        }
        #expect(self.study(problem).map(\.id) == ["mine 0", "mine 1"])
        problem.earlier[0].end += 60
        #expect(self.study(problem).map(\.id) == [study[0].id, "mine 1"])
    }

    @Test func derivedIdsAreUUIDsThatNoKeptBlockHas() {
        var problem = problem([task("a"), task("b")])
        let plan = StudyPlanner.plan(problem)
        let ids = plan.blocks.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
            #expect(Array(id)[14] == "8" && "89ab".contains(Array(id)[19]))
        }
        // A block was moved and pinned; another begins where it was.
        problem.earlier = [.init(id: ids[0], task: "b", start: at(20), end: at(21))]
        problem.earlier[0].isPinned = true
        let next = StudyPlanner.plan(problem).blocks
        #expect(Set(next.map(\.id)).count == next.count)
    }

    /// Days of the zones' changes among them; against trying all shares minute by minute.
    @Test(arguments: 0..<8) func aPlanEqualsTryingAllShares(batch: UInt64) async {
        for seed in batch * 40..<(batch + 1) * 40 {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(mode: .even, days: 1 + Int(seed % 3), tasks: 6, open: 60...300, unit: 10, blocks: 1...5)
            for round in 0..<2 {
                let (plan, rules) = (StudyPlanner.plan(problem), random.rules(problem))
                let kept = Set(rules.kept.map(\.block.id))
                let found = Set(
                    plan.blocks.filter { $0.kind == .study && !kept.contains($0.id) }.map {
                        PlainStudyRules.EvenBlock(task: $0.task ?? "", start: $0.start / 60, end: $0.end / 60)
                    })
                #expect(found == Set(rules.even()), "seed \(seed), round \(round)")
                #expect(rules.faults(even: plan) == [], "seed \(seed), round \(round)")
                problem.earlier = random.earlier(plan)
                problem.now += random.pick(0...600) * 60
            }
        }
    }

    /// Several weeks of several hundred days in all, with more tasks than can be tried; each plan is made twice.
    @Test(arguments: 0..<8) func allHardRulesHoldOnFullDays(batch: UInt64) async {
        for seed in batch * 25..<(batch + 1) * 25 {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            var problem = random.make(
                mode: .even, days: 3 + Int(seed % 12), tasks: 40, open: 120...600, unit: 5, blocks: 2...12)
            for round in 0..<2 {
                let (plan, rules) = (StudyPlanner.plan(problem), random.rules(problem))
                #expect(rules.faults(even: plan) == [], "seed \(seed), round \(round)")
                #expect(StudyPlanner.plan(problem) == plan, "seed \(seed), round \(round)")
                problem.earlier = random.earlier(plan)
                problem.now += random.pick(0...2880) * 60
            }
        }
    }
}
