import Foundation
import HTTPTransport
import NoteItCore
import TestTime
import Testing

@testable import NoteItClient

@Suite(.timeLimit(.minutes(5)))
struct ChangeStreamTests {
    /// Lives as long as the process, as `APIClient.standardHTTP` does.
    private static let impatient = {
        var settings = TransportClient.Settings()
        settings.connectTime = .seconds(60)
        settings.silence = .seconds(1)
        return TransportClient(settings)
    }()
    private let backoff = Backoff(first: .milliseconds(10), most: .milliseconds(50))

    private func client(_ server: ScriptedServer, _ profile: Profile, http: TransportClient = APIClient.standardHTTP)
        async throws
        -> APIClient
    {
        try await signIn(profile, to: server.address)
        return try patientClient(profile, server.address, http: http)
    }

    private func change(_ number: Int) -> Change { .upsert(.event(Samples.event(number)), rev: 1) }

    private func numbers(_ element: ChangeStream.Element?) -> [Int] {
        guard case .changes(let batch) = element else { return [] }
        return batch.changes.compactMap { received in
            if case .upsert(.event(let event), _) = received.change { event.number } else { nil }
        }
    }

    @Test func missedChangesComeBeforeLiveOnes() async throws {
        let fake = FakeNoteIt()
        for number in 1...7 { try await fake.append(change(number)) }
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                let stream = ChangeStream(try await client(server, profile), from: LogCursor(epoch: "e", offset: 2))
                var iterator = stream.makeAsyncIterator()
                #expect(try await numbers(iterator.next()) == [3, 4, 5])
                #expect(try await numbers(iterator.next()) == [6, 7])
                #expect(try await iterator.next() == .state(.connected(at: LogCursor(epoch: "e", offset: 7))))
                #expect(try await iterator.next() == .state(.caughtUp(changes: 5)))
                try await fake.append(change(8), hidden: 2)
                let live = try await iterator.next()
                #expect(numbers(live) == [8])
                guard case .changes(let batch) = live else { return }
                #expect(batch.from.offset == 7 && batch.to.offset == 10)
                await fake.repeatLast()
                await fake.advance(by: 5)
                await fake.keepAlive()
                #expect(try await iterator.next() == .at(LogCursor(epoch: "e", offset: 15)))
            }
        }
    }

    @Test func withoutACursorTheStreamStartsNow() async throws {
        let fake = FakeNoteIt()
        try await fake.append(change(1))
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                var iterator = ChangeStream(try await client(server, profile), from: nil).makeAsyncIterator()
                #expect(try await iterator.next() == .state(.connected(at: LogCursor(epoch: "e", offset: 1))))
                #expect(try await iterator.next() == .state(.caughtUp(changes: 0)))
                try await fake.append(change(2))
                #expect(try await numbers(iterator.next()) == [2])
            }
        }
    }

    @Test func nothingIsLostOrRepeatedOverServerRestartsAndCutStreams() async throws {
        let fake = FakeNoteIt()
        let total = 60
        try await withProfileAndPort { profile, port in
            let address = "http://127.0.0.1:\(port)"
            try await signIn(profile, to: address)
            let start = LogCursor(epoch: "e", offset: 0)
            let stream = ChangeStream(try patientClient(profile, address), from: start, backoff: backoff)
            let received = Task(executorPreference: OwnThreads.shared) { try await collect(stream, until: total) }
            for round in 0..<6 {
                // The stream may be opened as soon as the server is there.
                let opened = await fake.opened
                try await ScriptedServer.run(port: port, { await fake.answer($0) }) { _ in
                    try await until { await fake.opened > opened }
                    for number in 1...5 { try await fake.append(change(round * 10 + number)) }
                    await fake.cutStreams()
                }
                for number in 6...10 { try await fake.append(change(round * 10 + number)) }
            }
            try await ScriptedServer.run(port: port, { await fake.answer($0) }) { _ async throws in
                #expect(try await received.value == Array(1...total))
            }
        }
    }

    private func collect(_ stream: ChangeStream, until count: Int) async throws -> [Int] {
        var all: [Int] = []
        for try await element in stream {
            all += numbers(element)
            if all.count >= count { break }
        }
        return all
    }

    @Test func aSilentConnectionIsReplaced() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                let stream = ChangeStream(try await client(server, profile, http: Self.impatient), from: nil, backoff: backoff)
                let silence = ClientError.unreachable("it fell silent (\(server.address))")
                var (isSilent, isBack) = (false, false)
                for try await element in stream {
                    if case .state(.reconnecting(_, _, silence)) = element { isSilent = true }
                    if case .state(.connected) = element, isSilent { isBack = true }
                    if isBack { break }
                }
                #expect(isBack)
            }
        }
    }

    @Test func afterALossItWaitsForTheServersRetryThenByItsOwnBackoff() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ request in
                guard request.path == "/v1/stream" else { return await fake.answer(request) }
                guard await fake.opened == 0 else { return .cut }
                _ = await fake.answer(request)
                let frames = AsyncStream<String>.makeStream()
                frames.continuation.yield("retry: 1041\n\nid: e.0\nevent: at\ndata: {\"at\":\"e.0\"}\n\n")
                frames.continuation.finish()
                return .events(frames.stream)
            }) { server in
                var pauses: [Duration] = []
                let patient = Backoff(first: .milliseconds(4), most: .seconds(2)) { 0 }
                for try await element in ChangeStream(try await client(server, profile), from: nil, backoff: patient) {
                    if case .state(.reconnecting(_, let pause, _)) = element { pauses.append(pause) }
                    if pauses.count == 3 { break }
                }
                #expect(pauses == [1_041, 4, 8].map { .milliseconds($0) })
            }
        }
    }

    @Test func aPrunedCursorEndsTheStream() async throws {
        let fake = FakeNoteIt()
        for number in 1...3 { try await fake.append(change(number)) }
        await fake.prune(to: 2)
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                let stream = ChangeStream(try await client(server, profile), from: LogCursor(epoch: "e", offset: 1))
                var elements: [ChangeStream.Element] = []
                for try await element in stream { elements.append(element) }
                #expect(elements == [.state(.expired(.pruned))])
            }
        }
    }

    @Test func anExpiredFrameEndsTheStream() async throws {
        let (fake, frames) = (FakeNoteIt(), AsyncStream<String>.makeStream())
        frames.continuation.yield("event: expired\ndata: {\"expired\":\"epoch\"}\n\n")
        try await withProfile { profile in
            try await ScriptedServer.run({
                $0.path == "/v1/stream" ? .events(frames.stream) : await fake.answer($0)
            }) { server in
                var last: ChangeStream.Element?
                for try await element in ChangeStream(try await client(server, profile), from: nil) { last = element }
                #expect(last == .state(.expired(.epoch)))
            }
        }
    }

    @Test func aTokenThatExpiresWhileListeningIsExchanged() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                let stream = ChangeStream(try await client(server, profile), from: nil, backoff: backoff)
                var iterator = stream.makeAsyncIterator()
                _ = try await iterator.next()
                _ = try await iterator.next()
                await fake.expire()
                await fake.cutStreams()
                try await fake.append(change(1))
                _ = try await iterator.next()
                #expect(try await numbers(iterator.next()) == [1])
                #expect(await fake.refreshes == 1)
            }
        }
    }

    @Test func theEndOfTheSessionEndsTheStream() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                let stream = ChangeStream(try await client(server, profile), from: nil, backoff: backoff)
                var iterator = stream.makeAsyncIterator()
                _ = try await iterator.next()
                _ = try await iterator.next()
                await fake.expire(refreshToken: "another")
                await fake.cutStreams()
                _ = try await iterator.next()
                await #expect(throws: ClientError.notSignedIn) { try await iterator.next() }
                #expect(try await iterator.next() == nil)
            }
        }
    }

    @Test func cancellingTheTaskEndsTheWait() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                let stream = ChangeStream(try await client(server, profile), from: nil)
                let task = Task(executorPreference: OwnThreads.shared) { for try await _ in stream {} }
                try await until { await fake.opened >= 1 }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test func pausesDoubleUpToABoundAndAreSpread() {
        let low = Backoff(first: .seconds(1), most: .seconds(8)) { 0 }
        #expect((1...6).map(low.pause) == [0.5, 1, 2, 4, 4, 4].map { .seconds($0) })
        let high = Backoff(first: .seconds(1), most: .seconds(8)) { 1 }
        #expect((1...5).map(high.pause) == [1, 2, 4, 8, 8].map { .seconds($0) })
    }
}
