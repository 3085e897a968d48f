import Foundation
import NoteItCore
import NoteItStore
import Testing

@testable import NoteItServer

@Suite("Tasks")
struct TaskStoreTests {
    @Test func aTaskIsKeptAndListedOldestFirst() async throws {
        try await StudyScene.with { scene in
            let new = NewStudyTask.flexible("Essay", minutes: 90).with {
                ($0.notes, $0.priority, $0.spaced, $0.course) = ("Two pages", .high, 3, Campus.course)
                ($0.earliest, $0.deadline) = (scene.minutes(60), scene.minutes(600))
            }
            let (essay, created) = try await scene.store.addTask(new, by: scene.ada)
            #expect(created && essay.rev == 1 && essay.createdAt == scene.now && essay.editedAt == nil && !essay.done)
            #expect(essay.title == "Essay" && essay.notes == "Two pages" && essay.minutes == 90 && essay.minutesDone == 0)
            #expect(essay.priority == .high && essay.spaced == 3 && essay.course == Campus.course)
            #expect(essay.earliest == scene.minutes(60) && essay.deadline == scene.minutes(600))
            scene.campus.clock.advance(1)
            let rule = TaskRecurrence(rule: "FREQ=DAILY", exceptions: [scene.minutes(1_440)])
            let lunch = try await scene.store.addTask(.fixed(at: scene.now).with { $0.recurrence = rule }, by: scene.ada).task
            #expect(lunch.recurrence == rule && lunch.start == scene.now && lunch.end == scene.minutes(60))
            #expect(lunch.minutes == nil && lunch.priority == .medium)
            #expect(try await scene.store.tasks(of: scene.ada) == [essay, lunch])
            #expect(try await scene.store.task(lunch.id, by: scene.ada) == lunch)
        }
    }

    @Test func aRetryAddsNothingAndATakenIdIsRefused() async throws {
        try await StudyScene.with { scene in
            let new = NewStudyTask.flexible().with { $0.id = .make(at: scene.now) }
            let first = try await scene.store.addTask(new, by: scene.ada)
            let second = try await scene.store.addTask(new, by: scene.ada)
            #expect(first.created && !second.created && first.task == second.task)
            await #expect(throws: DomainError.self) { try await scene.store.addTask(new, by: scene.ben) }
            #expect(try await scene.titles() == ["Essay"])
            #expect(try await scene.titles(of: scene.ben) == [])
        }
    }

    @Test func anotherPersonsTaskDoesNotExist() async throws {
        try await StudyScene.with { scene in
            let (store, task) = (scene.store, try await scene.task())
            let gone = DomainError.notFound("task \(task.id)")
            for person in [scene.ben, scene.eve] {
                await #expect(throws: gone) { try await store.task(task.id, by: person) }
                await #expect(throws: gone) { try await store.edit(task, by: person) { $0.title = "Mine" } }
                await #expect(throws: gone) { try await store.delete(task.id, ifRev: nil, by: person) }
                await #expect(throws: gone) { try await store.mark(task.id, TaskDone(done: true), by: person) }
                #expect(try await store.tasks(of: person) == [])
            }
            let after = NewStudyTask.flexible("Reading").with { $0.after = [task.id] }
            await #expect(throws: DomainError.invalid("after", "must name a task of yours; there is no \(task.id)")) {
                try await store.addTask(after, by: scene.ben)
            }
            #expect(try await store.task(task.id, by: scene.ada) == task)
        }
    }

    @Test func anEditReplacesWhatATaskSays() async throws {
        try await StudyScene.with { scene in
            let (store, task) = (scene.store, try await scene.task())
            scene.campus.clock.advance(60)
            let edited = try await store.edit(task, by: scene.ada) {
                ($0.title, $0.minutes, $0.priority, $0.done) = ("Report", .set(240), .low, true)
            }
            #expect(edited.title == "Report" && edited.minutes == 240 && edited.priority == .low && edited.done)
            #expect(edited.rev == 2 && edited.editedAt == scene.now && edited.createdAt == task.createdAt)
            let head = try await store.head().cursor
            #expect(try await store.edit(edited, by: scene.ada) { $0.title = "Report" } == edited)
            #expect(try await store.head().cursor == head, "an edit that changes nothing is not logged")
            await #expect(throws: DomainError.stale) {
                try await store.edit(task.id, to: .flexible(), done: nil, adding: [], ifRev: 1, by: scene.ada)
            }
            await #expect(throws: DomainError.stale) { try await store.delete(task.id, ifRev: 1, by: scene.ada) }
            let fixed = try await store.edit(edited, by: scene.ada) {
                ($0.kind, $0.start, $0.end) = (.fixed, scene.minutes(10), scene.minutes(20))
            }
            #expect(fixed.kind == .fixed && fixed.minutes == nil && fixed.start == scene.minutes(10) && fixed.done)
        }
    }

    @Test func anEditAndItsPartsAreStoredTogetherOrNotAtAll() async throws {
        try await StudyScene.with { scene in
            let rule = TaskRecurrence(rule: "FREQ=DAILY")
            let new = NewStudyTask.fixed(at: scene.minutes(60)).with { $0.recurrence = rule }
            let lunch = try await scene.store.addTask(new, by: scene.ada).task
            let without = new.with { $0.recurrence?.exceptions = [scene.minutes(60)] }
            let part = TaskPart(task: .fixed("Picnic", at: scene.minutes(70)), done: true)
            let foreign = TaskPart(task: .flexible().with { $0.course = Campus.other }, done: false)
            await #expect(throws: DomainError.self) {
                try await scene.store.edit(
                    lunch.id, to: without, done: nil, adding: [part, foreign], ifRev: nil, by: scene.ada)
            }
            #expect(try await scene.store.tasks(of: scene.ada) == [lunch])
            let (series, parts) = try await scene.store.edit(
                lunch.id, to: without, done: nil, adding: [part], ifRev: 1, by: scene.ada)
            #expect(series.recurrence?.exceptions == [scene.minutes(60)] && !series.done && series.rev == 2)
            #expect(parts.map(\.title) == ["Picnic"] && parts.map(\.done) == [true])
            #expect(try await Set(scene.titles()) == ["Lunch", "Picnic"])
        }
    }

    @Test func aPersonMayHaveTenThousandExceptions() async throws {
        try await StudyScene.with { scene in
            let start = scene.minutes(60)
            let new = NewStudyTask.fixed(at: start).with {
                let days = (0..<TaskRecurrence.mostExceptions).map { start + 86_400 * Double($0) }
                $0.recurrence = TaskRecurrence(rule: "FREQ=DAILY", exceptions: days)
            }
            for _ in 0..<10 {
                scene.campus.clock.advance(1)
                #expect(try await scene.store.addTask(new, by: scene.ada).task.recurrence == new.recurrence)
            }
            let one = new.with { $0.recurrence?.exceptions = [start] }
            let fault = DomainError.conflict(
                "Your repeating tasks would have more than 10000 exceptions. End an old one first.")
            await #expect(throws: fault) { try await scene.store.addTask(one, by: scene.ada) }
            let plain = try await scene.store.addTask(one.with { $0.recurrence?.exceptions = [] }, by: scene.ada).task
            await #expect(throws: fault) {
                try await scene.store.edit(plain, by: scene.ada) { $0.recurrence = .set(one.recurrence ?? .init(rule: "")) }
            }
            #expect(try await scene.store.addTask(one, by: scene.ben).created)
        }
    }

    @Test func deletingATaskRemovesItFromOthers() async throws {
        try await StudyScene.with { scene in
            let (store, reading) = (scene.store, try await scene.task("Reading"))
            let outline = try await scene.task("Outline")
            let new = NewStudyTask.flexible("Essay").with { $0.after = [reading.id, outline.id, reading.id] }
            let essay = try await store.addTask(new, by: scene.ada).task
            #expect(essay.after == [reading.id, outline.id])
            try await scene.keep([
                scene.block("done", of: reading, in: -120), scene.block("begun", of: reading, in: -30),
                scene.block("later", of: reading, in: 60), scene.block("other", of: essay, in: 180),
            ])
            try await scene.mark("done", StudyBlockPatch(done: true))
            let start = try await store.head().cursor
            try await store.delete(reading.id, ifRev: nil, by: scene.ada)
            let left = try await store.task(essay.id, by: scene.ada)
            #expect(left.after == [outline.id] && left.rev == 2)
            let blocks = try await store.studyInputs(of: scene.ada).blocks
            #expect(blocks.map(\.id) == ["done", "other"] && blocks.map(\.title) == ["Reading", ""])
            #expect(blocks[0].task == nil && blocks[0].done)
            #expect(try await store.told(scene.ada, since: start) == ["task \(essay.id)", "task \(reading.id)"])
            await #expect(throws: DomainError.notFound("task \(reading.id)")) {
                try await store.task(reading.id, by: scene.ada)
            }
            await #expect(throws: DomainError.notFound("study block done")) {
                try await store.studyBlock("done", by: scene.ada)
            }
        }
    }

    @Test func aTaskThatBecomesFixedIsNotWaitedFor() async throws {
        try await StudyScene.with { scene in
            let reading = try await scene.task("Reading")
            let essay = try await scene.store.addTask(.flexible().with { $0.after = [reading.id] }, by: scene.ada).task
            _ = try await scene.store.edit(reading, by: scene.ada) {
                ($0.kind, $0.start, $0.end) = (.fixed, scene.minutes(10), scene.minutes(20))
            }
            #expect(try await scene.store.task(essay.id, by: scene.ada).after == [])
            await #expect(throws: DomainError.invalid("after", "must name a flexible task; Reading is fixed")) {
                try await scene.store.edit(essay, by: scene.ada) { $0.after = [reading.id] }
            }
        }
    }

    @Test func aCycleIsRefusedAndNamed() async throws {
        try await StudyScene.with { scene in
            let (store, reading) = (scene.store, try await scene.task("Reading"))
            let outline = try await store.addTask(.flexible("Outline").with { $0.after = [reading.id] }, by: scene.ada).task
            let essay = try await store.addTask(.flexible("Essay").with { $0.after = [outline.id] }, by: scene.ada).task
            let cycle = DomainError.invalid(
                "after", "must not make a cycle: Reading after Essay after Outline after Reading")
            await #expect(throws: cycle) { try await store.edit(reading, by: scene.ada) { $0.after = [essay.id] } }
            await #expect(throws: DomainError.invalid("after", "must not name the task itself: Essay")) {
                try await store.edit(essay, by: scene.ada) { $0.after = [essay.id] }
            }
            #expect(try await store.task(reading.id, by: scene.ada) == reading)
            #expect(try await store.edit(essay, by: scene.ada) { $0.after = [reading.id, outline.id] }.after.count == 2)
        }
    }

    @Test func aLongCycleNamesSomeTasks() async throws {
        try await StudyScene.with { scene in
            let first = try await scene.task("Task 0")
            var last = first
            for number in 1..<40 {
                let new = NewStudyTask.flexible("Task \(number)").with { $0.after = [last.id] }
                last = try await scene.store.addTask(new, by: scene.ada).task
            }
            let end = last.id
            await #expect {
                try await scene.store.edit(first, by: scene.ada) { $0.after = [end] }
            } throws: { error in
                guard case .invalid(let fields)? = error as? DomainError, let detail = fields.first?.detail else {
                    return false
                }
                return detail.hasPrefix("must not make a cycle: Task 0 after Task 39 after Task 38 after")
                    && detail.hasSuffix("after Task 31 after 30 more after Task 0")
            }
        }
    }

    @Test func onlyTenThousandTasksAreWaitedFor() async throws {
        try await StudyScene.with { scene in
            try await scene.campus.execute(
                """
                CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i FROM n;
                INSERT INTO study_state VALUES ('\(scene.ada)', 1);
                INSERT INTO task (id, account_id, title, notes, kind, minutes, priority, created_at)
                SELECT '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '\(scene.ada)', 'T', '', 'flexible', 60, 'low', 0 FROM n;
                INSERT INTO task_after (task_id, position, after_id)
                SELECT '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + a.i AS TEXT), 2), b.i, '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + b.i AS TEXT), 2)
                FROM n a JOIN n b ON b.i < a.i WHERE b.i <= 60 LIMIT 10000;
                """)
            let tasks = try await scene.store.tasks(of: scene.ada)
            #expect(
                tasks.reduce(0) { $0 + $1.after.count } == 10_000
                    && tasks.allSatisfy { $0.after.map(\.description) == $0.after.map(\.description).sorted() })
            let new = NewStudyTask.flexible().with { $0.after = [tasks[0].id] }
            let fault = DomainError.invalid("after", "must not bring the sum of all your tasks above 10000; it would be 10001")
            await #expect(throws: fault) { try await scene.store.addTask(new, by: scene.ada) }
            let least = try #require(tasks.last { $0.after.count > 1 })
            #expect(try await scene.store.edit(least, by: scene.ada) { $0.after = [tasks[0].id] }.after == [tasks[0].id])
            #expect(try await scene.store.addTask(new, by: scene.ada).created)
        }
    }

    @Test func coursesAndEventsMustBeThePersonsOwn() async throws {
        try await StudyScene.with { scene in
            let hidden = try await scene.post(.exam, due: StudyScene.examTime, .staff)
            let undated = try await scene.post(.note, due: nil)
            for event in [hidden, undated] {
                let fault = DomainError.invalid("event", "must be a due event that you see; \(event.id) is not one")
                await #expect(throws: fault) {
                    try await scene.store.addTask(.flexible().with { $0.event = event.id }, by: scene.ada)
                }
            }
            let fault = DomainError.invalid("course", "must be a course that you are in; \(Campus.other) is not one")
            await #expect(throws: fault) {
                try await scene.store.addTask(.flexible().with { $0.course = Campus.other }, by: scene.ada)
            }
            let task = try await scene.store.addTask(.flexible().with { $0.course = Campus.course }, by: scene.ada).task
            try await scene.store.drop(scene.ada, section: Campus.sections[0])
            #expect(try await scene.store.edit(task, by: scene.ada) { $0.title = "Kept" }.course == Campus.course)
            #expect(try await scene.titles() == ["Kept"])
        }
    }

    @Test func aPersonMayHaveTwoThousandTasks() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.campus.execute(
                """
                CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i FROM n;
                INSERT INTO task (id, account_id, title, notes, kind, minutes, priority, created_at)
                SELECT '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '\(scene.ada)', 'T', '', 'flexible', 60, 'low', 0 FROM n;
                """)
            await #expect(throws: DomainError.conflict("You have 2000 tasks. Delete one first.")) {
                try await scene.task("One more")
            }
            try await scene.setRule()
            _ = try await scene.post()
            #expect(try await scene.followed().count == StudyTask.most)
            try await scene.store.delete(task.id, ifRev: nil, by: scene.ada)
            #expect(try await scene.followed().map(\.title).contains("CMPT 225 exam #1"))
        }
    }

    @Test func onlyTheOwnerHearsOfTasksSettingsAndPlans() async throws {
        try await StudyScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let task = try await scene.task()
            _ = try await store.mark(task.id, TaskDone(done: false, minutes: 25), by: scene.ada)
            try await scene.setRule()
            try await scene.keep([scene.block("one", of: task, in: 10)])
            for person in [scene.ben, scene.eve] { #expect(try await store.told(person, since: start) == []) }
            #expect(
                try await store.told(scene.ada, since: start)
                    == ["task \(task.id)", "studySettings \(scene.ada)", "studyPlan \(scene.ada)"])
            let batch = try await store.entries(after: start.position, limit: 50)
            #expect(FrameBatch(batch).frames.count == 3 && batch.entries.allSatisfy { $0.owner == scene.ada })
            let foreign = try await store.snapshot(next: nil, limit: 50, by: scene.ben)
            #expect(foreign.tasks == [] && foreign.studyPlan == nil && foreign.studySettings == nil)
        }
    }
}
