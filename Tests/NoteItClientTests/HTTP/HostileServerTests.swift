import Foundation
import NoteItCore
import Synchronization
import Testing

@testable import NoteItClient

/// A server that is broken or hostile neither keeps a client busy nor fills its disk.
@Suite(.timeLimit(.minutes(5)))
struct HostileServerTests {
    private func withClient(
        _ handler: @escaping ScriptedServer.Handler, _ body: @escaping @Sendable (APIClient) async throws -> Void
    ) async throws {
        try await withProfile { profile in
            try await ScriptedServer.run(handler) { server in
                try await signIn(profile, to: server.address)
                try await body(APIClient(server: server.address, sessions: SessionFile(profile), pauses: []))
            }
        }
    }

    @Test func aLogThatDoesNotAdvanceEndsTheCatchUp() async throws {
        let fake = FakeNoteIt()
        try await withClient({ request in
            guard request.path == "/v1/changes" else { return await fake.answer(request) }
            return .json(200, #"{"changes":[],"cursor":"e.0","more":true}"#)
        }) { client async throws in
            let local = try LocalClient(profile: client.sessions.profile, client: client, now: { Samples.now })
            await #expect(throws: ClientError.unexpected("The server's log does not advance from e.0.")) {
                try await local.sync.refresh()
            }
        }
    }

    @Test func aListThatDoesNotAdvanceEnds() async throws {
        try await withClient({ _ in .json(200, #"{"items":[],"next":"again"}"#) }) { client async throws in
            await #expect(throws: ClientError.unexpected("The server sent a list that does not end: 2 pages were read.")) {
                try await client.openSessions()
            }
        }
    }

    @Test func aListHasAGreatestLength() throws {
        for most in [PageSteps.ofList, PageSteps.ofSnapshot] {
            var steps = PageSteps(most: most)
            for page in 1..<most {
                let next = try steps.step(to: String(page))
                #expect(next == String(page))
            }
            #expect(throws: ClientError.self) { try steps.step(to: String(most)) }
            var last = PageSteps(most: 1)
            let end = try last.step(to: nil)
            #expect(end == nil)
        }
    }

    /// Each page names another one.
    @Test func aListOfCoursesThatNeverEndsIsGivenUp() async throws {
        let pages = Mutex(0)
        try await withClient({ _ in
            let page = pages.withLock { count -> Int in
                count += 1
                return count
            }
            return .json(200, #"{"items":[],"next":"\#(page)"}"#)
        }) { client async throws in
            await #expect(throws: ClientError.unexpected("The server sent a list that does not end: 500 pages were read.")) {
                try await client.allCourses(of: "202530")
            }
            #expect(pages.withLock { $0 } == 500)
        }
    }

    @Test func aDownloadEndsAtTheSizeOfItsFile() async throws {
        let attachment = Attachment(id: .make(at: Samples.now), name: "a.txt", size: 3, mediaType: "text/plain", sha256: "")
        let file = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        let parts = AsyncStream<String>.makeStream()
        parts.continuation.yield("1234")
        try await withClient({ _ in .events(parts.stream) }) { client async throws in
            await #expect(throws: ClientError.unexpected("The server sent more than the 3 bytes of the file.")) {
                try await client.download(attachment, to: file)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: [("", [2, 4, 8]), ("retry: 0\n\n", [1_000, 1_000])])
    func pausesGrowWhileConnectionsEndWithoutNews(retry: String, pauses: [Int]) async throws {
        let fake = FakeNoteIt()
        try await withClient({ request in
            guard request.path == "/v1/stream" else { return await fake.answer(request) }
            let frames = AsyncStream<String>.makeStream()
            frames.continuation.yield(retry + "id: e.0\nevent: at\ndata: {\"at\":\"e.0\"}\n\n")
            frames.continuation.finish()
            return .events(frames.stream)
        }) { client async throws in
            var seen: [Duration] = []
            let backoff = Backoff(first: .milliseconds(4), most: .seconds(60)) { 0 }
            for try await element in ChangeStream(client, from: nil, backoff: backoff) {
                if case .state(.reconnecting(_, let pause, _)) = element { seen.append(pause) }
                if seen.count == pauses.count { break }
            }
            #expect(seen == pauses.map { .milliseconds($0) })
        }
    }
}
