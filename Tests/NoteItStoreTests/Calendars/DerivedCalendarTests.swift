import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Derived calendars")
struct DerivedCalendarTests {
    @Test func newObjectsAppearAndOthersGo() async throws {
        try await StudyScene.with { scene in
            try await scene.derive([StudyScene.derived("a"), StudyScene.derived("b"), StudyScene.derived("c", in: .study)])
            #expect(try await scene.names(in: "tasks") == ["a.ics", "b.ics"])
            #expect(try await scene.names(in: "study") == ["c.ics"])
            let object = try await scene.object("a.ics", in: "tasks")
            #expect(object.uid == "a@noteit" && object.item == "a" && object.data == nil && object.sequence == 0)
            try await scene.derive([StudyScene.derived("b")])
            #expect(try await scene.names(in: "tasks") == ["b.ics"])
            #expect(try await scene.names(in: "study") == [])
            #expect(try await scene.names(in: "tasks", of: scene.ben) == [])
        }
    }

    @Test func aChangedItemHasAnotherSequenceAndETag() async throws {
        try await StudyScene.with { scene in
            try await scene.derive([StudyScene.derived("a"), StudyScene.derived("b")])
            let (first, other) = (
                try await scene.object("a.ics", in: "tasks"), try await scene.object("b.ics", in: "tasks")
            )
            scene.campus.clock.advance(60)
            try await scene.derive([StudyScene.derived("a", "2"), StudyScene.derived("b")])
            let second = try await scene.object("a.ics", in: "tasks")
            #expect(second.sequence == 1 && second.etag != first.etag && second.changed > first.changed)
            #expect(second.modifiedAt == scene.now && second.createdAt == first.createdAt)
            #expect(try await scene.object("b.ics", in: "tasks") == other)
            try await scene.derive([StudyScene.derived("a", "1"), StudyScene.derived("b")])
            #expect(try await scene.object("a.ics", in: "tasks").etag != first.etag)
        }
    }

    @Test func unchangedItemsWriteNothing() async throws {
        try await StudyScene.with { scene in
            let objects = (0..<1_000).map { StudyScene.derived("\($0)") }
            try await scene.derive(objects)
            let before = try await scene.store.objects(inCalendar: "tasks", matching: .all, of: scene.ada)
            try await scene.derive(objects)
            let after = try await scene.store.objects(inCalendar: "tasks", matching: .all, of: scene.ada)
            #expect(after.objects == before.objects && after.state.head == before.state.head && after.state.isCurrent)
        }
    }

    /// A token may have been given at the present head, even if the log did not grow since.
    @Test func eachChangeHasANewOffset() async throws {
        try await StudyScene.with { scene in
            try await scene.derive([StudyScene.derived("a")])
            let token = try await scene.changes(in: "tasks", after: nil).next
            try await scene.derive([StudyScene.derived("a", "2")])
            #expect(try await scene.changes(in: "tasks", after: token).changed.map(\.name) == ["a.ics"])
        }
    }

    @Test func nobodyHearsOfTheOffsetsOfCalendars() async throws {
        try await StudyScene.with { scene in
            let start = try await scene.store.head().cursor
            try await scene.derive([StudyScene.derived("a")])
            try await scene.put(scene.sent("b.ics", for: "b"), in: "tasks")
            #expect(try await scene.store.head().offset > start.offset)
            for person in [scene.ada, scene.ben] { #expect(try await scene.store.told(person, since: start) == []) }
            let batch = try await scene.store.entries(after: start.position, limit: 99)
            #expect(batch.entries.allSatisfy { $0.heard.isEmpty })
        }
    }

    @Test func whatCameMeanwhileIsNotOverwritten() async throws {
        try await StudyScene.with { scene in
            let inputs = try await scene.store.calendarInputs(of: scene.ada)
            _ = try await scene.task(of: scene.ben)
            #expect(try await scene.store.keepDerived([], of: scene.ada, from: inputs), "another person's task")
            _ = try await scene.task()
            #expect(try await !scene.store.keepDerived([StudyScene.derived("a")], of: scene.ada, from: inputs))
            #expect(try await scene.names(in: "tasks") == [])
            var foreign = try await scene.store.calendarInputs(of: scene.ada)
            foreign.head.epoch = "other"
            #expect(try await !scene.store.keepDerived([], of: scene.ada, from: foreign))
        }
    }

    @Test func theInputsAreWhatThePersonSees() async throws {
        try await StudyScene.with { scene in
            let exam = try await scene.post()
            _ = try await scene.post(due: nil)
            _ = try await scene.post(.note, .staff)
            let task = try await scene.task()
            try await scene.keep([scene.block("b", of: task, in: 60)])
            var inputs = try await scene.store.calendarInputs(of: scene.ada)
            #expect(inputs.due.map(\.event.id) == [exam.id] && inputs.due[0].former == [])
            #expect(inputs.tasks == [task] && inputs.blocks.map(\.id) == ["b"] && inputs.timeZone == "America/Vancouver")
            #expect(inputs.classes.map(\.section) == [Campus.sections[0]])
            #expect(inputs.head == (try await scene.store.head()))
            try await scene.edit(exam, EventPatch(due: .set(StudyScene.examTime + 86_400)))
            try await scene.setRule()
            inputs = try await scene.store.calendarInputs(of: scene.ada)
            #expect(inputs.due[0].former.map(\.from) == [StudyScene.examTime] && inputs.timeZone == "UTC")
            #expect(try await scene.store.calendarInputs(of: scene.eve).due.count == 2)
        }
    }
}

/// Whether calendars hold all that the log has.
extension DerivedCalendarTests {
    @Test func calendarsAreBehindWhatThePersonSees() async throws {
        try await StudyScene.with { scene in
            #expect(try await !scene.isCurrent())
            try await scene.derive([])
            #expect(try await scene.isCurrent())
            let changes: [() async throws -> Void] = [
                { _ = try await scene.task() }, { _ = try await scene.post() },
                { _ = try await scene.store.enroll(scene.ada, in: [Campus.otherSections[0]]) },
                { try await scene.store.drop(scene.ada, section: Campus.otherSections[0]) }, { try await scene.setRule() },
                {
                    try await scene.store.setHolidays(
                        [Holiday(day: try #require(Day("2025-11-24")), name: "Rest")], of: Campus.term)
                },
            ]
            for (index, change) in changes.enumerated() {
                scene.campus.clock.advance(5)
                try await change()
                #expect(try await !scene.isCurrent(), "change \(index)")
                try await scene.derive([])
                #expect(try await scene.isCurrent())
            }
        }
    }

    @Test func calendarsAreNotBehindOtherChanges() async throws {
        try await StudyScene.with { scene in
            let event = try await scene.post()
            scene.campus.clock.advance(5)
            try await scene.derive([StudyScene.derived("a")])
            _ = try await scene.task(of: scene.ben)
            try await scene.put(scene.sent("x.ics"))
            try await scene.put(scene.sent("phone.ics", for: "a", digest: "1"), in: "tasks")
            _ = try await scene.addImport()
            _ = try await scene.store.reply(NewReply(body: "Where?"), to: event.id, by: scene.ben)
            _ = try await scene.store.mark(event.id, with: EventMarkPatch(following: true), by: scene.ada)
            #expect(try await scene.isCurrent())
        }
    }

    @Test func aMovedBlockIsNews() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep([scene.block("b", of: task, in: 60)])
            let inputs = try await scene.store.calendarInputs(of: scene.ada)
            try await scene.mark("b", StudyBlockPatch(pinned: true))
            #expect(try await !scene.store.keepDerived([], of: scene.ada, from: inputs))
            try await scene.derive([])
            #expect(try await scene.isCurrent())
            try await scene.mark("b", StudyBlockPatch(pinned: false))
            #expect(try await !scene.isCurrent())
        }
    }

    @Test func aPrunedLogIsReadAnew() async throws {
        try await StudyScene.with { scene in
            try await scene.derive([])
            _ = try await scene.task(of: scene.ben)
            scene.campus.clock.advance(100)
            _ = try await scene.store.pruneLog(before: scene.now)
            #expect(try await !scene.isCurrent())
            try await scene.derive([])
            #expect(try await scene.isCurrent())
        }
    }
}

/// What programs send to derived calendars.
extension DerivedCalendarTests {
    @Test func aSentObjectStandsUntilItsItemChanges() async throws {
        try await StudyScene.with { scene in
            let sent = try await scene.put(scene.sent("phone.ics", for: "a", digest: "1"), in: "tasks", if: .absent)
            #expect(sent.data == Array("data 1".utf8) && sent.dataDigest == sent.digest)
            try await scene.derive([StudyScene.derived("a", "1")])
            #expect(try await scene.object("phone.ics", in: "tasks") == sent)
            try await scene.derive([StudyScene.derived("a", "2")])
            let moved = try await scene.object("phone.ics", in: "tasks")
            #expect(moved.data == sent.data && moved.dataDigest == "1" && moved.digest == "2")
            #expect(moved.etag != sent.etag && moved.sequence == 1 && moved.uid == sent.uid)
            // The item says again what the program sent.
            try await scene.derive([StudyScene.derived("a", "1")])
            #expect(try await scene.object("phone.ics", in: "tasks").etag == sent.etag)
        }
    }

    @Test func aProgramsNameTakesTheItemOver() async throws {
        try await StudyScene.with { scene in
            try await scene.derive([StudyScene.derived("a")])
            let token = try await scene.changes(in: "tasks", after: nil).next
            let sent = try await scene.put(scene.sent("phone.ics", for: "a", digest: "1"), in: "tasks", if: .absent)
            #expect(sent.uid == "phone.ics@phone")
            let page = try await scene.changes(in: "tasks", after: token)
            #expect(page.changed.map(\.name) == ["phone.ics"] && page.removed.map(\.name) == ["a.ics"])
            try await scene.derive([StudyScene.derived("a")])
            #expect(try await scene.names(in: "tasks") == ["phone.ics"])
            // The item is there, so no feed may call it cancelled.
            #expect(try await scene.store.removedObjects(since: .distantPast, of: scene.ada) == [])
        }
    }

    @Test func anObjectStandsForItsItemAlone() async throws {
        try await StudyScene.with { scene in
            try await scene.derive([StudyScene.derived("a"), StudyScene.derived("b")])
            await #expect(throws: DomainError.conflict("The object a.ics stands for something else.")) {
                try await scene.put(scene.sent("a.ics", for: "b"), in: "tasks")
            }
            var nothing = scene.sent("x.ics", for: "x")
            nothing.item = nil
            await #expect(
                throws: DomainError.forbidden("The calendar tasks has only objects that stand for something.")
            ) { try await scene.put(nothing, in: "tasks") }
        }
    }

    @Test func anItemThatComesBackKeepsItsNameAndUID() async throws {
        try await StudyScene.with { scene in
            let sent = try await scene.put(scene.sent("phone.ics", for: "a", digest: "1"), in: "tasks")
            try await scene.store.deleteObject("phone.ics", inCalendar: "tasks", if: .tags([sent.etag]), by: scene.ada)
            #expect(try await scene.store.removedObjects(since: scene.now, of: scene.ada).map(\.item) == ["a"])
            try await scene.derive([StudyScene.derived("a", "1")])
            let again = try await scene.object("phone.ics", in: "tasks")
            #expect(again.uid == sent.uid && again.data == nil && again.sequence > sent.sequence + 1)
            #expect(try await scene.store.removedObjects(since: scene.now, of: scene.ada) == [])
        }
    }
}

/// What feeds may call cancelled.
extension DerivedCalendarTests {
    private func removed(_ scene: StudyScene, since date: Date = .distantPast) async throws -> [String] {
        try await scene.store.removedObjects(since: date, of: scene.ada).map(\.item)
    }

    private func due(_ event: Event) -> DerivedObject {
        StudyScene.derived(event.id.description, in: .due, course: Campus.course)
    }

    @Test func aDeletedEventIsCancelledForItsTime() async throws {
        try await StudyScene.with { scene in
            let exam = try await scene.post()
            try await scene.derive([due(exam)])
            try await scene.store.delete(exam.id, reason: nil, ifRev: nil, by: scene.eve)
            try await scene.derive([])
            let object = try #require(try await scene.store.removedObjects(since: scene.now, of: scene.ada).first)
            #expect(object.item == exam.id.description && object.uid == "\(exam.id)@noteit" && object.sequence == 0)
            #expect(try await removed(scene, since: scene.now + 1) == [])
            #expect(try await scene.store.removedObjects(since: .distantPast, of: scene.ben) == [])
        }
    }

    @Test func aHiddenEventLeavesNoTrace() async throws {
        try await StudyScene.with { scene in
            let exam = try await scene.post()
            try await scene.derive([due(exam)])
            try await scene.edit(exam, EventPatch(visibility: .staff))
            try await scene.derive([])
            #expect(try await removed(scene) == [])
        }
    }

    @Test func aDroppedCourseLeavesNoTrace() async throws {
        try await StudyScene.with { scene in
            let (exam, other) = (try await scene.post(), try await scene.post(.note))
            let meeting = StudyScene.derived("\(Campus.sections[0]).0", in: .classes, course: Campus.course)
            try await scene.derive([due(exam), due(other), meeting])
            try await scene.store.delete(exam.id, reason: nil, ifRev: nil, by: scene.eve)
            try await scene.derive([due(other), meeting])
            #expect(try await removed(scene) == [exam.id.description])
            try await scene.store.drop(scene.ada, section: Campus.sections[0])
            try await scene.derive([])
            #expect(try await removed(scene) == [])
        }
    }

    /// Feeds are made again when a calendar has a newer change.
    @Test func aDroppedCourseTakesWhatWasCancelledBefore() async throws {
        try await StudyScene.with { scene in
            let exam = try await scene.post()
            try await scene.derive([due(exam)])
            try await scene.store.delete(exam.id, reason: nil, ifRev: nil, by: scene.eve)
            try await scene.derive([])
            let before = try await scene.store.calendars(of: scene.ada).calendars.first { $0.id == "due" }?.changed
            try await scene.store.drop(scene.ada, section: Campus.sections[0])
            try await scene.derive([])
            let after = try await scene.store.calendars(of: scene.ada).calendars.first { $0.id == "due" }?.changed
            #expect(try #require(after) > #require(before))
            _ = try await scene.store.enroll(scene.ada, in: [Campus.sections[0]])
            #expect(try await removed(scene) == [])
        }
    }

    @Test func aDroppedSectionLeavesNoTrace() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.store.enroll(scene.ada, in: [Campus.sections[1]])
            let meetings = Campus.sections.prefix(2).map {
                StudyScene.derived("\($0).0", in: .classes, course: Campus.course)
            }
            try await scene.derive(meetings)
            try await scene.store.drop(scene.ada, section: Campus.sections[1])
            try await scene.derive([])
            #expect(try await removed(scene) == ["\(Campus.sections[0]).0"])
        }
    }
}
