import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Who is notified of what happens to events.
@Suite("Notifications of events")
struct EventNotifierTests {
    /// A question by Ada in a course of four students, of whom Dee is in another section. Eve is staff of the whole course.
    private struct Scene {
        let campus: Campus
        let ada, ben, cyd, dee, eve: Account.ID
        let question: Event

        var store: SQLStore { campus.store }

        func inbox(_ person: Account.ID) async throws -> [InboxNotification] { try await store.inbox(person) }

        func kinds(_ person: Account.ID) async throws -> [InboxNotification.Kind] { try await inbox(person).map(\.kind) }

        func reply(_ body: String = "I think so", by person: Account.ID, to event: Event? = nil) async throws -> Reply {
            campus.clock.advance(1)
            return try await store.reply(NewReply(body: body), to: (event ?? question).id, by: person).reply
        }

        func post(_ new: NewEvent, by person: Account.ID) async throws -> Event {
            campus.clock.advance(1)
            return try await store.post(new, in: Campus.course, by: person).event
        }

        func see(_ event: Event, by person: Account.ID) async throws {
            let activity = try await store.event(event.id, by: person).activity
            _ = try await store.mark(event.id, with: EventMarkPatch(seen: activity), by: person)
        }
    }

    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let ada = try await campus.student("ada", in: [section])
            let eve = try await campus.person("eve")
            _ = try await store.grantStaff(to: .email("eve@example.edu"), in: Campus.course, sections: [], by: nil)
            let question = NewEvent(title: "Where is it?", kind: .question)
            try await body(
                Scene(
                    campus: campus, ada: ada, ben: try await campus.student("ben", in: [section]),
                    cyd: try await campus.student("cyd", in: [section]),
                    dee: try await campus.student("dee", in: [Campus.sections[1]]), eve: eve,
                    question: try await store.post(question, in: Campus.course, by: ada).event))
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aReplyNotifiesTheAuthorTheRepliersAndTheFollowersAlone() async throws {
        try await withScene { scene in
            let first = try await scene.reply(by: scene.ben)
            #expect(try await scene.inbox(scene.ada).map(\.reply) == [first.id])
            _ = try await scene.store.mark(scene.question.id, with: EventMarkPatch(following: true), by: scene.dee)
            _ = try await scene.reply(by: scene.ada)
            #expect(try await scene.kinds(scene.ben) == [.reply])
            #expect(try await scene.kinds(scene.dee) == [.reply])
            #expect(try await scene.kinds(scene.ada) == [.reply])
            #expect(try await scene.inbox(scene.cyd) == [])
            #expect(try await scene.inbox(scene.eve) == [])
        }
    }

    @Test func anUnreadReplyIsNotRepeatedUntilTheThreadIsSeen() async throws {
        try await withScene { scene in
            for _ in 0..<3 { _ = try await scene.reply(by: scene.ben) }
            #expect(try await scene.kinds(scene.ada) == [.reply])
            try await scene.see(scene.question, by: scene.ada)
            #expect(try await scene.inbox(scene.ada).allSatisfy { $0.readAt != nil })
            let last = try await scene.reply(by: scene.cyd)
            #expect(try await scene.inbox(scene.ada).map(\.reply).last == last.id)
            #expect(try await scene.kinds(scene.ada) == [.reply, .reply])
        }
    }

    @Test func aMentionReplacesTheNotificationOfTheReply() async throws {
        try await withScene { scene in
            let reply = try await scene.reply("ask @ada, @ben or @cyd; @cyd knows. @nobody @eve", by: scene.ben)
            #expect(try await scene.kinds(scene.ada) == [.mention])
            #expect(try await scene.kinds(scene.cyd) == [.mention])
            #expect(try await scene.kinds(scene.eve) == [.mention])
            #expect(try await scene.inbox(scene.ben) == [])
            #expect(try await scene.inbox(scene.cyd).first?.reply == reply.id)
        }
    }

    @Test func anEditNotifiesNewlyMentionedPeopleAlone() async throws {
        try await withScene { scene in
            let reply = try await scene.reply("ask @cyd", by: scene.ben)
            for body in ["ask @cyd or @dee", "ask @dee", "ask @cyd and @dee"] {
                _ = try await scene.store.editReply(reply.id, with: ReplyPatch(body: body), ifRev: nil, by: scene.ben)
            }
            #expect(try await scene.kinds(scene.cyd) == [.mention])
            #expect(try await scene.kinds(scene.dee) == [.mention])
            let event = try await scene.post(NewEvent(title: "For @ben"), by: scene.ada)
            _ = try await scene.store.edit(event.id, with: EventPatch(body: "and @dee"), ifRev: nil, by: scene.ada)
            #expect(try await scene.kinds(scene.ben) == [.mention])
            #expect(try await scene.inbox(scene.dee).map(\.event) == [scene.question.id, event.id])
        }
    }

    @Test func aMentionNotifiesAPersonOnceTheyMaySeeTheEvent() async throws {
        try await withScene { scene in
            let outsider = try await scene.campus.student("zoe", in: [Campus.otherSections[0]])
            let body = "@ben @dee @eve @zoe"
            let draft = try await scene.post(NewEvent(title: "x", body: body, visibility: .private), by: scene.ada)
            for person in [scene.ben, scene.dee, scene.eve, outsider] { #expect(try await scene.inbox(person) == []) }
            let edit = { (patch: EventPatch) in
                _ = try await scene.store.edit(draft.id, with: patch, ifRev: nil, by: scene.ada)
            }
            try await edit(EventPatch(visibility: .staff))
            #expect(try await scene.kinds(scene.eve) == [.mention])
            #expect(try await scene.inbox(scene.ben) == [])
            try await edit(EventPatch(visibility: .public, sections: [Campus.sections[0]]))
            #expect(try await scene.kinds(scene.ben) == [.mention])
            #expect(try await scene.inbox(scene.dee) == [])
            #expect(try await scene.inbox(outsider) == [])
            try await edit(EventPatch(sections: []))
            #expect(try await scene.kinds(scene.dee) == [.mention])
            #expect(try await scene.kinds(scene.eve) == [.mention])
        }
    }

    @Test func mutedEventsAndCoursesSendNoNotifications() async throws {
        try await withScene { scene in
            _ = try await scene.store.mark(scene.question.id, with: EventMarkPatch(muted: true), by: scene.ada)
            _ = try await scene.store.update(PreferencesPatch(mutedCourses: [Campus.course]), by: scene.cyd)
            _ = try await scene.reply("@ada @cyd @dee", by: scene.ben)
            #expect(try await scene.inbox(scene.ada) == [])
            #expect(try await scene.inbox(scene.cyd) == [])
            #expect(try await scene.kinds(scene.dee) == [.mention])
            _ = try await scene.store.mark(scene.question.id, with: EventMarkPatch(muted: false), by: scene.ada)
            _ = try await scene.reply(by: scene.ben)
            #expect(try await scene.kinds(scene.ada) == [.reply])
        }
    }

    @Test func aMovedDueDateIsNotRepeatedUntilItIsRead() async throws {
        try await withScene { scene in
            let due = scene.campus.clock.now + 86_400
            let exam = try await scene.post(NewEvent(title: "Midterm", kind: .exam, due: due), by: scene.eve)
            for days in 2...4 {
                let patch = EventPatch(due: .set(due + Double(days) * 86_400))
                _ = try await scene.store.edit(exam.id, with: patch, ifRev: nil, by: scene.eve)
            }
            for person in [scene.ada, scene.dee] { #expect(try await scene.kinds(person) == [.dueMoved]) }
            #expect(try await scene.inbox(scene.eve) == [])
            try await scene.see(exam, by: scene.ada)
            _ = try await scene.store.edit(exam.id, with: EventPatch(title: "The midterm"), ifRev: nil, by: scene.eve)
            #expect(try await scene.kinds(scene.ada) == [.dueMoved])
            _ = try await scene.store.edit(exam.id, with: EventPatch(due: .set(due)), ifRev: nil, by: scene.eve)
            #expect(try await scene.kinds(scene.ada) == [.dueMoved, .dueMoved])
        }
    }

    @Test func aPersonWhoMayNoLongerSeeAnEventLosesItsNotifications() async throws {
        try await withScene { scene in
            let event = try await scene.post(NewEvent(title: "For @ben and @dee"), by: scene.ada)
            let edit = EventPatch(sections: [Campus.sections[0]])
            _ = try await scene.store.edit(event.id, with: edit, ifRev: nil, by: scene.ada)
            #expect(try await scene.inbox(scene.dee) == [])
            #expect(try await scene.kinds(scene.ben) == [.mention])
            try await scene.store.drop(scene.ben, section: Campus.sections[0])
            #expect(try await scene.inbox(scene.ben) == [])
            let reply = try await scene.reply("@cyd", by: scene.ada)
            #expect(try await scene.kinds(scene.cyd) == [.mention])
            try await scene.store.deleteReply(reply.id, reason: nil, ifRev: nil, by: scene.ada)
            #expect(try await scene.inbox(scene.cyd) == [])
            _ = try await scene.reply("@cyd", by: scene.ada)
            try await scene.store.delete(scene.question.id, reason: nil, ifRev: nil, by: scene.ada)
            #expect(try await scene.inbox(scene.cyd) == [])
        }
    }
}
