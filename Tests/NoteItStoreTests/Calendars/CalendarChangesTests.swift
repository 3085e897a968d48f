import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("Changes of calendars")
struct CalendarChangesTests {
    @Test func aTokenGoesOnWhereItWasGiven() async throws {
        try await StudyScene.with { scene in
            for name in ["a", "b", "c"] { try await scene.put(scene.sent(name)) }
            let first = try await scene.changes(after: nil)
            #expect(first.changed.map(\.name) == ["a", "b", "c"] && first.removed == [] && !first.hasMore)
            let newest = try await scene.object("c").changed
            #expect(first.next == CalendarPosition(offset: newest))
            let none = try await scene.changes(after: first.next)
            #expect(none.changed == [] && none.removed == [] && !none.hasMore)
            try await scene.put(scene.sent("b", text: "Doctor"))
            try await scene.store.deleteObject("a", inCalendar: "personal", if: .none, by: scene.ada)
            let second = try await scene.changes(after: first.next)
            #expect(second.changed.map(\.name) == ["b"] && second.removed.map(\.name) == ["a"])
            #expect(second.removed.map(\.uid) == ["a@phone"])
        }
    }

    @Test func aFirstCopyHasNoRemovals() async throws {
        try await StudyScene.with { scene in
            try await scene.put(scene.sent("a"))
            try await scene.store.deleteObject("a", inCalendar: "personal", if: .none, by: scene.ada)
            #expect(try await scene.changes(after: nil).removed == [])
            #expect(try await scene.changes(after: 0).removed.map(\.name) == ["a"])
        }
    }

    @Test func longAnswersComeInPages() async throws {
        try await StudyScene.with { scene in
            for name in 0..<10 { try await scene.put(scene.sent("\(name)")) }
            var (seen, offset, more): ([String], CalendarPosition?, Bool) = ([], nil, true)
            while more {
                let page = try await scene.changes(after: offset, limit: 3)
                #expect(page.changed.count == (page.hasMore ? 3 : 1))
                seen += page.changed.map(\.name)
                (offset, more) = (page.next, page.hasMore)
            }
            #expect(seen == (0..<10).map { "\($0)" })
        }
    }

    @Test(arguments: [1, 7, 60])
    func whatChangedTogetherIsCutAnywhere(limit: Int) async throws {
        try await StudyScene.with { scene in
            try await scene.derive((100..<320).map { StudyScene.derived("\($0)") })
            var (names, offset, more): ([String], CalendarPosition?, Bool) = ([], nil, true)
            while more {
                let page = try await scene.changes(in: "tasks", after: offset, limit: limit)
                #expect(page.changed.count == min(limit, 220 - names.count))
                names += page.changed.map(\.name)
                (offset, more) = (page.next, page.hasMore)
            }
            #expect(names == (100..<320).map { "\($0).ics" })
        }
    }

    @Test func onlyItsOwnChangesMoveACalendar() async throws {
        try await StudyScene.with { scene in
            let object = try await scene.put(scene.sent("a"))
            func changed() async throws -> Int64? {
                try await scene.store.openCalendar("personal", of: scene.ada).calendar?.changed
            }
            let before = try await changed()
            try await scene.store.makeCalendar("work", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            try await scene.put(scene.sent("b"), in: "work")
            try await scene.put(scene.sent("c"), by: scene.ben)
            scene.campus.clock.advance(40 * 86_400)
            _ = try await scene.store.pruneLog(before: scene.now)
            #expect(try await changed() == before && before == object.changed)
            #expect(try await scene.changes(after: object.changed).next.offset == object.changed)
        }
    }

    /// A removal that is forgotten does not bring an older state back.
    @Test func aForgottenRemovalLeavesTheCalendarWhereItWas() async throws {
        try await StudyScene.with { scene in
            try await scene.put(scene.sent("a"))
            try await scene.put(scene.sent("b"))
            try await scene.store.deleteObject("b", inCalendar: "personal", if: .none, by: scene.ada)
            let before = try await scene.changes(after: nil).next
            scene.campus.clock.advance(1)
            #expect(try await scene.store.pruneCalendars(before: scene.now) == 1)
            #expect(try await scene.changes(after: nil).next == before)
            #expect(try await scene.changes(after: before).next == before)
        }
    }

    /// A first copy in pages goes on although removals are forgotten that are newer than its objects.
    @Test func aFirstCopyInPagesGoesOnAfterForgottenRemovals() async throws {
        try await StudyScene.with { scene in
            for name in ["a", "b", "c"] { try await scene.put(scene.sent(name)) }
            try await scene.put(scene.sent("d"))
            try await scene.store.deleteObject("d", inCalendar: "personal", if: .none, by: scene.ada)
            scene.campus.clock.advance(1)
            _ = try await scene.store.pruneCalendars(before: scene.now)
            let first = try await scene.changes(after: nil, limit: 1)
            #expect(first.changed.map(\.name) == ["a"] && first.hasMore)
            let second = try await scene.changes(after: first.next)
            #expect(second.changed.map(\.name) == ["b", "c"] && !second.hasMore)
            try await scene.store.deleteObject("a", inCalendar: "personal", if: .none, by: scene.ada)
            scene.campus.clock.advance(1)
            _ = try await scene.store.pruneCalendars(before: scene.now)
            await #expect(throws: DomainError.expired(.pruned)) { try await scene.changes(after: first.next) }
        }
    }

    @Test func offsetsThatWereNeverGivenAreExpired() async throws {
        try await StudyScene.with { scene in
            let object = try await scene.put(scene.sent("a"))
            let head = try await scene.store.head().offset
            await #expect(throws: DomainError.expired(.ahead)) { try await scene.changes(after: head + 1) }
            await #expect(throws: DomainError.expired(.ahead)) { try await scene.changes(after: .max) }
            await #expect(throws: DomainError.expired(.pruned)) { try await scene.changes(after: -1) }
            scene.campus.clock.advance(100)
            _ = try await scene.store.pruneLog(before: scene.now)
            #expect(try await scene.changes(after: object.changed - 1).changed.map(\.name) == ["a"])
            #expect(try await scene.changes(after: object.changed).changed == [])
            // A first copy of old objects can go on.
            let first = try await scene.changes(after: nil, limit: 1)
            #expect(first.changed.map(\.name) == ["a"])
            #expect(try await scene.changes(after: first.next).changed == [])
        }
    }

    @Test func forgottenRemovalsExpireOlderOffsets() async throws {
        try await StudyScene.with { scene in
            let old = try await scene.put(scene.sent("a")).changed
            try await scene.store.deleteObject("a", inCalendar: "personal", if: .none, by: scene.ada)
            let newer = try await scene.store.head().offset
            #expect(try await scene.store.pruneCalendars(before: scene.now) == 0)
            scene.campus.clock.advance(1)
            #expect(try await scene.store.pruneCalendars(before: scene.now) == 1)
            await #expect(throws: DomainError.expired(.pruned)) { try await scene.changes(after: old) }
            #expect(try await scene.changes(after: newer).removed == [])
            // Another person's offsets stay as they are.
            _ = try await scene.store.changes(
                inCalendar: "personal", after: CalendarPosition(offset: old), limit: 9, of: scene.ben)
        }
    }
}

/// A program that keeps a copy of a calendar by its changes.
private struct CalendarCopy {
    let calendar: String
    private(set) var objects: [String: CalendarObject] = [:]
    private var position: CalendarPosition?

    init(of calendar: String) { self.calendar = calendar }

    /// Takes one page. Returns what is wrong with it, and whether there are more.
    mutating func advance(_ scene: StudyScene, limit: Int) async throws -> (faults: [String], more: Bool) {
        let page = try await scene.changes(in: calendar, after: position, limit: limit)
        var faults: [String] = []
        let names = page.changed.map(\.name) + page.removed.map(\.name)
        if Set(names).count != names.count { faults.append("a name came twice: \(names)") }
        if names.count > limit { faults.append("\(names.count) changes on a page of \(limit)") }
        func isInPlace(_ name: String, _ changed: Int64) -> Bool {
            let isAfter = position.map { changed > $0.offset || changed == $0.offset && name > $0.name ?? name } ?? true
            return isAfter && (changed < page.next.offset || changed == page.next.offset && name <= page.next.name ?? name)
        }
        for object in page.changed {
            if !isInPlace(object.name, object.changed) { faults.append("\(object.name) is out of place") }
            if let known = objects[object.name], known.changed >= object.changed { faults.append("\(object.name) came again") }
            objects[object.name] = object
        }
        for object in page.removed {
            if !isInPlace(object.name, object.changed) { faults.append("\(object.name) is out of place") }
            objects[object.name] = nil
        }
        if page.hasMore, page.next == position { faults.append("the page ends where it began") }
        position = page.next
        return (faults, page.hasMore)
    }
}

extension CalendarChangesTests {
    /// Random histories: a copy that follows the changes equals the calendar, and no change comes twice or is missed.
    @Test(arguments: seeds(few: 20))
    func copiesFollowTheirCalendars(seed: Int) async throws {
        try await StudyScene.with { scene in
            var random = SeededGenerator(seed: UInt64(seed))
            let source = try await scene.addImport(scene.copy())
            let calendars = ["personal", "tasks", "study", CalendarRow.id(of: source.id)]
            var copies = (calendars + calendars).map { CalendarCopy(of: $0) }
            for _ in 0..<80 {
                try await act(scene, source.id, &random)
                if Bool.random(using: &random) { scene.campus.clock.advance(1) }
                for index in copies.indices where Int.random(in: 0..<5, using: &random) == 0 {
                    let limit = Int.random(in: 1...8, using: &random)
                    #expect(try await copies[index].advance(scene, limit: limit).faults == [])
                }
            }
            for index in copies.indices {
                var more = true
                while more {
                    let page = try await copies[index].advance(scene, limit: 5)
                    #expect(page.faults == [])
                    more = page.more
                }
                let fresh = try await scene.store.objects(
                    inCalendar: copies[index].calendar, matching: .all, of: scene.ada
                ).objects
                #expect(copies[index].objects.values.sorted { $0.name < $1.name } == fresh)
            }
        }
    }

    /// One random write, which may be refused.
    private func act(_ scene: StudyScene, _ source: CalendarImport.ID, _ random: inout SeededGenerator) async throws {
        let (name, text) = ("\(Int.random(in: 0..<6, using: &random))", "\(Int.random(in: 0..<3, using: &random))")
        let items = (0..<8).filter { _ in Bool.random(using: &random) }.map { "\($0)" }
        do {
            switch Int.random(in: 0..<9, using: &random) {
            case 0...1: try await scene.put(scene.sent(name, text: text))
            case 2:
                try await scene.store.deleteObject(
                    name, inCalendar: Bool.random(using: &random) ? "personal" : "tasks", if: .none, by: scene.ada)
            case 3...5:
                var kept: [DerivedObject] = []
                for item in items {
                    let digest = "\(Int.random(in: 0..<3, using: &random))"
                    kept.append(StudyScene.derived(item, digest, in: Bool.random(using: &random) ? .tasks : .study))
                }
                try await scene.derive(kept)
            case 6: try await scene.put(scene.sent("sent \(name)", for: name, digest: text), in: "tasks")
            case 7: try await scene.sync(source, scene.copy(events: items, text: text))
            default: _ = try await scene.task()
            }
        } catch is DomainError {
            // Refused, such as the removal of an absent object.
        }
    }
}
