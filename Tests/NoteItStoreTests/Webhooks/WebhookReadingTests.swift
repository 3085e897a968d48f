import Foundation
import NoteItCore
import Testing

/// What a webhook makes of the log. The clock stands still: the order of the rows decides, not their times.
struct WebhookReadingTests {
    private struct Bot {
        let campus: Campus
        let ada, ben: Account.ID
        let id: Webhook.ID

        init(_ campus: Campus) async throws {
            self.campus = campus
            ada = try await campus.student("ada", in: [Campus.sections[0]])
            ben = try await campus.student("ben", in: [Campus.sections[0]])
            let new = NewWebhook(name: "Bot", url: "https://bot.example.edu/")
            id = try await campus.store.addWebhook(new, host: "bot.example.edu", by: ada, ifPassword: nil).id
        }

        /// What the bot is told now.
        func told() async throws -> [String] {
            var told: [String] = []
            while case .send(let message) = try await campus.store.work(for: id) {
                told.append(message.type)
                try await settle(message, .taken)
            }
            return told
        }

        func settle(_ message: WebhookMessage, _ next: WebhookOutcome.Next, fault: String? = nil) async throws {
            let outcome = WebhookOutcome(next: next, status: nil, milliseconds: 1, fault: fault)
            _ = try await campus.store.settle(message, outcome)
        }

        func post() async throws -> Event.ID {
            try await campus.store.post(NewEvent(title: "Why?"), in: Campus.course, by: ben).event.id
        }

        func edit(_ event: Event.ID, _ title: String) async throws {
            _ = try await campus.store.edit(event, with: EventPatch(title: title), ifRev: nil, by: ben)
        }

        func reply(to event: Event.ID) async throws -> Reply.ID {
            try await campus.store.reply(NewReply(body: "Because"), to: event, by: ben).reply.id
        }

        func delete(_ reply: Reply.ID) async throws {
            try await campus.store.deleteReply(reply, reason: nil, ifRev: nil, by: ben)
        }
    }

    private func with(_ body: (Bot) async throws -> Void) async throws {
        try await Campus.with { try await body(Bot($0)) }
    }

    @Test func eachChangeOfASecondIsToldOnce() async throws {
        try await with { bot in
            let (store, event) = (bot.campus.store, try await bot.post())
            #expect(try await bot.told() == ["event.created"])
            try await bot.edit(event, "How?")
            let reply = try await bot.reply(to: event)
            #expect(try await bot.told() == ["event.updated", "reply.created"])
            _ = try await store.thank(for: reply, true, by: bot.ada)
            try await bot.edit(event, "When?")
            #expect(try await bot.told() == ["reply.updated", "event.updated"], "an edit right after thanks is no reply")
            _ = try await store.editReply(reply, with: ReplyPatch(body: "So"), ifRev: nil, by: bot.ben)
            #expect(try await bot.told() == ["reply.updated"])
            try await bot.delete(reply)
            #expect(try await bot.told() == ["reply.deleted"])
            try await store.delete(event, reason: nil, ifRev: nil, by: bot.ben)
            #expect(try await bot.told() == ["event.deleted"])
        }
    }

    @Test func aBotThatComesLateIsToldOfEachChangeOnce() async throws {
        try await with { bot in
            let (store, event) = (bot.campus.store, try await bot.post())
            try await bot.edit(event, "How?")
            let kept = try await bot.reply(to: event)
            let gone = try await bot.reply(to: event)
            _ = try await store.thank(for: gone, true, by: bot.ada)
            _ = try await store.editReply(gone, with: ReplyPatch(body: "So"), ifRev: nil, by: bot.ben)
            try await bot.edit(event, "When?")
            try await bot.delete(gone)
            _ = try await store.thank(for: kept, true, by: bot.ada)
            #expect(
                try await bot.told() == [
                    "event.created", "event.updated", "reply.created", "event.updated", "reply.deleted", "reply.updated",
                ])
        }
    }

    @Test func theEndOfAWebhookIsInTheInboxOfItsPersonOnce() async throws {
        try await with { bot in
            let store = bot.campus.store
            func news() async throws -> [String?] {
                try await store.inbox(bot.ada).filter { $0.kind == .webhookDisabled }.map(\.text)
            }
            _ = try await bot.post()
            guard case .send(let message) = try await store.work(for: bot.id) else { throw DomainError.notFound("a message") }
            try await bot.settle(message, .later(bot.campus.clock.now + 10), fault: "It is away.")
            #expect(try await news() == [])
            for _ in 0..<2 { try await bot.settle(message, .disabled, fault: "It wants no more.") }
            #expect(try await news() == ["Bot: It wants no more."])
            try await store.disable(bot.id, because: "You left.")
            #expect(try await news() == ["Bot: It wants no more."])
            try await bot.settle(try await store.ping(bot.id, by: bot.ada), .taken)
            try await store.disable(bot.id, because: "You left.")
            #expect(try await news() == ["Bot: It wants no more.", "Bot: You left."])
        }
    }
}
