import ArgumentParser
import NoteItTerminal

/// `noteit __complete`: what the completion scripts of the shells call. The first line says what is offered, the others are
/// the candidates.
struct CompleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "__complete", abstract: "List what can stand at the end of a command line.", shouldDisplay: false)

    @Argument(help: "The shell that asks.") var shell: Completion.Shell
    @Argument(parsing: .postTerminator, help: "The words after the program's name; for bash the line up to the cursor.")
    var words: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let typed = shell == .bash ? ShellLine(words.joined(separator: " ")) : nil
        let answer = await CompletionLine(typed?.arguments ?? words).answer()
        switch answer {
        case .files(let extensions): write(["files" + extensions.map { " " + $0 }.joined()])
        case .folders: write(["folders"])
        case .values(let candidates): write(["values" + (typed.map { " " + $0.lastWord } ?? "")] + lines(candidates, typed))
        }
    }

    private func lines(_ candidates: [Candidate], _ typed: ShellLine?) -> [String] {
        candidates.filter { $0.value.visible == $0.value && !$0.value.isEmpty }.compactMap { candidate in
            let help = candidate.help.visible
            switch shell {
            case .bash: return typed?.completed(candidate.value)
            case .fish: return help.isEmpty ? candidate.value : "\(candidate.value)\t\(help)"
            case .zsh:
                let value = candidate.value.escaping { $0 == "\\" || $0 == ":" ? "\\\($0)" : nil }
                return help.isEmpty ? value : "\(value):\(help)"
            }
        }
    }

    private func write(_ lines: [String]) { session.console.raw(lines.map { $0 + "\n" }.joined()) }
}
