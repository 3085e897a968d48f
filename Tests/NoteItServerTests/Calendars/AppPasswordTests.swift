import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct AppPasswordTests {
    private static let phone = #"{"name": "Phone", "currentPassword": "\#(TestServer.password)"}"#

    @Test func aPasswordIsFourGroupsOfFour() throws {
        let codes = Set((0..<100).map { _ in AppPasswordCode.make() })
        #expect(codes.count == 100)
        for code in codes {
            #expect(code.split(separator: "-").map(\.count) == [4, 4, 4, 4])
            #expect(code.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz-".contains($0) })
        }
    }

    @Test func aPasswordMayBeTypedInAnyForm() throws {
        #expect(AppPasswordCode.hash("ab01-cdef-ghjk-mnpq") == AppPasswordCode.hash("ABO1 CDEFGHJKMNPQ"))
        #expect(AppPasswordCode.hash("ab01-cdef-ghjk-mnpq") != AppPasswordCode.hash("ab01-cdef-ghjk-mnpr"))
    }

    @Test func credentialsAreReadFromBasic() throws {
        let encoded = { (text: String) in Data(text.utf8).base64EncodedString() }
        let read = try #require(BasicAuthentication.credentials(encoded("ada@example.edu:a:b")))
        #expect(read == ("ada@example.edu", "a:b"))
        for wrong in ["no colon", ":password", "ada@example.edu:", "a\u{0}:b"] {
            #expect(BasicAuthentication.credentials(encoded(wrong)) == nil)
        }
        #expect(BasicAuthentication.credentials("%%%") == nil)
        #expect(BasicAuthentication.credentials(String(repeating: "A", count: 4_000)) == nil)
    }

    @Test func passwordsAreMadeListedAndRevoked() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let made = try await server.send("POST", "/v1/me/app-passwords", as: token, json: Self.phone)
            #expect(made.status == 201)
            let password = try JSONCoding.decode(MadeAppPassword.self, from: made.body)
            let list = try await server.send("GET", "/v1/me/app-passwords", as: token)
            #expect(try JSONCoding.decode(Page<AppPassword>.self, from: list.body).items.map(\.name) == ["Phone"])
            #expect(!list.body.contains(password.password))
            let stranger = try await server.student("bob").accessToken
            #expect(try await server.send("DELETE", "/v1/me/app-passwords/\(password.id)", as: stranger).status == 404)
            #expect(try await server.send("DELETE", "/v1/me/app-passwords/\(password.id)", as: token).status == 204)
            #expect(try await server.send("DELETE", "/v1/me/app-passwords/\(password.id)", as: token).status == 404)
            let blank = #"{"name": " ", "currentPassword": "x"}"#
            #expect(try await server.send("POST", "/v1/me/app-passwords", as: token, json: blank).status == 422)
        }
    }

    @Test func anAppPasswordOpensNothingElse() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let made = try await server.send("POST", "/v1/me/app-passwords", as: token, json: Self.phone)
            let password = try JSONCoding.decode(MadeAppPassword.self, from: made.body).password
            let basic = "Basic " + Data("ada@example.edu:\(password)".utf8).base64EncodedString()
            #expect(try await server.send("GET", "/v1/me", headers: ["Authorization": basic]).status == 401)
            let body = #"{"email": "ada@example.edu", "password": "\#(password)"}"#
            #expect(try await server.send("POST", "/v1/sessions", json: body).status == 401)
        }
    }

    @Test func failuresWaitButAGoodPasswordIsNeverRefused() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let made = try await server.send("POST", "/v1/me/app-passwords", as: token, json: Self.phone)
            let password = try JSONCoding.decode(MadeAppPassword.self, from: made.body).password
            func status(_ password: String) async throws -> Int {
                let basic = "Basic " + Data("ada@example.edu:\(password)".utf8).base64EncodedString()
                return Int(try await server.send("GET", "/dav/", headers: ["Authorization": basic]).status)
            }
            var statuses: [Int] = []
            for _ in 0..<8 { statuses.append(try await status("0000-0000-0000-0000")) }
            #expect(statuses.first == 401 && statuses.last == 429)
            #expect(try await status(password) == 200)
        }
    }
}
