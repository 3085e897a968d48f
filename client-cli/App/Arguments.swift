import ArgumentParser
import NoteItCore
import NoteItTerminal

extension EventReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension CatalogID: ExpressibleByArgument {}

extension Event.Kind: ExpressibleByArgument {}

extension Enrollment.Role: ExpressibleByArgument {}

extension AccountReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension String {
    /// Whether people can type it as an argument: not a name that looks like an option, or that is not displayed as it is.
    var isTypable: Bool { !unicodeScalars.starts(with: "-".unicodeScalars) && visible == self }
}

extension [String] {
    /// `--section D101,D102` means the same as two options. An empty name stays, to be refused: no section at all means the
    /// whole course.
    var commaSeparated: [String] { flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } }
}

extension Optional {
    /// As `flatMap`, with a transformation that waits.
    func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        if let self { try await transform(self) } else { nil }
    }
}

/// A course code, which may be two words, `cmpt 225`, and the words after it.
struct CourseWords {
    let course: String
    let rest: [String]

    /// - Parameter words: the words after the first. `cmpt 225` is one course: letters, then a word that begins with a digit.
    init(_ course: String, _ words: [String]) {
        if let second = words.first, course.allSatisfy(\.isLetter), second.first?.isNumber == true, second.count <= 5 {
            self.course = course + second
            rest = Array(words.dropFirst())
        } else {
            self.course = course
            rest = words
        }
    }

    /// The courses in a line such as `CMPT 225, math150`.
    static func courses(in line: String) -> [String] {
        var (courses, words) = ([String](), line.split { $0.isWhitespace || $0 == "," }.map(String.init))
        while let first = words.first {
            let split = CourseWords(first, Array(words.dropFirst()))
            courses.append(split.course)
            words = split.rest
        }
        return courses
    }
}

/// The name of an event or a reply, which may be several words, `cmpt 225#42` or `cmpt225 #42`, and the words after it.
struct EventWords {
    let name: String
    let rest: [String]

    /// All words together are the name.
    init(_ words: [String]) { self.init(words.joined(separator: " "), []) }

    init(_ name: String, _ words: [String]) {
        var (name, rest) = (name, words[...])
        if !name.contains("#"), name.first?.isLetter == true, EventReference(name) == nil {
            if name.allSatisfy(\.isLetter), let second = rest.first, second.first?.isNumber == true {
                name += rest.removeFirst()
            }
            if !name.contains("#"), let mark = rest.first, mark.hasPrefix("#") { name += rest.removeFirst() }
        }
        self.name = name
        self.rest = Array(rest)
    }

    /// Throws a usage complaint if the name has the form of neither an event nor a reply.
    func reply() throws -> ReplyReference {
        guard let reference = ReplyReference(name) else {
            throw Complaint.usage(
                "'\(name)' is neither an event nor a reply.", "Name \(EventReference.form), or \(ReplyReference.form).")
        }
        return reference
    }

    /// Throws a usage complaint if the name does not have the form of an event.
    func event() throws -> EventReference {
        if let reference = EventReference(name) { return reference }
        if ReplyReference(name) != nil, let mark = name.lastIndex(of: "#") {
            throw Complaint.usage("'\(name)' is a reply; this command takes events.", "Its event is \(name[..<mark]).")
        }
        throw Complaint.usage(
            "'\(name)' is not an event.", "Name \(EventReference.form), or 42 if only one of your courses has a #42.")
    }
}

extension ParsableCommand {
    /// The name of the command, then its aliases.
    static var names: [String] { [configuration.commandName ?? ""] + configuration.aliases }

    /// The subcommand with this name or alias.
    static func child(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.names.contains(name) }
    }
}

/// A default subcommand that takes words, so that a word after its parent need not be a command.
protocol AcceptsWords: ParsableCommand {}
