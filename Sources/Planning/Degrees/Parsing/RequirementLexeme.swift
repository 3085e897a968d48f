import NoteItCore

/// A phrase of a requirement: a leaf of its tree, or a word that joins leaves.
struct RequirementLexeme {
    enum Kind: Equatable {
        /// A course; of several codes any will do, as in `CA (or FPA) 322`. `isShort`: written without a subject.
        case course([CourseCode], isShort: Bool)
        case highSchool(String)
        /// Credits or standing.
        case leaf(RequirementTree)
        case permission
        /// Words that are not understood.
        case words
        case choose(Choice)
        case and, or, plus, slash, comma, semicolon, open, close
        /// "45 units, including ...".
        case including
        /// "or corequisite EDUC 403": the course after it may be taken in the same term.
        case orCorequisite
        /// "and corequisite BUS 340": the course after it may be taken in the same term.
        case corequisite
        case grade(GradeMark)
        case concurrent(ConcurrentMark)
        /// Words that mean nothing: "completion of".
        case filler
        /// "or equivalent"
        case equivalent
    }

    enum Choice: Equatable { case atLeast(Int), all, either }

    struct GradeMark: Equatable {
        /// The minimum grade; nil if any pass will do.
        var grade: Grade?
        /// Whether the grade is for all courses before it: "all", "both" or "each".
        var isForAll: Bool
        /// "B or better in CA 146": a grade of the courses that follow.
        var isAhead: Bool
    }

    struct ConcurrentMark: Equatable {
        /// "must be taken concurrently"
        var isDemanded = false
        /// `*` explains the mark beside a course.
        var isFootnote = false
        /// "CHEM 281 as prerequisite or corequisite": the sentence demands the course.
        var isStated = false
    }

    var kind: Kind
    /// Indices of the tokens.
    var tokens: Range<Int>
    var grade: Grade?
    var isConcurrent = false

    init(_ kind: Kind, _ tokens: Range<Int>) {
        self.kind = kind
        self.tokens = tokens
    }

    var isCourse: Bool {
        switch kind {
        case .course, .highSchool: true
        default: false
        }
    }

    /// Whether it may stand in a plain list of codes.
    var isPartOfCodes: Bool {
        switch kind {
        case .course, .open, .close, .filler, .equivalent: true
        default: isJoint
        }
    }

    /// Whether it joins leaves.
    var isJoint: Bool {
        switch kind {
        case .and, .or, .plus, .slash, .comma, .semicolon, .including: true
        default: false
        }
    }
}
