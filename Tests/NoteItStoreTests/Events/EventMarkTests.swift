import Foundation
import NoteItCore
import NoteItStore
import Testing

/// What each person has seen.
@Suite("Marks")
struct EventMarkTests {
    private func withEvent(_ body: (Campus, _ ada: Account.ID, _ ben: Account.ID, Event.ID) async throws -> Void) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[0]])
            let event = try await campus.store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada).event
            try await body(campus, ada, ben, event.id)
            #expect(try await campus.store.check() == [])
        }
    }

    private func isUnread(_ event: Event.ID, by person: Account.ID, _ store: SQLStore) async throws -> Bool {
        let unread = EventQuery(unread: true)
        let page = try await store.events(in: Campus.course, matching: unread, page: PageRequest(), by: person)
        return page.sections.flatMap(\.events).contains { $0.id == event }
    }

    @Test func ownPostsAreSeenAtOnceAndThoseOfOthersAreNot() async throws {
        try await withEvent { campus, ada, ben, event in
            let store = campus.store
            #expect(try await !isUnread(event, by: ada, store))
            #expect(try await isUnread(event, by: ben, store))
            _ = try await store.reply(NewReply(body: "When?"), to: event, by: ben)
            #expect(try await !isUnread(event, by: ben, store))
            #expect(try await isUnread(event, by: ada, store))
            _ = try await store.reply(NewReply(body: "Friday"), to: event, by: ada)
            #expect(try await !isUnread(event, by: ada, store))
            #expect(try await isUnread(event, by: ben, store))
        }
    }

    @Test func anEditDoesNotMarkUnseenRepliesAsSeen() async throws {
        try await withEvent { campus, ada, ben, event in
            let store = campus.store
            _ = try await store.edit(event, with: EventPatch(body: "Room 1"), ifRev: nil, by: ada)
            #expect(try await !isUnread(event, by: ada, store))
            _ = try await store.reply(NewReply(body: "When?"), to: event, by: ben)
            _ = try await store.edit(event, with: EventPatch(body: "Room 2"), ifRev: nil, by: ada)
            #expect(try await isUnread(event, by: ada, store))
            _ = try await store.mark(event, with: EventMarkPatch(seen: 4), by: ada)
            _ = try await store.edit(event, with: EventPatch(body: "Room 3"), ifRev: nil, by: ada)
            #expect(try await !isUnread(event, by: ada, store))
        }
    }

    @Test func seenStaysSeenAndIsNeverMoreThanThereIs() async throws {
        try await withEvent { campus, _, ben, event in
            let mark = { (patch: EventMarkPatch) in try await campus.store.mark(event, with: patch, by: ben) }
            #expect(try await mark(EventMarkPatch(seen: 99)).seen == 1)
            #expect(try await mark(EventMarkPatch(seen: 0)).seen == 1)
            let head = try await campus.store.head()
            #expect(try await mark(EventMarkPatch(seen: 1, following: false)).seen == 1)
            #expect(try await campus.store.head() == head)
            let followed = try await mark(EventMarkPatch(following: true))
            #expect(followed.following && followed.seen == 1 && !followed.mine)
            #expect(try await campus.store.mark(of: event, by: ben) == followed)
        }
    }

    @Test func aCourseIsMarkedAsSeenAtOnceForWhatItsReaderMaySee() async throws {
        try await withEvent { campus, ada, ben, event in
            let store = campus.store
            let secret = try await store.post(NewEvent(title: "Mine", visibility: .private), in: Campus.course, by: ada).event
            let other = NewEvent(title: "Theirs", sections: [Campus.sections[0]])
            let narrow = try await store.post(other, in: Campus.course, by: ada).event
            try await store.markSeen(in: Campus.course, by: ben)
            #expect(Set(try await store.snapshot(next: nil, limit: 10, by: ben).marks.map(\.event)) == [event, narrow.id])
            let head = try await store.head()
            try await store.markSeen(in: Campus.course, by: ben)
            try await store.markSeen([.init(event: secret.id, seen: 1), .init(event: .make(at: Date()), seen: 1)], by: ben)
            #expect(try await store.head() == head)
            await #expect(throws: DomainError.notFound("event \(secret.id)")) {
                try await store.mark(secret.id, with: EventMarkPatch(seen: 1), by: ben)
            }
            await #expect(throws: DomainError.self) { try await store.markSeen(in: Campus.other, by: ben) }
        }
    }

    @Test func marksBelongToOnePersonAlone() async throws {
        try await withEvent { campus, ada, ben, event in
            let cursor = try await campus.store.head().cursor
            _ = try await campus.store.mark(event, with: EventMarkPatch(seen: 1, muted: true), by: ben)
            _ = try await campus.store.update(PreferencesPatch(reminders: [30, 30, 90]), by: ben)
            #expect(try await campus.store.changes(after: cursor, limit: 10, by: ada).changes.isEmpty)
            let changes = try await campus.store.changes(after: cursor, limit: 10, by: ben).changes.map(\.delivery.type)
            #expect(changes == [.mark, .preferences])
            #expect(try await campus.store.preferences(of: ben) == Preferences(reminders: [90, 30]))
            #expect(try await campus.store.preferences(of: ada) == Preferences())
            await #expect(throws: DomainError.self) {
                try await campus.store.update(PreferencesPatch(mutedCourses: ["202530.NONE"]), by: ben)
            }
        }
    }

    @Test(arguments: ["UPDATE event_mark SET seen = 9"])
    func theCheckFindsTampering(sql: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let event = try await campus.store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada).event
            _ = try await campus.store.mark(event.id, with: EventMarkPatch(following: true), by: ada)
            try await campus.execute(sql)
            #expect(try await !campus.store.check().isEmpty)
        }
    }
}
