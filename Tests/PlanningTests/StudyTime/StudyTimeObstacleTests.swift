import Foundation
import Testing

@testable import Planning

/// Each "would place it" is tried by planning again. `NOTEIT_SEEDS` weeks, from `NOTEIT_FIRST_SEED` on.
struct StudyTimeObstacleTests {
    private static var seeds: Range<UInt64> {
        func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
        let first = number("NOTEIT_FIRST_SEED") ?? 0
        return first..<first + (number("NOTEIT_SEEDS") ?? 24)
    }

    @Test(arguments: [StudyProblem.Mode.even, .weeks, .balanced])
    func eachChangeIsTrueAndAsSmallAsCanBe(mode: StudyProblem.Mode) async {
        var told = 0
        for seed in Self.seeds {
            await giveWay()
            var random = RandomStudyProblem(seed: seed)
            let problem = random.make(mode: mode, days: 7, tasks: 10, open: 60...240, unit: 5, blocks: 4...12)
            for unplaced in StudyPlanner.plan(problem, steps: 400_000).unplaced {
                guard let change = unplaced.change, let whole = problem.after(change, less: 0, of: unplaced.task) else {
                    continue
                }
                told += 1
                #expect(whole.places(unplaced.task), "seed \(seed): \(unplaced)")
                guard let smaller = problem.after(change, less: 2, of: unplaced.task) else { continue }
                #expect(!smaller.places(unplaced.task), "seed \(seed), smaller by two steps: \(unplaced)")
            }
        }
        #expect(told > Self.seeds.count / 8)
    }

    /// Two tasks do not fit. The room for one is not the room for the other.
    @Test func twoTasksAreNotPromisedTheSameTime() {
        var problem = StudyProblem(
            now: 20_500 * 86_400, days: 20_500...20_500, zone: ZoneOffsets(first: 0),
            settings: .init(hours: Array(repeating: [960..<1_020], count: 7)),
            tasks: (0..<3).map { .init(id: "\($0)", minutes: 60) })
        problem.settings.minimumBlock = 50
        let changes = StudyPlanner.plan(problem).unplaced.map(\.change)
        #expect(changes == [.shorterMinimum(25), .shorterMinimum(15)])
    }

    @Test func anEarliestDayIsKept() {
        var problem = StudyProblem(
            now: 20_500 * 86_400, days: 20_500...20_501, zone: ZoneOffsets(first: 0),
            settings: .init(hours: Array(repeating: [960..<990], count: 7)), tasks: [.init(id: "a", minutes: 60)])
        problem.tasks[0].earliest = 20_501 * 86_400
        #expect(StudyPlanner.plan(problem).unplaced.map(\.change) == [.shorterMinimum(25)])
        problem.settings.minimumBlock = 1
        problem.settings.breakMinutes = 40
        #expect(StudyPlanner.plan(problem).unplaced.map(\.change) == [.longerHours(day: 20_501, minutes: 11)])
    }

    /// Nobody waits for the plan any more.
    @Test func aSearchEndsWhenItIsOver() {
        var problem = StudyProblem(
            now: 20_500 * 86_400, days: 20_500...20_502, zone: ZoneOffsets(first: 0),
            settings: .init(hours: Array(repeating: [0..<1_440], count: 7)),
            tasks: (0..<9).map { .init(id: "\($0)", minutes: 500) })
        for mode in [StudyProblem.Mode.weeks, .balanced] {
            problem.settings.mode = mode
            let work = SearchWork { true }
            let plan = StudyPlanner.outcome(problem, steps: 4_000_000, work: work)
            #expect(work.spent < 1_000_000 && !plan.timetable.isOptimal)
        }
    }

    /// Whole days, so that a break lies at midnight: the one day or the other gives way to it.
    @Test func theBoundKnowsTheBreakAcrossMidnight() {
        var problem = StudyProblem(
            now: 20_500 * 86_400, days: 20_500...20_501, zone: ZoneOffsets(first: 0),
            settings: .init(hours: Array(repeating: [0..<1_440], count: 7)), tasks: [.init(id: "a", minutes: 3_000)])
        problem.settings.mode = .weeks
        let plan = StudyPlanner.plan(problem)
        // Each day alone holds 1385 minutes.
        #expect((plan.bound ?? plan.objective)[1] == 3_000 - 2 * 1_385 + 5)
    }
}

extension StudyProblem {
    fileprivate func places(_ task: String) -> Bool {
        !StudyPlanner.plan(self, steps: 400_000).unplaced.contains { $0.task == task }
    }

    /// With a change that is smaller by some steps. Nil if that is none, or no claim that can be tried.
    fileprivate func after(_ change: StudyTimetable.Change, less steps: Int, of task: String) -> StudyProblem? {
        var (other, step) = (self, settings.mode == .even ? 1 : 5)
        step *= steps
        switch change {
        case .longerHours(let day, let minutes):
            let hours = settings.hours[((day + 3) % 7 + 7) % 7]
            guard minutes > step, let last = hours.indices.max(by: { hours[$0].upperBound < hours[$1].upperBound }) else {
                return nil
            }
            other.settings.hours[((day + 3) % 7 + 7) % 7][last] =
                hours[last].lowerBound..<hours[last].upperBound + minutes - step
        case .laterDeadline(let instant):
            guard let index = tasks.firstIndex(where: { $0.id == task }) else { return nil }
            other.tasks[index].deadline = instant - step * 60
        case .higherLimit(let minutes):
            // A lower limit than today's is no smaller change.
            guard minutes - step >= settings.dailyLimit ?? 0 else { return nil }
            other.settings.dailyLimit = minutes - step
        case .shorterMinimum(let minutes):
            guard minutes + step < settings.minimumBlock else { return nil }
            other.settings.minimumBlock = minutes + step
        case .longerMaximum(let minutes): other.settings.maximumBlock = max(settings.maximumBlock, minutes - step)
        case .finish: return nil
        }
        return other
    }
}
