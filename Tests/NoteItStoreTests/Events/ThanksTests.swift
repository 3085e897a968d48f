import Foundation
import NoteItCore
import NoteItStore
import Testing

struct ThanksTests {
    @Test func thanksCountEachPersonOnceAndRepeatingThemWritesNothing() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let bob = try await campus.student("bob", in: [Campus.sections[0]])
            let event = try await store.post(NewEvent(title: "Why?"), in: Campus.course, by: ada).event
            let reply = try await store.reply(NewReply(body: "Because"), to: event.id, by: bob).reply
            #expect(try await store.thank(for: reply.id, true, by: ada).thanks == 1)
            let head = try await store.head().offset
            #expect(try await store.thank(for: reply.id, true, by: ada).thanks == 1)
            #expect(try await store.head().offset == head)
            #expect(try await store.mark(of: event.id, by: ada).thanked == [reply.id])
            await #expect(throws: DomainError.self) {
                try await store.thank(for: reply.id, true, by: bob)
            }
            #expect(try await store.check() == [])
            #expect(try await store.thank(for: reply.id, false, by: ada).thanks == 0)
            #expect(try await store.mark(of: event.id, by: ada).thanked == [])
            #expect(try await store.check() == [])
        }
    }

    @Test(arguments: [
        "UPDATE reply SET thanks = 0",
        "UPDATE reply_thanks SET account_id = (SELECT author_id FROM reply)",
        "DELETE FROM event_mark",
    ])
    func theCheckFindsWrongThanks(damage: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let bob = try await campus.student("bob", in: [Campus.sections[0]])
            let event = try await campus.store.post(NewEvent(title: "Why?"), in: Campus.course, by: ada)
                .event
            let reply = try await campus.store.reply(NewReply(body: "Because"), to: event.id, by: bob)
                .reply
            _ = try await campus.store.thank(for: reply.id, true, by: ada)
            try await campus.execute(damage)
            #expect(try await campus.store.check().contains { $0.contains("thanks") })
        }
    }
}
