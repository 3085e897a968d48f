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
            #expect(first.next == first.state.head.head)
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
            var (seen, offset, more): ([String], Int64?, Bool) = ([], nil, true)
            while more {
                let page = try await scene.changes(after: offset, limit: 3)
                #expect(page.changed.count <= 3)
                seen += page.changed.map(\.name)
                (offset, more) = (page.next, page.hasMore)
            }
            #expect(seen == (0..<10).map { "\($0)" })
        }
    }

    @Test func whatChangedTogetherComesInGroups() async throws {
        try await StudyScene.with { scene in
            try await scene.derive((100..<320).map { StudyScene.derived("\($0)") })
            var (sizes, offset, more): ([Int], Int64?, Bool) = ([], nil, true)
            while more {
                let page = try await scene.changes(in: "tasks", after: offset, limit: 60)
                sizes.append(page.changed.count)
                (offset, more) = (page.next, page.hasMore)
            }
            #expect(sizes == [50, 50, 50, 50, 20])
        }
    }

    @Test func offsetsThatWereNeverGivenAreExpired() async throws {
        try await StudyScene.with { scene in
            let object = try await scene.put(scene.sent("a"))
            let head = try await scene.store.head().head
            await #expect(throws: DomainError.expired(.ahead)) { try await scene.changes(after: head + 1) }
            await #expect(throws: DomainError.expired(.ahead)) { try await scene.changes(after: .max) }
            await #expect(throws: DomainError.expired(.pruned)) { try await scene.changes(after: -1) }
            scene.campus.clock.advance(100)
            _ = try await scene.store.pruneLog(before: scene.now)
            await #expect(throws: DomainError.expired(.pruned)) { try await scene.changes(after: object.changed - 1) }
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
            let newer = try await scene.store.head().head
            #expect(try await scene.store.pruneCalendars(before: scene.now) == 0)
            scene.campus.clock.advance(1)
            #expect(try await scene.store.pruneCalendars(before: scene.now) == 1)
            await #expect(throws: DomainError.expired(.pruned)) { try await scene.changes(after: old) }
            #expect(try await scene.changes(after: newer).removed == [])
            // Another person's offsets stay as they are.
            _ = try await scene.store.changes(inCalendar: "personal", after: old, limit: 9, of: scene.ben)
        }
    }
}

/// A program that keeps a copy of a calendar by its changes.
private struct CalendarCopy {
    let calendar: String
    private(set) var objects: [String: CalendarObject] = [:]
    private var offset: Int64?

    init(of calendar: String) { self.calendar = calendar }

    /// Takes one page. Returns what is wrong with it, and whether there are more.
    mutating func advance(_ scene: StudyScene, limit: Int) async throws -> (faults: [String], more: Bool) {
        let page = try await scene.changes(in: calendar, after: offset, limit: limit)
        var faults: [String] = []
        let names = page.changed.map(\.name) + page.removed.map(\.name)
        if Set(names).count != names.count { faults.append("a name came twice: \(names)") }
        if names.count > max(limit, CalendarOffsets.group) { faults.append("\(names.count) changes on a page of \(limit)") }
        for object in page.changed {
            if object.changed <= offset ?? 0 || object.changed > page.next { faults.append("\(object.name) is out of place") }
            if let known = objects[object.name], known.changed >= object.changed { faults.append("\(object.name) came again") }
            objects[object.name] = object
        }
        for object in page.removed {
            if object.changed <= offset ?? 0 || object.changed > page.next { faults.append("\(object.name) is out of place") }
            objects[object.name] = nil
        }
        if page.hasMore, page.next <= offset ?? 0 { faults.append("the page ends where it began") }
        offset = page.next
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
