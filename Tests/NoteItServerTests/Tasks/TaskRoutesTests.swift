import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// Tasks over HTTP. It is Wednesday, 2026-11-18, 11:06 UTC.
struct TaskRoutesTests {
    private static let path = "/v1/me/tasks"
    private static let lunch = """
        {"title": "Lunch", "kind": "fixed", "start": "2026-11-18T12:30:00Z", "end": "2026-11-18T13:00:00Z",
         "recurrence": {"rule": "FREQ=DAILY"}}
        """

    private func add(_ server: TestServer, _ token: String, _ json: String, query: String = "") async throws -> StudyTask {
        let answer = try await server.send("POST", Self.path + query, as: token, json: json)
        #expect(answer.status == 201, "\(answer.body)")
        return try JSONCoding.decode(StudyTask.self, from: answer.body)
    }

    private func tasks(_ server: TestServer, _ token: String, _ query: String = "") async throws -> [StudyTask] {
        let answer = try await server.send("GET", Self.path + query, as: token)
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONCoding.decode(Page<StudyTask>.self, from: answer.body).items
    }

    private func fields(_ answer: Answer) throws -> [String] {
        try JSONCoding.decode(Problem.self, from: answer.body).errors?.map(\.field) ?? []
    }

    @Test func aTaskIsAddedEditedDoneAndDeleted() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let id = UUID().uuidString.lowercased()
            let new = #"{"id": "\#(id)", "title": "Read", "kind": "flexible", "minutes": 90, "priority": "high"}"#
            let added = try await server.send("POST", Self.path, as: token, json: new)
            #expect(added.status == 201 && added.headers["etag"] == "\"1\"")
            #expect(try await server.send("POST", Self.path, as: token, json: new).status == 200)
            let path = "\(Self.path)/\(id)"
            let edited = try await server.send("PATCH", path, as: token, json: #"{"title": "Read 7", "minutes": 60}"#)
            #expect(edited.status == 200 && edited.headers["etag"] == "\"2\"")
            let late = try await server.send(
                "PATCH", path, as: token, json: #"{"title": "x"}"#, headers: ["If-Match": "\"1\""])
            #expect(late.status == 412)
            let done = try await server.send("POST", path + "/done", as: token, json: #"{"done": true, "minutes": 25}"#)
            let task = try JSONCoding.decode(StudyTask.self, from: done.body)
            #expect(task.done && task.minutesDone == 25 && task.title == "Read 7" && task.minutes == 60)
            #expect(try await tasks(server, token, "?done=false").isEmpty)
            #expect(try await tasks(server, token, "?done=true").map(\.title) == ["Read 7"])
            let stranger = try await server.student("bob").accessToken
            #expect(try await server.send("GET", path, as: stranger).status == 404)
            #expect(try await server.send("DELETE", path, as: token).status == 204)
            #expect(try await server.send("GET", path, as: token).status == 404)
        }
    }

    @Test(arguments: [
        (#"{"kind": "flexible", "minutes": 5}"#, ["title"]),
        (#"{"title": " ", "kind": "flexible", "minutes": 0, "start": "2026-11-18T12:00:00Z"}"#, ["title", "minutes", "start"]),
        (#"{"title": "x", "kind": "fixed"}"#, ["start", "end"]),
        (#"{"title": "x", "kind": "fixed", "start": "2026-11-18T12:00:00Z", "end": "2026-11-18T12:00:00Z"}"#, ["end"]),
        (#"{"title": "x", "kind": "fixed", "start": "2026-11-18T25:38:00Z", "end": "2026-11-18T12:00:00Z"}"#, ["start"]),
        (
            #"{"title": "x", "kind": "fixed", "start": "2026-11-18T12:00:00Z", "end": "2026-11-18T13:00:00Z", "recurrence": {"rule": "FREQ=SECONDLY"}}"#,
            ["recurrence.rule"]
        ),
    ])
    func wrongFieldsAreNamedAtOnce(json: String, named: [String]) async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let answer = try await server.send("POST", Self.path, as: token, json: json)
            #expect(answer.status == 422)
            #expect(try fields(answer) == named, "\(answer.body)")
            #expect(try await tasks(server, token).isEmpty)
        }
    }

    @Test func anOverlapIsToldAndCanBeAllowed() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let lunch = try await add(server, token, Self.lunch)
            let new = #"{"title": "Talk", "kind": "fixed", "start": "2026-11-20T12:45:00Z", "end": "2026-11-20T14:00:00Z"}"#
            let refused = try await server.send("POST", Self.path, as: token, json: new)
            #expect(refused.status == 409)
            let overlaps = try JSONCoding.decode(Problem.self, from: refused.body).overlaps
            #expect(overlaps?.map(\.id) == [lunch.id.description] && overlaps?.first?.start == at("2026-11-20T12:30:00Z"))
            let talk = try await add(server, token, new, query: "?overlap=allow")
            let path = "\(Self.path)/\(talk.id)"
            // What is not moved is not checked again.
            #expect(try await server.send("PATCH", path, as: token, json: #"{"title": "A talk"}"#).status == 200)
            #expect(try await server.send("PATCH", path, as: token, json: #"{"start": "2026-11-20T12:40:00Z"}"#).status == 409)
            #expect(
                try await server.send("PATCH", path + "?overlap=allow", as: token, json: #"{"start": "2026-11-20T12:40:00Z"}"#)
                    .status == 200)
            #expect(try await server.send("PATCH", path, as: token, json: #"{"start": "2026-11-20T13:00:00Z"}"#).status == 200)
            #expect(try await server.send("POST", Self.path + "?overlap=maybe", as: token, json: new).status == 422)
        }
    }

    @Test func oneOccurrenceIsMovedAnotherDoneAndTheRestDeleted() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let lunch = try await add(server, token, Self.lunch)
            let path = "\(Self.path)/\(lunch.id)"
            let moved = try await server.send(
                "PATCH", path + "?occurrence=2026-11-19T12:30:00Z", as: token,
                json: #"{"start": "2026-11-19T13:30:00Z", "end": "2026-11-19T14:00:00Z"}"#)
            let part = try JSONCoding.decode(StudyTask.self, from: moved.body)
            #expect(part.id != lunch.id && part.recurrence == nil && part.start == at("2026-11-19T13:30:00Z"))
            #expect(try await server.send("GET", path + "?occurrence=2026-11-19T12:30:00Z", as: token).status == 404)
            let done = try await server.send(
                "POST", path + "/done", as: token, json: #"{"done": true, "occurrence": "2026-11-20T12:30:00Z"}"#)
            #expect(try JSONCoding.decode(StudyTask.self, from: done.body).done)
            let cut = try await server.send("DELETE", path + "?occurrence=2026-11-22T12:30:00Z&following=true", as: token)
            #expect(cut.status == 204)
            let rest = try #require(try await tasks(server, token).first { $0.id == lunch.id })
            #expect(rest.recurrence?.exceptions == [at("2026-11-19T12:30:00Z"), at("2026-11-20T12:30:00Z")])
            #expect(try await tasks(server, token, "?from=2026-11-20&to=2026-11-20").map(\.done) == [true])
            #expect(try await tasks(server, token, "?from=2026-11-22").isEmpty)
            let backwards = try await server.send("GET", Self.path + "?from=2026-11-23&to=2026-11-22", as: token)
            #expect(backwards.status == 422)
        }
    }

    @Test func pagesFollowEachOther() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            for number in 1...5 {
                _ = try await add(server, token, #"{"title": "Task \#(number)", "kind": "flexible", "minutes": 30}"#)
            }
            let first = try await server.send("GET", Self.path + "?limit=3", as: token)
            let page = try JSONCoding.decode(Page<StudyTask>.self, from: first.body)
            let next = try #require(page.next)
            let rest = try await tasks(server, token, "?limit=3&after=\(next)")
            #expect((page.items + rest).map(\.title) == (1...5).map { "Task \($0)" })
            let found = try await server.send("GET", Self.path + "?limit=3&from=2026-11-18", as: token)
            #expect(try JSONCoding.decode(Page<StudyTask>.self, from: found.body).next == next)
            #expect(try await tasks(server, token, "?limit=3&from=2026-11-18&after=\(next)") == rest)
            let last = try await server.send("GET", Self.path + "?limit=5&from=2026-11-18", as: token)
            #expect(try JSONCoding.decode(Page<StudyTask>.self, from: last.body).next == nil)
        }
    }
}
