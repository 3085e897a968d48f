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
