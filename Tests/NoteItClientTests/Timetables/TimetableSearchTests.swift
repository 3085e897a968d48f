import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct TimetableSearchTests {
    private let post = "POST /v1/terms/202530/schedules/search"
    private let known = Set(["CMPT225", "cmpt 120", "202530.STAT270"] + (1...17).map { "MATH\($0)" })

    /// Searches on a server that knows the names `known`, and rejects a limit of 0.
    /// - Returns: the requests that the server received, the names to resolve, and the search as it was sent last.
    private func search(_ wanted: TimetableSearch) async throws -> (requests: [String], asked: [String], sent: TimetableSearch)
    {
        let (requests, asked, sent) = (Recorder<String>(), Recorder<String>(), Recorder<TimetableSearch>())
        try await withProfile { profile in
            try await ScriptedServer.run({ [known] request in
                await requests.add("\(request.method) \(request.path)")
                return Self.answer(request, known)
            }) { server in
                try await signIn(profile, to: server.address)
                let local = try LocalClient(profile: profile, client: patientClient(profile, server.address))
                let found = try await CourseFinder(copy: local.copy, client: local.client).search(
                    wanted, in: "202530"
                ) { name in
                    await asked.add(name)
                    return "202530.STAT270"
                }
                #expect(found.answer.feasible == "0")
                await sent.add(found.sent)
            }
        }
        return (await requests.items, await asked.items, try #require(await sent.items.first))
    }

    private static func answer(_ request: ScriptedRequest, _ known: Set<String>) -> ScriptedAnswer {
        guard let search = try? JSONCoding.decode(TimetableSearch.self, from: request.body) else { return .cut }
        var errors = search.courses.enumerated().filter { !known.contains($1) }.map {
            FieldError(field: "courses.\($0.0)", detail: "")
        }
        for (group, choice) in (search.anyOf ?? []).enumerated() {
            errors += choice.courses.enumerated().filter { !known.contains($1) }
                .map { FieldError(field: "anyOf.\(group).courses.\($0.0)", detail: "") }
        }
        if search.limit == 0 { errors.append(FieldError(field: "limit", detail: "must be 1 to 100")) }
        let problem = Problem(title: "Invalid", status: 422, detail: "", errors: errors)
        let found = TimetableAnswer(
            rawCombinations: "0", feasible: "0", feasibleDistinct: "0", exact: true, optimal: true, bound: nil, timetables: [],
            assumed: .init(rating: 300, grade: 300), conflicts: nil)
        guard errors.isEmpty else { return (try? .problem(422, JSONCoding.string(problem))) ?? .cut }
        let (stream, continuation) = AsyncStream<String>.makeStream()
        if let json = try? JSONCoding.string(found) { continuation.yield("event: result\ndata: \(json)\n\n") }
        continuation.finish()
        return .events(stream)
    }

    @Test func aSearchOfManyCoursesIsOneRequest() async throws {
        let wanted = TimetableSearch(courses: ["CMPT225", "cmpt 120"] + (1...17).map { "MATH\($0)" })
        let done = try await search(wanted)
        #expect(done.requests == [post])
        #expect(done.asked.isEmpty)
        #expect(done.sent == wanted)
    }

    @Test func onlyNamesThatTheServerRejectsAreResolved() async throws {
        var wanted = TimetableSearch(courses: ["CMPT225", "270"])
        wanted.anyOf = [.init(pick: 1, courses: ["MATH1", "stat"])]
        let done = try await search(wanted)
        #expect(done.requests == [post, post])
        #expect(done.asked == ["270", "stat"])
        #expect(done.sent.courses == ["CMPT225", "202530.STAT270"])
        #expect(done.sent.anyOf?.first?.courses == ["MATH1", "202530.STAT270"])
    }

    @Test func anotherFaultOfTheSearchIsThrown() async throws {
        var wanted = TimetableSearch(courses: ["CMPT225"])
        wanted.limit = 0
        let error = await #expect(throws: ClientError.self) { try await search(wanted) }
        guard case .problem(let problem)? = error else { throw ClientError.unexpected("another error: \(error as Any)") }
        #expect(problem.errors?.map(\.field) == ["limit"])
    }
}
