import ArgumentParser
import NoteItCore

/// The first word on a command line that should be a command but is not one.
struct UnknownCommand {
    let word: String
    /// The commands before it, such as `noteit event`.
    let path: [String]
    let known: [String]

    /// Nil if all command words are known.
    init?(in arguments: [String], root: any ParsableCommand.Type = Noteit.self) {
        var (path, current) = ([root.configuration.commandName ?? ""], root)
        var rest = arguments[...]
        while let word = rest.popFirst(), word != "--" {
            if word.hasPrefix("-") {
                if SessionOptions.withValue.contains(word) { rest = rest.dropFirst() }
                continue
            }
            let children = current.configuration.subcommands
            if children.isEmpty || word == "help" { return nil }
            guard let next = current.child(word) else {
                if current.configuration.defaultSubcommand is any AcceptsWords.Type { return nil }
                self.word = word
                self.path = path
                known =
                    children.filter { $0.configuration.shouldDisplay }.flatMap { $0.names }
                    + (path.count == 1 ? FirstWords.all : [])
                return
            }
            path.append(word)
            current = next
        }
        return nil
    }

    var complaint: Complaint {
        let near = Suggestion.nearest(to: word, among: known)
        let question = near.isEmpty ? "" : ", did you mean \(Suggestion.choice(near))?"
        return Complaint(
            "unknown command '\(word)'" + (near.isEmpty ? "." : question),
            advice: ["List the commands with: \(path.joined(separator: " ")) --help"], status: ExitStatus.usage)
    }
}
