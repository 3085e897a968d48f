import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Studied time")
struct StudyRecordTests {
    private func minutesDone(_ task: StudyTask, _ scene: StudyScene) async throws -> Int {
        try await scene.store.task(task.id, by: scene.ada).minutesDone
    }

    @Test func aDoneBlockCountsUntilItIsUndone() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep([scene.block("one", of: task, in: 10, lasting: 50)])
            let start = try await scene.store.head().cursor
            try await scene.mark("one", StudyBlockPatch(done: true))
            #expect(try await minutesDone(task, scene) == 50)
            #expect(try await scene.store.told(scene.ada, since: start) == ["task \(task.id)"])
            try await scene.mark("one", StudyBlockPatch(end: scene.minutes(40)))
            #expect(try await minutesDone(task, scene) == 30)
            try await scene.mark("one", StudyBlockPatch(done: false))
            #expect(try await minutesDone(task, scene) == 0)
            try await scene.mark("one", StudyBlockPatch(done: true))
            try await scene.mark("one", StudyBlockPatch(missed: true))
            #expect(try await minutesDone(task, scene) == 0)
        }
    }

    @Test func aPlanLeavesDoneBlocksAlone() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            let block = scene.block("one", of: task, in: 10)
            try await scene.keep([block])
            try await scene.mark("one", StudyBlockPatch(done: true))
            try await scene.keep([block])
            try await scene.keep([])
            #expect(try await scene.store.studyInputs(of: scene.ada).blocks.map(\.done) == [true])
            #expect(try await minutesDone(task, scene) == 60)
        }
    }

    @Test func aDoneBlockDoesNotCountTimedMinutesAgain() async throws {
        try await StudyScene.with { scene in
            let (task, other) = (try await scene.task(), try await scene.task("Reading"))
            try await scene.keep([
                scene.block("one", of: task, in: 10), scene.block("two", of: task, in: 100, lasting: 20),
            ])
            scene.campus.clock.advance(30 * 60)
            // From 10 minutes before the block to 20 minutes after its start.
            _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 30), by: scene.ada)
            _ = try await scene.store.mark(other.id, TaskDone(done: false, minutes: 15), by: scene.ada)
            try await scene.mark("one", StudyBlockPatch(done: true))
            #expect(try await minutesDone(task, scene) == 30 + 40)
            scene.campus.clock.advance(100 * 60)
            _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 60), by: scene.ada)
            try await scene.mark("two", StudyBlockPatch(done: true))
            #expect(try await minutesDone(task, scene) == 30 + 40 + 60)
            try await scene.mark("two", StudyBlockPatch(done: false))
            #expect(try await minutesDone(task, scene) == 30 + 40 + 60)
        }
    }

    @Test func timersAtTheSameTimeShortenADoneBlockOnce() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep([scene.block("one", of: task, in: 0)])
            for (pass, minutes) in [(30, 20), (0, 30), (10, 25), (40, 30)] {
                scene.campus.clock.advance(Double(60 * pass))
                _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: minutes), by: scene.ada)
            }
            // Timers ran from 10 to 30, 0 to 30, 15 to 40 and 50 to 80.
            try await scene.mark("one", StudyBlockPatch(done: true))
            #expect(try await minutesDone(task, scene) == 20 + 30 + 25 + 30 + 10)
        }
    }

    @Test func aTaskIsMarkedDoneAndOpenWithMinutes() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            let done = try await scene.store.mark(task.id, TaskDone(done: true, minutes: 45), by: scene.ada)
            #expect(done.done && done.minutesDone == 45 && done.rev == 2)
            let head = try await scene.store.head().cursor
            #expect(try await scene.store.mark(task.id, TaskDone(done: true), by: scene.ada) == done)
            #expect(try await scene.store.head().cursor == head)
            let open = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 15), by: scene.ada)
            #expect(!open.done && open.minutesDone == 60)
        }
    }

    @Test func statisticsCountTasksMinutesAndDays() async throws {
        try await StudyScene.with { scene in
            let (store, ada) = (scene.store, scene.ada)
            _ = try await store.setStudySettings(StudySettings(timeZone: "UTC"), of: ada)
            let today = Day(scene.now, in: .gmt)
            let empty = try await store.studyStats(of: ada, from: today, to: today)
            #expect(empty.added == 0 && empty.open == 0 && empty.streakDays == 0 && empty.topics == [])
            let heaps = try await store.addTask(.flexible("Heaps").with { $0.course = Campus.course }, by: ada).task
            let essay = try await scene.task("Essay")
            for minutes in [20, 40] { _ = try await store.mark(heaps.id, TaskDone(done: false, minutes: minutes), by: ada) }
            scene.campus.clock.advance(86_400)
            _ = try await store.mark(essay.id, TaskDone(done: true, minutes: 30), by: ada)
            scene.campus.clock.advance(2 * 86_400)
            let monday = today.adding(days: 3)
            #expect(try await store.studyStats(of: ada, from: today, to: monday).streakDays == 0)
            _ = try await store.mark(heaps.id, TaskDone(done: false, minutes: 10), by: ada)
            try await store.delete(heaps.id, ifRev: nil, by: ada)
            let stats = try await store.studyStats(of: ada, from: today, to: monday)
            #expect(stats.added == 1 && stats.done == 1 && stats.open == 0, "the deleted task is not counted")
            #expect(
                stats.minutes.byCourse == [
                    StudyStats.CourseMinutes(course: Campus.course, minutes: 70),
                    StudyStats.CourseMinutes(course: nil, minutes: 30),
                ])
            #expect(
                stats.minutes.byWeek == [
                    StudyStats.WeekMinutes(week: today.adding(days: -4), minutes: 90),
                    StudyStats.WeekMinutes(week: monday, minutes: 10),
                ])
            #expect(stats.topics.map(\.title) == ["Heaps", "Essay"] && stats.topics.map(\.minutes) == [70, 30])
            #expect(stats.topics[0].lastStudied == scene.minutes(-10))
            #expect(stats.streakDays == 1)
            let first = try await store.studyStats(of: ada, from: today, to: today)
            #expect(first.minutes.byCourse.map(\.minutes) == [60] && first.done == 0 && first.streakDays == 1)
            #expect(try await store.studyStats(of: scene.ben, from: today, to: monday).topics == [])
        }
    }

    @Test func aStreakEndsTodayOrYesterday() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            for _ in 0..<3 {
                _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 10), by: scene.ada)
                scene.campus.clock.advance(86_400)
            }
            let streak = { () async throws -> Int in
                let today = Day(scene.now, in: .gmt)
                return try await scene.store.studyStats(of: scene.ada, from: today, to: today).streakDays
            }
            #expect(try await streak() == 3)
            scene.campus.clock.advance(86_400)
            #expect(try await streak() == 0)
        }
    }

    @Test func theDaysOfStatisticsAreThoseOfTheSettings() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.store.setStudySettings(StudySettings(timeZone: "America/Vancouver"), of: scene.ada)
            let task = try await scene.task()
            _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 10), by: scene.ada)
            let day = try #require(Day("2025-11-20"))
            #expect(try await scene.store.studyStats(of: scene.ada, from: day, to: day).topics.count == 1)
            await #expect(throws: DomainError.self) {
                try await scene.store.studyStats(of: scene.ada, from: day, to: day.adding(days: -1))
            }
        }
    }

    @Test func aPersonWhoLeavesLeavesNothing() async throws {
        try await StudyScene.with { scene in
            let (store, ada) = (scene.store, scene.ada)
            let task = try await scene.task()
            _ = try await store.addTask(.flexible("Later").with { $0.after = [task.id] }, by: ada)
            _ = try await scene.post()
            try await scene.setRule()
            _ = try await scene.followed()
            try await scene.keep([scene.block("one", of: task, in: 0)])
            #expect(try await store.alert() == 1)
            try await scene.mark("one", StudyBlockPatch(done: true))
            let bens = try await scene.task("Ben's", of: scene.ben)
            try await store.leave(ada)
            let tables = [
                "task", "task_after", "study_settings", "study_rule", "study_rule_event", "study_state", "study_plan",
                "study_block", "study_record", "study_alert",
            ]
            let counts = try await store.read { db in
                try tables.map { try db.value("SELECT COUNT(*) FROM \($0)") ?? 0 as Int }
            }
            #expect(counts == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0])
            #expect(try await store.read { try $0.first("SELECT 1 FROM notification WHERE task_id IS NOT NULL") == nil })
            #expect(try await store.tasks(of: scene.ben) == [bens])
            #expect(try await store.peopleToReplan(limit: 9) == [scene.ben])
        }
    }

    @Test func anExportHasTasksSettingsAndRecords() async throws {
        try await StudyScene.with { scene in
            for number in 0..<3 {
                let task = try await scene.task("Task \(number)")
                _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 10), by: scene.ada)
            }
            _ = try await scene.task("Ben's", of: scene.ben)
            try await scene.setRule()
            var (texts, cursor): ([String: String], ExportCursor?) = ([:], nil)
            repeat {
                let part = try await scene.store.export(of: scene.ada, from: cursor)
                for file in part.files {
                    if case .bytes(let bytes) = file.content { texts[file.name] = String(decoding: bytes, as: UTF8.self) }
                }
                cursor = part.next
            } while cursor != nil
            let tasks = try JSONCoding.decode([StudyTask].self, from: try #require(texts["tasks-1.json"]))
            #expect(tasks.map(\.title) == ["Task 0", "Task 1", "Task 2"])
            #expect(texts["study-records-1.json"]?.contains("Task 2") == true)
            #expect(texts["study-settings.json"]?.contains("360") == true)
        }
    }

    @Test func aCheckFindsWhatDoesNotBelongTogether() async throws {
        try await StudyScene.with { scene in
            let (task, other) = (try await scene.task(), try await scene.task("Reading"))
            let foreign = try await scene.task("Ben's", of: scene.ben)
            try await scene.keep([scene.block("one", of: task, in: 10)])
            try await scene.mark("one", StudyBlockPatch(done: true))
            try await scene.campus.execute(
                """
                INSERT INTO task_after VALUES ('\(task.id)', 0, '\(other.id)');
                INSERT INTO task_after VALUES ('\(other.id)', 0, '\(task.id)');
                INSERT INTO task_after VALUES ('\(task.id)', 1, '\(foreign.id)');
                UPDATE study_record SET minutes = 61;
                """)
            let findings = try await scene.store.check()
            #expect(findings.count == 3)
            #expect(findings.contains("Tasks of account \(scene.ada) wait for each other."))
            try await scene.campus.execute("DELETE FROM task_after; UPDATE study_record SET minutes = 60")
        }
    }
}
