import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// Wrong input, and the problem that answers it.
struct BadInputTests {
    /// A body for `POST /v1/courses/.../events`, and its answer.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let status: Int
        var field: String?

        var testDescription: String { name }
    }

    static let bodies = [
        Case(name: "malformed", body: #"{"title": "#, status: 400),
        Case(name: "an unclosed string", body: #"{"title": "Lab"#, status: 400),
        Case(name: "nothing", body: "", status: 400),
        Case(name: "white space", body: "  \n", status: 400),
        Case(name: "two documents", body: #"{"title": "Lab"} {"title": "Lab"}"#, status: 400),
        Case(name: "a comma at the end", body: #"{"title": "Lab",}"#, status: 400),
        Case(name: "a comma at a list's end", body: #"{"title": "Lab", "tags": ["a",]}"#, status: 400),
        Case(name: "a comment", body: #"{"title": "Lab" /* 4 */}"#, status: 400),
        Case(name: "single quotes", body: "{'title': 'Lab'}", status: 400),
        Case(name: "a raw newline", body: "{\"title\": \"Lab\n4\"}", status: 400),
        Case(name: "a number with a leading zero", body: #"{"title": 01}"#, status: 400),
        Case(name: "NaN", body: #"{"title": NaN}"#, status: 400),
        Case(name: "a lone surrogate", body: #"{"title": "\ud800"}"#, status: 400),
        Case(name: "a lone surrogate in an unknown field", body: #"{"title": "Lab", "x": "\ud800!"}"#, status: 400),
        Case(name: "surrogates the wrong way round", body: #"{"title": "Lab", "x": "\udc00\ud800"}"#, status: 400),
        Case(name: "100,000 brackets", body: String(repeating: "[", count: 100_000), status: 400),
        Case(name: "100,000 braces", body: String(repeating: #"{"a":"#, count: 100_000), status: 400),
        Case(name: "null", body: "null", status: 422),
        Case(name: "a list", body: "[]", status: 422),
        Case(name: "a number", body: "7", status: 422),
        Case(name: "an empty object", body: "{}", status: 422, field: "title"),
        Case(name: "a title that is null", body: #"{"title": null}"#, status: 422, field: "title"),
        Case(name: "a title that is a number", body: #"{"title": 7}"#, status: 422, field: "title"),
        Case(name: "a huge number for a title", body: #"{"title": 1e999999}"#, status: 422, field: "title"),
        Case(name: "an empty title", body: #"{"title": ""}"#, status: 422, field: "title"),
        Case(name: "a blank title", body: #"{"title": "   "}"#, status: 422, field: "title"),
        Case(name: "a control character", body: #"{"title": "a\u0007b"}"#, status: 422, field: "title"),
        Case(name: "a null character", body: #"{"title": "a\u0000b"}"#, status: 422, field: "title"),
        Case(name: "a long title", body: #"{"title": "\#(String(repeating: "é", count: 201))"}"#, status: 422, field: "title"),
        Case(
            name: "a long body", body: #"{"title": "a", "body": "\#(String(repeating: "b", count: 20_001))"}"#, status: 422,
            field: "body"),
        Case(name: "an unknown kind", body: #"{"title": "a", "kind": "party"}"#, status: 422, field: "kind"),
        Case(name: "a due that is not a date", body: #"{"title": "a", "due": "tomorrow"}"#, status: 422, field: "due"),
        Case(
            name: "a day that does not exist", body: #"{"title": "a", "due": "2026-02-30T10:00:00Z"}"#, status: 422,
            field: "due"),
        Case(
            name: "an hour that does not exist", body: #"{"title": "a", "due": "2026-02-03T24:00:00Z"}"#, status: 422,
            field: "due"),
        Case(name: "a far year", body: #"{"title": "a", "due": "99999-01-01T10:00:00Z"}"#, status: 422, field: "due"),
        Case(name: "an id that is not a UUID", body: #"{"title": "a", "id": "42"}"#, status: 422, field: "id"),
        Case(name: "tags that are not a list", body: #"{"title": "a", "tags": "lab"}"#, status: 422, field: "tags"),
        Case(name: "a tag that is a number", body: #"{"title": "a", "tags": ["lab", 4]}"#, status: 422, field: "tags.1"),
        Case(name: "an unknown section", body: #"{"title": "a", "sections": ["202530.9"]}"#, status: 422, field: "sections"),
    ]

    @Test
    func aBadBodyIsAProblemThatNamesTheField() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            for bad in Self.bodies {
                let answer = try await server.send("POST", "/v1/courses/\(TestServer.course)/events", as: token, json: bad.body)
                #expect(answer.status == bad.status, "\(bad.name): \(answer.body)")
                #expect(answer.headers["content-type"] == "application/problem+json", "\(bad.name)")
                if let field = bad.field { #expect(answer.faultyFields == [field], "\(bad.name): \(answer.body)") }
            }
            let page = try await server.send("GET", "/v1/courses/\(TestServer.course)/events", as: token)
            #expect(page.json["sections"] as? [String] == [], "nothing was stored")
        }
    }

    @Test
    func unknownAndRepeatedFieldsAreHarmless() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let body = #"{"title": "Lab", "colour": "red", "number": 99, "title": "Lab"}"#
            let answer = try await server.send("POST", "/v1/courses/\(TestServer.course)/events?x=1", as: token, json: body)
            #expect(answer.status == 201)
            #expect(answer.json["number"] as? Int == 1)
        }
    }

    @Test
    func aBodyThatIsNotUTF8Is400() async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let body: [UInt8] = Array(#"{"title": ""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
            let head = """
                POST /v1/courses/\(TestServer.course)/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r
                Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n
                """
            #expect(try await server.send(raw: Array(head.utf8) + body).status == 400)
        }
    }

    @Test(arguments: ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/jsonp", ""])
    func aBodyThatIsNotJSONIs415(type: String) async throws {
        try await withServer { server in
            let answer = try await server.send("POST", "/v1/sessions", json: "{}", headers: ["Content-Type": type])
            #expect(answer.status == 415)
        }
    }

    @Test(arguments: ["application/json", "Application/JSON; charset=utf-8", "application/json;charset=UTF-8"])
    func jsonIsAcceptedWithAndWithoutItsCharset(type: String) async throws {
        try await withServer { server in
            let answer = try await server.send("POST", "/v1/sessions", json: "{}", headers: ["Content-Type": type])
            #expect(answer.status == 422)
        }
    }

    @Test
    func aBodyOverOneMebibyteIs413AndTheConnectionStaysOpen() async throws {
        try await withServer { server in
            let (size, next) = (1_200_000, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            let filler = String(repeating: "x", count: size)
            let known = head + "Content-Length: \(size)\r\n\r\n" + filler + next
            let chunk = String(size, radix: 16) + "\r\n" + filler + "\r\n0\r\n\r\n"
            let chunked = head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + next
            for request in [known, chunked] {
                let answers = try await RawConnection.exchange(Array(request.utf8), port: server.port, answers: 2)
                #expect(answers.map(\.status) == [413, 200])
            }
        }
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=201", "limit"), ("limit=ten", "limit"), ("limit=", "limit"),
        ("limit=99999999999999999999", "limit"), ("after=nonsense", "after"), ("kind=party", "kind"),
        ("from=yesterday", "from"), ("to=2026-02-30", "to"), ("author=ada", "author"), ("number=0", "number"), ("q=%FF", "q"),
        ("tag=%00", "tag"), ("tag=%ZZ", "tag"),
    ])
    func aBadQueryIsAProblemThatNamesTheParameter(query: String, field: String) async throws {
        try await withServer { server in
            let token = try await server.student("ada", enrolled: true).accessToken
            let answer = try await server.send("GET", "/v1/courses/\(TestServer.course)/events?\(query)", as: token)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == [field])
        }
    }

    @Test
    func unknownPathsAre404AndOtherMethods405() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            #expect(try await server.send("GET", "/v1/nothing", as: token).status == 404)
            #expect(try await server.send("GET", "/v1/events/42", as: token).status == 404)
            #expect(try await server.send("GET", "/v1/events/\(UUID())", as: token).status == 404)
            #expect(try await server.send("GET", "/v1/courses/%FF", as: token).status == 400)
            #expect(try await server.send("GET", "/v1/courses/202530.CMPT999", as: token).status == 404)
            for method in ["PUT", "TRACE", "OPTIONS", "PROPFIND"] {
                let answer = try await server.send(method, "/v1/me", as: token)
                #expect(answer.status == 405, "\(method)")
                #expect(answer.headers["allow"] == "DELETE, GET, HEAD, PATCH")
            }
            #expect(try await server.send("PUT", "/v1/sessions/refresh").headers["allow"] == "POST")
            #expect(try await server.send("PUT", "/v1/replies/7").headers["allow"] == "DELETE, PATCH")
            #expect(try await server.send("HEAD", "/v1/me", as: token).status == 200)
        }
    }

    @Test
    func bytesThatAreNotHTTPAreAnsweredWith400() async throws {
        try await withServer { server in
            let filler = String(repeating: "a", count: 100_000)
            let garbage = [
                "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "FOO / HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                "GET /\u{FF} HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nX: \(filler)\r\n\r\n", "GET /\(filler) HTTP/1.1\r\n\r\n",
                "POST /v1/sessions HTTP/1.1\r\nContent-Length: -1\r\n\r\n{}",
                "POST /v1/sessions HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}",
            ]
            for bytes in garbage {
                let answer = try await server.send(raw: Array(bytes.utf8))
                #expect(answer.status == 400, "\(bytes.prefix(80))")
                #expect(answer.headers["connection"] == "close")
            }
        }
    }

    @Test(arguments: [
        "0", "-0.5e+10", " [1, 2 , [] ,{}]\n", #"{"a": {"b": [true, false, null]}, "": "é\u00e9\n\/"}"#, #""x""#,
        #""\ud83d\ude00""#,
        String(repeating: "[", count: 128) + String(repeating: "]", count: 128),
    ])
    func jsonPassesTheGrammar(text: String) { #expect(JSONGrammar.fault(in: Array(text.utf8)) == nil) }

    @Test(arguments: [
        ("", 0), ("[", 1), ("[1", 2), ("[1 2]", 3), ("[,]", 1), ("{1: 2}", 1), (#"{"a" 1}"#, 5), (#"{"a": 1, }"#, 9), ("]", 0),
        ("[}", 1), ("1.", 2), ("1e", 2), ("+1", 0), (".5", 0), ("tru", 0), (#""\x""#, 2), (#""\u12g4""#, 5), ("1 1", 2),
        ("- 1", 1),
    ])
    func malformedJSONNamesTheOffset(text: String, offset: Int) {
        #expect(JSONGrammar.fault(in: Array(text.utf8)) == .malformed(at: offset))
    }

    @Test func nestingTooDeepIsNotCalledMalformed() {
        #expect(JSONGrammar.fault(in: [UInt8](repeating: UInt8(ascii: "["), count: 129)) == .deep(at: 128))
    }
}
