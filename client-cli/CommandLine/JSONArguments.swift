import ArgumentParser
import Foundation

/// Brings `--json FIELDS` into a form that the parser knows: an option cannot have an optional value there.
struct JSONArguments {
    private let arguments: [String]
    /// The command that runs, and the positions of the words that name it.
    private let command: any ParsableCommand.Type
    private let path: Set<Int>

    init(_ arguments: [String], root: any ParsableCommand.Type = Noteit.self) {
        self.arguments = arguments
        var (current, path) = (root, Set<Int>())
        for (index, word) in arguments.enumerated() {
            if word == "--" { break }
            if word.hasPrefix("-") { continue }
            // The value of an option is not a command.
            if index > 0, SessionOptions.withValue.contains(arguments[index - 1]) { continue }
            guard let next = current.child(word) else { break }
            path.insert(index)
            current = next
        }
        while let standard = current.configuration.defaultSubcommand { current = standard }
        (command, self.path) = (current, path)
    }

    /// The arguments with `--json --json-fields=title,due` for `--json title,due` and `--json=title,due`. Throws a usage
    /// complaint for fields that the command does not have: a word that stays would be posted with the others.
    func rewritten() throws -> [String] {
        var (result, index) = ([String](), 0)
        while index < arguments.count, arguments[index] != "--" {
            let word = arguments[index]
            index += 1
            if word.hasPrefix("--json=") {
                result += try options(String(word.dropFirst("--json=".count)), isWord: false)
            } else if word == "--json", index < arguments.count, isFields(at: index) {
                result += try options(arguments[index], isWord: true)
                index += 1
            } else {
                result.append(word)
            }
        }
        return result + arguments[index...]
    }

    /// - Parameter isWord: whether the fields are a word of their own, which may be meant as one of the command's.
    private func options(_ text: String, isWord: Bool) throws -> [String] {
        let names = Self.names(text)
        let name = path.isEmpty ? "noteit" : path.sorted().map { arguments[$0] }.joined(separator: " ")
        guard let chooser = command as? any ChoosesFields.Type else {
            throw Complaint.usage(
                "'\(name)' has no fields to choose from.", "Write all of it with --json alone, as the last word.")
        }
        let unknown = names.filter { !chooser.jsonFields.contains($0) }
        guard unknown.isEmpty else {
            let listed = "Its fields: \(chooser.jsonFields.joined(separator: ", "))"
            throw Complaint(
                "'\(name)' has no field '\(unknown.joined(separator: "', '"))'.",
                advice: [listed] + (isWord ? ["Put --json last, or write --json=FIELDS."] : []), status: ExitStatus.usage)
        }
        return ["--json", "--json-fields=\(names.joined(separator: ","))"]
    }

    /// Whether the word after `--json` names fields, known or not, and is not a word of the command: a course has capitals or
    /// digits.
    private func isFields(at index: Int) -> Bool {
        // A group reports an unknown subcommand itself.
        guard command.configuration.subcommands.isEmpty, !path.contains(index) else { return false }
        let names = Self.names(arguments[index])
        guard !names.isEmpty, names.allSatisfy(Self.looksLikeField) else { return false }
        if let chooser = command as? any ChoosesFields.Type {
            if names.allSatisfy(chooser.jsonFields.contains) { return true }
            if chooser.searchesWords { return false }
        }
        // `--json cmpt 225`
        let follower = index + 1 < arguments.count ? arguments[index + 1] : ""
        return names.count > 1 || follower.first?.isNumber != true
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func looksLikeField(_ name: String) -> Bool {
        name.first.map { ("a"..."z").contains($0) } ?? false && name.allSatisfy { $0.isASCII && $0.isLetter }
    }
}
