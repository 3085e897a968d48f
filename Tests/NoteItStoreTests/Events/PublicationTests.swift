import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Posts that are published later, on a clock that is moved by hand.
struct PublicationTests {
    @Test func aPostIsPublishedOnceAtItsTime() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let bob = try await campus.student("bob", in: [Campus.sections[1]])
            let time = campus.clock.now + 60
            let event = try await store.post(
                NewEvent(title: "Quiz", publishAt: time), in: Campus.course, by: ada
            ).event
            #expect(
                event.visibility == .private
                    && event.publication == Event.Publication(at: time, visibility: .public))
            campus.clock.advance(59)
            #expect(try await store.publishDue() == 0)
            await #expect(throws: DomainError.self) { try await store.event(event.id, by: bob) }
            campus.clock.advance(1)
            #expect(try await store.publishDue() == 1)
            let published = try await store.event(event.id, by: bob)
            #expect(
                published.publication == nil && published.createdAt == time && published.editedAt == nil)
            let head = try await store.head().offset
            #expect(try await store.publishDue() == 0)
            #expect(try await store.head().offset == head)
            #expect(try await store.check() == [])
        }
    }

    @Test func anAuthorWhoLeftIsTold() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let new = NewEvent(title: "Quiz", publishAt: campus.clock.now + 60)
            let event = try await store.post(new, in: Campus.course, by: ada).event
            try await store.drop(ada, section: Campus.sections[0])
            campus.clock.advance(60)
            #expect(try await store.publishDue() == 0)
            #expect(try await store.inbox(ada).map(\.text) == ["you have left the course"])
            let kept = try await store.event(event.id, by: ada)
            #expect(kept.visibility == .private && kept.publication == nil)
            #expect(try await store.check() == [])
        }
    }

    @Test func aNoticeForLaterIsUnseenByItsReadersOnceItIsSent() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let grace = try await campus.person("grace")
            _ = try await store.grantStaff(
                to: .email("grace@example.edu"), in: Campus.course, sections: [], by: nil)
            let new = NewNotice(
                courses: [Campus.course], title: "Room 9001", mustRead: true,
                publishAt: campus.clock.now + 60)
            let event = try await store.send(new, by: grace).events[0]
            campus.clock.advance(60)
            #expect(try await store.publishDue() == 1)
            #expect(try await store.inbox(ada).map(\.kind) == [.notice])
            let unseen = try await store.unseen(of: event.id, page: PageRequest(limit: 1), by: grace)
            #expect(unseen.items.map(\.id) == [ada] && unseen.next == nil)
            #expect(try await store.check() == [])
        }
    }
}
