import NoteItCore
import NoteItStore
import Testing

/// What was lost from sight while somebody was away, or belongs to nobody else any more, is in step on return.
struct LostSightTests {
    @Test(arguments: [false, true]) func whatWasDeletedBeforeANewPlaceIsRemovedFromACopy(isReply: Bool) async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let ada = try await campus.student("ada", in: [section])
            let ben = try await campus.student("ben", in: [section])
            let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event.id
            let reply = try await store.reply(NewReply(body: "At ten"), to: event, by: ada).reply.id
            var copy = Replica(of: ben)
            try await copy.begin(from: store, limit: 9)
            try await store.drop(ben, section: section)
            _ = try await store.edit(event, with: EventPatch(visibility: .staff), ifRev: nil, by: ada)
            if isReply {
                try await store.deleteReply(reply, reason: nil, ifRev: nil, by: ada)
            } else {
                try await store.delete(event, reason: nil, ifRev: nil, by: ada)
            }
            campus.clock.advance(2)
            _ = try await store.grantStaff(to: .id(ben), in: Campus.course, sections: [], by: nil)
            try await expectInStep(&copy, store)
        }
    }

    @Test(arguments: [false, true]) func aNameInAPrivateEventOfSomeoneWhoLeftStaysInStep(isRole: Bool) async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let ada = try await campus.student("ada", in: [section])
            let ben = try await campus.student("ben", in: [section])
            let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event.id
            _ = try await store.reply(NewReply(body: "At ten"), to: event, by: ben)
            _ = try await store.edit(event, with: EventPatch(visibility: .private), ifRev: nil, by: ada)
            try await store.drop(ada, section: section)
            var copy = Replica(of: ada)
            try await copy.begin(from: store, limit: 9)
            if isRole {
                _ = try await store.grantStaff(to: .id(ben), in: Campus.course, sections: [], by: nil)
            } else {
                _ = try await store.update(ben, with: AccountPatch(displayName: "Ben Noyce"))
            }
            try await expectInStep(&copy, store)
        }
    }

    @Test func aNewNameDoesNotTellTheAuthorOfAPrivateEventWhoRepliedAnonymously() async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let ada = try await campus.student("ada", in: [section])
            let ben = try await campus.student("ben", in: [section])
            let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event.id
            _ = try await store.reply(NewReply(body: "At ten", anonymous: true), to: event, by: ben)
            _ = try await store.edit(event, with: EventPatch(visibility: .private), ifRev: nil, by: ada)
            try await store.drop(ada, section: section)
            let cursor = try await store.head().cursor
            _ = try await store.update(ben, with: AccountPatch(displayName: "Ben Noyce"))
            let page = try await store.changes(after: cursor, limit: 9, by: ada)
            #expect(page.changes.isEmpty)
        }
    }

    private func expectInStep(_ copy: inout Replica, _ store: SQLStore) async throws {
        var more = true
        while more {
            let read = try await copy.advance(on: store, limit: 2)
            #expect(read.faults == [])
            more = read.more
        }
        let fresh = try await Replica.snapshot(of: copy.account, store, limit: 9)
        #expect(copy.differences(from: fresh) == [])
    }
}
