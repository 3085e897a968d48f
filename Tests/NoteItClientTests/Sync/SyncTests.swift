import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

@Suite(.timeLimit(.minutes(5)))
struct SyncTests {
    private func workspace(_ profile: Profile, _ server: String) throws -> Workspace {
        try Workspace(
            profile: profile, client: APIClient(server: server, sessions: SessionFile(profile), pauses: []),
            now: { Samples.now })
    }

    private func titles(_ copy: LocalCopy) async throws -> [String] {
        try await copy.agenda().flatMap { $0.events.map(\.title) }
    }

    @Test func theFirstRefreshTakesASnapshotLaterOnesTheChanges() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let space = try workspace(profile, server.address)
                _ = try await space.client.post(NewEvent(title: "one"), in: Samples.cs225)
                #expect(try await space.sync.refresh() == .current(changes: 0))
                #expect(try await titles(space.copy) == ["one"])
                for title in ["two", "three", "four", "five"] {
                    _ = try await space.client.post(NewEvent(title: title), in: Samples.cs225)
                }
                #expect(try await space.sync.refresh() == .current(changes: 4))
                #expect(try await titles(space.copy) == ["one", "two", "three", "four", "five"])
                #expect(try await space.copy.terms(at: Samples.now).map(\.id) == ["202530"])
                #expect(try await space.courses.mine("cmpt 225", at: Samples.now) != .none)
            }
        }
        #expect(await fake.requests.filter { $0 == "GET /v1/snapshot" }.count == 1)
        #expect(await fake.requests.filter { $0 == "GET /v1/terms" }.count == 1)
    }

    @Test func withoutTheServerTheCopySaysHowOldItIs() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            let address = try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let space = try workspace(profile, server.address)
                _ = try await space.client.post(NewEvent(title: "one"), in: Samples.cs225)
                _ = try await space.sync.refresh()
                return server.address
            }
            let space = try workspace(profile, address)
            let offline = try #require(try await space.sync.refresh().offline)
            #expect(offline.asOf == Samples.now)
            #expect(offline.why.isPassing)
            #expect(try await titles(space.copy) == ["one"])
        }
    }

    @Test func anExpiredCursorLeadsToANewSnapshot() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let space = try workspace(profile, server.address)
                _ = try await space.sync.refresh()
                _ = try await space.client.post(NewEvent(title: "one"), in: Samples.cs225)
                await fake.prune(to: 1)
                #expect(try await space.sync.refresh() == .current(changes: 0))
                #expect(try await titles(space.copy) == ["one"])
            }
        }
    }

    @Test func anotherPersonDoesNotReadTheCopyThatIsThere() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            let address = try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let space = try workspace(profile, server.address)
                _ = try await space.client.post(NewEvent(title: "of Ada"), in: Samples.cs225)
                _ = try await space.sync.refresh()
                return server.address
            }
            try await signIn(profile, to: address, as: Samples.bob)
            let space = try workspace(profile, address)
            let offline = try #require(try await space.sync.refresh().offline)
            #expect(offline.asOf == nil)
            #expect(try await titles(space.copy).isEmpty)
        }
    }

    @Test func followingKeepsTheCopyInStepAndTakesANewSnapshotWhenItMust() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let space = try workspace(profile, server.address)
                let seen = Recorder<ChangeStream.Element>()
                let task = Task { try await space.sync.follow { await seen.add($0) } }
                try await until { await fake.opened == 1 }
                _ = try await space.client.post(NewEvent(title: "one"), in: Samples.cs225)
                try await until { try await titles(space.copy) == ["one"] }
                _ = try await space.client.post(NewEvent(title: "two"), in: Samples.cs225)
                await fake.prune(to: 99)
                await fake.advance(by: 99)
                await fake.cutStreams()
                try await until { await seen.items.contains(.state(.expired(.pruned))) }
                try await until { await fake.opened == 2 }
                #expect(try await titles(space.copy) == ["one", "two"])
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }
}
