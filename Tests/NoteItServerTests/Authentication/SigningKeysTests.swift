import Foundation
import NoteItCore
import TestTime
import Testing

@testable import NoteItServer

struct SigningKeysTests {
    @Test
    func onlyItsOwnerCanReadTheFile() async throws {
        try await withServer { server in
            let attributes = try FileManager.default.attributesOfItem(atPath: server.path + ".keys")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let beside = try FileManager.default.contentsOfDirectory(
                atPath: (server.path as NSString).deletingLastPathComponent)
            #expect(beside.filter { $0.contains(".keys") } == ["test.db.keys"], "no draft remains")
        }
    }

    @Test
    func aFileThatOthersCanReadIsRefused() async throws {
        try await withServer { server in
            let path = server.path + ".keys"
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            await #expect(throws: SigningKeyError.exposed(path)) { try await SigningKeys(path: path, now: server.clock.now) }
        }
    }

    @Test
    func aRunningServerSignsWithTheNewKeyAndAcceptsTheOld() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            #expect(try await server.keyIDs().count == 1)
            server.clock.advance(by: 60)
            let rotated = try SigningKeys.rotate(path: server.path + ".keys", now: server.clock.now)
            #expect(rotated.count == 2)
            try await until { try await server.keyIDs() == rotated }
            #expect(try await server.send("GET", "/v1/me", as: ada.accessToken).status == 200)
            let signedIn = try JSONCoding.decode(SignedIn.self, from: try await server.signIn("ada").body)
            let header = try #require(signedIn.accessToken.split(separator: ".").first)
            let padded = String(header) + String(repeating: "=", count: (4 - header.count % 4) % 4)
            let json = try #require(Data(base64Encoded: padded))
            #expect(String(decoding: json, as: UTF8.self).contains(try #require(rotated.last)))
        }
    }

    @Test
    func aKeyIsDroppedADayAfterItWasSuperseded() async throws {
        try await withServer { server in
            let path = server.path + ".keys"
            let first = try #require(try await server.keyIDs().first)
            server.clock.advance(by: 100 * 86_400)
            #expect(try SigningKeys.rotate(path: path, now: server.clock.now).first == first)
            server.clock.advance(by: 86_401)
            let last = try SigningKeys.rotate(path: path, now: server.clock.now)
            #expect(last.count == 2)
            #expect(!last.contains(first))
        }
    }
}

extension TestServer {
    fileprivate func keyIDs() async throws -> [String] {
        let answer = try await send("GET", "/.well-known/jwks.json")
        return (answer.json["keys"] as? [[String: String]] ?? []).compactMap { $0["kid"] }
    }
}
