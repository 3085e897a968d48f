import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

/// What is seen while the server is not reached.
struct SeenTests {
    private let server = URL(filePath: "/")

    @Test func aSeenEventCountsAtOnceAndIsDeletedOnceTheServerKnows() async throws {
        try await withProfile { profile in
            let copy = LocalCopy(try LocalDatabase(profile))
            var event = Samples.event(1)
            event.activity = 3
            try await copy.replace(
                with: [Samples.snapshot(at: 1, events: [event])], from: server, expecting: nil, at: Samples.now)
            #expect(try await copy.news() == [event.id])
            try await copy.see([event])
            #expect(try await copy.news().isEmpty)
            #expect(try await copy.seenHere() == [.init(event: event.id, seen: 3)])
            event.activity = 4
            try await copy.apply(try Samples.batch(1, 2, .upsert(.event(event), rev: 1)), at: Samples.now)
            #expect(try await copy.news() == [event.id])
            try await copy.see([event])
            try await copy.forgetSeen([.init(event: event.id, seen: 3)])
            #expect(try await copy.seenHere() == [.init(event: event.id, seen: 4)])
            try await copy.forgetSeen([.init(event: event.id, seen: 4)])
            #expect(try await copy.seenHere() == [])
        }
    }

    @Test func aNewSnapshotKeepsSeenEventsAndSigningOutDeletesThem() async throws {
        try await withProfile { profile in
            let copy = LocalCopy(try LocalDatabase(profile))
            let (event, mark) = (Samples.event(1), EventMark(event: .make(at: Samples.now), course: Samples.cs225))
            try await copy.replace(
                with: [Samples.snapshot(at: 1, events: [event])], from: server, expecting: nil, at: Samples.now)
            try await copy.see([event])
            let cursor = try #require(try await copy.status()?.cursor)
            try await copy.replace(
                with: [Samples.snapshot(at: 9, events: [event])], from: server, expecting: cursor, at: Samples.now)
            #expect(try await copy.news().isEmpty)
            try await copy.apply(try Samples.batch(9, 10, .upsert(.mark(mark), rev: nil)), at: Samples.now)
            #expect(try await copy.marks()[mark.event] == mark)
            try await copy.purge()
            #expect(try await copy.marks().isEmpty)
            #expect(try await copy.seenHere().isEmpty)
        }
    }
}
