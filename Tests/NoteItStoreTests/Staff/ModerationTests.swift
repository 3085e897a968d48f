import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Removing and restoring posts: who may do it, and who sees what of it.
@Suite("Moderation")
struct ModerationTests {
    /// Ada and ben are students of one section each, cyd is staff of the whole course, dee of the second section.
    private struct People {
        var ada, ben, cyd, dee: Account.ID
    }

    private func withPeople(_ body: (Campus, People) async throws -> Void) async throws {
        try await Campus.with { campus in
            let people = People(
                ada: try await campus.student("ada", in: [Campus.sections[0]]),
                ben: try await campus.student("ben", in: [Campus.sections[1]]), cyd: try await campus.person("cyd"),
                dee: try await campus.person("dee"))
            _ = try await campus.store.grantStaff(to: .email("cyd@example.edu"), in: Campus.course, sections: [], by: nil)
            _ = try await campus.store.grantStaff(
                to: .email("dee@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            try await body(campus, people)
            #expect(try await campus.store.check() == [])
        }
    }

    private func post(_ campus: Campus, by account: Account.ID, to sections: [Section.ID]? = nil) async throws -> Event {
        try await campus.store.post(NewEvent(title: "Lab 4", sections: sections), in: Campus.course, by: account).event
    }

    private func removals(of account: Account.ID, _ store: SQLStore) async throws -> [Removal] {
        try await store.snapshot(next: nil, limit: 100, by: account).removals
    }

    @Test func onlyTheAuthorAndStaffSeeTheReasonOfARemoval() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada)
            let start = try await store.head().cursor
            try await store.delete(event.id, reason: "not about the course", ifRev: nil, by: people.cyd)
            for (reader, reason) in [
                (people.ada, "not about the course"), (people.ben, nil), (people.cyd, "not about the course"),
                (people.dee, "not about the course"),
            ] {
                let told = try await store.changes(after: start, limit: 50, by: reader).changes.filter {
                    $0.delivery.type == .removal
                }
                #expect(told.count == 1)
                let body = try JSONCoding.decode(Removal.self, from: try #require(told.first?.delivery.body))
                #expect(body.reason == reason && body.title == (reason == nil ? nil : "Lab 4"))
                #expect(try await removals(of: reader, store) == [body])
            }
            let told = try #require(try await store.inbox(people.ada).last)
            #expect(told.kind == .removed && told.text == "not about the course" && told.event == event.id)
            #expect(try await store.inbox(people.ben) == [])
        }
    }

    @Test func anAuthorsOwnDeletionIsNotARemoval() async throws {
        try await withPeople { campus, people in
            let event = try await post(campus, by: people.ada)
            try await campus.store.delete(event.id, reason: "mistake", ifRev: nil, by: people.ada)
            #expect(try await removals(of: people.cyd, campus.store) == [])
            await #expect(throws: DomainError.notFound("event \(event.id)")) {
                try await campus.store.restore(event.id, by: people.cyd)
            }
        }
    }

    @Test func aRestoredEventComesBackWithItsThread() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada)
            let kept = try await store.reply(NewReply(body: "kept"), to: event.id, by: people.ben).reply
            let gone = try await store.reply(NewReply(body: "gone"), to: event.id, by: people.ben).reply
            try await store.deleteReply(gone.id, reason: "rude", ifRev: nil, by: people.cyd)
            let before = try await store.event(event.id, by: people.ada)
            #expect(before.replyCount == 1 && before.latestText == "kept")
            try await store.delete(event.id, reason: nil, ifRev: nil, by: people.cyd)
            #expect(try await removals(of: people.ada, store).map(\.id) == [event.id.description])
            campus.clock.advance(1)
            let restored = try await store.restore(event.id, by: people.dee)
            #expect(try await store.restore(event.id, by: people.dee) == restored)
            #expect(try await store.event(event.id, by: people.ada) == before)
            #expect(try await store.replies(to: event.id, page: PageRequest(), by: people.ada).items == [kept])
            #expect(try await removals(of: people.ada, store).map(\.id) == [gone.id.description])
            #expect(try await store.restoreReply(gone.id, by: people.cyd).body == "gone")
            #expect(try await store.event(event.id, by: people.ada).replyCount == 2)
            #expect(try await removals(of: people.ada, store) == [])
            #expect(try await store.inbox(people.ben).map(\.kind) == [.removed, .restored])
            #expect(try await store.inbox(people.ada).suffix(2).map(\.kind) == [.removed, .restored])
        }
    }

    @Test func onlyTheStaffInChargeRemoveAndRestore() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada, to: [Campus.sections[0]])
            let stranger = try await campus.person("eve")
            for other in [people.ben, people.dee, stranger] {
                await #expect(throws: DomainError.notFound("event \(event.id)")) {
                    try await store.delete(event.id, reason: nil, ifRev: nil, by: other)
                }
            }
            let fay = try await campus.student("fay", in: [Campus.sections[0]])
            await #expect(throws: DomainError.self) { try await store.delete(event.id, reason: nil, ifRev: nil, by: fay) }
            // Staff of one section are students of another, and are in charge only of their own.
            _ = try await store.grantStaff(
                to: .email("fay@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            await #expect(throws: DomainError.self) { try await store.delete(event.id, reason: nil, ifRev: nil, by: fay) }
            try await store.delete(event.id, reason: "x", ifRev: nil, by: people.cyd)
            for other in [people.ben, people.dee, stranger] {
                await #expect(throws: DomainError.notFound("event \(event.id)")) {
                    try await store.restore(event.id, by: other)
                }
            }
            for other in [people.ada, fay] {
                await #expect(throws: DomainError.forbidden("Only the staff of the course may restore a removed post.")) {
                    try await store.restore(event.id, by: other)
                }
                await #expect(throws: DomainError.self) {
                    try await store.removals(of: Campus.course, page: PageRequest(), by: people.ada)
                }
            }
            #expect(try await store.removals(of: Campus.course, page: PageRequest(), by: people.dee).items == [])
            #expect(try await store.removals(of: Campus.course, page: PageRequest(), by: people.cyd).items.count == 1)
            #expect(try await removals(of: fay, store).map(\.reason) == [nil])
        }
    }

    @Test func staffDoNotRestoreTheirOwnPosts() async throws {
        try await withPeople { campus, people in
            let event = try await post(campus, by: people.dee)
            try await campus.store.delete(event.id, reason: "wrong room", ifRev: nil, by: people.cyd)
            await #expect(throws: DomainError.self) { try await campus.store.restore(event.id, by: people.dee) }
            #expect(try await campus.store.restore(event.id, by: people.cyd).title == "Lab 4")
        }
    }

    @Test func aRemovalFollowsItsEventsAudience() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada)
            let reply = try await store.reply(NewReply(body: "rude"), to: event.id, by: people.ben).reply
            try await store.deleteReply(reply.id, reason: "rude", ifRev: nil, by: people.cyd)
            var replica = Replica(of: people.ben)
            try await replica.begin(from: store, limit: 50)
            #expect(try await removals(of: people.ben, store).map(\.reason) == ["rude"])
            _ = try await store.edit(event.id, with: EventPatch(sections: [Campus.sections[0]]), ifRev: nil, by: people.ada)
            #expect(try await removals(of: people.ben, store) == [])
            while try await replica.advance(on: store, limit: 2).more {}
            #expect(replica.differences(from: try await Replica.snapshot(of: people.ben, store, limit: 50)) == [])
            await #expect(throws: DomainError.self) { try await store.restoreReply(reply.id, by: people.dee) }
        }
    }

    @Test func aRemovalInAThreadNamesItsTitleAsItIsNow() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada)
            let reply = try await store.reply(NewReply(body: "Off topic"), to: event.id, by: people.ben).reply
            try await store.deleteReply(reply.id, reason: "off", ifRev: nil, by: people.cyd)
            var replica = Replica(of: people.cyd)
            try await replica.begin(from: store, limit: 100)
            _ = try await store.edit(event.id, with: EventPatch(title: "Lab 5"), ifRev: nil, by: people.ada)
            _ = try await replica.advance(on: store, limit: 100)
            #expect(try await removals(of: people.cyd, store).map(\.title) == ["Lab 5"])
            let fresh = try await Replica.snapshot(of: people.cyd, store, limit: 100)
            #expect(replica.differences(from: fresh) == [])
        }
    }

    @Test func aPersonWhoJoinsLaterSeesTheRemovals() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada)
            try await store.delete(event.id, reason: "rude", ifRev: nil, by: people.cyd)
            let fay = try await campus.person("fay")
            var replica = Replica(of: fay)
            try await replica.begin(from: store, limit: 50)
            _ = try await store.enroll(fay, in: [Campus.sections[0]])
            while try await replica.advance(on: store, limit: 3).more {}
            #expect(try await removals(of: fay, store).map(\.reason) == [nil])
            _ = try await store.grantStaff(to: .email("fay@example.edu"), in: Campus.course, sections: [], by: nil)
            while try await replica.advance(on: store, limit: 3).more {}
            #expect(try await removals(of: fay, store).map(\.reason) == ["rude"])
            #expect(replica.differences(from: try await Replica.snapshot(of: fay, store, limit: 50)) == [])
            try await store.revokeStaff(of: .email("fay@example.edu"), in: Campus.course, sections: [], by: nil)
            try await store.drop(fay, section: Campus.sections[0])
            while try await replica.advance(on: store, limit: 3).more {}
            #expect(replica.differences(from: try await Replica.snapshot(of: fay, store, limit: 50)) == [])
        }
    }

    @Test func anAnonymousAuthorStaysHiddenFromClassmates() async throws {
        try await withPeople { campus, people in
            let store = campus.store
            let event = try await post(campus, by: people.ada)
            try await campus.execute("UPDATE event SET alias = '00000000-0000-4000-8000-000000000001'")
            let start = try await store.head().cursor
            try await store.delete(event.id, reason: "rude", ifRev: nil, by: people.cyd)
            _ = try await store.restore(event.id, by: people.cyd)
            for change in try await store.changes(after: start, limit: 50, by: people.ben).changes {
                #expect(change.delivery.body?.contains(people.ada.description) != true)
            }
        }
    }

    @Test(arguments: [
        "DELETE FROM removal", "DELETE FROM log_topic",
        "UPDATE event SET deleted_at = NULL", Campus.dropAuditTrigger,
    ])
    func theCheckFindsTampering(damage: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let cyd = try await campus.person("cyd")
            _ = try await campus.store.grantStaff(to: .email("cyd@example.edu"), in: Campus.course, sections: [], by: nil)
            let event = try await post(campus, by: ada)
            try await campus.store.delete(event.id, reason: "x", ifRev: nil, by: cyd)
            #expect(try await campus.store.check() == [])
            try await campus.execute(damage)
            #expect(try await campus.store.check() != [])
        }
    }
}
