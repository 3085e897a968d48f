import ArgumentParser
import NoteItCore
import NoteItTerminal

extension EventReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Event.Kind: ExpressibleByArgument {}

/// A course code that may have arrived as two words, `cmpt 225`, and what stands behind it.
struct CourseWords {
    let course: String
    let rest: [String]

    /// - Parameter words: at least the course; `cmpt 225` takes two if the first has letters alone and the second begins
    ///   with a digit.
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

/// The name of an event or a reply that may have arrived as several words, `cmpt 225#42` or `cmpt225 #42`, and what stands
/// behind it.
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

    /// Throws a usage complaint if this can be the name of neither an event nor a reply.
    func reply() throws -> ReplyReference {
        guard let reference = ReplyReference(name) else {
            throw Complaint.usage(
                "'\(name)' names neither an event nor a reply.", "Say \(EventReference.form), or \(ReplyReference.form).")
        }
        return reference
    }

    /// Throws a usage complaint if this cannot be an event's name.
    func event() throws -> EventReference {
        if let reference = EventReference(name) { return reference }
        if ReplyReference(name) != nil, let mark = name.lastIndex(of: "#") {
            throw Complaint.usage("'\(name)' is a reply; this takes events.", "Say \(name[..<mark]) for its event.")
        }
        throw Complaint.usage("'\(name)' names no event.", "Say \(EventReference.form), or 42 where that is clear.")
    }
}
