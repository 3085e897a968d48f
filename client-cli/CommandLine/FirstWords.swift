import ArgumentParser
import NoteItTerminal

/// The words that people try first, as commands of this program: `noteit join CMPT225` is `noteit course add CMPT225`.
///
/// A command of that name always comes first.
enum FirstWords {
    /// The command line with the words of this program. Options before the command stay where they are.
    static func translated(_ arguments: [String], root: any ParsableCommand.Type = Noteit.self) -> [String] {
        var (arguments, current, depth) = (arguments, root, 0)
        var index = arguments.startIndex
        while index < arguments.endIndex, arguments[index] != "--" {
            let word = arguments[index]
            if word.hasPrefix("-") {
                index += SessionOptions.withValue.contains(word) ? 2 : 1
                continue
            }
            if depth == 0, word == "help" {
                index += 1
                continue
            }
            if let next = current.child(word) {
                (current, index, depth) = (next, index + 1, depth + 1)
                continue
            }
            let rest = Array(arguments[(index + 1)...])
            if let meant = depth == 0 ? meant(by: word, before: rest) : sibling(of: word, in: current) {
                arguments.replaceSubrange(index...index, with: meant)
            }
            return arguments
        }
        return arguments
    }

    /// The words that `meant` knows, for suggestions.
    static let all = single.keys + ["view", "show", "open"]

    private static let single = [
        "login": ["auth", "login"], "signin": ["auth", "login"], "logout": ["auth", "logout"],
        "signout": ["auth", "logout"], "register": ["auth", "register"], "signup": ["auth", "register"],
        "whoami": ["auth", "status"],
        "join": ["course", "add"], "enroll": ["course", "add"], "leave": ["course", "drop"], "drop": ["course", "drop"],
        "thanks": ["thank"], "like": ["thank"], "upvote": ["thank"], "reminders": ["remind"],
        "complete": ["done"], "ask": ["post", "--kind", "question"], "ls": ["event", "list"], "list": ["event", "list"],
    ]

    /// The command of a first word; nil if nobody would know.
    private static func meant(by word: String, before rest: [String]) -> [String]? {
        switch word {
        case "view", "show": namesCourse(rest) ? ["course", "show"] : ["event", "view"]
        case "open": ["event", "open"]
        default: single[word]
        }
    }

    /// Whether the words are the code of a course, `CMPT225`, `202530.CMPT225` or `cmpt 225`, and not an event of it.
    private static func namesCourse(_ words: [String]) -> Bool {
        let words = words.filter { !$0.hasPrefix("-") }
        guard let first = words.first, CourseReference(first) != nil else { return false }
        return !words.contains { $0.contains("#") }
    }

    /// Names of the same command in other groups and programs, the nearest first.
    private static let synonyms = [
        "ls": ["list"], "show": ["view"], "view": ["show"], "create": ["new", "add"], "new": ["add"], "join": ["add"],
        "leave": ["drop"],
        "rm": ["delete", "remove", "drop"], "delete": ["remove", "drop"], "remove": ["delete", "drop"],
    ]

    /// The command of a group that has another name here: `list` for `ls`.
    private static func sibling(of word: String, in group: any ParsableCommand.Type) -> [String]? {
        if group.configuration.defaultSubcommand is any AcceptsWords.Type { return nil }
        let known = group.configuration.subcommands.flatMap { $0.names }
        return synonyms[word]?.first(where: known.contains).map { [$0] }
    }
}
