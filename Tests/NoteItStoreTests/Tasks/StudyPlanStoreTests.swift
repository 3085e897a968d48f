import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Study settings and plans")
struct StudyPlanStoreTests {
    /// In the zone of the term.
    private static let standard = {
        var settings = StudySettings.ofNewPerson
        settings.timeZone = "America/Vancouver"
        return settings
    }()

    @Test func settingsAreStandardUntilTheyAreSet() async throws {
        try await StudyScene.with { scene in
            #expect(try await scene.store.studySettings(of: scene.ada) == Self.standard)
            #expect(try await scene.store.snapshot(next: nil, limit: 9, by: scene.ada).studySettings == nil)
            var settings = StudySettings(timeZone: "America/Vancouver")
            settings.hours = [
                "M": [StudySettings.Hours(start: try #require(WallTime("16:00")), end: try #require(WallTime("24:00")))]
            ]
            (settings.minimumBlock, settings.maximumBlock, settings.break, settings.dailyLimit) = (25, 100_000, 2, 240)
            (settings.mode, settings.alerts) = (.weeks, StudySettings.Alerts(start: nil, end: 10))
            settings.rules = [
                StudySettings.Rule(course: Campus.course, kind: .reminder, minutes: 60),
                StudySettings.Rule(course: Campus.course, kind: .exam, minutes: 360),
            ]
            #expect(try await scene.store.setStudySettings(settings, of: scene.ada) == settings)
            #expect(try await scene.store.studySettings(of: scene.ada) == settings)
            #expect(try await scene.store.studyInputs(of: scene.ada).settings == settings)
            #expect(try await scene.store.snapshot(next: nil, limit: 9, by: scene.ada).studySettings == settings)
            #expect(try await scene.store.studySettings(of: scene.ben) == Self.standard)
            let head = try await scene.store.head().cursor
            _ = try await scene.store.setStudySettings(settings, of: scene.ada)
            #expect(try await scene.store.head().cursor == head)
            settings.rules.removeLast()
            #expect(try await scene.store.setStudySettings(settings, of: scene.ada).rules.map(\.kind) == [.reminder])
            #expect(try await scene.store.studySettings(of: scene.ada) == settings)
        }
    }

    @Test func aRuleNeedsACourseOfThePerson() async throws {
        try await StudyScene.with { scene in
            var settings = StudySettings()
            settings.rules = [
                StudySettings.Rule(course: Campus.course, kind: .exam, minutes: 60),
                StudySettings.Rule(course: Campus.other, kind: .exam, minutes: 60),
            ]
            let wanted = settings
            let fault = DomainError.invalid(
                "rules.1.course", "must be a course that you are in; \(Campus.other) is not one")
            await #expect(throws: fault) { try await scene.store.setStudySettings(wanted, of: scene.ada) }
            #expect(try await scene.store.studySettings(of: scene.ada) == Self.standard)
            try await scene.setRule()
            try await scene.store.drop(scene.ada, section: Campus.sections[0])
            try await scene.setRule(minutes: 120)
            #expect(try await scene.store.studySettings(of: scene.ada).rules.map(\.minutes) == [120])
        }
    }

    @Test func aPlanIsKeptOnlyForTheInputsThatItWasMadeOf() async throws {
        try await StudyScene.with { scene in
            #expect(try await scene.store.studyInputs(of: scene.ada).version == 0)
            let task = try await scene.task()
            let inputs = try await scene.store.studyInputs(of: scene.ada)
            #expect(inputs.version == 1 && inputs.tasks == [task] && inputs.blocks == [] && inputs.plan == nil)
            _ = try await scene.store.mark(task.id, TaskDone(done: false, minutes: 5), by: scene.ada)
            let plan = try scene.plan([scene.block("one", of: task, in: 60)])
            let start = try await scene.store.head().cursor
            #expect(try await !scene.store.keep(plan, ifVersion: inputs.version, of: scene.ada))
            #expect(try await scene.store.studyInputs(of: scene.ada).plan == nil)
            #expect(try await scene.blocks() == [])
            #expect(try await scene.store.keep(plan, ifVersion: 2, of: scene.ada))
            #expect(try await !scene.store.keep(plan, ifVersion: 2, of: scene.ada), "a plan changes the version too")
            #expect(try await scene.store.keep(plan, ifVersion: 3, of: scene.ada))
            #expect(try await scene.store.told(scene.ada, since: start) == ["studyPlan \(scene.ada)"])
            let kept = try #require(try await scene.store.studyInputs(of: scene.ada).plan)
            #expect(kept.digest == "1" && kept.expiresAt == plan.expiresAt && kept.shown == plan.shown && kept.blocks == [])
            #expect(kept.result.objective == [1] && kept.result.blocks == [])
            let change = try await scene.store.changes(after: start, limit: 9, by: scene.ada).changes.last?.delivery
            #expect(change?.body == plan.shown)
            let shown = try await scene.store.snapshot(next: nil, limit: 9, by: scene.ada).studyPlan
            #expect(shown?.blocks.map(\.id) == ["one"])
        }
    }

    @Test func aPlanThatShowsTheSameIsNotLoggedAgain() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            let block = scene.block("one", of: task, in: 60)
            try await scene.keep([block])
            let head = try await scene.store.head().cursor
            try await scene.keep([block])
            #expect(try await scene.store.head().cursor == head)
        }
    }

    @Test func aPlanReplacesTheBlocksFromItsFirstDayOn() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            let pause = StudyPlan.Block(id: "pause", kind: .break, start: scene.minutes(120), end: scene.minutes(125))
            let begun = scene.block("begun", of: task, in: 10)
            try await scene.keep([begun, scene.block("gone", of: task, in: 60), pause])
            let stored = try await scene.store.studyInputs(of: scene.ada).blocks
            #expect(stored.map(\.id) == ["begun", "gone", "pause"] && stored.map(\.title) == ["", "", ""])
            #expect(stored[0].task == task.id.description && stored[2].task == nil && stored[2].kind == .break)
            scene.campus.clock.advance(30 * 60)
            try await scene.keep([begun, scene.block("new", of: task, in: 120)])
            #expect(try await scene.blocks() == ["begun", "new"])
            scene.campus.clock.advance(86_400)
            try await scene.keep([])
            #expect(try await scene.blocks() == ["begun", "new"], "earlier days stay")
            scene.campus.clock.advance(367 * 86_400)
            #expect(try await scene.blocks() == [], "older than a year")
        }
    }

    @Test func aBlockIsItsOwnersAlone() async throws {
        try await StudyScene.with { scene in
            let (task, foreign) = (try await scene.task(), try await scene.task("Ben's", of: scene.ben))
            let pause = StudyPlan.Block(id: "pause", kind: .break, start: scene.minutes(70), end: scene.minutes(75))
            try await scene.keep([scene.block("one", of: task, in: 10), pause])
            let block = try await scene.store.studyBlock("one", by: scene.ada)
            #expect(block.title == "Essay" && block.task == task.id.description && !block.pinned)
            let gone = DomainError.notFound("study block one")
            await #expect(throws: gone) { try await scene.store.studyBlock("one", by: scene.ben) }
            await #expect(throws: gone) { try await scene.store.edit("one", to: block, by: scene.ben) }
            await #expect(throws: DomainError.notFound("study block pause")) {
                try await scene.store.studyBlock("pause", by: scene.ada)
            }
            // Two people may have blocks of the same id.
            try await scene.keep([scene.block("one", of: foreign, in: 20)], of: scene.ben)
            #expect(try await scene.store.studyBlock("one", by: scene.ben).title == "Ben's")
            #expect(try await scene.store.studyBlock("one", by: scene.ada) == block)
        }
    }

    @Test func anEditedBlockChangesTheVersion() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep([scene.block("one", of: task, in: 10)])
            let version = try await scene.store.studyInputs(of: scene.ada).version
            try await scene.mark("one", StudyBlockPatch(start: scene.minutes(30), end: scene.minutes(80)))
            let moved = try await scene.store.studyBlock("one", by: scene.ada)
            #expect(moved.start == scene.minutes(30) && moved.end == scene.minutes(80) && moved.pinned)
            #expect(try await scene.store.studyInputs(of: scene.ada).version == version + 1)
            try await scene.mark("one", StudyBlockPatch(missed: true))
            #expect(try await scene.store.studyInputs(of: scene.ada).blocks.map(\.missed) == [true])
            try await scene.mark("one", StudyBlockPatch(missed: true))
            #expect(try await scene.store.studyInputs(of: scene.ada).version == version + 2)
        }
    }

    @Test func classesAreTheSectionsOfAPersonLessWithdrawnOnes() async throws {
        try await StudyScene.with { scene in
            try await scene.campus.execute(
                """
                INSERT INTO meeting (section_id, position, days, start_minute, end_minute) VALUES ('202530.1001', 0, 'MW', 570, 620);
                INSERT INTO meeting (section_id, position, days, start_minute, end_minute) VALUES ('202530.1001', 1, 'F', 570, 620);
                """)
            let holiday = Holiday(day: try #require(Day("2025-11-11")), name: "Remembrance Day")
            try await scene.store.setHolidays([holiday], of: Campus.term)
            _ = try await scene.store.enroll(scene.ada, in: [Campus.otherSections[1]])
            let classes = try await scene.store.studyInputs(of: scene.ada).classes
            #expect(classes.map(\.title) == ["CMPT 225 LEC D100", "MATH 150 TUT D101"])
            #expect(classes.map(\.section) == [Campus.sections[0], Campus.otherSections[1]])
            #expect(classes[0].meetings.map(\.days) == ["MW", "F"] && classes[1].meetings == [])
            #expect(classes[0].course == Campus.course && classes[0].term.holidays == [holiday])
            #expect(classes[0].term.timeZone == "America/Vancouver")
            #expect(try await scene.store.studyInputs(of: scene.eve).classes == [], "staff of a whole course attend none")
            _ = try await scene.store.grantStaff(
                to: .email("ben@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            #expect(try await scene.store.studyInputs(of: scene.ben).classes.map(\.section) == Array(Campus.sections[0...1]))
            try await scene.campus.execute("UPDATE section SET withdrawn = 1 WHERE id = '202530.1001'")
            #expect(try await scene.store.studyInputs(of: scene.ada).classes.map(\.section) == [Campus.otherSections[1]])
        }
    }

    @Test func aSnapshotAndItsChangesEqualAFreshSnapshot() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            for number in 0..<7 { _ = try await scene.task("Task \(number)") }
            try await scene.setRule()
            var replica = Replica(of: scene.ada)
            try await replica.begin(from: store, limit: 2)
            #expect(replica.items.keys.filter { $0.hasPrefix("task ") }.count == 7)
            let tasks = try await store.tasks(of: scene.ada)
            try await store.delete(tasks[0].id, ifRev: nil, by: scene.ada)
            _ = try await store.edit(tasks[1], by: scene.ada) { $0.after = [tasks[2].id] }
            _ = try await store.mark(tasks[2].id, TaskDone(done: true, minutes: 50), by: scene.ada)
            _ = try await scene.post()
            _ = try await scene.followed()
            try await scene.setRule(.reminder)
            try await scene.keep([scene.block("one", of: tasks[3], in: 0)])
            _ = try await store.alert()
            try await scene.mark("one", StudyBlockPatch(done: true))
            while try await replica.advance(on: store, limit: 3).more {}
            let fresh = try await Replica.snapshot(of: scene.ada, store, limit: 3)
            #expect(replica.differences(from: fresh) == [])
            #expect(fresh.keys.filter { $0.hasPrefix("task ") }.count == 7)
            #expect(fresh["studySettings \(scene.ada)"] != nil && fresh["studyPlan \(scene.ada)"] != nil)
            #expect(fresh.keys.contains { $0.hasPrefix("notification ") })
        }
    }
}
