import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// Filters of lists, and the kinds' rules about due dates.
struct ListFilterTests {
    private func list(_ query: EventQuery, _ campus: Campus, by account: Account.ID) async throws -> [Int] {
        try await campus.store.events(in: Campus.course, matching: query, page: PageRequest(), by: account)
            .sections.flatMap(\.events).map(\.number)
    }

    @Test func openMineAndUnreadNarrowAList() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[0]])
            let note = try await campus.post("Note", by: ada)
            let question = try await campus.post("Question", kind: .question, by: ben)
            let other = try await campus.post("Another", kind: .question, by: ben)
            let reply = try await campus.store.reply(NewReply(body: "Because"), to: other.id, by: ada).reply
            try await campus.execute("UPDATE event SET accepted_id = '\(reply.id)' WHERE number = 3")
            #expect(try await list(EventQuery(open: true), campus, by: ada) == [2])
            #expect(try await list(EventQuery(open: false), campus, by: ada) == [1, 3])
            #expect(try await list(EventQuery(mine: true), campus, by: ada) == [1])
            #expect(try await list(EventQuery(mine: false), campus, by: ada) == [2, 3])
            #expect(try await list(EventQuery(kind: .question, mine: true), campus, by: ben) == [2, 3])
            #expect(try await list(EventQuery(unread: true), campus, by: ada) == [2], "who replies has seen the thread")
            #expect(try await list(EventQuery(unread: true), campus, by: ben) == [1, 3], "a reply to one's own is unread")
            try await campus.execute(
                "INSERT INTO event_mark (account_id, event_id, seen, me_too, following, muted) VALUES ('\(ada)', '\(question.id)', 1, 0, 0, 0)"
            )
            #expect(try await list(EventQuery(unread: true), campus, by: ada) == [])
            #expect(try await list(EventQuery(unread: false), campus, by: ada) == [1, 2, 3])
            _ = note
        }
    }

    @Test func aReminderAndAnExamWantADueDate() async throws {
        #expect(throws: DomainError.self) { try NewEvent(title: "Lab", kind: .reminder).validated() }
        #expect(throws: DomainError.self) { try NewEvent(title: "Midterm", kind: .exam).validated() }
        for kind in [Event.Kind.note, .question, .notice] { _ = try NewEvent(title: "x", kind: kind).validated() }
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let new = NewEvent(title: "Midterm", kind: .exam, due: campus.clock.now)
            let exam = try await campus.store.post(new, in: Campus.course, by: ada).event
            func edit(_ id: Event.ID, _ patch: EventPatch) async throws {
                _ = try await campus.store.edit(id, with: patch, ifRev: nil, by: ada)
            }
            await #expect(throws: DomainError.self) { try await edit(exam.id, EventPatch(due: .cleared)) }
            try await edit(exam.id, EventPatch(kind: .note, due: .cleared))
            await #expect(throws: DomainError.self) { try await edit(exam.id, EventPatch(kind: .reminder)) }
            try await edit(exam.id, EventPatch(kind: .reminder, due: .set(campus.clock.now)))
        }
    }

    @Test func anOldEventWithoutARequiredDueDateCanBeEdited() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let old = try await campus.store.post(NewEvent(title: "Lab", kind: .reminder), in: Campus.course, by: ada).event
            let edited = try await campus.store.edit(old.id, with: EventPatch(title: "Lab 4"), ifRev: nil, by: ada)
            #expect(edited.title == "Lab 4")
        }
    }
}
