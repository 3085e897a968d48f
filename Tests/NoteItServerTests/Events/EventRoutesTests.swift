import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct EventRoutesTests {
    private static let events = "/v1/courses/\(TestServer.course)/events"

    @Test
    func aPostIs201WithItsLocationAndRevision() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let posted = try await server.send("POST", Self.events, as: token, json: #"{"title": "Lab 4"}"#)
            #expect(posted.status == 201)
            #expect(posted.headers["etag"] == #""1""#)
            let location = try #require(posted.headers["location"])
            let read = try await server.send("GET", location, as: token)
            #expect(read.status == 200)
            #expect(read.body == posted.body)
            #expect(read.headers["etag"] == #""1""#)
            #expect(read.headers["content-type"] == "application/json")
            #expect(read.headers["x-content-type-options"] == "nosniff")
            #expect(read.headers["cache-control"] == "no-store")
        }
    }

    @Test
    func aRepeatedIDIs200AndChangesNothing() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let id = UUID().uuidString.lowercased()
            let first = try await server.send("POST", Self.events, as: token, json: #"{"id": "\#(id)", "title": "Lab 4"}"#)
            let again = try await server.send("POST", Self.events, as: token, json: #"{"id": "\#(id)", "title": "Other"}"#)
            #expect(first.status == 201)
            #expect(again.status == 200)
            #expect(first.body == again.body)
            let bob = try await server.student("bob", enrolled: true).accessToken
            let taken = try await server.send("POST", Self.events, as: bob, json: #"{"id": "\#(id)", "title": "Mine"}"#)
            #expect(taken.status == 409)
        }
    }

    @Test(arguments: [
        (#""1""#, 200), ("*", 200), (#""1", "7""#, 412), (#""7""#, 412), (#"W/"1""#, 412), ("1", 412), ("garbage", 412),
        (#""""#, 412),
    ])
    func anEditIsGuardedByIfMatch(tag: String, status: Int) async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let posted = try await server.send("POST", Self.events, as: token, json: #"{"title": "Lab 4"}"#)
            let location = try #require(posted.headers["location"])
            let edited = try await server.send(
                "PATCH", location, as: token, json: #"{"title": "Lab 5"}"#, headers: ["If-Match": tag])
            #expect(edited.status == status)
            if status == 200 { #expect(edited.headers["etag"] == #""2""#) }
        }
    }

    @Test
    func anEventIsFoundByItsNumber() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            for title in ["One", "Two"] {
                let due = title == "Two" ? #", "due": "2026-11-21T04:00:00Z""# : ""
                _ = try await server.send("POST", Self.events, as: token, json: #"{"title": "\#(title)"\#(due)}"#)
            }
            let two = try await server.send("GET", Self.events + "?number=2", as: token)
            let page = try JSONCoding.decode(DuePage.self, from: two.body)
            #expect(page.sections.flatMap(\.events).map(\.title) == ["Two"])
            #expect(page.sections.first?.due == Day("2026-11-20"), "a day of the term's time zone")
            let none = try await server.send("GET", Self.events + "?number=3", as: token)
            #expect(none.json["sections"] as? [String] == [])
            #expect(try await server.send("GET", "/v1/courses/202530.X1/events?number=1", as: token).status == 404)
        }
    }

    @Test
    func classmatesReadEventsButDoNotEditThem() async throws {
        try await withServer { server in
            let (ada, bob) = try await (server.student("ada", enrolled: true), server.student("bob", enrolled: true))
            let stranger = try await server.student("eve")
            let open = try await server.send("POST", Self.events, as: ada.accessToken, json: #"{"title": "Open"}"#)
            let location = try #require(open.headers["location"])
            #expect(try await server.send("GET", location, as: bob.accessToken).status == 200)
            #expect(try await server.send("PATCH", location, as: bob.accessToken, json: #"{"title": "x"}"#).status == 403)
            #expect(try await server.send("DELETE", location, as: bob.accessToken).status == 403)
            #expect(try await server.send("GET", location, as: stranger.accessToken).status == 404)
            #expect(try await server.send("GET", Self.events, as: stranger.accessToken).status == 403)
            let secret = try await server.send(
                "POST", Self.events, as: ada.accessToken, json: #"{"title": "Secret", "visibility": "private"}"#)
            #expect(try await server.send("GET", try #require(secret.headers["location"]), as: bob.accessToken).status == 404)
            #expect(try await server.send("DELETE", location, as: ada.accessToken).status == 204)
            #expect(try await server.send("GET", location, as: ada.accessToken).status == 404)
        }
    }

    @Test
    func repliesHaveTheSameRevisionsAndErrors() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let event = try #require(
                try await server.send("POST", Self.events, as: token, json: #"{"title": "Q"}"#).headers["location"])
            let reply = try await server.send("POST", event + "/replies", as: token, json: #"{"body": "An answer"}"#)
            #expect(reply.status == 201)
            let location = try #require(reply.headers["location"])
            let stale = try await server.send(
                "PATCH", location, as: token, json: #"{"body": "x"}"#, headers: ["If-Match": #""9""#])
            #expect(stale.status == 412)
            let edited = try await server.send("PATCH", location, as: token, json: #"{"body": "A better answer"}"#)
            #expect(edited.headers["etag"] == #""2""#)
            let list = try await server.send("GET", event + "/replies", as: token)
            #expect(try JSONCoding.decode(Page<Reply>.self, from: list.body).items.map(\.body) == ["A better answer"])
            #expect(try await server.send("DELETE", location + "?reason=off%20topic", as: token).status == 204)
            #expect(try await server.send("POST", event + "/replies", as: token, json: #"{"body": ""}"#).status == 422)
        }
    }

    @Test
    func enrollingIs201OnceAndTakesAllSectionsOrNone() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let path = "/v1/me/enrollments"
            let mixed = #"{"sections": ["\#(TestServer.section)", "202530.9999"]}"#
            #expect(try await server.send("POST", path, as: token, json: mixed).status == 422)
            #expect((try await server.send("GET", path, as: token).json["items"] as? [Any])?.isEmpty == true)
            let one = #"{"sections": ["\#(TestServer.section)"]}"#
            #expect(try await server.send("POST", path, as: token, json: one).status == 201)
            #expect(try await server.send("POST", path, as: token, json: one).status == 200)
            #expect(try await server.send("DELETE", "\(path)/\(TestServer.section)", as: token).status == 204)
            #expect(try await server.send("DELETE", "\(path)/\(TestServer.section)", as: token).status == 404)
        }
    }

    @Test
    func shortListsArePaged() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let path = "/v1/terms/202530/subjects"
            let first = try JSONCoding.decode(
                Page<Subject>.self, from: try await server.send("GET", path + "?limit=1", as: token).body)
            #expect(first.items.map(\.code) == ["CMPT"])
            let after = try #require(first.next)
            let second = try JSONCoding.decode(
                Page<Subject>.self, from: try await server.send("GET", path + "?limit=1&after=\(after)", as: token).body)
            #expect(second.items.map(\.code) == ["MATH"])
            #expect(second.next == nil)
            #expect(try await server.send("GET", path + "?after=nonsense", as: token).faultyFields == ["after"])
        }
    }
}
