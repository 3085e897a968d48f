import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Reminders before due dates, on a clock that is moved by hand.
@Suite("Reminders")
struct ReminderTests {
    private static let hour = 3_600.0

    private struct Scene {
        let campus: Campus
        let ada, ben: Account.ID

        var store: SQLStore { campus.store }

        func post(
            dueIn seconds: Double, by person: Account.ID, _ visibility: Event.Visibility = .public
        ) async throws -> Event {
            let new = NewEvent(title: "Lab 4", kind: .reminder, due: campus.clock.now + seconds, visibility: visibility)
            return try await store.post(new, in: Campus.course, by: person).event
        }

        /// The leads of a person's reminders, oldest first.
        func leads(_ person: Account.ID) async throws -> [Int?] {
            try await store.inbox(person).filter { $0.kind == .dueSoon }.map(\.minutes)
        }

        /// Advances the clock and sends the reminders. Returns how many.
        @discardableResult
        func pass(_ seconds: Double) async throws -> Int {
            campus.clock.advance(seconds)
            return try await store.remind()
        }
    }

    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            try await body(Scene(campus: campus, ada: ada, ben: try await campus.student("ben", in: [Campus.sections[1]])))
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func eachPersonGetsEachReminderOnce() async throws {
        try await withScene { scene in
            _ = try await scene.post(dueIn: 48 * Self.hour, by: scene.ada)
            #expect(try await scene.pass(23.9 * Self.hour) == 0)
            #expect(try await scene.pass(0.1 * Self.hour) == 2)
            #expect(try await scene.pass(15) == 0)
            #expect(try await scene.pass(23 * Self.hour) == 2)
            #expect(try await scene.pass(2 * Self.hour) == 0)
            for person in [scene.ada, scene.ben] { #expect(try await scene.leads(person) == [1_440, 60]) }
        }
    }

    @Test func whoTickedAnEventOffGetsNoReminderOfIt() async throws {
        try await withScene { scene in
            let event = try await scene.post(dueIn: 48 * Self.hour, by: scene.ada)
            _ = try await scene.store.mark(event.id, with: EventMarkPatch(done: true), by: scene.ben)
            #expect(try await scene.pass(24 * Self.hour) == 1)
            #expect(try await scene.leads(scene.ada) == [1_440])
            #expect(try await scene.leads(scene.ben).isEmpty)
            _ = try await scene.store.mark(event.id, with: EventMarkPatch(done: false), by: scene.ben)
            #expect(try await scene.pass(23 * Self.hour) == 2)
        }
    }

    @Test func afterDowntimeTheShortestMissedLeadIsSentAndNoPastEvents() async throws {
        try await withScene { scene in
            _ = try await scene.post(dueIn: 48 * Self.hour, by: scene.ada)
            _ = try await scene.post(dueIn: 40 * Self.hour, by: scene.ada)
            #expect(try await scene.pass(47.5 * Self.hour) == 2)
            #expect(try await scene.leads(scene.ben) == [60])
        }
    }

    @Test func aLateDowntimeIsMadeUpForThoughAShorterLeadIsToCome() async throws {
        try await withScene { scene in
            _ = try await scene.post(dueIn: 48 * Self.hour, by: scene.ada)
            #expect(try await scene.pass(30 * Self.hour) == 2)
            #expect(try await scene.leads(scene.ben) == [1_440])
        }
    }

    @Test func aLeadThatPassedBeforeTheDateWasSetGivesWayToAShorterOne() async throws {
        try await withScene { scene in
            _ = try await scene.post(dueIn: 20 * Self.hour, by: scene.ada)
            #expect(try await scene.pass(15) == 0)
            #expect(try await scene.pass(19 * Self.hour) == 2)
            #expect(try await scene.leads(scene.ben) == [60])
            _ = try await scene.post(dueIn: 0.5 * Self.hour, by: scene.ada)
            #expect(try await scene.pass(15) == 2)
            #expect(try await scene.leads(scene.ben) == [60, 60])
        }
    }

    @Test func aMovedDateIsRemindedAgainAndOneMovedBackIsNot() async throws {
        try await withScene { scene in
            let event = try await scene.post(dueIn: 48 * Self.hour, by: scene.ada)
            let due = try #require(event.due)
            #expect(try await scene.pass(24 * Self.hour) == 2)
            _ = try await scene.store.edit(event.id, with: EventPatch(due: .set(due + 86_400)), ifRev: nil, by: scene.ada)
            #expect(try await scene.pass(15) == 0)
            #expect(try await scene.pass(24 * Self.hour) == 2)
            _ = try await scene.store.edit(event.id, with: EventPatch(due: .set(due + 86_401)), ifRev: nil, by: scene.ada)
            _ = try await scene.store.edit(event.id, with: EventPatch(due: .set(due + 86_400)), ifRev: nil, by: scene.ada)
            #expect(try await scene.pass(15) == 0)
            #expect(try await scene.leads(scene.ben) == [1_440, 1_440])
        }
    }

    @Test func preferencesAndMutesAreHeard() async throws {
        try await withScene { scene in
            let event = try await scene.post(dueIn: 2 * Self.hour, by: scene.ada)
            _ = try await scene.store.update(PreferencesPatch(reminders: [5]), by: scene.ada)
            _ = try await scene.store.update(PreferencesPatch(reminders: []), by: scene.ben)
            let cyd = try await scene.campus.student("cyd", in: [Campus.sections[0]])
            _ = try await scene.store.mark(event.id, with: EventMarkPatch(muted: true), by: cyd)
            #expect(try await scene.pass(1.5 * Self.hour) == 0)
            #expect(try await scene.pass(0.45 * Self.hour) == 1)
            #expect(try await scene.leads(scene.ada) == [5])
            #expect(try await scene.leads(scene.ben) == [])
            #expect(try await scene.leads(cyd) == [])
        }
    }

    @Test func privateEventsRemindTheirAuthorAlone() async throws {
        try await withScene { scene in
            _ = try await scene.post(dueIn: 2 * Self.hour, by: scene.ada, .private)
            #expect(try await scene.pass(1.5 * Self.hour) == 1)
            #expect(try await scene.leads(scene.ada) == [60])
            #expect(try await scene.leads(scene.ben) == [])
            let deleted = try await scene.post(dueIn: 2 * Self.hour, by: scene.ada)
            try await scene.store.delete(deleted.id, reason: nil, ifRev: nil, by: scene.ada)
            #expect(try await scene.pass(1.5 * Self.hour) == 0)
        }
    }

    @Test func concurrentRunsRemindOnce() async throws {
        try await withScene { scene in
            _ = try await scene.post(dueIn: 48 * Self.hour, by: scene.ada)
            scene.campus.clock.advance(24 * Self.hour)
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await scene.store.remind() } }
                return try await group.reduce(0, +)
            }
            #expect(counts == 2)
            #expect(try await scene.leads(scene.ada) == [1_440])
        }
    }
}
