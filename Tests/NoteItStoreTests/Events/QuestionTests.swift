import Foundation
import NoteItCore
import NoteItStore
import Testing

struct QuestionTests {
    /// A question by Ada with two replies by Bob, and staff.
    private struct Class {
        let campus: Campus
        let ada, bob, grace: Account.ID
        let question: Event.ID
        let replies: [Reply.ID]

        init(_ campus: Campus) async throws {
            self.campus = campus
            let store = campus.store
            ada = try await campus.student("ada", in: [Campus.sections[0]])
            bob = try await campus.student("bob", in: [Campus.sections[0]])
            grace = try await campus.person("grace")
            _ = try await store.grantStaff(to: .email("grace@example.edu"), in: Campus.course, sections: [], by: nil)
            let asked = try await store.post(NewEvent(title: "Why?", kind: .question), in: Campus.course, by: ada).event.id
            var replies: [Reply.ID] = []
            for body in ["One", "Two"] {
                replies.append(try await store.reply(NewReply(body: body), to: asked, by: bob).reply.id)
            }
            (question, self.replies) = (asked, replies)
        }

        func expectClean() async throws { #expect(try await campus.store.check() == []) }
    }

    private func with(_ body: (Class) async throws -> Void) async throws {
        try await Campus.with { campus in
            let people = try await Class(campus)
            try await body(people)
            try await people.expectClean()
        }
    }

    @Test func theAskerAcceptsAndStaffEndorse() async throws {
        try await with { people in
            let store = people.campus.store
            #expect(
                try await store.answer(people.question, with: people.replies[0], by: people.ada).accepted == people.replies[0])
            let endorsed = try await store.answer(people.question, with: people.replies[1], by: people.grace)
            #expect(endorsed.accepted == people.replies[0] && endorsed.endorsed == people.replies[1])
            #expect(endorsed.rev == 1 && endorsed.activity == 3)
            await #expect(throws: DomainError.self) {
                try await store.answer(people.question, with: people.replies[0], by: people.bob)
            }
            try await store.clearAnswer(of: people.question, by: people.ada)
            let left = try await store.event(people.question, by: people.bob)
            #expect(left.accepted == nil && left.endorsed == people.replies[1])
        }
    }

    @Test func anAnswerGoesWithItsReplyAndItsKind() async throws {
        try await with { people in
            let store = people.campus.store
            _ = try await store.answer(people.question, with: people.replies[0], by: people.ada)
            try await store.deleteReply(people.replies[0], reason: nil, ifRev: nil, by: people.bob)
            #expect(try await store.event(people.question, by: people.bob).accepted == nil)
            _ = try await store.answer(people.question, with: people.replies[1], by: people.ada)
            let note = try await store.edit(people.question, with: EventPatch(kind: .note), ifRev: nil, by: people.ada)
            #expect(note.accepted == nil)
        }
    }

    @Test func repeatingAnAnswerOrAMarkWritesNothing() async throws {
        try await with { people in
            let store = people.campus.store
            _ = try await store.answer(people.question, with: people.replies[0], by: people.ada)
            _ = try await store.sayMeToo(on: people.question, by: people.bob)
            let head = try await store.head().offset
            _ = try await store.answer(people.question, with: people.replies[0], by: people.ada)
            _ = try await store.sayMeToo(on: people.question, by: people.bob)
            try await store.clearAnswer(of: people.question, by: people.grace)
            try await store.undoMeToo(on: people.question, by: people.grace)
            #expect(try await store.head().offset == head)
        }
    }

    @Test func eachPersonCountsOnceAlsoOnceTheyHaveLeft() async throws {
        try await with { people in
            let store = people.campus.store
            for person in [people.bob, people.grace, people.bob] {
                _ = try await store.sayMeToo(on: people.question, by: person)
            }
            #expect(try await store.event(people.question, by: people.ada).meToo == 2)
            await #expect(throws: DomainError.conflict("It is your own question.")) {
                try await store.sayMeToo(on: people.question, by: people.ada)
            }
            try await store.leave(people.bob)
            #expect(try await store.event(people.question, by: people.ada).meToo == 2)
            try await store.undoMeToo(on: people.question, by: people.grace)
            #expect(try await store.event(people.question, by: people.ada).meToo == 1)
        }
    }

    @Test(arguments: [
        "UPDATE event SET accepted_id = (SELECT max(id) FROM reply WHERE event_id <> event.id) WHERE kind = 'question'",
        "UPDATE event SET endorsed_id = (SELECT max(id) FROM reply WHERE event_id = event.id), kind = 'note'",
        "UPDATE event SET me_too = 0",
        "UPDATE event_mark SET alias = (SELECT max(id) FROM account)",
        "UPDATE reply SET alias = (SELECT alias FROM event WHERE alias IS NOT NULL)",
        "UPDATE reply SET alias = '00000000-0000-4000-8000-000000000001' WHERE author_id <> (SELECT min(author_id) FROM reply)",
    ])
    func theCheckFindsTampering(damage: String) async throws {
        try await Campus.with { campus in
            let people = try await Class(campus)
            let store = campus.store
            let hidden = try await store.post(NewEvent(title: "Hidden", anonymous: true), in: Campus.course, by: people.ada)
            for person in [people.ada, people.bob] {
                _ = try await store.reply(NewReply(body: "I", anonymous: true), to: hidden.event.id, by: person)
            }
            _ = try await store.sayMeToo(on: people.question, by: people.bob)
            try await people.expectClean()
            try await campus.execute(damage)
            #expect(try await store.check().contains { $0.contains("event") && !$0.contains("The search index") })
        }
    }
}
