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
}
