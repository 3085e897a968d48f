import ArgumentParser
import Foundation
import NoteItServer

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Manage the keys that sign access tokens.", subcommands: [Rotate.self])

    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Create a new signing key.",
            discussion:
                "A running server uses it at once. Nobody is signed out: the previous key verifies tokens for one more day."
        )

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            let keys = try SigningKeys.rotate(path: database.keysPath, now: Date())
            announce("The key \(keys.last ?? "") signs from now on; older keys that still verify: \(keys.count - 1)")
        }
    }
}
