import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Reminders that people set themselves, on a clock that is moved by hand.
@Suite("Own reminders")
struct OwnReminderTests {
    @Test func aReminderIsSentOnceAtItsTime() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event
            let time = campus.clock.now + 60
            let patch = EventMarkPatch(remindAt: .set(time))
            #expect(try await store.mark(event.id, with: patch, by: ada).remindAt == time)
            campus.clock.advance(59)
            #expect(try await store.remind() == 0)
            campus.clock.advance(1)
            #expect(try await store.remind() == 1)
            #expect(try await store.mark(event.id, with: patch, by: ada).remindAt == nil)
            #expect(try await store.remind() == 0)
            #expect(try await store.inbox(ada).map(\.kind) == [.ownReminder])
            #expect(try await store.check() == [])
        }
    }

    @Test func aReminderOfADeletedEventEndsSilently() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event
            _ = try await store.mark(
                event.id, with: EventMarkPatch(remindAt: .set(campus.clock.now)), by: ada)
            try await store.delete(event.id, reason: nil, ifRev: nil, by: ada)
            #expect(try await store.remind() == 0)
            #expect(try await store.inbox(ada).isEmpty)
            #expect(try await store.check() == [])
        }
    }
}
