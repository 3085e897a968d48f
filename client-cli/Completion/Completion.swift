import ArgumentParser
import Foundation
import NoteItTerminal

/// `noteit completion`.
struct Completion: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Write a completion script for your shell.",
        discussion: """
            Tab then completes commands, options, courses, events, sections, people, tasks and timetables, without a server. \
            'make install' puts the scripts in place.

            Examples:
              noteit completion bash > ~/.local/share/bash-completion/completions/noteit
              noteit completion zsh > ~/.zfunc/_noteit             (a folder in $fpath)
              noteit completion fish > ~/.config/fish/completions/noteit.fish
            """)

    @Argument(help: "bash, zsh or fish; without it the shell of $SHELL.") var shell: Shell?
    @OptionGroup(title: "Global options") var session: SessionOptions

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    func run() throws {
        let own = ProcessInfo.processInfo.environment["SHELL"]?.split(separator: "/").last.map(String.init)
        guard let shell = shell ?? own.flatMap(Shell.init(rawValue:)) else {
            throw Complaint.usage("Which shell?", "Say bash, zsh or fish, as in: noteit completion bash")
        }
        session.console.raw(shell.script)
    }
}
