import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// A post is answered, logged and told of without being read again.
struct PostTests {
    private static let all: [NewEvent] = [
        NewEvent(title: "Plain"),
        NewEvent(title: String(repeating: "é", count: 60), body: "Text\nwith lines", tags: ["b", "a", "b"]),
        NewEvent(title: "Exam", kind: .exam, due: Date(timeIntervalSince1970: 1_763_790_000.75)),
        NewEvent(title: "Lab", visibility: .private, sections: [Campus.sections[1], Campus.sections[0], Campus.sections[1]]),
        NewEvent(title: "For staff", kind: .question, visibility: .staff),
        NewEvent(title: "Hidden", kind: .question, anonymous: true),
        NewEvent(title: "Later", publishAt: Date(timeIntervalSince1970: 1_763_790_000.75)),
        NewEvent(title: "For staff later", visibility: .staff, publishAt: Date(timeIntervalSince1970: 1_763_790_000)),
        NewEvent(title: "At once", publishAt: Date(timeIntervalSince1970: 1_763_600_000)),
    ]

    @Test(arguments: all) func aPostIsAnsweredAsItIsReadLater(new: NewEvent) async throws {
        try await Campus.with { campus in
            let student = try await campus.student("ada", in: Array(Campus.sections.prefix(2)))
            try await expectAsRead(new, by: student, campus)
            guard new.anonymous != true else { return }
            let staff = try await campus.person("eve")
            _ = try await campus.store.grantStaff(to: .email("eve@example.edu"), in: Campus.course, sections: [], by: nil)
            try await expectAsRead(new, by: staff, campus)
            let admin = try await campus.student("max", in: Array(Campus.sections.prefix(2)))
            try await campus.execute("UPDATE account SET role = 'admin' WHERE id = '\(admin)'")
            try await expectAsRead(new, by: admin, campus)
            let events = try await campus.store.send(
                NewNotice(courses: [Campus.course], title: new.title, due: new.due, publishAt: new.publishAt), by: staff
            ).events
            for event in events { #expect(try await campus.store.event(event.id, by: staff) == event) }
        }
    }

    private func expectAsRead(_ new: NewEvent, by account: Account.ID, _ campus: Campus) async throws {
        let posted = try await campus.store.post(new, in: Campus.course, by: account).event
        #expect(try await campus.store.event(posted.id, by: account) == posted)
        #expect(try await campus.store.check() == [])
    }

    @Test func aPostThatIsSentAgainIsTheEarlierOne() async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let (ada, bob) = try await (campus.student("ada", in: [section]), campus.student("bob", in: [section]))
            let new = NewEvent(id: .make(at: campus.clock.now), title: "Lab", visibility: .private)
            let answers = try await withThrowingTaskGroup(of: (event: Event, created: Bool).self) { group in
                for _ in 0..<10 { group.addTask { try await store.post(new, in: Campus.course, by: ada) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.created } == 1 && answers.allSatisfy { $0.event == answers[0].event })
            let id = try #require(new.id)
            await #expect(throws: DomainError.taken(id)) { try await store.post(new, in: Campus.course, by: bob) }
            // Also by someone who is not in the course any more.
            _ = try await store.drop(ada, section: section)
            #expect(try await store.post(new, in: Campus.course, by: ada) == (answers[0].event, false))
            await #expect(throws: DomainError.notEnrolled(in: Campus.course)) {
                try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada)
            }
        }
    }

    @Test func aPostDoesNotTakeTheIDOfAReply() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let event = try await campus.store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event
            let reply = try await campus.store.reply(NewReply(body: "Mine"), to: event.id, by: ada).reply
            let id = try #require(Event.ID(reply.id.description))
            await #expect(throws: DomainError.taken(id)) {
                try await campus.store.post(NewEvent(id: id, title: "Lab"), in: Campus.course, by: ada)
            }
        }
    }

    @Test func aRefusedPostTakesNoNumber() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let numbers = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let section = number % 4 == 0 ? Campus.otherSections[0] : Campus.sections[0]
                        let new = NewEvent(title: "Post", sections: [section])
                        return try? await campus.store.post(new, in: Campus.course, by: ada).event.number
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers.compactMap(\.self).sorted() == Array(1...30))
            #expect(try await campus.store.post(NewEvent(title: "Last"), in: Campus.course, by: ada).event.number == 31)
            #expect(try await campus.store.check() == [])
        }
    }
}
