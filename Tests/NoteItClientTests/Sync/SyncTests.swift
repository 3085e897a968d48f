import Foundation
import NoteItCore
import TestTime
import Testing

@testable import NoteItClient

@Suite(.timeLimit(.minutes(5)))
struct SyncTests {
    private func localClient(_ profile: Profile, _ server: String) throws -> LocalClient {
        try LocalClient(
            profile: profile, client: patientClient(profile, server), now: { Samples.now })
    }

    private func titles(_ copy: LocalCopy) async throws -> [String] {
        try await copy.agenda().flatMap { $0.events.map(\.title) }
    }

    @Test func theFirstRefreshFetchesASnapshotLaterOnesFetchChanges() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let local = try localClient(profile, server.address)
                _ = try await local.client.post(NewEvent(title: "one"), in: Samples.cs225)
                #expect(try await local.sync.refresh(within: patience) == .current(changes: 0))
                #expect(try await titles(local.copy) == ["one"])
                for title in ["two", "three", "four", "five"] {
                    _ = try await local.client.post(NewEvent(title: title), in: Samples.cs225)
                }
                #expect(try await local.sync.refresh(within: patience) == .current(changes: 4))
                #expect(try await titles(local.copy) == ["one", "two", "three", "four", "five"])
                #expect(try await local.copy.terms(at: Samples.now).map(\.id) == ["202530"])
                let finder = CourseFinder(copy: local.copy, client: local.client)
                #expect(try await finder.mine("cmpt 225", at: Samples.now) != .none)
            }
        }
        #expect(await fake.requests.filter { $0 == "GET /v1/snapshot" }.count == 1)
        #expect(await fake.requests.filter { $0 == "GET /v1/terms" }.count == 1)
    }

    @Test func offlineTheCopyReportsItsAge() async throws {
        let fake = FakeNoteIt()
        try await withProfileAndPort { profile, port in
            let address = try await ScriptedServer.run(port: port, { await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let local = try localClient(profile, server.address)
                _ = try await local.client.post(NewEvent(title: "one"), in: Samples.cs225)
                _ = try await local.sync.refresh(within: patience)
                return server.address
            }
            let local = try localClient(profile, address)
            let offline = try #require(try await local.sync.refresh(within: patience).offline)
            #expect(offline.asOf == Samples.now)
            #expect(offline.why.isPassing)
            #expect(try await titles(local.copy) == ["one"])
        }
    }

    @Test func anExpiredCursorLeadsToANewSnapshot() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let local = try localClient(profile, server.address)
                _ = try await local.sync.refresh(within: patience)
                _ = try await local.client.post(NewEvent(title: "one"), in: Samples.cs225)
                await fake.prune(to: 1)
                #expect(try await local.sync.refresh(within: patience) == .current(changes: 0))
                #expect(try await titles(local.copy) == ["one"])
            }
        }
    }

    @Test func anotherPersonCannotReadTheCopy() async throws {
        let fake = FakeNoteIt()
        try await withProfileAndPort { profile, port in
            let address = try await ScriptedServer.run(port: port, { await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let local = try localClient(profile, server.address)
                _ = try await local.client.post(NewEvent(title: "of Ada"), in: Samples.cs225)
                _ = try await local.sync.refresh(within: patience)
                return server.address
            }
            try await signIn(profile, to: address, as: Samples.bob)
            let local = try localClient(profile, address)
            let offline = try #require(try await local.sync.refresh(within: patience).offline)
            #expect(offline.asOf == nil)
            #expect(try await titles(local.copy).isEmpty)
        }
    }

    @Test func followingKeepsTheCopyUpToDateAndFetchesASnapshotAfterExpiry() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let local = try localClient(profile, server.address)
                let seen = Recorder<ChangeStream.Element>()
                let task = Task(executorPreference: OwnThreads.shared) { try await local.sync.follow { await seen.add($0) } }
                try await until { await fake.opened >= 1 }
                _ = try await local.client.post(NewEvent(title: "one"), in: Samples.cs225)
                try await until { try await titles(local.copy) == ["one"] }
                _ = try await local.client.post(NewEvent(title: "two"), in: Samples.cs225)
                await fake.prune(to: 99)
                await fake.advance(by: 99)
                await fake.cutStreams()
                try await until { await seen.items.contains(.state(.expired(.pruned))) }
                try await until { await fake.opened >= 2 }
                #expect(try await titles(local.copy) == ["one", "two"])
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }
}
