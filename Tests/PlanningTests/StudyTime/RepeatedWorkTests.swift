import Testing

@testable import Planning

/// Work that is done anew: one study block for each of its times.
struct RepeatedWorkTests {
    /// A Monday.
    private static let monday = 20_507
    private static let evening = 1_080..<1_200

    /// Minutes of the day as an instant.
    private func at(_ day: Int, _ minute: Int) -> Int { (Self.monday + day) * 86_400 + minute * 60 }

    /// Work of 20 minutes, and two hours on the evenings of workdays.
    private func problem(_ every: StudyProblem.Every, days: Int = 14, _ mode: StudyProblem.Mode) -> StudyProblem {
        let hours = Array(repeating: [Self.evening], count: 5) + [[], []]
        var task = StudyProblem.Task(id: "words", minutes: 20)
        task.every = every
        var problem = StudyProblem(
            now: at(0, 0), days: Self.monday...Self.monday + days - 1, zone: ZoneOffsets(first: 0),
            settings: .init(hours: hours), tasks: [task])
        problem.settings.mode = mode
        return problem
    }

    private func study(_ plan: StudyTimetable) -> [StudyTimetable.Block] { plan.blocks.filter { $0.kind == .study } }

    /// The days of the study, from the plan's first.
    private func days(_ plan: StudyTimetable) -> [Int] { study(plan).map { $0.start / 86_400 - Self.monday } }

    private static let modes: [StudyProblem.Mode] = [.even, .weeks, .balanced]

    @Test(arguments: modes) func eachDayWithHoursHasOneBlock(_ mode: StudyProblem.Mode) {
        let plan = StudyPlanner.plan(problem(.weekdays(Set(0..<7)), mode))
        #expect(days(plan) == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11] && plan.unplaced.isEmpty && plan.waiting.isEmpty)
        #expect(study(plan).allSatisfy { $0.task == "words" } && Set(plan.blocks.map(\.id)).count == plan.blocks.count)
        if mode != .even { #expect(study(plan).allSatisfy { $0.end - $0.start == 1_200 }) }
    }

    @Test(arguments: modes) func chosenWeekdaysAndWeeksHaveOneBlockEach(_ mode: StudyProblem.Mode) {
        #expect(days(StudyPlanner.plan(problem(.weekdays([0, 2, 6]), mode))) == [0, 2, 7, 9])
        let weekly = days(StudyPlanner.plan(problem(.week, mode)))
        #expect(weekly.map { $0 / 7 } == [0, 1])
    }

    @Test(arguments: modes) func fourWeeksArePlannedWithinTheDaysOfTheTask(_ mode: StudyProblem.Mode) {
        var problem = problem(.weekdays([0]), days: 70, mode)
        #expect(days(StudyPlanner.plan(problem)) == [0, 7, 14, 21])
        (problem.tasks[0].earliest, problem.tasks[0].deadline) = (at(1, 0), at(15, 0))
        #expect(days(StudyPlanner.plan(problem)) == [7, 14])
    }

    @Test(arguments: modes) func blocksOfAPlanStayInTheNextOne(_ mode: StudyProblem.Mode) {
        var problem = problem(.weekdays(Set(0..<7)), mode)
        let first = study(StudyPlanner.plan(problem))
        problem.earlier = first.map { .init(id: $0.id, task: "words", start: $0.start, end: $0.end) }
        #expect(study(StudyPlanner.plan(problem)) == first)
        problem.earlier[0].isDone = true
        problem.now = at(0, 1_110)
        #expect(study(StudyPlanner.plan(problem)).map(\.id) == first.map(\.id))
    }

    @Test(arguments: modes) func aBlockThatWasMovedBetweenTwoTimesStaysThatOfTheFirst(_ mode: StudyProblem.Mode) {
        var problem = problem(.weekdays([0, 2]), mode)
        problem.earlier = study(StudyPlanner.plan(problem)).map {
            .init(id: $0.id, task: "words", start: $0.start, end: $0.end)
        }
        (problem.earlier[1].start, problem.earlier[1].end, problem.earlier[1].isPinned) = (at(4, 600), at(4, 620), true)
        #expect(days(StudyPlanner.plan(problem)) == [0, 4, 7, 9])
    }

    @Test func aMissedBlockComesBackInItsTimeAlone() {
        var problem = problem(.weekdays(Set(0..<7)), days: 3, .balanced)
        problem.earlier = [.init(id: "a", task: "words", start: at(0, 1_080), end: at(0, 1_100), isMissed: true)]
        problem.now = at(0, 1_110)
        #expect(study(StudyPlanner.plan(problem)).filter { !$0.isMissed }.map { $0.start / 86_400 - Self.monday } == [0, 1, 2])
        // The hours of today are over.
        problem.now = at(0, 1_195)
        let plan = StudyPlanner.plan(problem)
        #expect(study(plan).filter { !$0.isMissed }.map { $0.start / 86_400 - Self.monday } == [1, 2] && plan.unplaced.isEmpty)
    }

    @Test(arguments: modes) func whatHasNoPlaceIsNamedOnce(_ mode: StudyProblem.Mode) {
        var problem = problem(.weekdays(Set(0..<7)), days: 5, mode)
        problem.busy = [at(1, 0)..<at(3, 0)]
        let plan = StudyPlanner.plan(problem)
        #expect(days(plan) == [0, 3, 4])
        #expect(plan.unplaced.map(\.task) == ["words"] && plan.unplaced.first?.minutes == 40)
        #expect(plan.unplaced.first?.reason != .deadline)
        if case .laterDeadline = plan.unplaced.first?.change { Issue.record("The end of a day is nobody's deadline.") }
    }
}
