import Testing

@testable import Planning

struct StudyTimeZoneTests {
    /// Vancouver in 2026: forward on 8 March (day 20520) at 2:00, back on 1 November (day 20758) at 2:00.
    private let vancouver = ZoneOffsets(
        first: -28_800, changes: [.init(at: 1_772_964_000, offset: -25_200), .init(at: 1_793_523_600, offset: -28_800)])

    @Test func aSkippedTimeTakesTheOffsetBeforeTheGap() {
        #expect(vancouver.instant(day: 20_520, second: 9_000) == 1_772_964_000 + 1_800)
        #expect(vancouver.instant(day: 20_520, second: 7_199) == 1_772_964_000 - 1)
        #expect(vancouver.instant(day: 20_520, second: 10_800) == 1_772_964_000)
    }

    @Test func ofADoubledTimeTheFirstCounts() {
        #expect(vancouver.instant(day: 20_758, second: 5_400) == 1_793_523_600 - 1_800)
        #expect(vancouver.instant(day: 20_758, second: 7_200) == 1_793_523_600 + 3_600)
    }

    @Test func daysOfAChangeAreShorterAndLonger() {
        #expect(vancouver.start(ofDay: 20_521) - vancouver.start(ofDay: 20_520) == 23 * 3600)
        #expect(vancouver.start(ofDay: 20_759) - vancouver.start(ofDay: 20_758) == 25 * 3600)
        #expect(vancouver.day(of: vancouver.start(ofDay: 20_759) - 1) == 20_758)
    }

    @Test func aDayThatWasSkippedIsEmpty() {
        // Samoa had no 30 December 2011 (day 15338).
        let apia = ZoneOffsets(first: -36_000, changes: [.init(at: 15_338 * 86_400 + 36_000, offset: 50_400)])
        #expect(apia.start(ofDay: 15_338) == apia.start(ofDay: 15_339))
        #expect(apia.day(of: apia.start(ofDay: 15_339)) == 15_339)
    }

    @Test func hoursOverAChangeAreElapsedTime() {
        var settings = StudyProblem.Settings(hours: Array(repeating: [60..<240], count: 7))
        settings.breakMinutes = 0
        settings.maximumBlock = 1000
        for (day, minutes) in [(20_519, 180), (20_520, 120), (20_758, 240)] {
            let problem = StudyProblem(
                now: 0, days: day...day, zone: vancouver, settings: settings, tasks: [.init(id: "a", minutes: 10)])
            #expect(StudyPlanner.plan(problem).blocks.map { ($0.end - $0.start) / 60 } == [minutes])
        }
    }

    @Test func aCycleIsNamed() {
        #expect(StudyProblem.cycle(in: [("a", ["b"]), ("b", ["c"]), ("c", [])]) == nil)
        let cycle = StudyProblem.cycle(in: [("a", ["b"]), ("b", ["c"]), ("c", ["b"])])
        #expect(cycle.map(Set.init) == ["b", "c"])
        #expect(StudyProblem.cycle(in: [("a", ["a"])]) == ["a"])
    }

    @Test(arguments: [StudyProblem.Mode.even, .weeks]) func extremeNumbersHaveAnAnswer(mode: StudyProblem.Mode) {
        var settings = StudyProblem.Settings(hours: Array(repeating: [0..<1440], count: 7))
        settings.mode = mode
        var task = StudyProblem.Task(id: "a", minutes: 100_000)
        task.spaced = .max
        var problem = StudyProblem(now: 0, days: 0...6, zone: ZoneOffsets(first: 0), settings: settings, tasks: [task])
        (problem.settings.minimumBlock, problem.settings.maximumBlock) = (1, .max)
        problem.settings.dailyLimit = .max
        #expect(!StudyPlanner.plan(problem).blocks.isEmpty)
        problem.settings.breakMinutes = .max
        problem.settings.minimumBlock = .max
        problem.settings.dailyLimit = .min
        #expect(StudyPlanner.plan(problem).blocks.isEmpty)
        problem.tasks[0].minutesDone = .max
        #expect(StudyPlanner.plan(problem).blocks.isEmpty)
    }
}
