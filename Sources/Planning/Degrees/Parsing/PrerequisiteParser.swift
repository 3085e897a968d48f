import NoteItCore

/// Reads what a registrar writes about a course's prerequisites as trees (`docs/prerequisites.md`). What it does not understand
/// is `unknown`, with its text; it drops only what rule 28 says.
public enum PrerequisiteParser {
    /// - Parameters: `text`: any text; `subject`: of numbers without one.
    /// - Complexity: O(n), nearly: a phrase looks ahead a bounded number of words.
    public static func parse(_ text: String, subject: String? = nil) -> ParsedRequirements {
        var reader = PrerequisiteReader(text, subject: subject)
        return reader.read()
    }
}
