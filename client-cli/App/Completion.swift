import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit completion`.
struct Completion: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a completion script for your shell.",
        discussion: """
            Examples:
              noteit completion bash > ~/.local/share/bash-completion/completions/noteit
              noteit completion zsh > ~/.zfunc/_noteit             (a folder in $fpath)
              noteit completion fish > ~/.config/fish/completions/noteit.fish
            """)

    @Argument(help: "bash, zsh or fish; without it the shell of $SHELL.") var shell: Shell?
    @OptionGroup(title: "Global options") var session: SessionOptions

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        var form: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    func run() throws {
        let own = ProcessInfo.processInfo.environment["SHELL"]?.split(separator: "/").last.map(String.init)
        guard let shell = shell ?? own.flatMap(Shell.init(rawValue:)) else {
            throw Complaint.usage("Which shell?", "Say bash, zsh or fish, as in: noteit completion bash")
        }
        session.console.raw(Noteit.completionScript(for: shell.form))
    }
}

/// Completions of courses and events from the local copy, so that the Tab key needs no server.
enum Completions {
    static let courses = CompletionKind.custom { _, _, _ in
        await (try? copy()?.courses().map(\.code)) ?? []
    }

    static let events = CompletionKind.custom { _, _, _ in
        await (try? copy()?.agenda().flatMap(\.events).map(\.reference)) ?? []
    }

    /// Short ids of open tasks: titles have spaces.
    static let tasks = CompletionKind.custom { _, _, _ in
        guard let tasks = try? await copy()?.tasks() else { return [] }
        let names = TaskNames(tasks)
        return tasks.filter { !$0.done }.map { names.shortID(of: $0.id) }
    }

    /// Names of degree plans, and the ids of those whose names have spaces.
    static let plans = CompletionKind.custom { _, _, _ in
        await (try? copy()?.degreePlans().map { $0.name.contains(" ") ? $0.id.description : $0.name }) ?? []
    }

    /// Nil if this machine has no local copy.
    private static func copy() throws -> LocalCopy? {
        let profile = try Profile(ProcessInfo.processInfo.environment["NOTEIT_PROFILE"] ?? Profile.standardName)
        guard FileManager.default.fileExists(atPath: profile.data.path) else { return nil }
        return try LocalClient(profile: profile).copy
    }
}
