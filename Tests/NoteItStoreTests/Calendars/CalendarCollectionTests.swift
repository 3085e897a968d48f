import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Calendars")
struct CalendarCollectionTests {
    @Test func everyoneHasDerivedCalendarsAndAPersonalOne() async throws {
        try await StudyScene.with { scene in
            let calendars = try await scene.store.calendars(of: scene.ada).calendars
            #expect(calendars.map(\.id) == ["classes", "due", "study", "tasks", "personal"])
            #expect(calendars.allSatisfy { $0.displayName == nil && $0.properties.isEmpty && $0.changed == 0 })
        }
    }

    @Test func ownCalendarsComeByIdAndThenImports() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let source = try await scene.addImport()
            try await store.makeCalendar(
                "work", components: [.event], displayName: "Work", properties: ["{a}color": "red"], by: scene.ada)
            try await store.makeCalendar("home", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            let calendars = try await store.calendars(of: scene.ada).calendars
            #expect(calendars.dropFirst(5).map(\.id) == ["home", "work", "import-\(source.id)"])
            #expect(calendars.last?.kind == .imported(source.id) && calendars.last?.displayName == "Canvas")
            let work = try #require(calendars.first { $0.id == "work" })
            #expect(work.displayName == "Work" && work.properties == ["{a}color": "red"] && work.kind == .personal)
            #expect(try await store.calendars(of: scene.ben).calendars.count == 5)
        }
    }

    @Test(arguments: ["classes", "personal", "import-1", "work"])
    func anIdIsTakenOnce(id: String) async throws {
        try await StudyScene.with { scene in
            try await scene.store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            await #expect(throws: DomainError.conflict("The calendar id \(id) is taken. Choose another.")) {
                try await scene.store.makeCalendar(id, components: [.event], displayName: nil, properties: [:], by: scene.ada)
            }
            try await scene.store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ben)
        }
    }

    /// Names are for people; calendars are told apart by their ids.
    @Test func calendarsMayShareAName() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let source = try await scene.addImport(named: "School")
            for id in ["a", "b"] {
                try await store.makeCalendar(
                    id, components: [.event], displayName: "School", properties: [:], by: scene.ada)
            }
            try await store.setProperties(
                ofCalendar: "import-\(source.id)", displayName: .set("Tasks"), properties: [:], by: scene.ada)
            _ = try await scene.addImport(named: "School")
            #expect(try await store.calendars(of: scene.ada).calendars.count { $0.name == "School" } == 3)
        }
    }

    @Test func aLargeCalendarIsDeletedInOneRowAndCopiesFollow() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            try await store.makeCalendar("old", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            for number in 0..<1_203 { try await scene.put(scene.sent("\(number).ics"), in: "old") }
            try await scene.put(scene.sent("kept.ics"))
            var copies = [3, 100, 5_000].map { ($0, Replica(of: scene.ada)) }
            for index in copies.indices { try await copies[index].1.begin(from: store, limit: 5_000) }
            let before = try await store.head().offset
            try await store.deleteCalendar("old", by: scene.ada)
            #expect(try await store.head().offset == before + 1)
            for index in copies.indices {
                var pages = 0
                while true {
                    let (more, faults) = try await copies[index].1.advance(on: store, limit: copies[index].0)
                    #expect(faults == [])
                    pages += 1
                    if !more { break }
                    try #require(pages < 1_000)
                }
                #expect(copies[index].1.items.keys.count { $0.hasPrefix("personalEvent") } == 1)
                // Every page compares with a fresh snapshot: a few are enough.
                #expect(pages >= 1_203 / copies[index].0)
            }
        }
    }

    @Test(arguments: ["", ".", "..", "a/b", String(repeating: "a", count: 201)])
    func anIdIsTheNameOfAPath(id: String) async throws {
        try await StudyScene.with { scene in
            await #expect(throws: DomainError.self) {
                try await scene.store.makeCalendar(id, components: [.event], displayName: nil, properties: [:], by: scene.ada)
            }
        }
    }

    @Test func aPersonMakesFiftyCalendars() async throws {
        try await StudyScene.with { scene in
            for number in 0..<50 {
                try await scene.store.makeCalendar(
                    "c\(number)", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            }
            await #expect(throws: DomainError.conflict("You have made 50 calendars. Delete one first.")) {
                try await scene.store.makeCalendar(
                    "c50", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            }
            try await scene.store.deleteCalendar("c0", by: scene.ada)
            try await scene.store.makeCalendar("c50", components: [.event], displayName: nil, properties: [:], by: scene.ada)
        }
    }

    @Test func propertiesAreSetAndRemovedOnAnyCalendar() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let source = try await scene.addImport()
            for id in ["due", "personal", "import-\(source.id)"] {
                try await store.setProperties(
                    ofCalendar: id, displayName: .set("Mine"), properties: ["{a}x": "1", "{a}y": "2"], by: scene.ada)
                let first = try #require(try await store.calendars(of: scene.ada).calendars.first { $0.id == id })
                #expect(first.displayName == "Mine" && first.properties == ["{a}x": "1", "{a}y": "2"])
                let head = try await store.head().offset
                try await store.setProperties(
                    ofCalendar: id, displayName: nil, properties: ["{a}x": "1", "{a}z": nil], by: scene.ada)
                #expect(try await store.head().offset == head, "properties that stay the same change nothing")
                try await store.setProperties(
                    ofCalendar: id, displayName: .cleared, properties: ["{a}x": nil, "{a}y": "3"], by: scene.ada)
                let second = try #require(try await store.calendars(of: scene.ada).calendars.first { $0.id == id })
                #expect(second.displayName == (id.hasPrefix("import") ? "Canvas" : nil))
                #expect(second.properties == ["{a}y": "3"] && second.changed > first.changed)
            }
            let others = try await store.calendars(of: scene.ben).calendars
            #expect(others.allSatisfy { $0.properties.isEmpty })
        }
    }

    @Test func propertiesAreFewAndSmall() async throws {
        try await StudyScene.with { scene in
            let many = Dictionary(uniqueKeysWithValues: (0...50).map { ("{a}\($0)", Optional("1")) })
            let large: [String: String?] = ["{a}x": String(repeating: "a", count: 10_000)]
            for properties in [many, large] {
                await #expect(throws: DomainError.self) {
                    try await scene.store.setProperties(
                        ofCalendar: "due", displayName: nil, properties: properties, by: scene.ada)
                }
            }
            let calendars = try await scene.store.calendars(of: scene.ada).calendars
            #expect(calendars.allSatisfy { $0.properties.isEmpty })
        }
    }

    @Test func thePropertiesOfAllCalendarsHaveABoundTogetherAndMayShrink() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let text = String(repeating: "a", count: 9_900)
            func properties(_ count: Int) -> [String: String] {
                Dictionary(uniqueKeysWithValues: (0..<count).map { ("{a}\($0)", text) })
            }
            func changes(_ count: Int) -> [String: String?] { properties(count).mapValues { Optional($0) } }
            func set(_ id: String, _ properties: [String: String?]) async throws {
                try await store.setProperties(ofCalendar: id, displayName: nil, properties: properties, by: scene.ada)
            }
            let full = DomainError.conflict(CalendarCollection.propertiesFull)
            for id in ["due", "personal"] { try await set(id, changes(50)) }
            await #expect(throws: full) { try await set("study", changes(10)) }
            await #expect(throws: full) {
                try await store.makeCalendar(
                    "own", components: [.event], displayName: nil, properties: properties(10), by: scene.ada)
            }
            try await set("due", ["{a}0": nil, "{a}1": "short"])
            try await set("study", changes(1))
            let names = try await store.calendars(of: scene.ada, withProperties: false).calendars
            #expect(names.count == 5 && names.allSatisfy(\.properties.isEmpty))
            let calendars = try await store.calendars(of: scene.ada).calendars
            #expect(calendars.reduce(0) { $0 + $1.properties.count } == 100)
        }
    }

    @Test func deletingACalendarRemovesItsEvents() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            try await store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            let event = try await scene.put(scene.sent("a.ics"), in: "work")
            let start = try await store.head().cursor
            try await store.deleteCalendar("work", by: scene.ada)
            #expect(try await store.told(scene.ada, since: start) == ["personalEvent \(event.item)"])
            await #expect(throws: DomainError.notFound("calendar work")) { try await scene.names(in: "work") }
            await #expect(throws: DomainError.notFound("calendar work")) {
                try await store.deleteCalendar("work", by: scene.ada)
            }
            // A program with a token of the old calendar begins anew.
            try await store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            await #expect(throws: DomainError.expired(.pruned)) {
                try await scene.changes(in: "work", after: event.changed)
            }
        }
    }

    @Test func onlyOwnCalendarsAreDeleted() async throws {
        try await StudyScene.with { scene in
            let source = try await scene.addImport()
            for id in ["personal", "due", "import-\(source.id)"] {
                await #expect(
                    throws: DomainError.forbidden("Only calendars that you made can be deleted, not \(id).")
                ) { try await scene.store.deleteCalendar(id, by: scene.ada) }
            }
        }
    }

    /// Another person's calendar is as if it were not there.
    @Test func calendarsOfOthersAreNotThere() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            try await store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            try await scene.put(scene.sent("a.ics"), in: "work")
            try await scene.put(scene.sent("a.ics"))
            let source = try await scene.addImport(scene.copy(events: ["talk"]))
            for id in ["work", "import-\(source.id)", "import-x", "nothing"] {
                let absent = DomainError.notFound("calendar \(id)")
                await #expect(throws: absent) { try await scene.names(in: id, of: scene.ben) }
                await #expect(throws: absent) {
                    try await store.changes(inCalendar: id, after: nil, limit: 9, of: scene.ben)
                }
                await #expect(throws: absent) { try await scene.put(scene.sent("b.ics"), in: id, by: scene.ben) }
                await #expect(throws: absent) {
                    try await store.deleteObject("a.ics", inCalendar: id, if: .none, by: scene.ben)
                }
                await #expect(throws: absent) { try await store.deleteCalendar(id, by: scene.ben) }
                await #expect(throws: absent) {
                    try await store.setProperties(ofCalendar: id, displayName: .set("x"), properties: [:], by: scene.ben)
                }
            }
            #expect(try await scene.names(of: scene.ben) == [])
            await #expect(throws: DomainError.notFound("calendar object a.ics")) {
                try await store.deleteObject("a.ics", inCalendar: "personal", if: .none, by: scene.ben)
            }
            #expect(try await scene.names() == ["a.ics"])
        }
    }
}
