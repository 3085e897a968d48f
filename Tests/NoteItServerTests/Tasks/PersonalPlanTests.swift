import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct PersonalPlanTests {
    /// Monday 08:00 in Vancouver.
    private let now = at("2026-11-23T16:00:00Z")
    private let reading = StudyTask.flexible("Read", minutes: 60)

    private func made(_ inputs: StudyInputs, at now: Date) throws -> PersonalPlan {
        let plan = try PersonalPlan(inputs, now: now)
        return plan.keeping(try plan.made(steps: 100_000))
    }

    @Test func aPlanStaysWhileTimePasses() throws {
        let plan = try made(.sample([reading]), at: now)
        #expect(plan.isCurrent)
        for seconds in [60.0, 32_400, 54_000] {
            #expect(try PersonalPlan(plan.inputs, now: now + seconds).isCurrent)
        }
        #expect(try !PersonalPlan(plan.inputs, now: now + 16 * 3_600).isCurrent)
        #expect(plan.inputs.plan?.expiresAt == at("2026-11-24T08:00:00Z"))
    }

    @Test func onlyInputsMakeAPlanOld() throws {
        let plan = try made(.sample([reading], classes: [.sample("M", "16:00", "18:00")]), at: now)
        let after = { (change: (inout StudyInputs) -> Void) in
            var inputs = plan.inputs
            change(&inputs)
            return try PersonalPlan(inputs, now: now).isCurrent
        }
        #expect(try after { $0.tasks[0].notes = "Chapter 7" } && after { $0.settings.alerts.start = nil })
        #expect(try after { $0.classes[0].term.current = false })
        #expect(try !after { $0.tasks[0].minutes = 90 })
        #expect(try !after { $0.settings.break = 10 })
        #expect(try !after { $0.classes = [] })
        #expect(try !after { $0.blocks[0].missed = true })
        #expect(try !after { $0.blocks[0].pinned = true })
    }

    @Test func withoutTasksAndHoursThereIsNothingToPlan() throws {
        var inputs = StudyInputs.sample([])
        #expect(try !PersonalPlan(inputs, now: now).isCurrent)
        inputs.settings.hours = [:]
        #expect(try PersonalPlan(inputs, now: now).isCurrent)
        inputs.tasks = [reading]
        #expect(try !PersonalPlan(inputs, now: now).isCurrent)
    }

    @Test func theTimetableHasClassesAndFixedTasks() throws {
        let dinner = StudyTask.fixed("Dinner", "2026-11-24T02:00:00Z", "2026-11-24T03:00:00Z")
        let plan = try made(.sample([reading, dinner], classes: [.sample("M", "16:00", "18:00")]), at: now)
        let monday = plan.timetable(from: day("2026-11-23"), to: day("2026-11-23"))
        #expect(monday.blocks.map(\.kind) == [.class, .fixed, .study, .break])
        #expect(monday.blocks.map(\.title) == ["CMPT 225 LEC D100", "Dinner", "Read", ""])
        #expect(monday.blocks[2].start == at("2026-11-24T03:00:00Z"))
        #expect(plan.timetable(from: day("2026-11-24"), to: day("2026-11-29")).blocks.isEmpty)
        let shown = try JSONCoding.decode(StudyPlan.self, from: plan.inputs.plan?.shown ?? "")
        #expect(shown.blocks.filter { $0.kind == .study } == monday.blocks.filter { $0.kind == .study })
    }

    @Test func aBlockThatWasNotDoneComesBackTheNextDay() throws {
        let monday = try made(.sample([reading]), at: now)
        let tuesday = try made(monday.inputs, at: now + 86_400)
        let week = tuesday.timetable(from: day("2026-11-23"), to: day("2026-11-29")).blocks.filter { $0.kind == .study }
        #expect(week.map(\.missed) == [true, false])
        #expect(week.map { Day($0.start, in: .vancouver) } == [day("2026-11-23"), day("2026-11-24")])
        #expect(tuesday.inputs.plan?.blocks.filter { $0.kind == .study }.count == 1)
    }

    /// Each evening has room for one block. Nothing but the day changes.
    @Test func thePlanOfTomorrowIsTheSameTomorrow() throws {
        var inputs = StudyInputs.sample(["Read", "Write", "Draw", "Sing"].map { .flexible($0, minutes: 300) })
        inputs.tasks[0].priority = .high
        inputs.settings.minimumBlock = 300
        inputs.settings.maximumBlock = 400
        var plan = try made(inputs, at: now)
        for days in 1..<4 {
            var inputs = plan.inputs
            let coming = inputs.blocks.filter { $0.kind == .study && !$0.done && $0.start > now + Double(days) * 86_400 }
            let isComing = { (block: StudyPlan.Block) in coming.contains { $0.id == block.id } }
            for index in inputs.blocks.indices { inputs.blocks[index].done = !isComing(inputs.blocks[index]) }
            plan = try made(inputs, at: now + Double(days) * 86_400)
            let after = plan.inputs.blocks.filter { $0.kind == .study && !$0.done }
            #expect(Array(after.prefix(coming.count)).map(\.start) == coming.map(\.start), "day \(days)")
            #expect(Array(after.prefix(coming.count)).map(\.task) == coming.map(\.task), "day \(days)")
        }
    }

    /// A day late, with a quarter of the work done, the rest stands again; and what nothing has room for is named.
    @Test func whatIsLeftAfterADoneBlockIsPlannedOrNamed() throws {
        var inputs = try made(.sample([.flexible("Read", minutes: 360, deadline: now + 2 * 86_400)]), at: now).inputs
        inputs.blocks = inputs.blocks.filter { $0.kind == .study }
        inputs.blocks[0].done = true
        inputs.tasks[0].minutesDone = 120
        var plan = try made(inputs, at: now + 3 * 3_600)
        #expect(
            plan.inputs.blocks.filter { $0.kind == .study }.map { Day($0.start, in: .vancouver) } == [
                day("2026-11-23"), day("2026-11-24"),
            ])
        inputs.tasks[0].deadline = now + 15 * 3_600
        plan = try made(inputs, at: now + 3 * 3_600)
        #expect(plan.inputs.plan?.result.unplaced.map(\.minutes) == [240])
    }

    @Test func whatWasMadeUpForIsNotCarriedOverAnyMore() throws {
        var inputs = try made(.sample([.flexible("Low", minutes: 600), .flexible("High", minutes: 60)]), at: now).inputs
        (inputs.tasks[0].priority, inputs.tasks[1].priority) = (.low, .high)
        let low = inputs.tasks[0].id.description
        let missed = StudyPlan.Block(id: "m", kind: .study, start: now - 5 * 86_400, end: now - 5 * 86_400 + 3_600, task: low)
        var done = missed
        (done.id, done.start, done.end, done.done) = ("d", now - 86_400, now - 86_400 + 3_600, true)
        inputs.blocks = [missed]
        let first = { try made(inputs, at: now).inputs.blocks.filter { $0.kind == .study && $0.start > now }.first?.task }
        #expect(try first() == low)
        inputs.blocks = [missed, done]
        #expect(try first() == inputs.tasks[1].id.description)
    }

    @Test func anAddedTaskMovesNoMoreThanItMust() throws {
        var inputs = try made(.sample([reading]), at: now).inputs
        let pinned = try #require(inputs.blocks.firstIndex { $0.kind == .study })
        inputs.blocks[pinned].pinned = true
        inputs.tasks.append(.flexible("Write", minutes: 60))
        let after = try made(inputs, at: now)
        #expect(after.inputs.blocks.contains { $0.id == inputs.blocks[pinned].id && $0.start == inputs.blocks[pinned].start })
        #expect(after.inputs.blocks.filter { $0.kind == .study }.count == 2)
    }

    @Test func thePlanReachesTheLatestDeadlineButNotBeyondSixteenWeeks() throws {
        var inputs = StudyInputs.sample([.flexible("Thesis", minutes: 60, deadline: now + 400 * 86_400)])
        inputs.settings.mode = .weeks
        inputs.tasks[0].earliest = now + 60 * 86_400
        let plan = try made(inputs, at: now)
        #expect(plan.inputs.blocks.first.map { $0.start >= now + 60 * 86_400 } == true)
        inputs.tasks[0].earliest = now + 120 * 86_400
        #expect(try made(inputs, at: now).inputs.plan?.result.unplaced.count == 1)
    }
}
