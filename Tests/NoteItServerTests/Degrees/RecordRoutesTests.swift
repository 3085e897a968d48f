import NoteItCore
import Testing

@testable import NoteItServer

struct RecordRoutesTests {
    private static let path = "/v1/me/record"
    private static let two =
        #"{"items": [{"course": "cmpt120", "term": "202610", "grade": "B+"}, {"course": "X 1", "kind": "exam"}]}"#

    @Test func aRecordIsReplacedAtTheRevisionThatWasRead() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let empty = try await server.send("GET", Self.path, as: token)
            #expect(try JSONCoding.decode(AcademicRecord.self, from: empty.body) == .empty)
            #expect(empty.headers["etag"] == "\"0\"")
            let stored = try await server.send("PUT", Self.path, as: token, json: Self.two, headers: ["If-Match": "\"0\""])
            #expect(stored.status == 200 && stored.headers["etag"] == "\"1\"", "\(stored.body)")
            let record = try JSONCoding.decode(AcademicRecord.self, from: stored.body)
            #expect(
                record.items.map(\.course.description) == ["CMPT 120", "X 1"] && record.items.map(\.kind) == [.taken, .exam])
            for stale in ["\"0\"", "W/\"1\"", "nonsense"] {
                let refused = try await server.send("PUT", Self.path, as: token, json: Self.two, headers: ["If-Match": stale])
                #expect(refused.status == 412)
            }
            let read = try await server.send("GET", Self.path, as: token)
            #expect(try JSONCoding.decode(AcademicRecord.self, from: read.body) == record)
            let other = try await server.student("bob").accessToken
            #expect(try await server.send("GET", Self.path, as: other).headers["etag"] == "\"0\"")
        }
    }

    @Test(arguments: [
        "[]", "{}", #"{"items": {}}"#, #"{"items": [{"course": "CMPT 120", "kind": "waiver", "inProgress": true}]}"#,
    ])
    func aBodyThatIsNotARecordChangesNothing(body: String) async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            #expect(try await server.send("PUT", Self.path, as: token, json: body).status == 422)
            #expect(try await server.send("GET", Self.path, as: token).headers["etag"] == "\"0\"")
        }
    }

    @Test func anUnknownCourseIsRefusedUnlessItIsAllowed() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let wrong = #"{"items": [{"course": "CMPT 120"}, {"course": "CMPT 226"}, {"course": "CMPT 121", "term": null}]}"#
            let refused = try await server.send("PUT", Self.path, as: token, json: wrong)
            #expect(refused.status == 422 && refused.faultyFields == ["items.1.course", "items.2.course"])
            #expect(refused.body.contains("did you mean CMPT 225"))
            #expect(try await server.send("GET", Self.path, as: token).headers["etag"] == "\"0\"")
            #expect(try await server.send("PUT", Self.path + "?unknown=allow", as: token, json: wrong).status == 200)
            // What the record has already may stay.
            #expect(try await server.send("PUT", Self.path, as: token, json: wrong).status == 200)
            #expect(try await server.send("PUT", Self.path + "?unknown=yes", as: token, json: wrong).status == 422)
        }
    }
}
