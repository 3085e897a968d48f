import Foundation
import NoteItCore
import NoteItStore
import Testing

struct AnonymityTests {
    @Test func theStoreKeepsTheAuthorAndShowsAnAlias() async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let (ada, bob) = (try await campus.student("ada", in: [section]), try await campus.student("bob", in: [section]))
            let hidden = try await store.post(NewEvent(title: "Hidden", anonymous: true), in: Campus.course, by: ada).event
            #expect(hidden.author == .anonymous(hidden.author.id) && hidden.author.id != ada && hidden.anonymous)
            let reply = try await store.reply(NewReply(body: "Mine", anonymous: true), to: hidden.id, by: ada).reply
            #expect(reply.author == hidden.author)
            #expect(try await store.event(hidden.id, by: bob).author == hidden.author)
            _ = try await store.grantStaff(to: .email("bob@example.edu"), in: Campus.course, sections: [section], by: nil)
            #expect(try await store.event(hidden.id, by: bob).author.id == ada)
            #expect(try await store.replies(to: hidden.id, page: PageRequest(), by: bob).items.map(\.author.id) == [ada])
            #expect(try await store.check() == [])
        }
    }

    @Test func aListByAuthorFindsAnonymousPostsForStaffAndTheAuthorAlone() async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let (ada, bob) = (try await campus.student("ada", in: [section]), try await campus.student("bob", in: [section]))
            let hidden = try await store.post(NewEvent(title: "Hidden", anonymous: true), in: Campus.course, by: ada).event
            func found(_ author: Account.ID, by reader: Account.ID) async throws -> Int {
                let query = EventQuery(author: author)
                return try await store.events(in: Campus.course, matching: query, page: PageRequest(), by: reader).sections
                    .count
            }
            #expect(try await found(ada, by: bob) == 0)
            #expect(try await found(hidden.author.id, by: bob) == 1)
            #expect(try await found(ada, by: ada) == 1)
            // Staff of another course see no more than anyone.
            _ = try await store.grantStaff(to: .email("bob@example.edu"), in: Campus.other, sections: [], by: nil)
            #expect(try await found(ada, by: bob) == 0)
            _ = try await store.grantStaff(
                to: .email("bob@example.edu"), in: Campus.course, sections: [Campus.sections[2]], by: nil)
            #expect(try await found(ada, by: bob) == 1)
        }
    }

    @Test func aRenameRevealsNoAnonymousPosts() async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let (ada, bob) = (try await campus.student("ada", in: [section]), try await campus.student("bob", in: [section]))
            let named = try await store.post(NewEvent(title: "Named"), in: Campus.course, by: ada).event
            let hidden = try await store.post(NewEvent(title: "Hidden", anonymous: true), in: Campus.course, by: ada).event
            let reply = try await store.reply(NewReply(body: "Hidden", anonymous: true), to: named.id, by: ada).reply
            let start = try await store.head().cursor
            _ = try await store.update(ada, with: AccountPatch(displayName: "Ada Lovelace"))
            try await store.leave(ada)
            let changes = try await store.changes(after: start, limit: 100, by: bob).changes
            #expect(Set(changes.map(\.delivery.subject)) == [named.id.description])
            for subject in [hidden.id.description, reply.id.description] {
                #expect(!changes.contains { $0.delivery.subject == subject })
            }
            #expect(try await store.check() == [])
        }
    }
}
