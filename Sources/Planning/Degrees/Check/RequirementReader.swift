import NoteItCore

extension CourseRequirements {
    /// Parses a registrar's texts.
    /// - Parameters: `corequisites`: a text that a file has apart from the prerequisites; may be empty. `notes`: those that may
    ///   name exclusions.
    public init(prerequisites: String, corequisites: String, notes: String, of course: CourseCode) {
        let main = Self.parse(prerequisites, of: course)
        // The column says that its courses are corequisites, so its text need not.
        let beside = Self.parse(corequisites, of: course)
        let noted = ExclusionParser.parse(notes, of: course)
        let label = corequisites.isEmpty ? "" : "Corequisite: \(corequisites)"
        self.init(
            text: [prerequisites, label].filter { !$0.isEmpty }.joined(separator: "\n"),
            prerequisites: main.prerequisites,
            corequisites: .every([main.corequisites, beside.prerequisites, beside.corequisites]),
            exclusions: noted + ExclusionParser.parse(prerequisites, of: course).filter { !noted.contains($0) })
    }

    /// A sentence about the course itself is not its prerequisite: left out if it names nothing else, else unknown. A text that
    /// is the course alone stays, so that the import can tell it.
    private static func parse(_ text: String, of course: CourseCode) -> ParsedRequirements {
        let whole = PrerequisiteParser.parse(text, subject: course.subject)
        guard (whole.prerequisites.courses + whole.corequisites.courses).contains(course) else { return whole }
        if case .course = RequirementTree.every([whole.prerequisites, whole.corequisites]) { return whole }
        let (tokens, _) = Remarks.separated(RequirementTokenizer.tokens(of: text))
        let sections = RequirementSection.sections(of: tokens)
        let starts = sections.map { tokens[$0.start].range.lowerBound }
        var rest = ""
        var (prerequisites, corequisites): ([RequirementTree], [RequirementTree]) = ([], [])
        for (index, section) in sections.enumerated() {
            let sentence = text[starts[index]..<(index + 1 < starts.count ? starts[index + 1] : text.endIndex)]
            let read = PrerequisiteParser.parse(String(sentence), subject: course.subject)
            let isCorequisite = read.corequisites.courses.contains(course)
            guard isCorequisite || read.prerequisites.courses.contains(course) else {
                rest += sentence
                continue
            }
            if case .course = RequirementTree.every([read.prerequisites, read.corequisites]) { continue }
            let unknown = RequirementTree.unknown(PrerequisiteReader.text(text, tokens[section.tokens]))
            if isCorequisite { corequisites.append(unknown) } else { prerequisites.append(unknown) }
        }
        let others = PrerequisiteParser.parse(rest, subject: course.subject)
        return ParsedRequirements(
            prerequisites: .every([others.prerequisites] + prerequisites).tidy,
            corequisites: .every([others.corequisites] + corequisites).tidy)
    }

    /// How much of the text was parsed.
    public enum Coverage: Sendable, Equatable {
        /// The text was read as a whole, or there is none, or it demands nothing.
        case whole
        case partly
        /// The trees have nothing but the text.
        case unparsed
    }

    public var coverage: Coverage {
        let trees = [prerequisites, corequisites]
        if trees.allSatisfy(\.isComplete) { return .whole }
        var isParsed = false
        for tree in trees {
            tree.forEachLeaf { leaf in
                if case .unknown = leaf { return }
                isParsed = true
            }
        }
        return isParsed ? .partly : .unparsed
    }
}

extension RequirementTree {
    /// A tree that demands all of these trees, without those that demand nothing.
    static func every(_ trees: [RequirementTree]) -> RequirementTree {
        let parts = trees.filter { $0 != .none }
        return parts.count == 1 ? parts[0] : .all(parts)
    }
}
