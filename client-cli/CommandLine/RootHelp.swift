import ArgumentParser
import Foundation

/// What `noteit --help` writes: every command in its group, a line each, on one screen.
struct RootHelp {
    private let configuration = Noteit.configuration

    /// Whether the help of the program itself is asked for, not that of a command.
    static func isRequested(by arguments: [String]) -> Bool {
        let words = arguments.filter { !["--json", "--plain", "--no-input"].contains($0) }
        return words.isEmpty || [["--help"], ["-h"], ["help"]].contains(words)
    }

    var text: String {
        let groups = configuration.groupedSubcommands.flatMap { group in [group.name + ":"] + group.subcommands.map(line) + [""]
        }
        return (opening + groups + closing).joined(separator: "\n")
    }

    private let opening = [
        Noteit.configuration.abstract, "", "USAGE: noteit <command> [<argument> ...] [<option> ...]", "",
    ]

    private let closing = [
        "First steps: noteit auth register, then noteit course add.",
        "Help with examples: noteit COMMAND --help" + (RootHelp.hasManual ? ", or man noteit-COMMAND." : "."),
        "Every command takes --json, --plain, --no-input, --profile NAME, --server URL.",
    ]

    /// Whether manual pages were installed with the program.
    private static let hasManual: Bool = {
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return false }
        let pages = program.deletingLastPathComponent().deletingLastPathComponent().appending(path: "share/man/man1")
        return ["noteit.1", "noteit.1.gz"].contains { FileManager.default.fileExists(atPath: pages.appending(path: $0).path) }
    }()

    private func line(_ command: any ParsableCommand.Type) -> String {
        "  \(command.names[0].padding(toLength: width, withPad: " ", startingAt: 0))  \(command.configuration.abstract)"
    }

    private var width: Int {
        configuration.groupedSubcommands.flatMap(\.subcommands).map { $0.names[0].count }.max() ?? 0
    }
}
