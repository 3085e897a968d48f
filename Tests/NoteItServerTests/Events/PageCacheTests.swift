import Foundation
import NoteItCore
import NoteItStore
import TestTime
import Testing

@testable import NoteItServer

/// A kept page equals the page of a fresh server.
struct PageCacheTests {
    private static let events = "/v1/courses/\(TestServer.course)/events"

    @Test
    func aPageShowsEveryAcknowledgedWrite() async throws {
        try await withServer { server in
            let (ada, bob) = try await (server.student("ada", enrolled: true), server.student("bob", enrolled: true))
            for number in 1...50 {
                let posted = try await server.store.post(
                    NewEvent(title: "\(number)"), in: TestServer.course, by: ada.account.id)
                for reader in [ada, bob] { #expect(try await titles(server, reader).last == "\(number)") }
                _ = try await server.store.edit(
                    posted.event.id, with: EventPatch(title: "\(number)!"), ifRev: nil, by: ada.account.id)
                for reader in [ada, bob] { #expect(try await titles(server, reader).last == "\(number)!") }
            }
        }
    }

    @Test
    func pagesFollowNamesAndEnrollments() async throws {
        try await withServer { server in
            let (ada, bob) = try await (server.student("ada", enrolled: true), server.student("bob", enrolled: true))
            _ = try await server.store.post(NewEvent(title: "Lab"), in: TestServer.course, by: ada.account.id)
            #expect(try await page(server, bob).body.contains(#""displayName":"ada""#))
            _ = try await server.store.update(ada.account.id, with: AccountPatch(displayName: "Ada L."), ifPassword: nil)
            #expect(try await page(server, bob).body.contains(#""displayName":"Ada L.""#))
            try await server.store.drop(bob.account.id, section: TestServer.section)
            #expect(try await page(server, bob).status == 403)
        }
    }

    @Test
    func aKeptPageIsShownToItsReaderAlone() async throws {
        try await withServer { server in
            let (ada, bob) = try await (server.student("ada", enrolled: true), server.student("bob", enrolled: true))
            let new = NewEvent(title: "Mine", visibility: .private)
            _ = try await server.store.post(new, in: TestServer.course, by: ada.account.id)
            for _ in 1...2 {
                #expect(try await titles(server, ada) == ["Mine"])
                #expect(try await titles(server, bob) == [])
            }
        }
    }

    @Test
    func theAgendaFollowsTheCoursesOfItsReader() async throws {
        try await withServer { server in
            let (ada, bob) = try await (server.student("ada", enrolled: true), server.student("bob"))
            let due = Date(timeIntervalSince1970: 1_795_100_000)
            let posted = try await server.store.post(
                NewEvent(title: "Lab", due: due), in: TestServer.course, by: ada.account.id)
            #expect(try await agenda(server, bob) == [])
            _ = try await server.store.enroll(bob.account.id, in: [TestServer.section])
            #expect(try await agenda(server, bob) == ["Lab"])
            try await server.store.delete(posted.event.id, reason: nil, ifRev: nil, by: ada.account.id)
            #expect(try await agenda(server, bob) == [])
        }
    }

    @Test
    func aWriteOfAnotherProcessAppears() async throws {
        try await withServer { server in
            let ada = try await server.student("ada", enrolled: true)
            #expect(try await titles(server, ada) == [])
            let other = try SQLStore(server.location) { server.clock.now }
            _ = try await other.post(NewEvent(title: "From elsewhere"), in: TestServer.course, by: ada.account.id)
            try other.close()
            try await until { try await titles(server, ada) == ["From elsewhere"] }
        }
    }

    private func page(_ server: TestServer, _ reader: SignedIn) async throws -> Answer {
        try await server.send("GET", Self.events + "?limit=200", as: reader.accessToken)
    }

    private func titles(_ server: TestServer, _ reader: SignedIn) async throws -> [String] {
        titles(try JSONCoding.decode(DuePage.self, from: try await page(server, reader).body))
    }

    private func agenda(_ server: TestServer, _ reader: SignedIn) async throws -> [String] {
        let answer = try await server.send("GET", "/v1/me/agenda", as: reader.accessToken)
        return titles(try JSONCoding.decode(DuePage.self, from: answer.body))
    }

    private func titles(_ page: DuePage) -> [String] { page.sections.flatMap(\.events).map(\.title) }
}
