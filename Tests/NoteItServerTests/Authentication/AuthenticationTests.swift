import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct AuthenticationTests {
    @Test
    func registeringSignsIn() async throws {
        try await withServer { server in
            let body = #"{"email": "Ada@example.edu", "password": "a rather long word", "displayName": "Ada"}"#
            let answer = try await server.send("POST", "/v1/accounts", json: body)
            #expect(answer.status == 201)
            #expect(answer.headers["location"] == "/v1/me")
            let signedIn = try JSONCoding.decode(SignedIn.self, from: answer.body)
            #expect(signedIn.expiresIn == 900)
            let me = try await server.send("GET", "/v1/me", as: signedIn.accessToken)
            #expect(try JSONCoding.decode(Account.self, from: me.body) == signedIn.account)
            #expect(try await server.send("POST", "/v1/accounts", json: body.replacing("Ada@", with: "aDA@")).status == 409)
        }
    }

    @Test(arguments: ["short", "password123", "aaaaaaaaaaaa", "ada@example.edu"])
    func weakPasswordsAreRefused(password: String) async throws {
        try await withServer { server in
            let body = #"{"email": "ada@example.edu", "password": "\#(password)", "displayName": "Ada"}"#
            let answer = try await server.send("POST", "/v1/accounts", json: body)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == ["password"])
        }
    }

    @Test
    func aWrongPasswordAndAnUnknownEmailGetTheSameAnswer() async throws {
        try await withServer { server in
            _ = try await server.student("ada")
            let wrong = try await server.signIn("ada", password: "something else")
            let unknown = try await server.signIn("bob", password: "something else")
            #expect(wrong.status == 401)
            #expect(wrong.body == unknown.body)
            #expect(wrong.headers["www-authenticate"] == "Bearer")
            #expect(try await server.signIn("ada").status == 201)
        }
    }

    @Test(arguments: ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer x", "Bearer a.b.c", "Bearer ..", "Bearer e30.e30.e30"])
    func hostileTokensAre401(field: String) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/v1/me", headers: ["Authorization": field])
            #expect(answer.status == 401)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.headers["www-authenticate"] == "Bearer")
        }
    }

    @Test
    func alteredAndUnsignedTokensAre401() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            let parts = token.split(separator: ".").map(String.init)
            let unsigned = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString().filter { $0 != "=" }
            let nested = Data(String(repeating: "[", count: 600).utf8).base64EncodedString()
            let altered = [
                "\(unsigned).\(parts[1]).", "\(unsigned).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).",
                "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))", "\(nested).\(nested).\(nested)", token + token,
                String(repeating: "a", count: 10_000),
            ]
            for bad in altered { #expect(try await server.send("GET", "/v1/me", as: bad).status == 401) }
            #expect(try await server.send("GET", "/v1/me", as: token).status == 200)
        }
    }

    @Test
    func anAccessTokenIsValidForFifteenMinutes() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            server.clock.advance(by: 899)
            #expect(try await server.send("GET", "/v1/me", as: ada.accessToken).status == 200)
            server.clock.advance(by: 2)
            #expect(try await server.send("GET", "/v1/me", as: ada.accessToken).status == 401)
            let fresh = try await server.refresh(ada.refreshToken)
            #expect(fresh.status == 200)
            let token = try JSONCoding.decode(SignedIn.self, from: fresh.body).accessToken
            #expect(try await server.send("GET", "/v1/me", as: token).status == 200)
        }
    }

    /// A token whose answer was lost works once more; one whose successor was used does not.
    @Test
    func aRefreshTokenThatIsSeenAfterItsSuccessorEndsItsSession() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let fresh = try JSONCoding.decode(SignedIn.self, from: try await server.refresh(ada.refreshToken).body)
            #expect(fresh.refreshToken != ada.refreshToken)
            let next = try JSONCoding.decode(SignedIn.self, from: try await server.refresh(fresh.refreshToken).body)
            #expect(try await server.refresh(ada.refreshToken).status == 401)
            #expect(try await server.refresh(next.refreshToken).status == 401)
            #expect(try await server.send("GET", "/v1/me", as: next.accessToken).status == 401)
            #expect(try await server.refresh("nonsense").status == 401)
        }
    }

    @Test
    func devicesAreListedAndSignedOut() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            server.clock.advance(by: 1)
            let phone = try JSONCoding.decode(SignedIn.self, from: try await server.signIn("ada", device: "phone").body)
            let list = try await server.send("GET", "/v1/sessions", as: phone.accessToken)
            let sessions = try JSONCoding.decode(Page<Session>.self, from: list.body).items
            #expect(sessions.map(\.device) == ["phone", nil])
            #expect(sessions.map(\.current) == [true, false])
            let first = try #require(sessions.last)
            #expect(try await server.send("DELETE", "/v1/sessions/\(first.id)", as: phone.accessToken).status == 204)
            #expect(try await server.send("GET", "/v1/me", as: ada.accessToken).status == 401)
            #expect(try await server.refresh(ada.refreshToken).status == 401)
            let bob = try await server.student("bob")
            #expect(try await server.send("DELETE", "/v1/sessions/\(sessions[0].id)", as: bob.accessToken).status == 404)
            #expect(try await server.send("DELETE", "/v1/sessions/current", as: phone.accessToken).status == 204)
            #expect(try await server.send("GET", "/v1/me", as: phone.accessToken).status == 401)
        }
    }

    @Test
    func aNewPasswordEndsTheOtherSessions() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let phone = try JSONCoding.decode(SignedIn.self, from: try await server.signIn("ada").body)
            let wrong = #"{"currentPassword": "not my password", "newPassword": "another long word"}"#
            let answer = try await server.send("PUT", "/v1/me/password", as: ada.accessToken, json: wrong)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == ["currentPassword"])
            let right = #"{"currentPassword": "\#(TestServer.password)", "newPassword": "another long word"}"#
            #expect(try await server.send("PUT", "/v1/me/password", as: ada.accessToken, json: right).status == 204)
            #expect(try await server.send("GET", "/v1/me", as: ada.accessToken).status == 200)
            #expect(try await server.send("GET", "/v1/me", as: phone.accessToken).status == 401)
            #expect(try await server.signIn("ada").status == 401)
            #expect(try await server.signIn("ada", password: "another long word").status == 201)
        }
    }

    @Test
    func leavingSignsOutEverywhere() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            #expect(try await server.send("DELETE", "/v1/me", as: ada.accessToken).status >= 400)
            let wrong = #"{"currentPassword": "not my long sentence"}"#
            #expect(
                try await server.send("DELETE", "/v1/me", as: ada.accessToken, json: wrong).faultyFields == ["currentPassword"])
            let right = #"{"currentPassword": "\#(TestServer.password)"}"#
            #expect(try await server.send("DELETE", "/v1/me", as: ada.accessToken, json: right).status == 204)
            #expect(try await server.send("GET", "/v1/me", as: ada.accessToken).status == 401)
            #expect(try await server.refresh(ada.refreshToken).status == 401)
            #expect(try await server.signIn("ada").status == 401)
        }
    }

    @Test
    func guessingIsSlowedDownForOneEmailAlone() async throws {
        try await withServer { server in
            _ = try await server.student("ada")
            _ = try await server.student("bob")
            for _ in 1...5 { #expect(try await server.signIn("ada", password: "a wrong guess").status == 401) }
            let slowed = try await server.signIn("ada")
            #expect(slowed.status == 429)
            #expect(slowed.headers["retry-after"] == "30")
            #expect(try await server.signIn("bob").status == 201)
            server.clock.advance(by: 31)
            #expect(try await server.signIn("ada").status == 201)
            #expect(try await server.signIn("ada", password: "a wrong guess").status == 401)
        }
    }

    @Test
    func routesForCallersAre401WithoutOne() async throws {
        try await withServer { server in
            let paths = [
                "/v1/me", "/v1/sessions", "/v1/terms", "/v1/terms/202530/subjects", "/v1/terms/202530/courses",
                "/v1/courses/202530.CMPT225", "/v1/courses/202530.CMPT225/events", "/v1/events/\(UUID())",
                "/v1/events/\(UUID())/replies", "/v1/me/enrollments", "/v1/me/agenda",
            ]
            for path in paths {
                let answer = try await server.send("GET", path)
                #expect(answer.status == 401, "\(path)")
            }
        }
    }
}

extension TestServer {
    func signIn(_ name: String, password: String = TestServer.password, device: String? = nil) async throws -> Answer {
        let credentials = Credentials(email: "\(name)@example.edu", password: password, device: device)
        return try await send("POST", "/v1/sessions", json: try JSONCoding.string(credentials))
    }

    func refresh(_ token: String) async throws -> Answer {
        try await send("POST", "/v1/sessions/refresh", json: try JSONCoding.string(RefreshRequest(refreshToken: token)))
    }
}
