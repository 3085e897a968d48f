import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

@Suite("Study alerts")
struct StudyAlertTests {
    /// Lets time pass, and returns the number of alerts that are due then.
    private func pass(_ minutes: Double, _ scene: StudyScene) async throws -> Int {
        scene.campus.clock.advance(minutes * 60)
        return try await scene.store.alert()
    }

    private func set(_ start: Int?, _ end: Int?, _ scene: StudyScene) async throws {
        var settings = StudySettings()
        settings.alerts = StudySettings.Alerts(start: start, end: end)
        _ = try await scene.store.setStudySettings(settings, of: scene.ada)
    }

    @Test func aBlockAlertsAtItsStartAndBeforeItsEndOnce() async throws {
        try await StudyScene.with { scene in
            let new = NewStudyTask.flexible("Heaps").with { $0.course = Campus.course }
            let task = try await scene.store.addTask(new, by: scene.ada).task
            try await set(10, 5, scene)
            try await scene.keep([scene.block("one", of: task, in: 30)])
            #expect(try await pass(19, scene) == 0)
            #expect(try await pass(1, scene) == 1)
            #expect(try await pass(0, scene) == 0)
            #expect(try await pass(64, scene) == 0)
            #expect(try await pass(1, scene) == 1)
            #expect(try await pass(60, scene) == 0)
            let inbox = try await scene.store.inbox(scene.ada)
            #expect(inbox.map(\.kind) == [.studyStarts, .studyEnds] && inbox.map(\.minutes) == [10, 5])
            #expect(inbox.allSatisfy { $0.task == task.id && $0.course == Campus.course && $0.text == "Heaps" })
            #expect(try await scene.store.inbox(scene.ben) == [])
            try await scene.store.delete(task.id, ifRev: nil, by: scene.ada)
            #expect(try await scene.store.inbox(scene.ada) == [])
        }
    }

    @Test func anAlertIsInTheLogOfItsOwner() async throws {
        try await StudyScene.with { scene in
            try await scene.keep([scene.block("one", of: try await scene.task(), in: 0)])
            let start = try await scene.store.head().cursor
            #expect(try await scene.store.alert() == 1)
            let alert = try #require(try await scene.store.inbox(scene.ada).first)
            #expect(try await scene.store.told(scene.ada, since: start) == ["notification \(alert.id)"])
            #expect(try await scene.store.told(scene.ben, since: start) == [])
            #expect(alert.minutes == 0)
        }
    }

    @Test func aReplanNeitherRepeatsAlertsNorAlertsForBlocksThatMovedAway() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            let (one, two) = (scene.block("one", of: task, in: 10), scene.block("two", of: task, in: 90))
            try await scene.keep([one, two])
            try await scene.keep([scene.block("elsewhere", of: task, in: 300), two])
            #expect(try await pass(10, scene) == 0)
            #expect(try await pass(80, scene) == 1)
            // The block comes back a little later under its id.
            try await scene.keep([scene.block("two", of: task, in: 1)])
            #expect(try await pass(1, scene) == 0)
            try await scene.mark("two", StudyBlockPatch(start: scene.minutes(20), end: scene.minutes(40)))
            #expect(try await pass(20, scene) == 1, "the person moved it: it is announced for its new time")
            #expect(try await pass(15, scene) == 1)
            #expect(try await scene.store.inbox(scene.ada).map(\.kind) == [.studyStarts, .studyStarts, .studyEnds])
        }
    }

    @Test func newBlocksWithinALongLeadAreNoFlood() async throws {
        try await StudyScene.with { scene in
            try await set(1_440, nil, scene)
            let task = try await scene.task()
            try await scene.keep((1...40).map { scene.block("\($0)", of: task, in: 30 * $0, lasting: 25) })
            #expect(try await pass(0, scene) == 1, "one of a task and hour")
            #expect(try await scene.store.inbox(scene.ada).map(\.minutes) == [30], "the next one, with what is left")
            #expect(try await pass(0.5, scene) == 0)
            var blocks: [StudyPlan.Block] = []
            for number in 0..<25 {
                blocks.append(scene.block("other \(number)", of: try await scene.task("Task \(number)"), in: 100))
            }
            try await scene.keep(blocks)
            #expect(try await pass(0, scene) == 19, "twenty of a person and day")
        }
    }

    @Test func aBlockThatBeganBeforeItWasStoredIsNotAnnounced() async throws {
        try await StudyScene.with { scene in
            try await set(10, 5, scene)
            try await scene.keep([scene.block("one", of: try await scene.task(), in: -5)])
            #expect(try await pass(0, scene) == 0)
            #expect(try await pass(50, scene) == 1)
            #expect(try await scene.store.inbox(scene.ada).map(\.kind) == [.studyEnds])
        }
    }

    @Test func aBlockOfYesterdayDoesNotAlertBeforeItsEnd() async throws {
        try await StudyScene.with { scene in
            var settings = StudySettings.ofNewPerson
            settings.timeZone = "UTC"
            _ = try await scene.store.setStudySettings(settings, of: scene.ada)
            // Midnight in GMT is in 1,160 minutes.
            try await scene.keep([scene.block("late", of: try await scene.task(), in: 1_130)])
            #expect(try await pass(1_130, scene) == 1)
            #expect(try await pass(59, scene) == 0)
        }
    }

    @Test func alertsAreRememberedUntilADayAfterTheEnd() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            let count = { () async throws -> Int? in
                try await scene.store.read { try $0.value("SELECT COUNT(*) FROM study_alert") }
            }
            try await scene.keep([scene.block("one", of: task, in: 10), scene.block("two", of: task, in: 1_600)])
            #expect(try await pass(10, scene) == 1)
            #expect(try await pass(55, scene) == 1)
            #expect(try await count() == 2)
            #expect(try await pass(1_535, scene) == 1)
            #expect(try await count() == 1)
        }
    }

    @Test func blocksThatAreDoneMissedOrOverDoNotAlert() async throws {
        try await StudyScene.with { scene in
            let (task, finished) = (try await scene.task(), try await scene.task("Finished"))
            let pause = StudyPlan.Block(id: "pause", kind: .break, start: scene.minutes(10), end: scene.minutes(15))
            try await scene.keep([
                scene.block("done", of: task, in: 10), scene.block("missed", of: task, in: 10),
                scene.block("over", of: task, in: 10), scene.block("finished", of: finished, in: 200), pause,
            ])
            try await scene.mark("done", StudyBlockPatch(done: true))
            try await scene.mark("missed", StudyBlockPatch(missed: true))
            _ = try await scene.store.mark(finished.id, TaskDone(done: true), by: scene.ada)
            #expect(try await pass(70, scene) == 0)
            #expect(try await pass(130, scene) == 0)
            #expect(try await scene.store.inbox(scene.ada) == [])
        }
    }

    @Test func afterDowntimeABlockThatGoesOnStillAlerts() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep([scene.block("one", of: task, in: 10), scene.block("two", of: task, in: 100)])
            #expect(try await pass(110, scene) == 1)
            #expect(try await scene.store.inbox(scene.ada).map(\.kind) == [.studyStarts])
        }
    }

    @Test func otherLeadTimesHoldForBlocksThatAreStored() async throws {
        try await StudyScene.with { scene in
            try await scene.keep([scene.block("one", of: try await scene.task(), in: 30)])
            try await set(nil, 20, scene)
            #expect(try await pass(30, scene) == 0)
            #expect(try await pass(40, scene) == 1)
            #expect(try await scene.store.inbox(scene.ada).map(\.minutes) == [20])
            try await set(0, 1, scene)
            #expect(try await pass(19, scene) == 1, "the start was never announced, the end was")
            #expect(try await scene.store.inbox(scene.ada).map(\.kind) == [.studyEnds, .studyStarts])
        }
    }

    @Test func concurrentRunsAlertOnce() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep((0..<150).map { scene.block("\($0)", of: task, in: 10) })
            scene.campus.clock.advance(600)
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await scene.store.alert() } }
                return try await group.reduce(0, +)
            }
            #expect(count == 150)
            #expect(try await scene.store.inbox(scene.ada).count == 150)
        }
    }

    @Test(.enabled(if: !TestDatabase.isPostgreSQL)) func dueAlertsAndExpiredPlansAreSearchedInIndexes() async throws {
        try await StudyScene.with { scene in
            let queries = [
                ("SELECT account_id, id FROM study_block WHERE start_alert_at <= 5", "study_block_starting"),
                ("SELECT account_id, id FROM study_block WHERE end_alert_at <= 5", "study_block_ending"),
                ("DELETE FROM study_alert WHERE ends_at < 5", "study_alert_by_end"),
                ("SELECT account_id FROM study_plan WHERE expires_at <= 5 ORDER BY expires_at", "study_plan_by_expiry"),
                ("SELECT account_id FROM task WHERE event_id = 'x'", "task_by_event"),
                ("SELECT id FROM task WHERE account_id = 'x' ORDER BY created_at, id", "task_by_account"),
            ]
            for (query, index) in queries {
                let plan = try await scene.campus.explain(query)
                #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") && $0.contains(index) }, "\(plan)")
            }
        }
    }
}
