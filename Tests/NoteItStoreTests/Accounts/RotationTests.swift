import NoteItCore
import Testing

@testable import NoteItStore

/// A refresh token works once. If its answer was lost, it works once more.
struct RotationTests {
    @Test func aTokenWhoseAnswerWasLostWorksOnceMoreForAMinute() async throws {
        try await rotating { (rotate, wait) async throws in
            #expect(try await rotate("1", "lost"))
            wait(60)
            #expect(try await rotate("1", "2"))
            #expect(try await rotate("2", "3"))
            #expect(try await !rotate("lost", "4"), "whoever holds it ends the session")
            #expect(try await !rotate("3", "5"))
        }
    }

    @Test func itsTimeEnds() async throws {
        try await rotating { (rotate, wait) async throws in
            #expect(try await rotate("1", "2"))
            wait(61)
            #expect(try await !rotate("1", "3"))
            #expect(try await !rotate("2", "4"))
        }
    }

    @Test func aTokenWhoseSuccessorWasUsedEndsTheSession() async throws {
        try await rotating { (rotate, _) async throws in
            #expect(try await rotate("1", "2"))
            #expect(try await rotate("2", "3"))
            #expect(try await !rotate("1", "4"))
            #expect(try await !rotate("3", "5"))
        }
    }

    @Test func aTokenThatComesAThirdTimeEndsTheSession() async throws {
        try await rotating { (rotate, _) async throws in
            #expect(try await rotate("1", "lost"))
            #expect(try await rotate("1", "2"))
            #expect(try await !rotate("1", "3"))
            #expect(try await !rotate("2", "4"))
        }
    }

    /// A session whose token is "1". Gives what exchanges a token for another, and answers whether it was good; and a clock.
    private func rotating(
        _ body: (_ rotate: (String, String) async throws -> Bool, _ wait: (Int) -> Void) async throws -> Void
    ) async throws {
        try await Campus.with { campus in
            let (store, ada) = (campus.store, try await campus.person("ada"))
            try await store.open(.make(at: campus.clock.now), for: ada, device: nil, refreshHash: "1")
            try await body(
                { token, next in
                    do { _ = try await store.rotate(refreshHash: token, to: next) } catch DomainError.unauthenticated {
                        return false
                    }
                    return true
                }, { campus.clock.advance(Double($0)) })
            #expect(try await store.check() == [])
        }
    }
}
