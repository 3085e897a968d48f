import ArgumentParser
import Foundation
import NoteItServer

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The keys that sign access tokens.", subcommands: [Rotate.self])

    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new signing key.",
            discussion:
                "It signs from now on, also in a running server. Nobody is signed out: the key before it verifies for another day."
        )

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            let keys = try SigningKeys.rotate(path: database.keysPath, now: Date())
            announce("The key \(keys.last ?? "") signs from now on; \(keys.count - 1) older still verify")
        }
    }
}
