import NoteItCore

public enum ExclusionParser {
    /// The courses that give no credit beside `course`, from a note such as "Students with credit for ACMA 210 cannot take
    /// ACMA 201 for further credit." A course that a note names under one title or topic alone is left out.
    public static func parse(_ note: String, of course: CourseCode) -> [CourseCode] {
        let tokens = RequirementTokenizer.tokens(of: note)
        var lexer = RequirementLexer(tokens, subject: course.subject)
        var found: [CourseCode] = []
        for section in RequirementSection.sections(of: tokens) {
            let sentence = ExclusionSentence(tokens, section.tokens)
            guard let range = section.label == .excluding ? section.tokens : sentence.naming else { continue }
            let codes = sentence.codes(in: lexer.read(range))
            for code in codes where code != course && !found.contains(code) { found.append(code) }
        }
        return found
    }
}

/// One sentence of a note.
private struct ExclusionSentence {
    private let tokens: [RequirementToken]
    private let range: Range<Int>

    init(_ tokens: [RequirementToken], _ range: Range<Int>) { (self.tokens, self.range) = (tokens, range) }

    /// Where the sentence names the courses: before "may not take", or after "students with credit for" if that comes later.
    var naming: Range<Int>? {
        let words = range.map { tokens[$0].word }
        guard words.contains("credit"), let no = range.first(where: { isNegation($0) }) else { return nil }
        let before = range.lowerBound..<no
        if before.contains(where: { isDigits($0) && isHolding(before.lowerBound..<$0) }) { return before }
        let after = no..<range.upperBound
        if words.contains("both") { return after.contains { isDigits($0) } ? after : before }
        return after.first(where: { ["students", "by", "if"].contains(tokens[$0].word) }).map { $0..<range.upperBound }
    }

    private func isNegation(_ index: Int) -> Bool {
        ["not", "cannot", "ineligible"].contains(tokens[index].word)
    }

    private func isDigits(_ index: Int) -> Bool { tokens[index].text.contains { $0.isASCII && $0.isNumber } }

    /// "with credit for", "who have taken".
    private func isHolding(_ range: Range<Int>) -> Bool {
        range.contains { ["credit", "taken", "completed", "took", "passed", "received"].contains(tokens[$0].word) }
    }

    func codes(in lexemes: [RequirementLexeme]) -> [CourseCode] {
        var codes: [CourseCode] = []
        /// The codes since the last subject, which go together: "485 or 486 under this topic".
        var linked = 0
        for lexeme in lexemes {
            switch lexeme.kind {
            case .course where isOneTopic(lexeme.tokens): linked = 0
            case .course(let found, let isShort):
                linked = isShort ? linked + found.count : found.count
                codes += found
            default:
                guard linked > 0, isNarrowing(lexeme.tokens) else { continue }
                codes.removeLast(linked)
                linked = 0
            }
        }
        return codes
    }

    /// A title such as "Special Topics in Archaeology" or one of a term.
    private func isOneTopic(_ range: Range<Int>) -> Bool {
        range.contains { ["topic", "topics", "fall", "spring", "summer"].contains(tokens[$0].word) }
    }

    /// "under the title", "when the subject was", "(Topic: ...)", "in Summer 2020".
    private func isNarrowing(_ range: Range<Int>) -> Bool {
        let words = range.prefix(3).map { tokens[$0].word }
        guard let first = words.first else { return false }
        if ["under", "when", "topic", "offered", "titled", "prior", "before", "if"].contains(first) { return true }
        return first == "in" || first == "with" && words.contains { ["topic", "title", "subject"].contains($0) }
    }
}
