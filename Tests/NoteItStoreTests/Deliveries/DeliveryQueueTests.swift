import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// What cannot be queued or read for one person holds up nobody else.
struct DeliveryQueueTests {
    private let damage = "UPDATE mail_settings SET settings = '{' WHERE account_id = "

    /// People who want mail, with a verified address.
    private func readers(_ names: [String], of campus: Campus) async throws -> [Account.ID] {
        var found: [Account.ID] = []
        for name in names {
            let id = try await campus.student(name, in: [Campus.sections[0]])
            try await campus.execute("INSERT INTO verified_email (account_id, verified_at) VALUES ('\(id)', 1)")
            _ = try await campus.store.update(MailPatch(digest: .daily, atOnce: [.mentions]), available: true, by: id)
            found.append(id)
        }
        return found
    }

    private func due(_ store: SQLStore) async throws -> Set<Account.ID> {
        Set(try await store.dueDeliveries(by: .mail, limit: 10).map(\.account))
    }

    @Test func aDigestThatCannotBeQueuedIsSetAside() async throws {
        try await Campus.with { campus in
            let (store, people) = (campus.store, try await readers(["ada", "ben"], of: campus))
            try await campus.execute(damage + "'\(people[0])'")
            campus.clock.advance(2 * 86_400)
            await #expect(throws: FailedForOne.self) { try await store.queueDigests(domain: "example.edu") }
            #expect(try await due(store) == [people[1]])
            #expect(try await store.queueDigests(domain: "example.edu") == 0, "it waits")
            campus.clock.advance(3_600)
            await #expect(throws: FailedForOne.self) { try await store.queueDigests(domain: "example.edu") }
        }
    }

    @Test func settingsThatCannotBeReadStopNoQueue() async throws {
        try await Campus.with { campus in
            let (store, people) = (campus.store, try await readers(["ada", "ben"], of: campus))
            let author = try await campus.student("cat", in: [Campus.sections[0]])
            while try await store.queueNotifications(by: .mail, domain: "example.edu") {}
            try await campus.execute(damage + "'\(people[0])'")
            for person in people {
                let handle = try #require(try await store.account(person).handle)
                _ = try await store.post(NewEvent(title: "For @\(handle)"), in: Campus.course, by: author)
            }
            while try await store.queueNotifications(by: .mail, domain: "example.edu") {}
            #expect(try await due(store) == Set(people), "whether the first still wants it is judged when it is sent")
        }
    }

    @Test func whatALaterVersionQueuedWaitsForThatVersion() async throws {
        try await Campus.with { campus in
            let (store, ada, ben) = (campus.store, try await campus.person("ada"), try await campus.person("ben"))
            for person in [ada, ben] { try await store.askVerification(of: person, domain: "example.edu") }
            try await campus.execute("UPDATE delivery SET kind = 'later' WHERE account_id = '\(ada)'")
            #expect(try await due(store) == [ben])
        }
    }
}
