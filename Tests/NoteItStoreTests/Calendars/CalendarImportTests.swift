import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Calendar imports")
struct CalendarImportTests {
    @Test func anImportIsSeenByItsPersonAlone() async throws {
        try await StudyScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let source = try await scene.addImport(scene.copy(events: ["talk"]))
            #expect(source.host == "calendar.example.edu" && source.events == 1 && source.rev == 1)
            #expect(source.lastSynced == scene.now && source.nextSync == scene.now + 86_400 && source.lastError == nil)
            #expect(try await store.calendarImports(of: scene.ada) == [source])
            #expect(try await store.calendarImport(source.id, by: scene.ada) == source)
            #expect(try await store.importSource(source.id, by: scene.ada) == StudyScene.source)
            #expect(try await store.told(scene.ada, since: start) == ["calendarImport \(source.id)"])
            #expect(try await store.snapshot(next: nil, limit: 9, by: scene.ada).calendarImports == [source])
            #expect(try await store.told(scene.ben, since: start) == [])
            #expect(try await store.calendarImports(of: scene.ben) == [])
            let absent = DomainError.notFound("calendar import \(source.id)")
            await #expect(throws: absent) { try await store.calendarImport(source.id, by: scene.ben) }
            await #expect(throws: absent) { try await store.importSource(source.id, by: scene.ben) }
            await #expect(throws: absent) { try await store.deleteImport(source.id, by: scene.ben) }
            await #expect(throws: absent) {
                try await store.keepSync(.unchanged, of: source.id, next: scene.now, pace: ImportPace(), by: scene.ben)
            }
        }
    }

    /// The address is a secret: only its host is shown.
    @Test func copiesOfClientsHaveNoAddress() async throws {
        try await StudyScene.with { scene in
            let start = try await scene.store.head().cursor
            _ = try await scene.addImport()
            let page = try await scene.store.changes(after: start, limit: 9, by: scene.ada)
            #expect(page.changes.count == 1 && page.changes[0].delivery.body?.contains("secret.ics") == false)
        }
    }

    @Test func aPersonHasTwentyImports() async throws {
        try await StudyScene.with { scene in
            for number in 0..<20 { _ = try await scene.addImport(named: "Canvas \(number)") }
            await #expect(throws: DomainError.conflict("You have 20 imports already. Delete one first.")) {
                try await scene.addImport()
            }
            #expect(try await scene.store.calendarImports(of: scene.ada).count == 20)
        }
    }

    @Test func aFileIsReadOnce() async throws {
        try await StudyScene.with { scene in
            let file = try await scene.addImport(scene.copy(events: ["talk"]), isFile: true)
            #expect(file.host == nil && file.nextSync == nil && file.lastSynced == scene.now)
            await #expect(
                throws: DomainError.conflict("This import came from a file. Delete it and import a newer file.")
            ) { try await scene.store.importSource(file.id, by: scene.ada) }
            scene.campus.clock.advance(10 * 86_400)
            #expect(try await scene.store.importsToSync(limit: 9, pause: 60).isEmpty)
            #expect(try await scene.sync(file.id, scene.copy(events: ["talk"])).nextSync == nil)
        }
    }

    @Test func dueImportsAreGivenOnce() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let first = try await scene.addImport()
            scene.campus.clock.advance(1)
            let second = try await scene.addImport(named: "Moodle")
            #expect(second.nextSync == scene.now && second.lastSynced == nil)
            let due = try await store.importsToSync(limit: 1, pause: 600)
            #expect(due.map(\.id) == [first.id] && due[0].account == scene.ada && due[0].source == StudyScene.source)
            #expect(try await store.importsToSync(limit: 9, pause: 600).map(\.id) == [second.id])
            #expect(try await store.importsToSync(limit: 9, pause: 600).isEmpty)
            scene.campus.clock.advance(600)
            _ = try await store.suspend("ada@example.edu", true)
            #expect(try await store.importsToSync(limit: 9, pause: 600).isEmpty)
            _ = try await store.suspend("ada@example.edu", false)
            #expect(try await store.importsToSync(limit: 9, pause: 600).count == 2)
        }
    }

    @Test func aFailureKeepsTheLastGoodCopy() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let source = try await scene.addImport(scene.copy(events: ["talk"], tasks: ["essay"]))
            let calendar = CalendarRow.id(of: source.id)
            let objects = try await store.objects(inCalendar: calendar, matching: .all, of: scene.ada).objects
            scene.campus.clock.advance(100)
            let next = scene.now + 3_600
            var pace = ImportPace(interval: 7_200)
            for _ in 0..<3 { pace.failed() }
            let failed = try await store.keepSync(
                .failed("It is away."), of: source.id, next: next, pace: pace, by: scene.ada)
            #expect(try await store.importPace(source.id, by: scene.ada) == pace)
            #expect(failed.lastError == "It is away." && failed.lastSynced == source.lastSynced && failed.nextSync == next)
            #expect(failed.rev == 2 && failed.events == 2)
            let unchanged = try await store.keepSync(.unchanged, of: source.id, next: next, pace: ImportPace(), by: scene.ada)
            #expect(unchanged.lastError == nil && unchanged.lastSynced == scene.now && unchanged.rev == 3)
            #expect(try await store.objects(inCalendar: calendar, matching: .all, of: scene.ada).objects == objects)
            #expect(try await scene.titles() == ["essay Talk"])
        }
    }

    @Test func aSyncChangesWhatTheSourceChanged() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(events: ["a", "b", "c"]))
            let calendar = CalendarRow.id(of: source.id)
            let token = try await scene.changes(in: calendar, after: nil).next
            var next = scene.copy(events: ["a", "b", "d"])
            next.objects[1].data = Array("other".utf8)
            next.objects[1].digest = "other"
            try await scene.sync(source.id, next)
            let page = try await scene.changes(in: calendar, after: token)
            #expect(page.changed.map(\.name) == ["b.ics", "d.ics"] && page.removed.map(\.name) == ["c.ics"])
            #expect(page.changed.map(\.sequence) == [1, 0])
            // What comes back is the same object.
            try await scene.sync(source.id, scene.copy(events: ["a", "b", "c", "d"]))
            #expect(try await scene.names(in: calendar) == ["a.ics", "b.ics", "c.ics", "d.ics"])
        }
    }

    @Test func twoObjectsOfASourceMayHaveTheSameName() async throws {
        try await StudyScene.with { scene in
            var copy = scene.copy(events: ["a", "b"])
            copy.objects[1].name = copy.objects[0].name
            let source = try await scene.addImport(copy)
            let calendar = CalendarRow.id(of: source.id)
            #expect(try await scene.names(in: calendar).count == 2)
            try await scene.sync(source.id, copy)
            #expect(try await scene.names(in: calendar).count == 2)
        }
    }

    @Test func busyImportsAreBusyTime() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.task()
            let busy = try await scene.addImport(scene.copy(events: ["talk"]), tasks: false)
            _ = try await scene.addImport(scene.copy(events: ["film"]), named: "Films", busy: false, tasks: false)
            _ = try await scene.store.peopleToReplan(limit: 9)
            let inputs = try await scene.store.studyInputs(of: scene.ada)
            #expect(inputs.busy.map(\.uid) == ["talk"])
            try await scene.sync(busy.id, scene.copy(events: ["lecture"]))
            let moved = try await scene.store.studyInputs(of: scene.ada)
            #expect(moved.busy.map(\.uid) == ["lecture"] && moved.version > inputs.version)
            #expect(try await scene.store.peopleToReplan(limit: 9) == [scene.ada])
            try await scene.store.deleteImport(busy.id, by: scene.ada)
            #expect(try await scene.store.studyInputs(of: scene.ada).busy == [])
        }
    }

    @Test func aDeletedImportLeavesNothing() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let source = try await scene.addImport(scene.copy(events: ["talk"], tasks: ["essay", "lab"]))
            let lab = try #require(try await store.tasks(of: scene.ada).first { $0.title == "lab Talk" })
            _ = try await store.edit(lab, by: scene.ada) { $0.title = "My lab" }
            let start = try await store.head().cursor
            try await store.deleteImport(source.id, by: scene.ada)
            #expect(try await store.calendarImports(of: scene.ada) == [])
            #expect(try await scene.titles() == ["My lab"])
            #expect(try await store.told(scene.ada, since: start).contains("calendarImport \(source.id)"))
            await #expect(throws: DomainError.notFound("calendar import \(source.id)")) {
                try await store.deleteImport(source.id, by: scene.ada)
            }
            await #expect(throws: DomainError.notFound("calendar import \(source.id)")) {
                try await scene.sync(source.id, scene.copy())
            }
        }
    }
}

/// Tasks that follow their source.
extension CalendarImportTests {
    @Test func tasksFollowTheirSource() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(tasks: ["essay", "lab"]))
            let essay = try #require(try await scene.store.tasks(of: scene.ada).first { $0.title == "essay Talk" })
            try await scene.sync(source.id, scene.copy(tasks: ["essay"], text: "Moved"))
            let tasks = try await scene.store.tasks(of: scene.ada)
            #expect(tasks.map(\.title) == ["essay Moved"] && tasks[0].id == essay.id && tasks[0].rev == 2)
            #expect(tasks[0].editedAt == nil, "the person edited nothing")
            let start = try await scene.store.head().cursor
            try await scene.sync(source.id, scene.copy(tasks: ["essay"], text: "Moved"))
            #expect(try await scene.store.told(scene.ada, since: start) == ["calendarImport \(source.id)"])
        }
    }

    @Test func anEditedTaskIsThePersonsOwn() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(tasks: ["essay", "lab"]))
            let tasks = try await scene.store.tasks(of: scene.ada).sorted { $0.title < $1.title }
            _ = try await scene.store.edit(tasks[0], by: scene.ada) { $0.priority = .high }
            _ = try await scene.store.mark(tasks[1].id, TaskDone(done: true), by: scene.ada)
            try await scene.sync(source.id, scene.copy(tasks: ["essay", "lab"], text: "Moved"))
            #expect(try await scene.titles().sorted() == ["essay Talk", "lab Talk"])
            try await scene.sync(source.id, scene.copy())
            #expect(try await scene.titles().sorted() == ["essay Talk", "lab Talk"])
        }
    }

    @Test func aDeletedTaskDoesNotComeBack() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(tasks: ["essay"]))
            try await scene.store.delete(try await scene.store.tasks(of: scene.ada)[0].id, ifRev: nil, by: scene.ada)
            try await scene.sync(source.id, scene.copy(tasks: ["essay"], text: "Moved"))
            #expect(try await scene.titles() == [])
            try await scene.sync(source.id, scene.copy())
            try await scene.sync(source.id, scene.copy(tasks: ["essay"]))
            #expect(try await scene.titles() == ["essay Talk"], "the source made it again")
        }
    }

    @Test func aTaskThatWasStudiedStays() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(tasks: ["essay"]))
            let essay = try await scene.store.tasks(of: scene.ada)[0]
            _ = try await scene.store.mark(essay.id, TaskDone(done: false, minutes: 30), by: scene.ada)
            try await scene.sync(source.id, scene.copy())
            #expect(try await scene.titles() == ["essay Talk"])
        }
    }

    @Test func anImportWithoutTasksMakesNone() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(tasks: ["essay"]), tasks: false)
            try await scene.sync(source.id, scene.copy(tasks: ["essay"]))
            #expect(try await scene.titles() == [])
        }
    }
}
