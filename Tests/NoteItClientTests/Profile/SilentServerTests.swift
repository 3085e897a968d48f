import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct SilentServerTests {
    @Test func aSilenceIsRememberedForAWhileAndOnlyOfThatServer() async throws {
        try await withProfile { profile in
            try profile.make(profile.state)
            let server = try #require(URL(string: "http://127.0.0.1:9"))
            let silence = SilentServer(file: profile.silenceFile, server: server)
            #expect(silence.recall(at: Samples.now) == nil)
            silence.remember("it took longer than 1 second", at: Samples.now)
            #expect(silence.recall(at: Samples.now + 29) == .unreachable("it took longer than 1 second"))
            #expect(silence.recall(at: Samples.now + 31) == nil)
            #expect(silence.recall(at: Samples.now - 60) == nil, "the clock was set back")
            let other = try #require(URL(string: "http://127.0.0.1:10"))
            #expect(SilentServer(file: profile.silenceFile, server: other).recall(at: Samples.now) == nil)
            try Data("{".utf8).write(to: profile.silenceFile)
            #expect(silence.recall(at: Samples.now) == nil)
            silence.forget()
            silence.forget()
            #expect(!FileManager.default.fileExists(atPath: profile.silenceFile.path))
        }
    }
}
