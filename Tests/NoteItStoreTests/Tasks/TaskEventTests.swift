import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("Tasks that follow events")
struct TaskEventTests {
    private func prepare(_ event: Event, _ scene: StudyScene) async throws -> StudyTask {
        try await scene.store.addTask(.flexible("Prepare").with { $0.event = event.id }, by: scene.ada).task
    }

    @Test func anExamsDeadlineIsTheStartOfItsDay() async throws {
        try await StudyScene.with { scene in
            let task = try await prepare(try await scene.post(), scene)
            #expect(task.deadline == StudyScene.examMorning && task.course == Campus.course)
            let reminder = try await scene.post(.reminder)
            #expect(try await prepare(reminder, scene).deadline == StudyScene.examTime)
        }
    }

    @Test func theDeadlineFollowsTheEvent() async throws {
        try await StudyScene.with { scene in
            let exam = try await scene.post()
            let task = try await prepare(exam, scene)
            let version = try await scene.store.studyInputs(of: scene.ada).version
            try await scene.edit(exam, EventPatch(due: .set(StudyScene.examTime + 86_400)))
            #expect(try await scene.deadline(of: task) == StudyScene.examMorning, "the edit writes nothing for followers")
            let start = try await scene.store.head().cursor
            let moved = try #require(try await scene.followed().first)
            #expect(moved.deadline == StudyScene.examMorning + 86_400 && moved.rev == 2 && moved.editedAt == nil)
            #expect(try await scene.store.told(scene.ada, since: start) == ["task \(task.id)"])
            #expect(try await scene.store.studyInputs(of: scene.ada).version == version + 1)
            let head = try await scene.store.head().cursor
            #expect(try await scene.followed() == [moved])
            #expect(try await scene.store.head().cursor == head)
        }
    }

    @Test(arguments: 0..<4)
    func anEventThatIsGoneHiddenOrUndatedIsNotFollowed(way: Int) async throws {
        try await StudyScene.with { scene in
            let event = try await scene.post(.note)
            let task = try await prepare(event, scene)
            #expect(task.deadline == StudyScene.examTime)
            switch way {
            case 0: try await scene.store.delete(event.id, reason: nil, ifRev: nil, by: scene.eve)
            case 1: try await scene.edit(event, EventPatch(visibility: .staff))
            case 2: try await scene.edit(event, EventPatch(due: .cleared))
            default: try await scene.store.drop(scene.ada, section: Campus.sections[0])
            }
            let left = try #require(try await scene.followed().first)
            #expect(left.event == nil && left.deadline == task.deadline && left.title == "Prepare")
            let snapshot = try await scene.store.snapshot(next: nil, limit: 50, by: scene.ada)
            if way != 2 { #expect(try !JSONCoding.string(snapshot).contains("Secret words")) }
        }
    }

    @Test func aTaskIsEditedThoughItsEventIsGone() async throws {
        try await StudyScene.with { scene in
            let event = try await scene.post()
            let task = try await prepare(event, scene)
            try await scene.store.delete(event.id, reason: nil, ifRev: nil, by: scene.eve)
            let edited = try await scene.store.edit(task, by: scene.ada) { $0.title = "Prepare well" }
            #expect(edited.event == nil && edited.deadline == StudyScene.examMorning && edited.title == "Prepare well")
        }
    }

    @Test func aRuleMakesATaskOfEachFutureEventOnce() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.post(.exam, due: scene.now - 86_400)
            let exam = try await scene.post()
            _ = try await scene.post(.reminder)
            _ = try await scene.post(.exam, due: StudyScene.examTime, .staff)
            try await scene.setRule()
            let start = try await scene.store.head().cursor
            let tasks = try await scene.followed()
            let task = try #require(tasks.first)
            #expect(tasks.count == 1 && task.title == "CMPT 225 exam #2" && task.minutes == 360 && task.kind == .flexible)
            #expect(task.event == exam.id && task.course == Campus.course && task.deadline == StudyScene.examMorning)
            #expect(try await scene.store.told(scene.ada, since: start) == ["task \(task.id)"])
            #expect(try await scene.followed() == tasks)
            #expect(try !JSONCoding.string(tasks).contains("Secret words"))
            let later = try await scene.post(.exam, due: StudyScene.examTime + 86_400)
            #expect(try await scene.followed().map(\.event) == [exam.id, later.id])
            #expect(try await scene.store.tasks(of: scene.ben) == [])
        }
    }

    @Test func aRuleLeavesAnEventThatHasATaskAlone() async throws {
        try await StudyScene.with { scene in
            let task = try await prepare(try await scene.post(), scene)
            try await scene.setRule()
            #expect(try await scene.followed() == [task])
        }
    }

    @Test func aDeletedTaskOfARuleDoesNotComeBack() async throws {
        try await StudyScene.with { scene in
            try await scene.setRule()
            let exam = try await scene.post()
            let task = try #require(try await scene.followed().first)
            try await scene.store.delete(task.id, ifRev: nil, by: scene.ada)
            try await scene.edit(exam, EventPatch(due: .set(StudyScene.examTime + 86_400)))
            #expect(try await scene.followed() == [])
            try await scene.setRule(minutes: 240)
            #expect(try await scene.followed() == [])
        }
    }

    @Test func anUntouchedTaskOfARuleGoesWithItsEventAndReturnsWithIt() async throws {
        try await StudyScene.with { scene in
            try await scene.setRule()
            let new = NewEvent(title: "Secret words", kind: .exam, due: StudyScene.examTime)
            let exam = try await scene.store.post(new, in: Campus.course, by: scene.ben).event
            let task = try #require(try await scene.followed().first)
            try await scene.keep([scene.block("one", of: task, in: 60)])
            try await scene.store.delete(exam.id, reason: "cancelled", ifRev: nil, by: scene.eve)
            #expect(try await scene.followed() == [])
            #expect(try await scene.blocks() == [])
            _ = try await scene.store.restore(exam.id, by: scene.eve)
            #expect(try await scene.followed().map(\.event) == [exam.id])
        }
    }

    @Test func anEditedOrStudiedTaskOfARuleStays() async throws {
        try await StudyScene.with { scene in
            try await scene.setRule()
            var exams: [Event] = []
            for days in 0..<3 { exams.append(try await scene.post(.exam, due: StudyScene.examTime + Double(days * 86_400))) }
            let tasks = try await scene.followed()
            _ = try await scene.store.edit(tasks[0], by: scene.ada) { $0.title = "Midterm" }
            _ = try await scene.store.mark(tasks[1].id, TaskDone(done: false, minutes: 30), by: scene.ada)
            for exam in exams { try await scene.store.delete(exam.id, reason: nil, ifRev: nil, by: scene.eve) }
            let left = try await scene.followed()
            #expect(left.map(\.title) == ["Midterm", "CMPT 225 exam #2"] && left.allSatisfy { $0.event == nil })
            #expect(left.map(\.deadline) == tasks.prefix(2).map(\.deadline))
        }
    }
}
