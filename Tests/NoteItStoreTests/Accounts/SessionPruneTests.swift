import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// Sessions that ended are deleted with their tokens.
struct SessionPruneTests {
    @Test func sessionsAndTokensThatEndedArePruned() async throws {
        try await Campus.with { campus in
            let (store, ada) = (campus.store, try await campus.person("ada"))
            let sessions = (0..<3).map { _ in Session.ID.make(at: campus.clock.now) }
            for (number, session) in sessions.enumerated() {
                try await store.open(session, for: ada, device: nil, refreshHash: "\(number)")
            }
            try await store.revoke(sessions[0], of: ada)
            #expect(try await store.pruneSessions() == 0, "its access tokens may be good for a while")
            campus.clock.advance(86_401)
            #expect(try await store.pruneSessions() == 1)
            _ = try await store.rotate(refreshHash: "1", to: "1b")
            campus.clock.advance(90 * 86_400 - 3)
            #expect(try await store.pruneSessions() == 1, "the third was not used for 90 days")
            #expect(try await store.sessions(of: ada, current: nil, page: PageRequest()).items.map(\.id) == [sessions[1]])
            _ = try await store.rotate(refreshHash: "1b", to: "1c")
            #expect(try await store.check() == [])
        }
    }

    @Test func aSessionIsOpenedOnlyWithThePasswordThatWasChecked() async throws {
        try await Campus.with { campus in
            let (store, ada) = (campus.store, try await campus.person("ada"))
            #expect(try await store.renew("hash", as: "newer", of: ada))
            await #expect(throws: DomainError.self) {
                try await store.open(
                    .make(at: campus.clock.now), for: ada, device: nil, refreshHash: "1", ifPassword: "older")
            }
            try await store.open(.make(at: campus.clock.now), for: ada, device: nil, refreshHash: "1", ifPassword: "newer")
        }
    }

    @Test func aReadThatTakesTooLongEnds() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let location = try TestDatabase.make(in: folder)
        defer { TestDatabase.remove(location) }
        let store = try SQLStore(location, readTime: .milliseconds(50))
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        await #expect(throws: DomainError.self) { try await store.read { try $0.value(endless) as Int? } }
        #expect(try await store.terms() == [], "the connection is good for the next")
        try store.close()
    }
}
