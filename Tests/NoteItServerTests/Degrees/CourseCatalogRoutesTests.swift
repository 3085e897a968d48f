import NoteItCore
import Testing

@testable import NoteItServer

struct CourseCatalogRoutesTests {
    private func codes(_ server: TestServer, _ query: String, _ token: String) async throws -> [String] {
        let answer = try await server.send("GET", "/v1/courses" + query, as: token)
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONCoding.decode(Page<CatalogEntry>.self, from: answer.body).items.map(\.code.description)
    }

    @Test func theCatalogHasImportedCoursesAndThoseOfTerms() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            #expect(
                try await codes(server, "", token) == ["CMPT 120", "CMPT 125", "CMPT 225", "MACM 101", "MATH 150", "PHYS X99"])
            #expect(try await codes(server, "?subject=cmpt&from=121&limit=1", token) == ["CMPT 125"])
            #expect(try await codes(server, "?after=MATH%20150", token) == ["PHYS X99"])
            #expect(try await server.send("GET", "/v1/courses?offered=winter", as: token).faultyFields == ["offered"])
            #expect(try await server.send("GET", "/v1/courses").status == 401)
        }
    }

    @Test func coursesAreReadyOnceTheRecordMeetsTheirPrerequisites() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            #expect(try await codes(server, "?subject=CMPT&ready=true", token) == ["CMPT 120"])
            let record = #"{"items": [{"course": "CMPT 120", "term": "202610", "grade": "B"}]}"#
            #expect(try await server.send("PUT", "/v1/me/record", as: token, json: record).status == 200)
            #expect(try await codes(server, "?subject=CMPT&ready=true", token) == ["CMPT 120", "CMPT 125"])
            #expect(try await codes(server, "?subject=CMPT&ready=false", token) == ["CMPT 225"])
        }
    }

    @Test func coursesTowardsADegreeAreThoseThatItLacks() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let (ada, bob) = (try await server.student("ada").accessToken, try await server.student("bob").accessToken)
            let path = try await server.plan(#""terms": [{"term": "202710", "courses": ["CMPT 225"]}]"#, as: ada)
            let id = String(path.split(separator: "/").last ?? "")
            #expect(try await codes(server, "?towards=\(id)", ada) == ["CMPT 120", "MACM 101"])
            #expect(try await server.send("GET", "/v1/courses?towards=\(id)", as: bob).status == 404)
            #expect(try await server.send("GET", "/v1/courses?towards=mine", as: ada).faultyFields == ["towards"])
            _ = try await server.send("PATCH", path, as: ada, json: #"{"programme": null}"#)
            #expect(try await server.send("GET", "/v1/courses?towards=\(id)", as: ada).faultyFields == ["towards"])
        }
    }

    @Test func requirementsAreFoundByCodeAndByCourse() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            for name in ["CMPT225", "cmpt-225", "CMPT%20225", "202530.CMPT225"] {
                let answer = try await server.send("GET", "/v1/courses/\(name)/requirements", as: token)
                #expect(answer.status == 200, "\(name) \(answer.body)")
                let found = try JSONCoding.decode(CourseRequirementsAnswer.self, from: answer.body)
                #expect(found.course == DegreeSamples.cmpt225 && found.prerequisites == .course(DegreeSamples.cmpt125))
                #expect(found.corequisites == .course(DegreeSamples.macm101) && found.opens.isEmpty)
            }
            let opening = try await server.send("GET", "/v1/courses/CMPT120/requirements", as: token)
            #expect(
                try JSONCoding.decode(CourseRequirementsAnswer.self, from: opening.body).opens == [DegreeSamples.cmpt125])
            let unknown = try await server.send("GET", "/v1/courses/CMPT226/requirements", as: token)
            #expect(unknown.status == 404 && unknown.body.contains("did you mean CMPT 225"))
            for name in ["x", "202530.CMPT226", "202530.", "a%20b%20c"] {
                #expect(try await server.send("GET", "/v1/courses/\(name)/requirements", as: token).status == 404)
            }
        }
    }

    @Test func programmesAreListedAndShown() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let list = try await server.send("GET", "/v1/programmes", as: token)
            let page = try JSONCoding.decode(Page<ProgrammeSummary>.self, from: list.body)
            #expect(page.items == [ProgrammeSummary(DegreeSamples.minor)])
            let one = try await server.send("GET", "/v1/programmes/\(DegreeSamples.minor.id)", as: token)
            #expect(try JSONCoding.decode(Programme.self, from: one.body) == DegreeSamples.minor)
            let unknown = try await server.send("GET", "/v1/programmes/sfu-2025-computing-miner", as: token)
            #expect(unknown.status == 404 && unknown.body.contains("did you mean sfu-2025-computing-minor?"))
        }
    }
}
