import Foundation
import Testing

@testable import NoteItClient

struct ProfileTests {
    @Test func foldersAreInHomeUnlessXDGVariablesAreSet() throws {
        let plain = try Profile(environment: ["HOME": "/home/ada"])
        #expect(plain.config.path == "/home/ada/.config/noteit/default")
        #expect(plain.data.path == "/home/ada/.local/share/noteit/default")
        #expect(plain.state.path == "/home/ada/.local/state/noteit/default")
        let moved = try Profile("work", environment: ["HOME": "/home/ada", "XDG_STATE_HOME": "/var/state"])
        #expect(moved.state.path == "/var/state/noteit/work")
    }

    @Test func aRelativeXDGPathIsIgnored() throws {
        let profile = try Profile(environment: ["HOME": "/home/ada", "XDG_DATA_HOME": "data"])
        #expect(profile.data.path == "/home/ada/.local/share/noteit/default")
    }

    @Test(arguments: ["", "..", "a/b", "a b", "ä", String(repeating: "x", count: 65), "a\u{0}"])
    func anInvalidNameIsRejected(name: String) {
        #expect(throws: ClientError.self) { try Profile(name, environment: ["HOME": "/home/ada"]) }
    }

    @Test func onlyTheOwnerCanReadAFolder() async throws {
        try await withProfile { profile in
            try profile.make(profile.state)
            let mode = try FileManager.default.attributesOfItem(atPath: profile.state.path)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o700)
        }
    }
}
