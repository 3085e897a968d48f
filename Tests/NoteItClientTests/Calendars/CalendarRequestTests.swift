import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct CalendarRequestTests {
    @Test func daysAreRead() async throws {
        let (first, last) = (try #require(Day("2025-11-01")), try #require(Day("2025-11-30")))
        let days = CalendarDays(from: first, to: last, timeZone: "UTC", items: [], complete: true, imports: [])
        let sent = try await requests(json(days)) { client async throws in
            #expect(try await client.calendarDays(from: first, to: last) == days)
        }
        #expect(sent.map(\.line) == ["GET /v1/me/calendar?from=2025-11-01&to=2025-11-30"])
    }

    @Test func aFeedIsMadeAndRevoked() async throws {
        let made = MadeCalendarFeed(id: .make(at: Samples.now), url: "https://notes.example.edu/calendars/s3cret.ics")
        let sent = try await requests(json(made, status: 201)) { client async throws in
            #expect(
                try await client.createFeed(NewCalendarFeed(name: "Mine", include: [.due], courses: [Samples.cs225])) == made)
            try await client.revoke(made.id)
        }
        #expect(sent.map(\.line) == ["POST /v1/me/calendar-feeds", "DELETE /v1/me/calendar-feeds/\(made.id)"])
        #expect(sent[0].body == #"{"courses":["202530.CMPT225"],"include":["due"],"name":"Mine"}"#)
    }

    @Test func aPasswordIsMadeAndRevoked() async throws {
        let made = MadeAppPassword(
            id: .make(at: Samples.now), name: "iPhone", createdAt: Samples.now, password: "abcd-efgh-jkmn-pqrs")
        let sent = try await requests(json(made, status: 201)) { client async throws in
            #expect(try await client.createAppPassword(NewAppPassword(name: "iPhone", currentPassword: "mine")) == made)
            try await client.revoke(made.id)
        }
        #expect(sent.map(\.line) == ["POST /v1/me/app-passwords", "DELETE /v1/me/app-passwords/\(made.id)"])
        #expect(sent[0].body == #"{"currentPassword":"mine","name":"iPhone"}"#)
    }

    @Test func anAddressIsImportedReadAgainAndDeleted() async throws {
        let source = Samples.calendarImport()
        let sent = try await requests(json(source)) { client async throws in
            let new = NewCalendarImport(name: "Google", url: "webcal://calendar.example.org/x.ics", tasks: true)
            #expect(try await client.createImport(new) == source)
            #expect(try await client.sync(source.id) == source)
            try await client.delete(source.id)
        }
        let path = "/v1/me/calendar-imports"
        #expect(sent.map(\.line) == ["POST \(path)", "POST \(path)/\(source.id)/sync", "DELETE \(path)/\(source.id)"])
        #expect(sent[0].type == "application/json")
    }

    @Test func aFileIsImportedAsItIs() async throws {
        let (source, file) = (Samples.calendarImport(), "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        let sent = try await requests(json(source, status: 201)) { client async throws in
            _ = try await client.createImport(file: Data(file.utf8), named: "Team", busy: false, tasks: true)
        }
        #expect(sent.map(\.line) == ["POST /v1/me/calendar-imports?busy=false&name=Team&tasks=true"])
        #expect(sent[0].body == file)
        #expect(sent[0].type == "text/calendar")
    }

    /// A request that made a feed, and whose answer was lost, must not make another.
    @Test func whatMakesSomethingIsNotSentTwice() async throws {
        let sent = try await requests(.cut) { client async throws in
            await #expect(throws: ClientError.self) { try await client.createAppPassword(NewAppPassword(name: "x")) }
        }
        #expect(sent.count == 1)
    }

    @Test func listsAreReadWhole() async throws {
        let sent = try await requests(json(Page(items: [Samples.calendarImport()]))) { client async throws in
            #expect(try await client.calendarImports().count == 1)
        }
        #expect(sent.map(\.line) == ["GET /v1/me/calendar-imports?limit=200"])
    }
}
