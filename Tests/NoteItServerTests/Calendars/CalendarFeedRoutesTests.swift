import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct CalendarFeedRoutesTests {
    private func path(of feed: MadeCalendarFeed) throws -> String {
        try #require(URL(string: feed.url)?.path)
    }

    private func made(_ server: TestServer, as token: String, _ json: String) async throws -> MadeCalendarFeed {
        let answer = try await server.send("POST", "/v1/me/calendar-feeds", as: token, json: json)
        #expect(answer.status == 201)
        return try JSONCoding.decode(MadeCalendarFeed.self, from: answer.body)
    }

    @Test func aFeedIsReadWithoutAToken() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let event = #"{"title": "Midterm", "kind": "exam", "due": "2026-12-01T18:30:00Z"}"#
            let posted = try await server.send("POST", "/v1/courses/\(TestServer.course)/events", as: token, json: event)
            #expect(posted.status == 201)
            let feed = try await made(server, as: token, #"{"name": "Due", "include": ["due"]}"#)
            #expect(feed.url.hasPrefix("http://localhost/calendars/") && feed.url.hasSuffix(".ics"))
            let path = try path(of: feed)
            let file = try await server.send("GET", path)
            #expect(file.status == 200 && file.body.contains("SUMMARY:CMPT225 Exam: Midterm"))
            let tag = try #require(file.headers["etag"])
            #expect(file.headers["cache-control"] == "private, max-age=300")
            #expect(try await server.send("GET", path, headers: ["If-None-Match": tag]).status == 304)
            #expect(try await server.send("HEAD", path).status == 200)

            // The file changes when, and only when, what it holds does.
            _ = try await server.send(
                "POST", "/v1/me/tasks", as: token, json: #"{"title": "Read", "kind": "flexible", "minutes": 60}"#)
            #expect(try await server.send("GET", path, headers: ["If-None-Match": tag]).status == 304)
            let id = try #require(posted.json["id"] as? String)
            let moved = try await server.send("PATCH", "/v1/events/\(id)", as: token, json: #"{"due": "2026-12-02T18:30:00Z"}"#)
            #expect(moved.status == 200)
            let next = try await server.send("GET", path, headers: ["If-None-Match": tag])
            #expect(next.status == 200 && next.body.contains("DTSTART:20261202T183000Z") && next.body.contains("SEQUENCE:1"))
        }
    }

    @Test func aRevokedFeedIsGone() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let feed = try await made(server, as: token, #"{"name": "All", "include": ["tasks", "classes"]}"#)
            let list = try await server.send("GET", "/v1/me/calendar-feeds", as: token)
            let feeds = try JSONCoding.decode(Page<CalendarFeed>.self, from: list.body).items
            #expect(feeds.map(\.include) == [[.classes, .tasks]])
            let secret = try #require(path(of: feed).split(separator: "/").last)
            #expect(!list.body.contains(secret.dropLast(4)))
            #expect(try await server.send("DELETE", "/v1/me/calendar-feeds/\(feed.id)", as: token).status == 204)
            #expect(try await server.send("GET", path(of: feed)).status == 404)
            #expect(try await server.send("GET", "/calendars/x").status == 404)
        }
    }

    @Test func wrongFeedsAreRefused() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            for body in [
                #"{"name": "x", "include": []}"#, #"{"name": "", "include": ["due"]}"#,
                #"{"name": "x", "include": ["due"], "courses": []}"#,
                #"{"name": "x", "include": ["due"], "courses": ["202530.CMPT225"]}"#,
            ] {
                #expect(try await server.send("POST", "/v1/me/calendar-feeds", as: token, json: body).status == 422)
            }
        }
    }

    @Test func theSecretIsInNoMetric() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let feed = try await made(server, as: token, #"{"name": "Due", "include": ["due"]}"#)
            _ = try await server.send("GET", path(of: feed))
            let metrics = try await server.send("GET", "/metrics").body
            let secret = try #require(path(of: feed).split(separator: "/").last).dropLast(4)
            #expect(metrics.contains("/calendars/{file}") && !metrics.contains(secret))
        }
    }

    @Test func gzipShrinksAndIsMarked() {
        let text = Array(String(repeating: "BEGIN:VEVENT\r\n", count: 1_000).utf8)
        let small = Gzip.compressed(text) ?? []
        #expect(small.prefix(2) == [0x1F, 0x8B] && small.count < text.count / 10)
        #expect(Gzip.compressed([]) == nil)
    }
}
