import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct LocalCopyCalendarTests {
    private let dentist = Samples.personalEvent("Dentist", Samples.at("2025-11-24", 540), Samples.at("2025-11-24", 600))
    private let source = Samples.calendarImport()

    private func withCopy(_ body: (LocalCopy) async throws -> Void) async throws {
        try await withProfile { profile in
            let copy = LocalCopy(try LocalDatabase(profile))
            var snapshot = Samples.snapshot(at: 1)
            (snapshot.personalEvents, snapshot.calendarImports) = ([dentist], [source])
            try await copy.replace(with: [snapshot], from: Samples.server, expecting: nil, at: Samples.now)
            try await body(copy)
        }
    }

    @Test func aSnapshotBringsPersonalEventsAndImports() async throws {
        try await withCopy { copy async throws in
            #expect(try await copy.personalEvents() == [dentist])
            #expect(try await copy.calendarImports() == [source])
        }
    }

    @Test func changesReplaceAndRemove() async throws {
        var (moved, synced) = (dentist, source)
        (moved.title, moved.rev, synced.events, synced.rev) = ("Dentist, moved", 2, 5, 2)
        let early = Samples.personalEvent("Choir", Samples.at("2025-11-20"), Samples.at("2025-11-20", 60))
        try await withCopy { copy async throws in
            try await copy.apply(
                try Samples.batch(
                    1, 4, .upsert(.personalEvent(moved), rev: 2), .upsert(.calendarImport(synced), rev: 2),
                    .upsert(.personalEvent(early), rev: 1)), at: Samples.now)
            #expect(try await copy.personalEvents() == [early, moved])
            #expect(try await copy.calendarImports() == [synced])
            try await copy.apply(
                try Samples.batch(
                    4, 6, .remove(.personalEvent, id: moved.id.description), .remove(.calendarImport, id: source.id.description)
                ),
                at: Samples.now)
            #expect(try await copy.personalEvents() == [early])
            #expect(try await copy.calendarImports().isEmpty)
        }
    }

    @Test func signingOutPurgesThem() async throws {
        try await withCopy { copy async throws in
            try await copy.purge()
            #expect(try await copy.personalEvents().isEmpty)
            #expect(try await copy.calendarImports().isEmpty)
        }
    }

    @Test func aSnapshotWithoutThemIsOneOfAnOlderServer() async throws {
        let text = try JSONCoding.string(Samples.snapshot(at: 1))
        var json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        for field in ["personalEvents", "calendarImports"] { json[field] = nil }
        let old = try JSONCoding.decoder().decode(Snapshot.self, from: JSONSerialization.data(withJSONObject: json))
        #expect(old.personalEvents.isEmpty && old.calendarImports.isEmpty)
    }

    /// Without the server, the events of imports are missing: the answer says so.
    @Test func daysOfTheCopyAreIncompleteWithImports() async throws {
        let day = try #require(Day("2025-11-24"))
        try await withCopy { copy async throws in
            let days = try await copy.calendarDays(from: day, to: day, in: Samples.zone, at: Samples.now)
            #expect(days.items.map(\.title) == ["Dentist"])
            #expect(days.timeZone == "America/Vancouver" && days.imports == [source] && !days.complete)
            try await copy.apply(
                try Samples.batch(1, 2, .remove(.calendarImport, id: source.id.description)), at: Samples.now)
            #expect(try await copy.calendarDays(from: day, to: day, in: Samples.zone, at: Samples.now).complete)
        }
    }
}
