import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Objects of calendars")
struct CalendarObjectTests {
    @Test func anObjectIsKeptByteForByte() async throws {
        try await StudyScene.with { scene in
            var new = scene.sent("a.ics")
            new.data = [0x42, 0x0D, 0x0A, 0x00, 0xFF, 0xC3]
            let (object, created) = try await scene.store.put(
                new, inCalendar: "personal", if: .none, by: scene.ada)
            #expect(created && object.data == new.data && object.uid == "a.ics@phone" && object.sequence == 0)
            #expect(object.digest == new.digest && object.dataDigest == new.digest)
            #expect(object.firstStart == new.firstStart && object.lastEnd == new.lastEnd)
            #expect(object.etag.count == 32)
            #expect(try await scene.object("a.ics") == object)
        }
    }

    @Test func aChangedObjectHasAnotherETagAndSequence() async throws {
        try await StudyScene.with { scene in
            let first = try await scene.put(scene.sent("a.ics"))
            scene.campus.clock.advance(60)
            let (second, created) = try await scene.store.put(
                scene.sent("a.ics", text: "Doctor"), inCalendar: "personal", if: .none, by: scene.ada)
            #expect(!created && second.etag != first.etag && second.item == first.item)
            #expect(second.sequence == 1 && second.changed > first.changed)
            #expect(second.createdAt == first.createdAt && second.modifiedAt == scene.now)
        }
    }

    @Test func theSameObjectAgainChangesNothing() async throws {
        try await StudyScene.with { scene in
            let first = try await scene.put(scene.sent("a.ics"))
            let head = try await scene.store.head().offset
            #expect(try await scene.put(scene.sent("a.ics")) == first)
            #expect(try await scene.store.head().offset == head)
        }
    }

    @Test func conditionsGuardObjects() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            await #expect(throws: DomainError.stale) { try await scene.put(scene.sent("a.ics"), if: .tags([])) }
            await #expect(throws: DomainError.stale) { try await scene.put(scene.sent("a.ics"), if: .tags(["x"])) }
            let first = try await scene.put(scene.sent("a.ics"), if: .absent)
            await #expect(throws: DomainError.stale) { try await scene.put(scene.sent("a.ics"), if: .absent) }
            let second = try await scene.put(scene.sent("a.ics", text: "B"), if: .tags(["x", first.etag]))
            await #expect(throws: DomainError.stale) {
                try await scene.put(scene.sent("a.ics", text: "C"), if: .tags([first.etag]))
            }
            try await scene.put(scene.sent("a.ics", text: "D"), if: .tags([]))
            for condition in [WriteCondition.absent, .tags([second.etag])] {
                await #expect(throws: DomainError.stale) {
                    try await store.deleteObject("a.ics", inCalendar: "personal", if: condition, by: scene.ada)
                }
            }
            let newest = try await scene.object("a.ics")
            try await store.deleteObject("a.ics", inCalendar: "personal", if: .tags([newest.etag]), by: scene.ada)
            await #expect(throws: DomainError.notFound("calendar object a.ics")) {
                try await store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            }
            await #expect(throws: DomainError.stale) {
                try await store.deleteObject("a.ics", inCalendar: "personal", if: .tags([]), by: scene.ada)
            }
        }
    }

    @Test func aUIDIsInACalendarOnce() async throws {
        try await StudyScene.with { scene in
            try await scene.put(scene.sent("a.ics", uid: "1"))
            await #expect(throws: DomainError.conflict("The object a.ics has the UID 1.")) {
                try await scene.put(scene.sent("b.ics", uid: "1"))
            }
            await #expect(throws: DomainError.conflict("The object a.ics has another UID: 1.")) {
                try await scene.put(scene.sent("a.ics", uid: "2"))
            }
            try await scene.store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            try await scene.put(scene.sent("b.ics", uid: "1"), in: "work")
            // A program moves an event by deleting and putting it.
            try await scene.store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            let moved = try await scene.put(scene.sent("b.ics", uid: "1"))
            let again = try await scene.put(scene.sent("a.ics", uid: "2"))
            #expect(moved.sequence == 0 && again.sequence == 0)
            #expect(try await scene.names() == ["a.ics", "b.ics"])
        }
    }

    @Test func toDosAndJournalsOfOwnCalendarsAreNotInTheLog() async throws {
        try await StudyScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            try await store.makeCalendar("list", components: [.todo, .event], displayName: nil, properties: [:], by: scene.ada)
            #expect(try await store.calendars(of: scene.ada).calendars.last?.components == [.event, .todo])
            var list = scene.sent("list.ics")
            list.event = nil
            let (first, token) = (try await scene.put(list, in: "list"), try await scene.changes(in: "list", after: nil).next)
            list.data += Array("!".utf8)
            list.digest = "more"
            let second = try await scene.put(list, in: "list")
            #expect(second.item == first.item && second.changed > first.changed)
            #expect(try await scene.changes(in: "list", after: token).changed.map(\.name) == ["list.ics"])
            try await store.deleteObject("list.ics", inCalendar: "list", if: .none, by: scene.ada)
            #expect(try await scene.changes(in: "list", after: token).removed.map(\.name) == ["list.ics"])
            #expect(try await store.told(scene.ada, since: start) == [])
        }
    }

    @Test func largeObjectsHaveABoundTogether() async throws {
        try await StudyScene.with { scene in
            let most = CalendarCollection.mostBytes / CalendarObject.mostBytes
            var large = scene.sent("a.ics")
            large.data = [UInt8](repeating: 65, count: CalendarObject.mostBytes)
            for number in 0..<most {
                (large.name, large.uid) = ("\(number).ics", "\(number)")
                try await scene.put(large)
            }
            (large.name, large.uid) = ("more.ics", "more")
            let refused = DomainError.conflict("Your calendars have 64 MiB, the most allowed. Remove an object first.")
            await #expect(throws: refused) { try await scene.put(large) }
            try await scene.store.deleteObject("0.ics", inCalendar: "personal", if: .none, by: scene.ada)
            try await scene.put(large)
        }
    }

    @Test func anObjectThatComesBackHasAHigherSequence() async throws {
        try await StudyScene.with { scene in
            let first = try await scene.put(scene.sent("a.ics"))
            try await scene.store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            let second = try await scene.put(scene.sent("a.ics"))
            #expect(second.sequence > first.sequence + 1 && second.item != first.item && second.etag == first.etag)
        }
    }

    @Test(arguments: ["classes", "due"])
    func someCalendarsAreOnlyRead(id: String) async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport(scene.copy(events: ["talk"]))
            for id in [id, "import-\(source.id)"] {
                let refused = DomainError.forbidden("The calendar \(id) can only be read.")
                await #expect(throws: refused) { try await scene.put(scene.sent("a.ics"), in: id) }
                await #expect(throws: refused) {
                    try await scene.store.deleteObject("talk.ics", inCalendar: id, if: .none, by: scene.ada)
                }
            }
        }
    }

    @Test func anObjectHasALargestSize() async throws {
        try await StudyScene.with { scene in
            var new = scene.sent("a.ics")
            new.data = Array(repeating: 65, count: CalendarObject.mostBytes)
            try await scene.put(new)
            new.data.append(65)
            await #expect(throws: DomainError.tooLarge("A calendar object can have 262144 bytes.")) {
                try await scene.put(new)
            }
        }
    }

    @Test func aPersonalCalendarHasAMostOfObjects() async throws {
        try await StudyScene.with { scene in
            try await scene.put(scene.sent("a.ics"))
            try await scene.campus.execute("UPDATE calendar SET objects = \(CalendarObject.most)")
            await #expect(throws: DomainError.conflict("The calendar personal has 20000 objects. Remove one first.")) {
                try await scene.put(scene.sent("b.ics"))
            }
            try await scene.put(scene.sent("a.ics", text: "Doctor"))
            try await scene.store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            try await scene.put(scene.sent("b.ics"))
            try await scene.campus.execute("UPDATE calendar SET objects = 1")
        }
    }

    @Test func theObjectsOfAPersonHaveAMostOfBytes() async throws {
        try await StudyScene.with { scene in
            let full = DomainError.conflict("Your calendars have 64 MiB, the most allowed. Remove an object first.")
            let small = scene.sent("a.ics")
            try await scene.put(small)
            try await scene.campus.execute("UPDATE calendar SET bytes = \(CalendarCollection.mostBytes)")
            await #expect(throws: full) { try await scene.put(scene.sent("b.ics")) }
            await #expect(throws: full) { try await scene.put(scene.sent("a.ics", text: "A much longer dentist")) }
            try await scene.store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            try await scene.put(small)
            try await scene.campus.execute("UPDATE calendar SET bytes = \(small.data.count)")
        }
    }

    @Test func calendarsWhoseIdsAreOneToUnicodeAreOne() async throws {
        try await StudyScene.with { scene in
            try await scene.store.makeCalendar(
                "caf\u{e9}", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            await #expect(throws: DomainError.conflict("The calendar id cafe\u{301} is taken. Choose another.")) {
                try await scene.store.makeCalendar(
                    "cafe\u{301}", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            }
        }
    }

    @Test func objectsAreFoundByNameAndByTime() async throws {
        try await StudyScene.with { scene in
            for day in [3, 1, 2, 40] { try await scene.put(scene.sent("\(day).ics", in: day)) }
            var endless = scene.sent("endless.ics", in: 2)
            endless.lastEnd = nil
            try await scene.put(endless)
            var long = scene.sent("long.ics", in: 1)
            long.lastEnd = scene.now + 30 * 86_400 * 12
            try await scene.put(long)
            var floating = scene.sent("undated.ics")
            (floating.firstStart, floating.lastEnd) = (nil, nil)
            try await scene.put(floating)
            let day = { (number: Int) in scene.now + Double(number * 86_400) }
            #expect(try await scene.names() == ["1.ics", "2.ics", "3.ics", "40.ics", "endless.ics", "long.ics", "undated.ics"])
            #expect(try await scene.names(.names(["2.ics", "9.ics", "1.ics"])) == ["1.ics", "2.ics"])
            #expect(try await scene.names(.between(day(0), day(1))) == ["undated.ics"])
            #expect(
                try await scene.names(.between(day(1) + 1, day(2) + 1))
                    == ["1.ics", "2.ics", "endless.ics", "long.ics", "undated.ics"])
            #expect(try await scene.names(.between(day(39), day(41))) == ["40.ics", "endless.ics", "long.ics", "undated.ics"])
            #expect(try await scene.names(.between(day(1_000), day(1_001))) == ["endless.ics", "undated.ics"])
        }
    }

    /// Each object that overlaps a time is found by it, whatever its length.
    @Test(arguments: 0..<20)
    func aTimeFindsWhatOverlapsIt(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        try await StudyScene.with { scene in
            var sent: [SentCalendarObject] = []
            for number in 0..<40 {
                var new = scene.sent("\(number).ics", in: Int.random(in: -100...100, using: &random))
                let start = try #require(new.firstStart)
                new.lastEnd = start + Double(Int.random(in: 0...70, using: &random) * 86_400)
                if Int.random(in: 0..<8, using: &random) == 0 { new.lastEnd = nil }
                if Int.random(in: 0..<8, using: &random) == 0 { new.firstStart = nil }
                sent.append(new)
                try await scene.put(new)
            }
            for _ in 0..<20 {
                let start = scene.now + Double(Int.random(in: -120...120, using: &random) * 86_400)
                let end = start + Double(Int.random(in: 1...40, using: &random) * 86_400)
                let expected = sent.filter {
                    $0.firstStart.map { $0 < end } ?? true && $0.lastEnd.map { $0 >= start } ?? true
                }.map(\.name).sorted()
                #expect(try await scene.names(.between(start, end)) == expected)
            }
        }
    }
}

/// The log, the copies of clients, the study plan and the archive.
extension CalendarObjectTests {
    @Test func aPersonHearsOfTheirEventsAlone() async throws {
        try await StudyScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let object = try await scene.put(scene.sent("a.ics"))
            #expect(try await store.told(scene.ada, since: start) == ["personalEvent \(object.item)"])
            for person in [scene.ben, scene.eve] { #expect(try await store.told(person, since: start) == []) }
            let event = try #require(try await store.snapshot(next: nil, limit: 9, by: scene.ada).personalEvents.first)
            #expect(event.title == "Dentist" && event.id.description == object.item && event.rev == 1)
            #expect(event.calendar == "personal" && event.editedAt == nil)
            #expect(try await store.snapshot(next: nil, limit: 9, by: scene.ben).personalEvents == [])
            scene.campus.clock.advance(60)
            try await scene.put(scene.sent("a.ics", text: "Doctor"))
            let page = try await store.changes(after: start, limit: 9, by: scene.ada)
            #expect(page.changes.count == 1 && page.changes[0].delivery.rev == 2)
            #expect(page.changes[0].delivery.body?.contains("Doctor") == true)
            try await store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            let removal = try await store.changes(after: start, limit: 9, by: scene.ada).changes
            #expect(removal.map { $0.delivery.body } == [nil])
            #expect(try await store.snapshot(next: nil, limit: 9, by: scene.ada).personalEvents == [])
        }
    }

    @Test func aSnapshotHasAllEventsInPages() async throws {
        try await StudyScene.with { scene in
            for number in 0..<7 { try await scene.put(scene.sent("\(number).ics")) }
            let items = try await scene.store.objects(inCalendar: "personal", matching: .all, of: scene.ada).objects
                .map(\.item)
            let snapshot = try await Replica.snapshot(of: scene.ada, scene.store, limit: 2)
            #expect(Set(snapshot.keys.filter { $0.hasPrefix("personalEvent ") }) == Set(items.map { "personalEvent \($0)" }))
        }
    }

    @Test func aPersonalEventIsBusyTimeAndWakesThePlan() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            _ = try await scene.task()
            _ = try await store.peopleToReplan(limit: 9)
            let version = try await store.studyInputs(of: scene.ada).version
            let soon = try await scene.put(scene.sent("soon.ics"))
            try await scene.put(scene.sent("past.ics", in: -3))
            try await scene.put(scene.sent("later.ics", in: 300))
            let inputs = try await store.studyInputs(of: scene.ada)
            #expect(inputs.busy == [soon] && inputs.version > version)
            #expect(try await store.peopleToReplan(limit: 9) == [scene.ada])
            #expect(try await !store.keep(scene.plan([]), ifVersion: version, of: scene.ada))
            try await store.deleteObject("soon.ics", inCalendar: "personal", if: .none, by: scene.ada)
            #expect(try await store.studyInputs(of: scene.ada).busy == [])
            #expect(try await store.peopleToReplan(limit: 9) == [scene.ada])
            #expect(try await store.studyInputs(of: scene.ben).busy == [])
        }
    }

    @Test func anArchiveHasWhatProgramsSent() async throws {
        try await DegreeScene.with { degrees in
            let scene = StudyScene(campus: degrees.campus, ada: degrees.ada, ben: degrees.ben, eve: degrees.eve)
            let object = try await scene.put(scene.sent("a.ics"))
            let source = try await scene.addImport(scene.copy(events: ["talk"]))
            _ = try await scene.store.addAppPassword(
                NewAppPassword(name: "Phone"), hash: String(repeating: "f", count: 64), by: scene.ada)
            let archive = try await degrees.export(of: scene.ada)
            #expect(archive["calendars/personal/\(object.item).ics"] == "Dentist")
            #expect(archive["personal-events-1.json"]?.contains("Dentist") == true)
            #expect(archive["calendar-imports.json"]?.contains(StudyScene.source.url) == true)
            #expect(archive["calendar-imports.json"]?.contains(source.id.description) == true)
            #expect(archive["app-passwords.json"]?.contains("Phone") == true)
            #expect(!archive.values.contains { $0.contains("ffffffff") || $0.contains("Talk") })
            let others = try await degrees.export(of: scene.ben)
            #expect(!others.values.contains { $0.contains("Dentist") || $0.contains("Phone") || $0.contains("secret.ics") })
        }
    }

    /// What nobody may read any more is gone from the database.
    @Test func aRemovedObjectLeavesNoWords() async throws {
        try await StudyScene.with { scene in
            try await scene.put(scene.sent("a.ics"))
            try await scene.store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ada)
            let left: Int? = try await scene.store.read {
                try $0.value("SELECT COUNT(*) FROM calendar_object WHERE data IS NOT NULL OR event IS NOT NULL")
            }
            #expect(left == 0)
        }
    }

    @Test func damagedCalendarsAreFindings() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let scene = StudyScene(campus: campus, ada: ada, ben: ada, eve: ada)
            let object = try await scene.put(scene.sent("a.ics"))
            try await campus.execute("UPDATE calendar SET objects = 7")
            try await campus.execute("UPDATE calendar_object SET event = '{}'")
            #expect(
                try await campus.store.check() == [
                    "The calendar personal of account \(ada) has a wrong count of objects.",
                    "The personal event \(object.item) cannot be read.",
                ])
            try await campus.execute("UPDATE calendar_object SET calendar = 'nowhere', changed = 1000, event = NULL")
            #expect(
                try await campus.store.check().dropFirst() == [
                    "The calendar personal of account \(ada) has a wrong count of bytes.",
                    "The object a.ics of account \(ada) is in a calendar that does not exist.",
                    "The object a.ics of account \(ada) changed after the end of the log.",
                ])
        }
    }
}
