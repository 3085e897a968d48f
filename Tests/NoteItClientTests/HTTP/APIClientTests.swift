import Foundation
import HTTPTransport
import NoteItCore
import Testing

@testable import NoteItClient

struct APIClientTests {
    private let fast: [Duration] = [.milliseconds(1), .milliseconds(1)]

    /// A signed-in client of a server that answers as `handler` says.
    private func withClient(
        timeout: Duration = .seconds(60), _ handler: @escaping ScriptedServer.Handler,
        _ body: @escaping @Sendable (APIClient) async throws -> Void
    ) async throws {
        try await withProfile { profile in
            try await ScriptedServer.run(handler) { [fast] server in
                try await signIn(profile, to: server.address)
                try await body(
                    APIClient(server: server.address, sessions: SessionFile(profile), timeout: timeout, pauses: fast))
            }
        }
    }

    @Test func aRefusedAccessTokenIsExchangedAndTheRequestSentAgain() async throws {
        let fake = FakeNoteIt()
        await fake.expire()
        try await withClient({ await fake.answer($0) }) { client async throws in
            #expect(try await client.me() == Samples.ada)
            #expect(try client.sessions.read()?.accessToken == "access-2")
            #expect(try client.sessions.read()?.refreshToken == "refresh-1+")
        }
        #expect(await fake.requests == ["GET /v1/me", "POST /v1/sessions/refresh", "GET /v1/me"])
    }

    @Test func manyRequestsAtOnceExchangeTheTokenOnce() async throws {
        let fake = FakeNoteIt()
        await fake.expire()
        try await withClient({ await fake.answer($0) }) { client async throws in
            try await withThrowingTaskGroup(of: Account.self) { group in
                for _ in 0..<10 { group.addTask { try await client.me() } }
                for try await account in group { #expect(account == Samples.ada) }
            }
        }
        #expect(await fake.refreshes == 1)
    }

    @Test func anEndedSessionIsDeleted() async throws {
        let fake = FakeNoteIt()
        await fake.expire(refreshToken: "another")
        try await withClient({ await fake.answer($0) }) { client async throws in
            await #expect(throws: ClientError.notSignedIn) { try await client.me() }
            #expect(try client.sessions.read() == nil)
            await #expect(throws: ClientError.notSignedIn) { try await client.me() }
        }
        #expect(await fake.requests == ["GET /v1/me", "POST /v1/sessions/refresh"])
    }

    @Test func tokensAreSentToNoOtherServer() async throws {
        try await withProfile { profile in
            try await signIn(profile, to: "http://127.0.0.1:1")
            let client = try APIClient(server: "http://127.0.0.1:2", sessions: SessionFile(profile))
            await #expect(throws: ClientError.notSignedIn) { try await client.me() }
        }
    }

    @Test func aReadThatWasCutIsTriedAgain() async throws {
        let (fake, tries) = (FakeNoteIt(), Recorder<String>())
        try await withClient({ request in
            await tries.add(request.path)
            return await tries.count < 3 ? .cut : await fake.answer(request)
        }) { client async throws in
            #expect(try await client.me() == Samples.ada)
        }
        #expect(await tries.count == 3)
    }

    @Test func aPostThatWasStoredAndThenCutIsSentAgainAndStoredOnce() async throws {
        let (fake, tries) = (FakeNoteIt(), Recorder<String>())
        try await withClient({ request in
            await tries.add(request.body)
            let answer = await fake.answer(request)
            return await tries.count < 2 ? .cut : answer
        }) { client async throws in
            #expect(try await client.post(NewEvent(title: "Lab 4"), in: Samples.cs225).title == "Lab 4")
        }
        #expect(await fake.events.count == 1)
        let bodies = await tries.items
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test func anEditIsNotSentTwice() async throws {
        let tries = Recorder<String>()
        try await withClient({ request in
            await tries.add(request.headers["if-match"] ?? "")
            return .cut
        }) { client async throws in
            await #expect(throws: ClientError.unreachable("it closed the connection (\(client.server))")) {
                try await client.edit(Event.ID.make(at: Samples.now), with: EventPatch(title: "x"), rev: 3)
            }
        }
        #expect(await tries.items == ["\"3\""])
    }

    @Test func aProblemOfTheServerIsPassedOn() async throws {
        let problem =
            #"{"type":"about:blank","title":"Unprocessable","status":422,"detail":"No.","errors":[{"field":"title","detail":"is missing"}]}"#
        try await withClient({ _ in .problem(422, problem) }) { client async throws in
            let error = await #expect(throws: ClientError.self) { try await client.me() }
            #expect(error?.description == "No.\ntitle is missing")
        }
    }

    @Test func anotherKindOfServerIsRecognized() async throws {
        try await withClient({ _ in .text(200, "hello") }) { client async throws in
            let error = await #expect(throws: ClientError.self) { try await client.me() }
            #expect(error == .unreachable("that address is not a NoteIt server"))
        }
        try await withClient({ _ in .text(502, "bad gateway") }) { client async throws in
            await #expect(throws: ClientError.unreachable("a proxy before it answered 502")) { try await client.me() }
        }
    }

    @Test func aSilentServerTimesOut() async throws {
        try await withClient(timeout: .milliseconds(200), { _ in .silence }) { client async throws in
            let error = await #expect(throws: ClientError.self) { try await client.me() }
            #expect(error?.isPassing == true)
        }
    }

    @Test func aServerThatDoesNotSpeakTLSIsReported() async throws {
        try await withProfile { profile in
            try await ScriptedServer.run({ _ in .cut }) { server in
                let address = "https://127.0.0.1:\(server.port)"
                try await signIn(profile, to: address)
                let client = try APIClient(server: address, sessions: SessionFile(profile), pauses: [])
                let why = "it does not speak TLS (\(address)). Try http://127.0.0.1:\(server.port)"
                await #expect(throws: ClientError.unreachable(why)) { try await client.me() }
            }
        }
    }

    @Test func onlyThisMachinesServerIsAdvisedWithoutEncryption() throws {
        let elsewhere = try #require(URL(string: "https://notes.example.edu"))
        #expect(
            TransportError.notTLS.words(elsewhere)
                == "it does not speak TLS (https://notes.example.edu). Check the address and the port")
    }

    @Test func anUnreachableServerIsReported() async throws {
        try await withProfile { profile in
            try await withPort { port in
                let address = "http://127.0.0.1:\(port)"
                try await signIn(profile, to: address)
                let client = try APIClient(server: address, sessions: SessionFile(profile), pauses: [])
                await #expect(throws: ClientError.unreachable("connection refused (\(address))")) { try await client.me() }
            }
        }
    }

    @Test(arguments: ["", "notes.example.edu", "ftp://notes.example.edu", "http://", "http://a@b", "http://a/?b"])
    func anInvalidAddressIsRejected(address: String) throws {
        let profile = try Profile(environment: ["HOME": "/nowhere"])
        #expect(throws: ClientError.self) { try APIClient(server: address, sessions: SessionFile(profile)) }
    }

    @Test func pathsAndQueriesArePercentEncoded() throws {
        let server = try #require(URL(string: "http://127.0.0.1:8080/notes"))
        let request = Call(.GET, "v1", "terms", "a/b ü", "courses").with(["q": "C++ & é", "open": nil]).request(
            to: server, token: "t")
        #expect(request.url == "http://127.0.0.1:8080/notes/v1/terms/a%2Fb%20%C3%BC/courses?q=C%2B%2B%20%26%20%C3%A9")
        #expect(request.fields["authorization"] == "Bearer t")
    }
}
