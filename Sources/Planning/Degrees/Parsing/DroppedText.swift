/// A part of a text that is dropped on purpose.
struct DroppedText {
    /// The reasons for dropping a text; `docs/prerequisites.md` explains them.
    enum Rule {
        /// "CMPT 225 is recommended."
        case recommendation
        /// "Students with credit for CMPT 225 may not take this course for further credit."
        case creditNote
        /// "Exclusion: CMPT 225", "Cross-listed with CMPT 225".
        case exclusion
        /// "None."
        case nothingRequired
        /// "Attributes Data Intensive 2" after the prerequisites: another field of the catalog's page.
        case pageField
        /// "may be taken concurrently with CMPT 225": the course whose prerequisites these are.
        case companion
        /// "A minimum grade of B in this course is needed to register in BPK 495."
        case laterCourse
        /// "Please consult the physics advisor for further details.", "(see the department's regulations)".
        case contact
    }

    var rule: Rule
    var range: Range<String.Index>

    /// The text of these tokens, which a rule left out; nil without tokens.
    init?(_ rule: Rule, _ tokens: ArraySlice<RequirementToken>) {
        guard let first = tokens.first, let last = tokens.last else { return nil }
        self.rule = rule
        range = first.range.lowerBound..<last.range.upperBound
    }
}
