import NoteItCore

/// Reads a text sentence by sentence.
struct PrerequisiteReader {
    private let text: String
    private let tokens: [RequirementToken]
    private let remarks: Remarks
    private var lexer: RequirementLexer

    private var prerequisites: [RequirementTree] = []
    private var corequisites: [RequirementTree] = []
    /// The grade of a part or sentence of its own.
    private var gradeOfAll: Grade?
    /// The courses that sentences of their own allow in the same term.
    private var concurrent = Set<CourseCode>()

    /// Whether the sentence so far is about several groups of people, so that its labels are too.
    private var isOpenProse = false

    private var droppedParts: [DroppedText] = []

    /// The tokens that were looked at.
    var work: Int { lexer.work }
    /// The texts that were left out, with the rule of each.
    var dropped: [DroppedText] {
        droppedParts + lexer.companions.compactMap { DroppedText(.companion, tokens[$0]) }
    }

    init(_ text: String, subject: String?) {
        self.text = text
        (tokens, droppedParts) = Remarks.separated(RequirementTokenizer.tokens(of: text))
        remarks = Remarks(tokens: tokens)
        lexer = RequirementLexer(tokens, subject: subject)
    }

    mutating func read() -> ParsedRequirements {
        for section in RequirementSection.sections(of: tokens) {
            switch section.label {
            case .recommended: drop(.recommendation, section.start..<section.tokens.upperBound)
            case .excluding, .other: readOther(section)
            default:
                if isOpenProse, section.start > 0, tokens[section.start - 1].kind != .period {
                    readOther(section)
                } else {
                    isOpenProse = false
                    read(section)
                }
            }
        }
        if let gradeOfAll { prerequisites = prerequisites.map { $0.graded(gradeOfAll) } }
        func tree(_ trees: [RequirementTree]) -> RequirementTree {
            let tree = RequirementTree.all(trees).allowingConcurrent(concurrent).tidy
            return tree.depth > RequirementTree.mostDepth ? .unknown(Self.text(text, tokens[...])) : tree
        }
        return ParsedRequirements(prerequisites: tree(prerequisites), corequisites: tree(corequisites))
    }

    /// Reads the text after a label that demands nothing, or whose meaning is unknown.
    private mutating func readOther(_ section: RequirementSection) {
        let whole = section.start..<section.tokens.upperBound
        if section.label == .excluding, lexer.read(section.tokens).allSatisfy(\.isPartOfCodes) {
            return drop(.exclusion, whole)
        }
        if case .nothing(let rule) = remarks.reading(of: section.tokens) { return drop(rule, whole) }
        let unknown = RequirementTree.unknown(Self.text(text, tokens[whole]))
        if tokens[whole].contains(where: { Vocabulary.people.contains($0.word) }) {
            offer(unknown, isCorequisite: false)
        } else {
            prerequisites.append(unknown)
        }
    }

    /// Adds one more way to meet the prerequisites, beside all that were read so far.
    private mutating func offer(_ tree: RequirementTree, isCorequisite: Bool) {
        if !isCorequisite, !prerequisites.isEmpty || corequisites.isEmpty {
            prerequisites = [prerequisites.isEmpty ? tree : .any([.all(prerequisites), tree])]
        }
        if !corequisites.isEmpty { corequisites = [.any([.all(corequisites), tree])] }
        if isCorequisite, corequisites.isEmpty { corequisites = [tree] }
    }

    private mutating func read(_ section: RequirementSection) {
        if substitute(section) { return }
        var lexemes: [RequirementLexeme] = []
        for range in parts(of: section.tokens) {
            let found: [RequirementLexeme]
            switch remarks.reading(of: range) {
            case .nothing(let rule):
                drop(rule, range)
                continue
            case .requirement(let kept, let rule):
                drop(rule, kept.upperBound..<range.upperBound)
                found = lexer.read(kept)
            case .waivable:
                read(lexemes, of: section)
                lexemes = []
                let named = Set(prerequisites.flatMap(\.courses))
                guard !prerequisites.isEmpty, lexer.codes(in: range).allSatisfy(named.contains) else {
                    found = prose(range)
                    break
                }
                prerequisites = [.any([.all(prerequisites), .permission])]
                continue
            case .companion:
                concurrent.formUnion(lexer.codes(in: range))
                drop(.companion, range)
                continue
            case .alternative:
                read(lexemes, of: section)
                let rest = tokens[range.lowerBound..<section.tokens.upperBound]
                return offer(.unknown(Self.text(text, rest)), isCorequisite: section.label == .corequisite)
            case .prose where isOfSeveral(range):
                isOpenProse = true
                lexemes += prose(range.lowerBound..<section.tokens.upperBound)
                return read(lexemes, of: section)
            case .prose: found = prose(range)
            }
            if !lexemes.isEmpty {
                lexemes.append(RequirementLexeme(.semicolon, range.lowerBound - 1..<range.lowerBound))
            }
            lexemes += found
        }
        if let joint = openJoint(of: section) { lexemes += lexer.read(joint) + [RequirementLexeme(.words, joint)] }
        read(lexemes, of: section)
    }

    /// "Open to students ... with BUS 130, or to students ...".
    private func isOfSeveral(_ range: Range<Int>) -> Bool {
        let words = range.map { tokens[$0].word }
        return words.contains("open") && words.contains("or") && words.count { Vocabulary.people.contains($0) } > 1
    }

    /// The "or" or "and" at the end of a text that was cut off.
    private func openJoint(of section: RequirementSection) -> Range<Int>? {
        guard let last = section.tokens.last(where: { tokens[$0].kind != .period }) else { return nil }
        let end = section.tokens.upperBound
        guard end == tokens.count || tokens[end].kind == .period,
            ["or", "and", "and/or", "plus", "including"].contains(tokens[last].word)
        else { return nil }
        return last..<last + 1
    }

    private mutating func read(_ lexemes: [RequirementLexeme], of section: RequirementSection) {
        guard !lexemes.isEmpty else { return }
        var isCorequisite = section.label == .corequisite
        var passes = LexemePasses(lexemes: lexemes, tokens: tokens)
        passes.clean()
        if let codes = allowedConcurrently(passes.lexemes, isCorequisite: isCorequisite) {
            allowConcurrent(codes, section)
            return
        }
        isCorequisite = isCorequisite || isDemandedConcurrently(passes.lexemes)
        let (read, grade) = tree(of: &passes)
        if isCorequisite {
            if let grade { corequisites = corequisites.map { $0.graded(grade) } }
        } else {
            gradeOfAll = gradeOfAll ?? grade
        }
        guard var tree = read else { return }
        if section.label == .either { tree = tree.allowingConcurrent(Set(tree.courses)) }
        append(tree, isCorequisite: isCorequisite, isOr: passes.lexemes.first?.kind == .or)
    }

    /// The tree, and the grade of everything.
    private func tree(of passes: inout LexemePasses) -> (RequirementTree?, Grade?) {
        passes.groupPairs()
        passes.allowConcurrentOnes()
        var scope = GradeScope(passes.lexemes)
        scope.apply()
        passes.lexemes = scope.lexemes
        passes.joinWords()
        passes.absorbCourses()
        passes.groupNumbers()
        let grammar = RequirementGrammar(passes.lexemes) { [text, tokens] in Self.text(text, tokens[$0]) }
        return (grammar.tree(), scope.gradeOfAll)
    }

    /// "MATH 154 with a grade of at least B+ may be substituted for MATH 151 (MATH 150)", "Students who have completed MATH 232 may
    /// substitute it for ECON 331", after the sentence that demands them. False, and nothing is changed, if a part of it is not
    /// understood.
    private mutating func substitute(_ section: RequirementSection) -> Bool {
        let range = section.tokens
        guard !prerequisites.isEmpty, section.label == nil, let verb = range.first(where: { tokens[$0].word == "may" }),
            let phrase = Self.substituting.first(where: { tokens[verb..<range.upperBound].prefix($0.count).map(\.word) == $0 })
        else { return false }
        let head = ["students", "who", "have", "completed"]
        let isByStudents = tokens[range.lowerBound..<verb].prefix(head.count).map(\.word) == head
        let start = range.lowerBound + (isByStudents ? head.count : 0)
        var codes = Set<CourseCode>()
        for lexeme in lexer.read(verb + phrase.count..<range.upperBound) {
            switch lexeme.kind {
            case .course(let found, _): codes.formUnion(found)
            case .or, .slash, .open, .close: break
            default: return false
            }
        }
        var passes = LexemePasses(lexemes: lexer.read(start..<verb), tokens: tokens)
        passes.clean()
        guard !codes.isEmpty, codes.isSubset(of: prerequisites.flatMap(\.courses)),
            case (let substitutes?, _) = tree(of: &passes), substitutes.isComplete
        else { return false }
        prerequisites = prerequisites.map { tree in
            tree.mapLeaves { leaf in
                guard case .course(let code, _, _) = leaf, codes.contains(code) else { return leaf }
                return .any([leaf, substitutes])
            }
        }
        return true
    }

    private static let substituting =
        [["may", "be", "substituted", "for"]]
        + [["them"], ["it"], ["these", "courses"], ["this", "course"]].map { ["may", "substitute"] + $0 + ["for"] }

    private mutating func drop(_ rule: DroppedText.Rule, _ range: Range<Int>) {
        if let part = DroppedText(rule, tokens[range]) { droppedParts.append(part) }
    }

    private mutating func append(_ tree: RequirementTree, isCorequisite: Bool, isOr: Bool) {
        if isCorequisite {
            corequisites.append(tree)
        } else if isOr, !prerequisites.isEmpty {
            prerequisites = [.any([.all(prerequisites), tree])]
        } else {
            prerequisites.append(tree)
        }
    }

    /// Unknown words, and the permission that may end them or begin them.
    private mutating func prose(_ range: Range<Int>) -> [RequirementLexeme] {
        var start = range.lowerBound
        var found: [RequirementLexeme] = []
        if ["or", "and"].contains(tokens[start].word) {
            found = lexer.read(start..<start + 1)
            start += 1
        }
        let joints = range.filter { $0 > start && $0 + 1 < range.upperBound && joinsPermission($0) }
        for joint in joints.suffix(2).reversed() {
            let ending = lexer.read(joint..<range.upperBound).filter { $0.kind != .filler }
            if ending.count == 2, ending[1].kind == .permission {
                return found + [RequirementLexeme(.words, start..<joint)] + ending
            }
        }
        guard start < range.upperBound else { return found }
        if let rest = range.first(where: { $0 > start && tokens[$0].word == "plus" }) {
            let beginning = lexer.read(start..<rest).filter { $0.kind != .filler && $0.kind != .comma }
            if beginning.map(\.kind) == [.permission] {
                return found + beginning + lexer.read(rest..<rest + 1) + [
                    RequirementLexeme(.words, rest + 1..<range.upperBound)
                ]
            }
        }
        return found + [RequirementLexeme(.words, start..<range.upperBound)]
    }

    /// "or", "plus" and ", and": what may stand between unknown words and a permission.
    private func joinsPermission(_ index: Int) -> Bool {
        switch tokens[index].word {
        case "or", "plus": true
        case "and": tokens[index - 1].kind == .comma
        default: false
        }
    }

    private func parts(of range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var (start, depth) = (range.lowerBound, 0)
        for index in range {
            switch tokens[index].kind {
            case .open: depth += 1
            case .close: depth -= 1
            case .semicolon where depth == 0:
                parts.append(start..<index)
                start = index + 1
            default: break
            }
        }
        parts.append(start..<range.upperBound)
        return parts.filter { !$0.isEmpty }
    }

    /// "MATH 251 may be taken concurrently." after the sentence that demands it.
    private mutating func allowedConcurrently(_ lexemes: [RequirementLexeme], isCorequisite: Bool) -> [CourseCode]? {
        guard case .concurrent(let mark) = lexemes.last?.kind, !mark.isDemanded, !mark.isStated,
            isCorequisite || !prerequisites.isEmpty, !mark.isFootnote || lexemes.count == 1
        else { return nil }
        var codes: [CourseCode] = []
        for lexeme in lexemes.dropLast() {
            switch lexeme.kind {
            case .course(let found, _): codes += found
            case .or, .and, .slash, .comma, .open, .close: break
            case .words where codes.isEmpty && !lexer.namesCourse(lexeme.tokens): break
            default: return nil
            }
        }
        return isCorequisite && named.isDisjoint(with: codes) ? nil : codes
    }

    /// Courses that no sentence demands are unknown, except in "CMPT 225 may be taken concurrently with CMPT 300".
    private mutating func allowConcurrent(_ codes: [CourseCode], _ section: RequirementSection) {
        concurrent.formUnion(codes)
        guard !codes.allSatisfy(named.contains) else { return }
        if lexer.companions.last.map({ section.tokens.contains($0.lowerBound) }) == true {
            drop(.companion, section.tokens)
        } else {
            prerequisites.append(.unknown(Self.text(text, tokens[section.tokens])))
        }
    }

    private var named: Set<CourseCode> { Set(prerequisites.flatMap(\.courses) + corequisites.flatMap(\.courses)) }

    private func isDemandedConcurrently(_ lexemes: [RequirementLexeme]) -> Bool {
        guard case .concurrent(let mark) = lexemes.last?.kind else { return false }
        return mark.isDemanded && lexemes.dropLast().allSatisfy { $0.isCourse || $0.isJoint && $0.kind != .semicolon }
    }

    /// The text of these tokens as written, with single spaces.
    static func text(_ text: String, _ tokens: ArraySlice<RequirementToken>) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return text[first.range.lowerBound..<last.range.upperBound].unicodeScalars
            .split { $0.properties.isWhitespace || $0.value < 32 }
            .map(String.init).joined(separator: " ")
    }
}
