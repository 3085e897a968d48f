import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// Study time over HTTP. It is Wednesday, 2026-11-18, 11:06 UTC.
struct StudyRoutesTests {
    private static let settings =
        #"{"hours": {"W": [{"start": "16:00", "end": "22:00"}], "R": [{"start": "16:00", "end": "22:00"}]}}"#

    private func plan(_ server: TestServer, _ token: String, _ query: String = "") async throws -> StudyPlan {
        let answer = try await server.send("GET", "/v1/me/study-timetable" + query, as: token)
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONCoding.decode(StudyPlan.self, from: answer.body)
    }

    /// A student who studies on Wednesdays and Thursdays, with one task.
    private func student(_ server: TestServer) async throws -> String {
        let token = try await server.student("ada").accessToken
        #expect(try await server.send("PUT", "/v1/me/study-settings", as: token, json: Self.settings).status == 200)
        let task = #"{"title": "Read", "kind": "flexible", "minutes": 60}"#
        #expect(try await server.send("POST", "/v1/me/tasks", as: token, json: task).status == 201)
        return token
    }

    private func studyBlocks(_ plan: StudyPlan) -> [StudyPlan.Block] { plan.blocks.filter { $0.kind == .study } }

    @Test func thePlanChangesAtOnceWhenATaskIsAdded() async throws {
        try await withServer { server in
            let token = try await student(server)
            let first = try await plan(server, token)
            #expect(studyBlocks(first).map(\.title) == ["Read"])
            #expect(try await plan(server, token) == first)
            let task = #"{"title": "Write", "kind": "flexible", "minutes": 60, "priority": "high"}"#
            _ = try await server.send("POST", "/v1/me/tasks", as: token, json: task)
            #expect(Set(studyBlocks(try await plan(server, token)).map(\.title)) == ["Read", "Write"])
        }
    }

    @Test func aMovedBlockIsPinnedAndAMissedOneComesBack() async throws {
        try await withServer { server in
            let token = try await student(server)
            let block = try #require(studyBlocks(try await plan(server, token)).first)
            let path = "/v1/me/study-blocks/\(block.id)"
            let moved = try await server.send(
                "PATCH", path, as: token, json: #"{"start": "2026-11-18T18:00:00Z", "end": "2026-11-18T19:00:00Z"}"#)
            #expect(moved.status == 200)
            let pinned = try JSONCoding.decode(StudyPlan.Block.self, from: moved.body)
            #expect(pinned.pinned && pinned.title == "Read" && pinned.id == block.id)
            #expect(studyBlocks(try await plan(server, token)) == [pinned])
            #expect(try await server.send("PATCH", path, as: token, json: #"{"missed": true}"#).status == 200)
            let after = studyBlocks(try await plan(server, token))
            #expect(after.map(\.missed).sorted { $0 && !$1 } == [true, false])
            #expect(try await server.send("PATCH", path, as: token, json: #"{"end": "2026-11-18T18:00:00Z"}"#).status == 422)
            #expect(
                try await server.send("PATCH", "/v1/me/study-blocks/nothing", as: token, json: #"{"done": true}"#).status == 404
            )
        }
    }

    @Test func aNewDayCarriesOver() async throws {
        try await withServer { server in
            let token = try await student(server)
            _ = try await plan(server, token)
            server.clock.advance(by: 86_400)
            // The access token of yesterday has expired.
            let answer = try await server.send(
                "POST", "/v1/sessions", json: #"{"email": "ada@example.edu", "password": "\#(TestServer.password)"}"#)
            let again = try JSONCoding.decode(SignedIn.self, from: answer.body).accessToken
            let blocks = studyBlocks(try await plan(server, again, "?from=2026-11-18&to=2026-11-19"))
            #expect(blocks.map(\.missed) == [true, false])
            let earlier = try #require(blocks.first)
            let pinned = try await server.send(
                "PATCH", "/v1/me/study-blocks/\(earlier.id)", as: again, json: #"{"pinned": true}"#)
            let answered = try JSONCoding.decode(StudyPlan.Block.self, from: pinned.body)
            #expect(answered.missed && answered.pinned)
            #expect(try await plan(server, again, "?from=2026-11-18&to=2026-11-18").blocks.contains(answered))
        }
    }

    @Test(arguments: [
        ("/v1/me/study-timetable?from=2026-11-18&to=2026-11-17", "to"), ("/v1/me/study-timetable?from=soon", "from"),
        ("/v1/me/study-timetable?from=2026-11-18&to=2028-11-17", "to"), ("/v1/me/study-stats?from=2027-01-01", "to"),
        ("/v1/me/study-stats?from=2020-01-01&to=2026-11-18", "to"),
    ])
    func daysThatDoNotFitAreRefused(path: String, field: String) async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let answer = try await server.send("GET", path, as: token)
            #expect(answer.status == 422)
            #expect(try JSONCoding.decode(Problem.self, from: answer.body).errors?.map(\.field) == [field])
        }
    }

    @Test func aPreviewIsPlannedAndNothingIsStored() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let wanted = """
                {"now": "2026-11-18T11:00:00Z", "from": "2026-11-18", "to": "2026-11-19", "settings": \(Self.settings),
                 "tasks": [{"id": "a", "title": "Read", "kind": "flexible", "minutes": 60}]}
                """
            let answer = try await server.send("POST", "/v1/study/preview", as: token, json: wanted)
            #expect(answer.status == 200, "\(answer.body)")
            let plan = try JSONCoding.decode(StudyPlan.self, from: answer.body)
            #expect(plan.blocks.map(\.kind) == [.study, .break] && plan.blocks.first?.start == at("2026-11-18T16:00:00Z"))
            #expect(try await self.plan(server, token).blocks.isEmpty)
            #expect(try await server.send("POST", "/v1/study/preview", json: wanted).status == 401)
            let wrong = wanted.replacing("\"a\"", with: "\"\"").replacing("2026-11-19", with: "2026-11-17")
            let refused = try await server.send("POST", "/v1/study/preview", as: token, json: wrong)
            #expect(refused.status == 422)
            #expect(try JSONCoding.decode(Problem.self, from: refused.body).errors?.map(\.field) == ["to", "tasks.0.id"])
        }
    }

    @Test func settingsTakeTheirStandardValues() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let answer = try await server.send("PUT", "/v1/me/study-settings", as: token, json: Self.settings)
            let settings = try JSONCoding.decode(StudySettings.self, from: answer.body)
            #expect(
                settings.minimumBlock == 30 && settings.maximumBlock == 120 && settings.break == 5 && settings.mode == .even)
            let wrong = #"{"timeZone": "Mars/Olympus", "minimumBlock": 0, "break": -1}"#
            let refused = try await server.send("PUT", "/v1/me/study-settings", as: token, json: wrong)
            #expect(refused.status == 422)
            #expect(
                try JSONCoding.decode(Problem.self, from: refused.body).errors?.map(\.field)
                    == ["timeZone", "minimumBlock", "break"])
            let read = try await server.send("GET", "/v1/me/study-settings", as: token)
            #expect(try JSONCoding.decode(StudySettings.self, from: read.body) == settings)
        }
    }

    @Test func theLoadIsForStaff() async throws {
        try await withServer { server in
            let student = try await server.student("ada", enrolled: true)
            let path = "/v1/courses/\(TestServer.course)/load"
            #expect(try await server.send("GET", path, as: student.accessToken).status == 403)
            let staff = try await server.student("eve")
            _ = try await server.store.grantStaff(to: .email(staff.account.email), in: TestServer.course, sections: [], by: nil)
            let answer = try await server.send("GET", path, as: staff.accessToken)
            #expect(try JSONCoding.decode(CourseLoad.self, from: answer.body).days.isEmpty)
            #expect(
                try await server.send("GET", path + "?from=2026-11-18&to=2027-11-18", as: staff.accessToken).status == 422)
            #expect(try await server.send("GET", "/v1/courses/202530.NONE1/load", as: staff.accessToken).status == 404)
        }
    }
}
