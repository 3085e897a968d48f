import ArgumentParser
import Foundation

/// An argument of a command, as the command's help describes it.
struct CommandArgument: Decodable {
    struct Name: Decodable {
        let kind, name: String

        var spelled: String { (kind == "long" ? "--" : "-") + name }
    }

    /// The values that can be offered; at most one of these is there.
    struct Values: Decodable {
        struct List: Decodable { let values: [String] }
        struct File: Decodable { let extensions: [String] }
        struct Empty: Decodable {}

        let list: List?
        let file: File?
        let directory, custom, customAsync: Empty?
    }

    let kind: String
    let isRepeating, shouldDisplay: Bool
    let names: [Name]?
    let preferredName: Name?
    let abstract: String?
    let completionKind: Values?

    var isPositional: Bool { kind == "positional" }
    var takesValue: Bool { kind == "option" }

    func isNamed(_ word: some StringProtocol) -> Bool { names?.contains { $0.spelled == word } ?? false }
}

extension CommandArgument {
    /// The arguments of a command that a person can see. A group of commands has none of its own, except the root.
    static func of(_ command: any ParsableCommand.Type) async -> [CommandArgument] {
        // The description of a group would contain those of all commands below it.
        if command == Noteit.self { return await described(SessionOptions.self) { _ = try SessionOptions.parse($0) } }
        guard command.configuration.subcommands.isEmpty else { return [] }
        return await described(command) { request in
            if let command = command as? any AsyncParsableCommand.Type {
                _ = try await command.asyncParseAsRoot(request)
            } else {
                _ = try command.parseAsRoot(request)
            }
        }
    }

    /// - Parameter parse: parses the request for a description, and throws it.
    private static func described(
        _ type: any ParsableArguments.Type, _ parse: ([String]) async throws -> Void
    ) async -> [CommandArgument] {
        struct Description: Decodable {
            struct Command: Decodable { let arguments: [CommandArgument]? }
            let command: Command
        }
        do {
            try await parse(["--experimental-dump-help"])
            return []
        } catch {
            let json = Data(type.fullMessage(for: error).utf8)
            let description = try? JSONDecoder().decode(Description.self, from: json)
            return (description?.command.arguments ?? []).filter(\.shouldDisplay)
        }
    }
}
