import NoteItCore
import Testing

@testable import NoteItServer

struct DegreePlanRoutesTests {
    private func plan(_ answer: Answer) throws -> DegreePlan {
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONCoding.decode(DegreePlan.self, from: answer.body)
    }

    @Test func aPlanIsMadeOnceEditedAtItsRevisionAndDeleted() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let id = DegreePlan.ID.make(at: server.clock.now)
            let new = #"{"id": "\#(id)", "name": "Mine", "terms": [{"term": "202710", "courses": ["cmpt120"]}]}"#
            let made = try await server.send("POST", "/v1/me/plans", as: token, json: new)
            #expect(made.status == 201 && made.headers["etag"] == "\"1\"")
            let path = try #require(made.headers["location"])
            #expect(path == "/v1/me/plans/\(id)")
            // The same id again changes nothing, whatever else the request says.
            let again = new.replacing("cmpt120", with: "CMPT 999")
            let repeated = try plan(try await server.send("POST", "/v1/me/plans", as: token, json: again))
            #expect(repeated.terms == [PlanTerm(term: DegreeSamples.spring2027, courses: [DegreeSamples.cmpt120])])
            let patch = #"{"name": "Ours", "programme": "\#(DegreeSamples.minor.id)", "creditsPerTerm": {"fall": 15}}"#
            let edited = try plan(try await server.send("PATCH", path, as: token, json: patch, headers: ["If-Match": "\"1\""]))
            #expect(edited.rev == 2 && edited.name == "Ours" && edited.programme == DegreeSamples.minor.id)
            #expect(edited.creditsPerTerm?[.spring] == .zero)
            #expect(try await server.send("PATCH", path, as: token, json: patch, headers: ["If-Match": "\"1\""]).status == 412)
            let bare = try plan(try await server.send("PATCH", path, as: token, json: #"{"programme": null}"#))
            #expect(bare.programme == nil && bare.creditsPerTerm != nil)
            #expect(try await server.send("DELETE", path, as: token, headers: ["If-Match": "\"1\""]).status == 412)
            #expect(try await server.send("DELETE", path, as: token).status == 204)
            #expect(try await server.send("GET", path, as: token).status == 404)
        }
    }

    @Test func everyWrongFieldIsNamedAtOnce() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let wrong = #"""
                "name": "", "programme": "computing-minor",
                "terms": [{"term": "202710", "courses": ["CMPT 120", "CMPT 226"]}, {"term": "202710", "courses": []}]
                """#
            let refused = try await server.send("POST", "/v1/me/plans", as: token, json: "{\(wrong)}")
            #expect(refused.status == 422)
            #expect(Set(refused.faultyFields) == ["name", "terms.1.term", "programme", "terms.0.courses.1"])
            #expect(refused.body.contains("did you mean CMPT 225"))
            let path = try await server.plan(as: token)
            let patched = try await server.send("PATCH", path, as: token, json: "{\(wrong)}")
            #expect(patched.status == 422 && Set(patched.faultyFields) == Set(refused.faultyFields))
            #expect(try await server.send("GET", path, as: token).headers["etag"] == "\"1\"")
        }
    }

    private static let parts = ["", "/check", "/audit", "/path", "/replies"]

    @Test func aPlanIsItsOwnersUntilItIsShared() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let (ada, bob) = (try await server.student("ada").accessToken, try await server.student("bob").accessToken)
            let path = try await server.plan(as: ada)
            for part in Self.parts {
                #expect(try await server.send("GET", path + part, as: ada).status == 200)
                #expect(try await server.send("GET", path + part, as: bob).status == 404)
                #expect(try await server.send("GET", path + part).status == 401)
            }
            #expect(try await server.send("PUT", path + "/approval", as: bob).status == 404)
            #expect(try await server.send("POST", path + "/replies", as: bob, json: #"{"body": "Hm."}"#).status == 404)
            _ = try await server.send("PATCH", path, as: ada, json: #"{"shared": true}"#)
            for part in Self.parts { #expect(try await server.send("GET", path + part, as: bob).status == 200) }
            #expect(try await server.send("PATCH", path, as: bob, json: #"{"name": ""}"#).status == 403)
            #expect(try await server.send("DELETE", path, as: bob).status == 403)
        }
    }

    @Test func anApprovalHoldsUntilThePlanChanges() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let (ada, eve) = (try await server.student("ada").accessToken, try await server.student("eve").accessToken)
            let path = try await server.plan(#""shared": true"#, as: ada)
            #expect(try await server.send("PUT", path + "/approval", as: ada).status == 403)
            let stale = try await server.send("PUT", path + "/approval", as: eve, headers: ["If-Match": "\"7\""])
            #expect(stale.status == 412)
            let approved = try plan(
                try await server.send("PUT", path + "/approval", as: eve, headers: ["If-Match": "\"1\""]))
            #expect(approved.approved?.by.displayName == "eve" && approved.approvalLost == nil)
            let followed = try await server.send("GET", "/v1/me/plans?followed=true", as: eve)
            #expect(try JSONCoding.decode(Page<DegreePlan>.self, from: followed.body).items.map(\.id) == [approved.id])
            #expect(try await server.send("GET", "/v1/me/plans", as: eve).body.contains(#""items":[]"#))
            let moved = try plan(
                try await server.send(
                    "PATCH", path, as: ada, json: #"{"terms": [{"term": "202710", "courses": ["CMPT 120"]}]}"#))
            #expect(moved.approved == nil && moved.approvalLost?.by.displayName == "eve")
            #expect(try await server.send("DELETE", path + "/approval", as: eve).status == 204)
            _ = try await server.send("PATCH", path, as: ada, json: #"{"shared": false}"#)
            let left = try await server.send("GET", "/v1/me/plans?followed=true", as: eve)
            #expect(try JSONCoding.decode(Page<DegreePlan>.self, from: left.body).items.isEmpty)
        }
    }

    @Test func commentsAreEditedAndDeletedAsReplies() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let (ada, eve) = (try await server.student("ada").accessToken, try await server.student("eve").accessToken)
            let path = try await server.plan(#""shared": true"#, as: ada)
            let posted = try await server.send("POST", path + "/replies", as: eve, json: #"{"body": "Too much in spring."}"#)
            #expect(posted.status == 201 && posted.headers["etag"] == "\"1\"")
            let own = try #require(posted.headers["location"])
            let edited = try await server.send(
                "PATCH", own, as: eve, json: #"{"body": "Fine."}"#, headers: ["If-Match": "\"1\""])
            #expect(edited.status == 200 && edited.headers["etag"] == "\"2\"")
            #expect(try JSONCoding.decode(PlanReply.self, from: edited.body).body == "Fine.")
            #expect(try await server.send("PATCH", own, as: ada, json: #"{"body": "Mine."}"#).status == 403)
            #expect(try await server.send("PATCH", own, as: eve, json: #"{"body": ""}"#).status == 422)
            let listed = try await server.send("GET", path + "/replies", as: ada)
            #expect(try JSONCoding.decode(Page<PlanReply>.self, from: listed.body).items.map(\.body) == ["Fine."])
            #expect(try await server.send("DELETE", own, as: ada).status == 204)
            #expect(try await server.send("DELETE", own, as: ada).status == 404)
            for unwanted in [
                #"{"body": "x", "anonymous": true}"#,
                #"{"body": "x", "attachments": ["\#(Attachment.ID.make(at: .distantPast))"]}"#,
            ] {
                #expect(try await server.send("POST", path + "/replies", as: eve, json: unwanted).status == 422)
            }
        }
    }

    @Test(arguments: [
        ("/audit?programme=nothing", "programme"), ("/path?programme=nothing", "programme"), ("/path?from=202640", "from"),
        ("/path?from=999910", "from"), ("/path?credits=-1", "credits"), ("/path?fall=NaN", "fall"),
    ])
    func badQuestionsNameTheParameter(part: String, field: String) async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let answer = try await server.send("GET", try await server.plan(as: token) + part, as: token)
            #expect(answer.status == 422 && answer.faultyFields == [field], "\(answer.body)")
        }
    }

    @Test func anAuditAndAPathNeedAProgramme() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let path = try await server.plan(as: token)
            _ = try await server.send("PATCH", path, as: token, json: #"{"programme": null}"#)
            for part in ["/audit", "/path"] {
                #expect(try await server.send("GET", path + part, as: token).faultyFields == ["programme"])
                let other = try await server.send("GET", path + part + "?programme=\(DegreeSamples.minor.id)", as: token)
                #expect(other.status == 200)
            }
        }
    }

    /// CMPT 120, CMPT 125, then CMPT 225, which may be taken beside MACM 101. The present term is fall 2026.
    @Test func aPathUsesTheCatalogTheRecordAndThePresentTerm() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let path = try await server.plan(#""terms": [{"term": "202630", "courses": ["CMPT 120"]}]"#, as: token)
            let way: DegreePath = try await finished(\.optimal) { try await server.send("GET", path + "/path", as: token) }
            #expect(way.feasible && way.graduates?.description == "202730")
            #expect(way.critical == [DegreeSamples.cmpt125, DegreeSamples.cmpt225])
            let summers: DegreePath = try await finished(\.optimal) {
                try await server.send("GET", path + "/path?from=202710&credits=6", as: token)
            }
            #expect(summers.graduates?.description == "202720")
        }
    }
}
