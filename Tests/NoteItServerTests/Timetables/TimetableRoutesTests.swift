import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// Timetables over HTTP, on a term of three small courses.
struct TimetableRoutesTests {
    private static let path = "/v1/terms/202530/schedules/search"

    /// Replaces the sample term by one with meetings: CMPT225 has two sections, MATH150 one, and ART1 overlaps MATH150.
    private func prepare(_ server: TestServer) async throws -> String {
        var term = CatalogTerm.sample
        let meet = { (crn: String, code: String, days: String, start: String, end: String) -> CatalogSection in
            var section = CatalogSection.sample(crn: crn, code: code)
            guard let start = WallTime(start), let end = WallTime(end) else { return section }
            section.meetings = [
                Meeting(
                    days: days, start: start, end: end, startsOn: Day("2026-09-01"), endsOn: Day("2026-12-20"),
                    place: "Main A 1")
            ]
            return section
        }
        term.courses[0].sections = [
            meet("1001", "D100", "MWF", "10:30", "11:20"), meet("1002", "D200", "TR", "10:30", "11:50"),
        ]
        term.courses[1].sections = [meet("2001", "D100", "MWF", "11:00", "11:50")]
        term.courses.append(
            CatalogCourse(
                subject: "ART", number: "1", title: "Drawing", credits: Credits("3"), attributes: [],
                sections: [meet("3001", "D100", "F", "11:30", "12:20")]))
        _ = try await server.store.importCatalog(term, links: [], options: ImportOptions(timeZone: "America/Vancouver"))
        return try await server.student("ada").accessToken
    }

    private func search(_ server: TestServer, _ token: String, _ json: String) async throws -> TimetableAnswer {
        let answer = try await server.send("POST", Self.path, as: token, json: json)
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONCoding.decode(TimetableAnswer.self, from: answer.body)
    }

    @Test func aSearchCountsAndRanks() async throws {
        try await withServer { server in
            let token = try await prepare(server)
            let found = try await search(server, token, #"{"courses": ["CMPT 225", "202530.MATH150"]}"#)
            #expect(found.feasible == "1" && found.exact && found.optimal && found.conflicts == nil)
            #expect(found.timetables.map(\.crns) == [[1002, 2001]])
            #expect(found.timetables.first?.parts.days == 5)
        }
    }

    @Test func failureIsExplained() async throws {
        try await withServer { server in
            let token = try await prepare(server)
            let found = try await search(
                server, token, #"{"courses": ["math150", "ART1", "CMPT225"], "daysOff": "T"}"#)
            #expect(found.feasible == "0" && found.timetables.isEmpty)
            #expect(
                found.conflicts?.minimal == [
                    ["course MATH 150", "course ART 1"], ["course MATH 150", "course CMPT 225", "day off T"],
                ])
            #expect(found.conflicts?.maxCourses == 2)
            #expect(found.conflicts?.relaxations.first == .init(drop: ["course MATH 150"], timetables: "1"))
        }
    }

    @Test(arguments: [
        (#"{"courses": ["CMPT 226"]}"#, "courses.0", "did you mean CMPT 225"),
        (#"{"courses": ["CMPT225", "cmpt 225"]}"#, "courses.1", "second time"),
        (#"{"courses": []}"#, "courses", "must name a course"),
        (#"{"courses": ["ART1"], "busy": [{"days": "M", "start": "12:00", "end": "11:00"}]}"#, "busy.0.end", "after start"),
        (#"{"courses": ["ART1"], "busy": [{"days": "M", "start": "25:00", "end": "26:00"}]}"#, "busy.0.start", "time of day"),
        (#"{"courses": ["ART1"], "daysOff": "X"}"#, "daysOff", "MTWRFSU"),
        (#"{"courses": ["ART1"], "weights": {"gap": "much"}}"#, "weights.gap", "whole number"),
        (#"{"courses": ["ART1"], "weights": {"gap": -1}}"#, "weights.gap", "0 to 1000000"),
        (#"{"courses": ["ART1"], "pinned": [7]}"#, "pinned.0", "not a section of these courses"),
        (#"{"courses": ["ART1"], "anyOf": [{"pick": 3, "courses": ["CMPT225"]}]}"#, "anyOf.0.pick", "number of its courses"),
    ])
    func badInputIsAProblemThatNamesTheField(json: String, field: String, words: String) async throws {
        try await withServer { server in
            let token = try await prepare(server)
            let answer = try await server.send("POST", Self.path, as: token, json: json)
            #expect(answer.status == 422)
            let problem = try JSONCoding.decode(Problem.self, from: answer.body)
            #expect(problem.errors?.contains { $0.field == field && $0.detail.contains(words) } == true, "\(answer.body)")
        }
    }

    @Test func aWeightThatIsAbsentOrNullHasTheDefaultOfTheContract() async throws {
        let sent = try JSONCoding.decode(TimetableWeights.self, from: #"{"gap": null, "day": 3}"#)
        var wanted = TimetableWeights()
        wanted.day = 3
        #expect(sent == wanted)
        try await withServer { server in
            let contract = try await server.send("GET", "/openapi.yaml").body
            for (name, weight) in TimetableWeights.all {
                let standard = TimetableWeights()[keyPath: weight]
                let field = "            \(name): { type: integer, minimum: 0, maximum: 1000000, default: \(standard)"
                #expect(contract.contains(field + " }") || contract.contains(field + ", "), "\(name)")
            }
        }
    }

    @Test func fortyCoursesAreRefused() async throws {
        try await withServer { server in
            let token = try await prepare(server)
            let names = (1...40).map { "\"ART\($0)\"" }.joined(separator: ",")
            let answer = try await server.send("POST", Self.path, as: token, json: "{\"courses\": [\(names)]}")
            #expect(answer.status == 422)
        }
    }

    @Test func aTimetableIsKeptRenamedAdoptedExportedAndDeleted() async throws {
        try await withServer { server in
            let token = try await prepare(server)
            let new = #"{"term": "202530", "name": "Mine; all", "sections": ["202530.1002", "202530.2001"]}"#
            let kept = try await server.send("POST", "/v1/me/schedules", as: token, json: new)
            #expect(kept.status == 201)
            let timetable = try JSONCoding.decode(SavedTimetable.self, from: kept.body)
            let path = "/v1/me/schedules/\(timetable.id)"
            let renamed = try await server.send("PATCH", path, as: token, json: #"{"name": "Mine, all"}"#)
            #expect(try JSONCoding.decode(SavedTimetable.self, from: renamed.body).rev == 2)
            let calendar = try await server.send("GET", path + ".ics", as: token)
            #expect(calendar.body.contains("DTSTART;TZID=America/Vancouver:20260901T103000"))
            #expect(calendar.body.contains("X-WR-CALNAME:Mine\\, all"))
            let adopted = try await server.send("POST", path + "/adopt", as: token)
            #expect(try JSONCoding.decode(Page<Enrollment>.self, from: adopted.body).items.count == 2)
            let stranger = try await server.student("bob").accessToken
            #expect(try await server.send("GET", path, as: stranger).status == 404)
            #expect(try await server.send("DELETE", path, as: token, headers: ["If-Match": "\"1\""]).status == 412)
            #expect(try await server.send("DELETE", path, as: token).status == 204)
            #expect(try await server.send("GET", path, as: token).status == 404)
        }
    }

    @Test func aSharedTimetableIsReadButNotEditedByOthers() async throws {
        try await withServer { server in
            let token = try await prepare(server)
            let new = #"{"term": "202530", "name": "Ours", "sections": ["202530.2001"], "shared": true}"#
            let kept = try await server.send("POST", "/v1/me/schedules", as: token, json: new)
            let path = "/v1/me/schedules/\(try JSONCoding.decode(SavedTimetable.self, from: kept.body).id)"
            let stranger = try await server.student("bob").accessToken
            #expect(try await server.send("GET", path, as: stranger).status == 200)
            #expect(try await server.send("DELETE", path, as: stranger).status == 404)
        }
    }
}
