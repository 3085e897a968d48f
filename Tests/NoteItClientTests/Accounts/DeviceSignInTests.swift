import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

/// The polls of a sign-in through a browser, on a server that answers by a list.
struct DeviceSignInTests {
    private static let codes = DeviceCodes(
        deviceCode: "secret", userCode: "WDJB-MJHT", verificationUri: "u", verificationUriComplete: "u#WDJB-MJHT",
        expiresIn: 600, interval: 5)

    private typealias Wait = @Sendable (Duration) async throws -> Void

    /// A server's answers, and the pauses before each poll, in seconds.
    private actor Script {
        private var answers: [ScriptedAnswer]
        private(set) var pauses: [Int64] = []

        init(_ answers: [ScriptedAnswer]) { self.answers = answers }

        func next() -> ScriptedAnswer { answers.isEmpty ? .cut : answers.removeFirst() }
        func wait(_ pause: Duration) { pauses.append(pause.components.seconds) }
    }

    /// Polls until the answers of a server end the wait.
    /// - Returns: the pauses before the polls.
    private func poll(
        _ answers: [ScriptedAnswer], _ check: @escaping @Sendable (APIClient, _ wait: @escaping Wait) async throws -> Void
    ) async throws -> [Int64] {
        let script = Script(answers)
        try await withProfile { profile in
            try await ScriptedServer.run({ _ in await script.next() }) { server in
                try await check(APIClient(server: server.address, sessions: SessionFile(profile), pauses: [])) {
                    await script.wait($0)
                }
            }
        }
        return await script.pauses
    }

    private func refusal(_ why: DeviceRefusal) throws -> ScriptedAnswer {
        .problem(400, try JSONCoding.string(Problem(title: "Bad Request", status: 400, detail: why.sentence, error: why)))
    }

    private var signedIn: ScriptedAnswer {
        get throws {
            let whole = SignedIn(account: Samples.ada, accessToken: "a", expiresIn: 900, refreshToken: "r")
            return .json(201, try JSONCoding.string(whole))
        }
    }

    @Test func aDeviceWaitsLongerEachTimeThatItIsToldTo() async throws {
        let pauses = try await poll([
            refusal(.pending), refusal(.tooFast), refusal(.pending), refusal(.tooFast), signedIn,
        ]) { client, wait async throws in
            #expect(try await client.signIn(Self.codes, wait: wait) == Samples.ada)
            #expect(try client.sessions.read()?.refreshToken == "r")
        }
        #expect(pauses == [5, 5, 10, 10, 15])
    }

    @Test(arguments: [DeviceRefusal.refused, .expired])
    func aRefusalEndsTheWait(why: DeviceRefusal) async throws {
        let pauses = try await poll([refusal(.pending), refusal(why), signedIn]) { client, wait async throws in
            let problem = Problem(title: "Bad Request", status: 400, detail: why.sentence, error: why)
            await #expect(throws: ClientError.problem(problem)) { try await client.signIn(Self.codes, wait: wait) }
            #expect(try client.sessions.read() == nil)
        }
        #expect(pauses == [5, 5])
    }

    @Test func aServerThatIsNotReachedForAWhileIsAskedAgain() async throws {
        let busy = try ScriptedAnswer.problem(
            503, JSONCoding.string(Problem(title: "Service Unavailable", status: 503, detail: "Later.")))
        let pauses = try await poll([.cut, busy, signedIn]) { client, wait async throws in
            #expect(try await client.signIn(Self.codes, wait: wait) == Samples.ada)
        }
        #expect(pauses == [5, 5, 5])
    }
}
