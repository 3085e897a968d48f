import Foundation
import NoteItCore

/// A text from an editor: the part above the scissors line.
public struct Draft: Sendable, Equatable {
    public var title: String
    public var body: String

    public init(title: String, body: String) { (self.title, self.body) = (title, body) }

    static let scissors = "# ------------------------ 8< ------------------------"

    /// Reads a title, the first line with text, and a body, the rest. Line ends become `LF`. Nil if the text is empty.
    public init?(reading text: String) {
        let written = Self.written(in: text)
        guard let first = written.split(separator: "\n", omittingEmptySubsequences: true).first else { return nil }
        let rest = written.dropFirst(first.count)
        self.init(title: first.trimmingCharacters(in: .whitespaces), body: String(rest).trimmingCharacters(in: .newlines))
    }

    /// The text above the scissors line, without blank lines around it and with `LF` line ends.
    public static func written(in text: String) -> String {
        var lines = text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false)
        if let cut = lines.firstIndex(where: { $0 == scissors }) { lines.removeSubrange(cut...) }
        let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
        return lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed().joined(separator: "\n")
    }

    /// The text that the editor opens: `text`, the scissors line, then `hints`.
    public static func template(_ text: String, hints: [String]) -> String {
        ([text, "", scissors] + hints.map { "# " + $0 }).joined(separator: "\n") + "\n"
    }

    /// Title and body as the editor shows them.
    public var text: String { body.isEmpty ? title : title + "\n\n" + body }
}
