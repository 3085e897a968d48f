import NoteItCore
import Testing

@testable import NoteItServer

/// The stateless routes: what they take, and what they refuse.
struct DegreeRoutesTests {
    private static func nested(_ levels: Int, in leaf: String, _ open: String, _ close: String) -> String {
        String(repeating: open, count: levels) + leaf + String(repeating: close, count: levels)
    }

    private static func audit(_ requirement: String, _ rest: String = "") -> String {
        #"{"programme": {"id": "p", "requirements": [\#(requirement)]}\#(rest)}"#
    }

    private static let whole = #"{"id": "a", "courses": 1, "from": [{"course": "cmpt-120"}]}"#

    /// A body, and the fields that the answer names.
    private static let badAudits: [(body: String, fields: [String])] = [
        ("{}", ["programme"]),
        (#"{"programme": 7}"#, ["programme"]),
        (#"{"programme": "sfu-2025-computing-miner"}"#, ["programme"]),
        (audit(#"{"id": "a", "courses": 0, "from": []}"#), ["programme.requirements.0"]),
        (audit(#"{"id": "a", "courses": 9223372036854775807, "from": []}"#), ["programme.requirements.0.courses"]),
        (audit(#"{"id": "a", "courses": 1, "credits": 3, "from": []}"#), ["programme.requirements.0"]),
        (audit(#"{"id": "a", "courses": "NaN", "from": []}"#), ["programme.requirements.0.courses"]),
        (audit(#"{"id": "a", "credits": "NaN", "from": []}"#), ["programme.requirements.0.credits"]),
        (audit(#"{"id": "a", "courses": 1, "from": [{"course": "CMPT"}]}"#), ["programme.requirements.0.from.0.course"]),
        (audit(#"{"id": "a", "courses": 1, "from": [{"course": "A 1", "any": true}]}"#), ["programme.requirements.0.from.0"]),
        (audit(#"{"id": "a", "courses": 1, "from": [{"except": []}]}"#), ["programme.requirements.0.from.0"]),
        (audit(#"{"id": "a\u0000", "courses": 1, "from": []}"#), ["programme.requirements.0.id"]),
        (
            audit(
                #"{"id": "a", "courses": 1, "from": [\#(Array(repeating: #"{"any":true}"#, count: 10_000).joined(separator: ","))]}"#
            ),
            ["programme.requirements.0.from"]
        ),
        (
            audit(whole + "," + whole),
            ["programme.requirements.1.id"]
        ),
        (audit(whole, #", "record": {"items": [{"course": "CMPT 120", "grade": "E"}]}"#), ["record.items.0.grade"]),
        (audit(whole, #", "record": {"items": [{"course": "CMPT 120", "credits": -1}]}"#), ["record.items.0.credits"]),
        (audit(whole, #", "record": {"items": [{"course": "CMPT 120", "credits": "1-6"}]}"#), ["record.items.0.credits"]),
        (audit(whole, #", "record": {"items": [{"course": "CMPT 120", "credits": 1e300}]}"#), ["record.items.0.credits"]),
        (audit(whole, #", "record": [{"course": "202530", "term": "CMPT 120"}]"#), ["record.0.course"]),
        (
            audit(whole, ", \"record\": [\(Array(repeating: #"{"course":"A 1"}"#, count: 501).joined(separator: ","))]"),
            ["record.items"]
        ),
        (audit(whole, #", "terms": [{"term": "202640", "courses": []}]"#), ["terms.0.term"]),
        (audit(whole, #", "terms": [{"term": "202610", "courses": ["A 1", "a1"]}]"#), ["terms.0.courses.1"]),
        (
            audit(
                #"{"id": "a", "courses": 0, "from": []}, {"id": "b", "courses": 1, "from": [{}, {"course": "A"}]}"#,
                #", "record": {"items": [{"course": "A 1", "grade": "Q"}, {"credits": -1}]}, "terms": [{"term": "1", "courses": [7]}]"#
            ),
            [
                "programme.requirements.0", "programme.requirements.1.from.0", "programme.requirements.1.from.1.course",
                "record.items.0.grade", "record.items.1.course", "terms.0.term", "terms.0.courses.0",
            ]
        ),
        (#"{"programme": {"id": "p", "catalogYear": "2024\u0000", "requirements": []}}"#, ["programme.catalogYear"]),
        (audit(whole, #", "courses": {"CMPT": {}}"#), ["courses.CMPT"]),
        (audit(whole, #", "courses": {"A 1": {"credits": -1}}"#), ["courses.A 1.credits"]),
        (
            audit(
                #"{"id": "a", "courses": 1, "from": [], "mayShareWith": ["b"]}"#,
                #", "record": [{"course": "A 1", "kind": "waiver", "inProgress": true}], "terms": [{"term": "202610", "courses": ["A 1", "a1"]}]"#
            ),
            ["programme.requirements.0.mayShareWith", "record.items.0.inProgress", "terms.0.courses.1"]
        ),
    ]

    @Test func aBadAuditNamesTheFields() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            for (body, fields) in Self.badAudits {
                let answer = try await server.send("POST", "/v1/degrees/audit", as: token, json: body)
                #expect(answer.status == 422, "\(body.prefix(300)) \(answer.body)")
                #expect(Set(answer.faultyFields).isSuperset(of: fields), "\(body.prefix(300)) \(answer.body)")
            }
            let unknown = try await server.send("POST", "/v1/degrees/audit", as: token, json: Self.badAudits[2].body)
            #expect(unknown.body.contains("did you mean sfu-2025-computing-minor"))
        }
    }

    private static func path(_ fields: String) -> String {
        #"{"programme": {"id": "p", "requirements": [\#(whole)]}, "from": "202710", "creditsPerTerm": 15, \#(fields)}"#
    }

    /// A body, and a part of the answer.
    private static let badPaths: [(body: String, part: String)] = [
        (#"{"programme": "sfu-2025-computing-minor", "creditsPerTerm": 15}"#, #""field":"from""#),
        (#"{"programme": "sfu-2025-computing-minor", "from": "202710"}"#, #""field":"creditsPerTerm""#),
        (#"{"programme": "sfu-2025-computing-minor", "from": "999910", "creditsPerTerm": 15}"#, #""field":"from""#),
        (
            #"{"programme": "sfu-2025-computing-minor", "from": "202610", "creditsPerTerm": "NaN"}"#,
            #""field":"creditsPerTerm""#
        ),
        (
            #"{"programme": "sfu-2025-computing-minor", "from": "202610", "creditsPerTerm": {"fall": -1}}"#,
            "creditsPerTerm.fall"
        ),
        (path(#""offered": {"A 1": ["winter"]}"#), "offered.A 1.0"),
        (path(#""offered": {"A\u0000 1": []}"#), "offered"),
        (path(#""prerequisites": {"A 1": {"level": 0}}"#), "prerequisites.A 1"),
        (path(#""prerequisites": {"A 1": {"level": 1e30}}"#), "prerequisites.A 1.level"),
        (path(#""prerequisites": {"A 1": {"atLeast": -1, "of": []}}"#), "prerequisites.A 1"),
        (path(#""prerequisites": {"A 1": {}}"#), "exactly one of"),
        (path(#""prerequisites": {"A 1": {"all": [], "any": []}}"#), "exactly one of"),
        (path(#""prerequisites": {"A 1": \#(nested(40, in: #"{"all":[]}"#, #"{"all":["#, "]}"))}"#), "at most 32 deep"),
        (path(#""prerequisites": {"A 1": {"all": []}, "a1": {"all": []}}"#), "twice"),
    ]

    @Test func aBadPathNamesTheField() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            for (body, part) in Self.badPaths {
                let answer = try await server.send("POST", "/v1/degrees/path", as: token, json: body)
                #expect(answer.status == 422 && answer.body.contains(part), "\(body.prefix(300)) \(answer.body)")
            }
            let deepest = Self.path(#""prerequisites": {"A 1": \#(Self.nested(31, in: #"{"all":[]}"#, #"{"any":["#, "]}"))}"#)
            #expect(try await server.send("POST", "/v1/degrees/path", as: token, json: deepest).status == 200)
            let endless = Self.path(
                #""prerequisites": {"A 1": \#(Self.nested(5_000, in: #"{"all":[]}"#, #"{"all":["#, "]}"))}"#)
            #expect(try await server.send("POST", "/v1/degrees/path", as: token, json: endless).status == 400)
        }
    }

    @Test func anAuditTakesAStoredProgrammeOrAWholeOne() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let record = #""record": {"items": [{"course": "CMPT225", "term": "202610", "grade": "B"}]}"#
            for programme in [#""sfu-2025-computing-minor""#, try JSONCoding.string(DegreeSamples.minor)] {
                let body = #"{"programme": \#(programme), \#(record)}"#
                let audit: DegreeAudit = try await finished(\.optimal) {
                    try await server.send("POST", "/v1/degrees/audit", as: token, json: body)
                }
                #expect(!audit.satisfied && audit.requirements.map(\.id) == ["core", "quantitative"])
                #expect(audit.requirements.first?.courses.map(\.course) == [DegreeSamples.cmpt225])
            }
            #expect(try await server.send("POST", "/v1/degrees/audit", json: "{}").status == 401)
        }
    }

    /// Two courses, one after the other.
    @Test func aPathDependsOnTheRequestAlone() async throws {
        try await withServer { server in
            try await server.importDegrees()
            let token = try await server.student("ada").accessToken
            let body = Self.path(#""prerequisites": {"CMPT 120": {"course": "CMPT 99"}}"#)
            let path: DegreePath = try await finished(\.optimal) {
                try await server.send("POST", "/v1/degrees/path", as: token, json: body)
            }
            #expect(path.feasible && path.graduates?.description == "202720")
            #expect(path.critical == [DegreeSamples.code("99"), DegreeSamples.cmpt120])
        }
    }

    @Test(arguments: [
        (#"{"text": 7}"#, 422), ("{}", 422), (#"{"text": "a\u0000"}"#, 422), (#"{"text": "", "subject": ""}"#, 422),
        (#"{"text": "CMPT 120", "subject": "a subject too long"}"#, 422), (#"{"text": "CMPT 120 or CMPT 130."}"#, 200),
        (#"{"text": ""}"#, 200), (#"{"text": "\#(String(repeating: "(", count: 5_000))"}"#, 200),
        (#"{"text": "\#(String(repeating: "(", count: 5_001))"}"#, 422),
    ])
    func aTextIsParsedOrRefused(body: String, status: Int) async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let answer = try await server.send("POST", "/v1/degrees/parse", as: token, json: body)
            #expect(answer.status == status, "\(answer.body)")
            if status == 200 { _ = try JSONCoding.decode(ParsedRequirements.self, from: answer.body) }
        }
    }
}
