import NoteItCore

/// Reads the tokens of one part of a text as phrases, from left to right. A phrase looks ahead by a bounded number of tokens.
struct RequirementLexer {
    let tokens: [RequirementToken]
    /// The subjects for numbers that are written without one; two for `HS/HIST 277`.
    var subjects: [String]
    /// The number of digits that courses have here, once one was read.
    var digits: Int?
    /// The subject of the course whose text is read, for "nine units of lower division history".
    let givenSubject: String?
    /// Whether a footnote says what `*` means.
    let hasFootnote: Bool
    /// The tokens that were looked at: a measure of the work.
    var work = 0
    /// The courses that "may be taken concurrently with" names: those whose prerequisites are read.
    private(set) var companions: [Range<Int>] = []

    /// The end of the part that is read.
    private(set) var end = 0
    private(set) var lexemes: [RequirementLexeme] = []
    private var school: String?
    /// "Grade 12", after "Grade 12 Biology".
    private var schoolGrade: String?

    init(_ tokens: [RequirementToken], subject: String?) {
        self.tokens = tokens
        givenSubject = subject?.uppercased()
        subjects = givenSubject.map { [$0] } ?? []
        hasFootnote = Self.hasFootnote(tokens)
    }

    private static func hasFootnote(_ tokens: [RequirementToken]) -> Bool {
        tokens.indices.contains { index in
            tokens[index].kind == .star
                && tokens[index...].prefix(12).contains { $0.word == "simultaneously" || $0.word.hasPrefix("concurrent") }
        }
    }

    mutating func read(_ range: Range<Int>) -> [RequirementLexeme] {
        lexemes = []
        end = range.upperBound
        var index = range.lowerBound
        while index < end { index = max(readOne(at: index), index + 1) }
        return lexemes
    }

    // MARK: Looking ahead

    mutating func word(_ index: Int) -> String {
        work += 1
        return index < end ? tokens[index].word : ""
    }

    mutating func kind(_ index: Int) -> RequirementToken.Kind? {
        work += 1
        return index < end ? tokens[index].kind : nil
    }

    mutating func skip(_ words: Set<String>, from index: Int, atMost most: Int = 8) -> Int {
        var index = index
        var left = most
        while left > 0, words.contains(word(index)) { (index, left) = (index + 1, left - 1) }
        return index
    }

    /// The end of words that belong to no other phrase: before a mark, "and" or "or".
    mutating func endOfWords(from index: Int) -> Int {
        var index = index
        while let kind = kind(index) {
            switch kind {
            case .word:
                if ["and", "or", "plus", "including"].contains(word(index)) { return index }
                if Vocabulary.excepting.contains(word(index)) { return endOfPart(from: index) }
            case .dash, .other, .period, .percent, .star, .slash: break
            default: return index
            }
            index += 1
        }
        return index
    }

    /// The end of a part: before `;` or the parenthesis that holds it.
    mutating func endOfPart(from index: Int) -> Int {
        var (index, depth) = (index, 0)
        while let kind = kind(index) {
            if kind == .open { depth += 1 }
            if kind == .close {
                if depth == 0 { return index }
                depth -= 1
            }
            if kind == .semicolon, depth == 0 { return index }
            index += 1
        }
        return index
    }

    // MARK: One phrase

    private mutating func append(_ kind: RequirementLexeme.Kind, _ range: Range<Int>) -> Int {
        lexemes.append(RequirementLexeme(kind, range))
        return range.upperBound
    }

    /// Words grow over the words and fillers beside them.
    private mutating func appendWords(_ range: Range<Int>) -> Int {
        guard let last = lexemes.last, last.tokens.upperBound == range.lowerBound else { return append(.words, range) }
        if last.kind == .words {
            lexemes[lexemes.count - 1].tokens = last.tokens.lowerBound..<range.upperBound
            return range.upperBound
        }
        var start = range.lowerBound
        while let last = lexemes.last, last.kind == .filler, last.tokens.upperBound == start {
            start = last.tokens.lowerBound
            lexemes.removeLast()
        }
        return append(.words, start..<range.upperBound)
    }

    /// Appends what stands at `index`; returns where it ends.
    private mutating func readOne(at index: Int) -> Int {
        switch tokens[index].kind {
        case .comma: return append(.comma, index..<index + 1)
        case .semicolon: return append(.semicolon, index..<index + 1)
        case .open: return append(.open, index..<index + 1)
        case .close: return append(.close, index..<index + 1)
        case .slash: return append(lexemes.last?.kind == .words ? .words : .slash, index..<index + 1)
        case .star: return star(at: index)
        case .colon, .period, .dash, .percent, .other:
            if tokens[index].kind == .colon, let last = lexemes.last, isHeading(last, before: index + 1) {
                lexemes.removeLast()
                return index + 1
            }
            return lexemes.last?.kind == .words ? appendWords(index..<index + 1) : index + 1
        case .word: return phrase(at: index)
        }
    }

    /// "an approved statistics course: ENGR 2600 or ..."
    private mutating func isHeading(_ lexeme: RequirementLexeme, before index: Int) -> Bool {
        guard lexeme.kind == .words, course(at: index) != nil, !namesCourse(lexeme.tokens) else { return false }
        return ["course", "courses", "following"].contains(tokens[lexeme.tokens.upperBound - 1].word)
    }

    private mutating func star(at index: Int) -> Int {
        let isNote = lexemes.last.map { !$0.isCourse } ?? true
        for place in index + 1..<index + 9 where isNote || kind(index + 1) != .comma {
            guard kind(place) == .word else { break }
            if let (mark, after) = concurrent(at: place) {
                var mark = mark
                mark.isFootnote = true
                return append(mark, index..<after)
            }
            if ["and", "or"].contains(word(place)) || course(at: place) != nil { break }
        }
        if hasFootnote, let last = lexemes.indices.last, lexemes[last].isCourse { lexemes[last].isConcurrent = true }
        return index + 1
    }

    private mutating func phrase(at index: Int) -> Int {
        if let after = equivalent(at: index) {
            guard namesCourse(index..<after) else { return append(.equivalent, index..<after) }
            let isList = (index..<after).contains { isExample(at: $0) }
            return appendWords(index..<(isList ? endOfPart(from: after) : after))
        }
        if let (mark, after) = concurrent(at: index) { return append(mark, index..<after) }
        if let (kind, after) = corequisite(at: index) { return append(kind, index..<after) }
        if let (mark, after) = grade(at: index) { return append(.grade(mark), index..<after) }
        if let after = condition(at: index) { return appendWords(index..<after) }
        if let after = permission(at: index) {
            return namesCourse(index..<after) ? appendWords(index..<after) : append(.permission, index..<after)
        }
        if let (leaf, after) = credits(at: index) {
            return leaf.map { append(.leaf($0), index..<after) } ?? appendWords(index..<after)
        }
        if let (leaf, after) = standing(at: index) { return append(.leaf(leaf), index..<after) }
        if let (name, after) = highSchool(at: index) { return append(.highSchool(name), index..<after) }
        if let (choice, after) = choice(at: index) {
            guard let choice else { return appendWords(index..<endOfPart(from: after)) }
            return append(.choose(choice), index..<after)
        }
        if let (course, after) = course(at: index) {
            (subjects, digits) = (course.subjects, course.digits)
            let kind = RequirementLexeme.Kind.course(course.codes, isShort: false)
            return append(kind, index..<endOfTitle(from: after))
        }
        if let (codes, after) = shortCourse(at: index) { return append(.course(codes, isShort: true), index..<after) }
        if let (kind, after) = joint(at: index) { return append(kind, index..<after) }
        if ["undergraduate", "graduate"].contains(word(index)), word(index + 1) == "level", course(at: index + 2) != nil {
            return append(.filler, index..<index + 2)
        }
        if let after = exceptionally(at: index) { return append(.filler, index..<after) }
        let first = word(index)
        if let after = unlessSpecified(at: index) ?? beforehand(at: index) ?? atHome(at: index) {
            return append(.filler, index..<after)
        }
        if Vocabulary.excepting.contains(first) || isExample(at: index) { return appendWords(index..<endOfPart(from: index)) }
        if ["enrollment", "enrolment", "registration"].contains(first), word(index + 1) == "in", course(at: index + 2) != nil {
            return append(.filler, index..<index + 2)
        }
        if let after = entry(at: index) { return append(.filler, index..<after) }
        if ["need", "needs"].contains(first), permission(at: index + 1) != nil { return append(.filler, index..<index + 1) }
        if Vocabulary.fillers.contains(first), lexemes.last.map({ $0.kind != .words }) ?? true {
            return append(.filler, index..<index + 1)
        }
        return appendWords(index..<index + 1)
    }

    /// Whether a code in full stands there.
    mutating func namesCourse(_ range: Range<Int>) -> Bool {
        range.contains { course(at: $0).map { $0.1 <= range.upperBound } ?? false }
    }

    /// The codes in full of a part that is not read.
    mutating func codes(in range: Range<Int>) -> [CourseCode] {
        end = range.upperBound
        return range.flatMap { course(at: $0)?.0.codes ?? [] }
    }

    private mutating func isCourse(_ index: Int) -> Bool { course(at: index) != nil || shortNumber(at: index) != nil }

    private mutating func isExample(at index: Int) -> Bool {
        switch word(index) {
        case "such": word(index + 1) == "as"
        case "e": kind(index + 1) == .period && word(index + 2) == "g"
        case "for": word(index + 1) == "example"
        case "other": word(index + 1) == "than"
        case "no": word(index + 1) == "more" && word(index + 2) == "than"
        default: false
        }
    }

    private mutating func joint(at index: Int) -> (RequirementLexeme.Kind, Int)? {
        switch word(index) {
        case "and" where kind(index + 1) == .slash && word(index + 2) == "or": (.or, index + 3)
        case "or" where isCorequisite(word(index + 1)): (.orCorequisite, index + 2)
        case "and": (.and, index + 1)
        case "or": (.or, index + 1)
        case "plus": (.plus, index + 1)
        case "including": (.including, index + 1)
        case "which" where word(index + 1) == "must" && word(index + 2) == "include": (.including, index + 3)
        case "which" where ["include", "includes"].contains(word(index + 1)): (.including, index + 2)
        case "previously" where isCourse(index + 1), "formerly" where isCourse(index + 1): (.or, index + 1)
        case "followed" where word(index + 1) == "by": (.and, index + 2)
        case "as" where word(index + 1) == "well" && word(index + 2) == "as": (.and, index + 3)
        case "along" where word(index + 1) == "with", "together" where word(index + 1) == "with": (.and, index + 2)
        default: nil
        }
    }

    /// "or equivalent", "or an equivalent statistics course": the words up to the next mark, "and" or "or".
    private mutating func equivalent(at index: Int) -> Int? {
        guard let last = lexemes.last?.kind,
            last == .or || last == .slash || last == .open || last == .comma || last == .equivalent
                || lexemes.last?.isCourse == true && word(index) == "equivalent" && isStop(index + 1)
        else {
            return nil
        }
        let place = skip(["an", "a", "the", "its", "their", "any", "other", "course", "courses"], from: index, atMost: 3)
        guard ["equivalent", "equivalents", "equivalence", "similar", "equiv"].contains(word(place)) else { return nil }
        var after = place + 1
        while kind(after) == .word, !["and", "or", "plus"].contains(word(after)), grade(at: after) == nil { after += 1 }
        return endOfKind(at: after) ?? after
    }

    /// Appends "may be taken concurrently". It counts as words that are not understood where another course must be taken in
    /// the same term.
    private mutating func append(_ mark: RequirementLexeme.ConcurrentMark, _ range: Range<Int>) -> Int {
        if namesCourse(range) {
            if mark.isDemanded || !lexemes.contains(where: \.isCourse) { return appendWords(range) }
            companions.append(range)
        }
        return append(.concurrent(mark), range)
    }

    private mutating func choice(at index: Int) -> (RequirementLexeme.Choice?, Int)? {
        var place = index
        if word(place) == "at", word(place + 1) == "least" { place += 2 }
        if word(place) == "a", word(place + 1) == "minimum", word(place + 2) == "of" { place += 3 }
        if word(place) == "any", Vocabulary.numbers[word(place + 1)] != nil { place += 1 }
        let first = word(place)
        var choice = RequirementLexeme.Choice.all
        var needsOf = true
        switch first {
        case "any": choice = .atLeast(1)
        case "all", "each": choice = .all
        case "both": needsOf = false
        case "either": (choice, needsOf) = (.either, false)
        default:
            guard let number = Vocabulary.numbers[first] ?? Int(first), (1...20).contains(number) else { return nil }
            choice = .atLeast(number)
        }
        place = skip(["course", "courses", "or", "more"], from: place + 1, atMost: 3)
        if ["of", "from"].contains(word(place)) {
            place += 1
        } else if needsOf {
            return nil
        } else if place > index + 1 {
            place = index + 1
        }
        if ["which", "whom"].contains(word(place)) { return (nil, place) }
        place = skip(["the", "these", "following", "above", "courses", "course"], from: place)
        if kind(place) == .colon || kind(place) == .dash { place += 1 }
        guard startsLeaf(at: place) else { return nil }
        return (choice, place)
    }

    mutating func startsLeaf(at index: Int) -> Bool {
        if kind(index) == .open || course(at: index) != nil || highSchool(at: index) != nil { return true }
        if isCorequisite(word(index)) || shortNumber(at: index) != nil || credits(at: index) != nil { return true }
        return ["one", "two", "three", "any"].contains(word(index)) && word(index + 1) == "of"
    }

    /// A school course and its grade: "BC Math 12", "Grade 12 French"; "11 or 12" after one of them.
    private mutating func highSchool(at index: Int) -> (String, Int)? {
        if let school, let last = lexemes.last, last.isJoint, isSchoolYear(index) {
            return (school + " " + tokens[index].text, index + 1)
        }
        if let more = anotherSubject(at: index) { return more }
        var place = index
        if word(place) == "bc" { place += 1 }
        if word(place) == "high", word(place + 1) == "school" { place += 2 }
        let first = place
        if word(place) == "grade", isSchoolYear(place + 1) {
            place += 2
            let name = skip(Vocabulary.schoolSubjects, from: place, atMost: 4)
            schoolGrade = text(index..<place)
            return name > place ? (text(index..<name), name) : nil
        }
        guard place < end, tokens[place].text.first?.isUppercase == true, word(place) != "of" else { return nil }
        place = skip(Vocabulary.schoolSubjects, from: place, atMost: 5)
        guard place > first, isSchoolYear(place) else { return nil }
        school = text(index..<place)
        return (text(index..<place + 1), place + 1)
    }

    /// "Physics" in "Grade 12 Biology or Physics".
    private mutating func anotherSubject(at index: Int) -> (String, Int)? {
        guard let schoolGrade, lexemes.last?.isJoint == true, case .highSchool? = lexemes.dropLast().last?.kind, index < end,
            tokens[index].text.first?.isUppercase == true, course(at: index) == nil
        else { return nil }
        let after = skip(Vocabulary.schoolSubjects, from: index, atMost: 4)
        return after > index && word(after).first?.isNumber != true ? (schoolGrade + " " + text(index..<after), after) : nil
    }

    private mutating func isSchoolYear(_ index: Int) -> Bool { ["10", "11", "12"].contains(word(index)) }

    private func text(_ range: Range<Int>) -> String { tokens[range].map(\.text).joined(separator: " ") }
}
