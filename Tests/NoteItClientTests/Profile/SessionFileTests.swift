import Foundation
import NoteItCore
import TestTime
import Testing

@testable import NoteItClient

struct SessionFileTests {
    private func session(_ token: String, server: String = "http://127.0.0.1:1") throws -> SavedSession {
        SavedSession(
            server: try #require(URL(string: server)), account: Samples.ada, accessToken: token, refreshToken: "r-\(token)")
    }

    @Test func onlyTheOwnerCanReadTokens() async throws {
        try await withProfile { profile in
            let file = SessionFile(profile)
            #expect(try file.read() == nil)
            try await file.save(session("a"))
            #expect(try file.read() == session("a"))
            let mode = try FileManager.default.attributesOfItem(atPath: profile.sessionFile.path)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600)
            try await file.remove()
            try await file.remove()
            #expect(try file.read() == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: profile.state.path) == ["session.lock"])
        }
    }

    @Test func aDamagedFileMeansNoSession() async throws {
        try await withProfile { profile in
            try profile.make(profile.state)
            try Data("{".utf8).write(to: profile.sessionFile)
            #expect(try SessionFile(profile).read() == nil)
        }
    }

    @Test func aRunningExchangeIsNotCancelled() async throws {
        try await withProfile { profile in
            let file = SessionFile(profile)
            let (old, new) = (try session("a"), try session("b"))
            try await file.save(old)
            let (begun, answer) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
            let task = Task {
                try await file.renew(old) { _ in
                    begun.continuation.finish()
                    for await _ in answer.stream {}
                    try Task.checkCancellation()
                    return new
                }
            }
            for await _ in begun.stream {}
            task.cancel()
            answer.continuation.finish()
            #expect(try await task.value == new)
            #expect(try file.read() == new)
        }
    }

    @Test func concurrentRenewalsExchangeTheTokenOnce() async throws {
        try await withProfile { profile in
            let file = SessionFile(profile)
            let (old, new) = (try session("a"), try session("b"))
            try await file.save(old)
            let exchanges = Recorder<String>()
            try await withThrowingTaskGroup(of: SavedSession.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await file.renew(old) { saved in
                            await exchanges.add(saved.refreshToken)
                            return new
                        }
                    }
                }
                for try await renewed in group { #expect(renewed == new) }
            }
            #expect(await exchanges.items == ["r-a"])
        }
    }

    @Test func tokensOfAnotherPersonAreNotReturned() async throws {
        try await withProfile { profile in
            let file = SessionFile(profile)
            try await file.save(session("b", server: "http://127.0.0.1:2"))
            await #expect(throws: ClientError.notSignedIn) { try await file.renew(session("a")) { $0 } }
            #expect(try file.read()?.accessToken == "b")
        }
    }

    @Test func anEndedSessionIsDeleted() async throws {
        try await withProfile { profile in
            let file = SessionFile(profile)
            try await file.save(session("a"))
            await #expect(throws: ClientError.notSignedIn) {
                try await file.renew(session("a")) { _ in throw ClientError.notSignedIn }
            }
            #expect(try file.read() == nil)
        }
    }

    @Test func anotherProcessHoldsTheLockUntilItLetsGo() async throws {
        try await withProfile { profile in
            try profile.make(profile.state)
            let other = Process()
            let (input, output) = (Pipe(), Pipe())
            other.executableURL = URL(filePath: "/usr/bin/flock")
            other.arguments = [profile.sessionLock.path, "sh", "-c", "echo held; cat"]
            (other.standardInput, other.standardOutput) = (input, output)
            try other.run()
            #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
            let lock = FileLock(file: profile.sessionLock)
            await #expect(throws: ClientError.self) { try await lock.withLock(within: .milliseconds(50)) {} }
            try input.fileHandleForWriting.close()
            #expect(try await lock.withLock(within: patience) { true })
            other.waitUntilExit()
        }
    }
}
