/// A sentence, or the part of one after a label such as "Corequisite:".
struct RequirementSection {
    enum Label {
        case prerequisite, corequisite, either, recommended
        /// "Exclusion:", "Cross-listed with": the courses are not demanded.
        case excluding
        /// "Note:": the codes after it are not demanded.
        case other
    }

    var label: Label?
    var tokens: Range<Int>
    /// The place where the label begins.
    var start: Int

    /// Cuts a text at the ends of its sentences and at its labels. Parentheses stay whole.
    static func sections(of tokens: [RequirementToken]) -> [RequirementSection] {
        var sections: [RequirementSection] = []
        var current = RequirementSection(label: nil, tokens: 0..<0, start: 0)
        var (index, depth) = (0, 0)
        var reader = LabelReader(tokens)
        while index < tokens.count {
            if tokens[index].kind == .open { depth += 1 }
            if tokens[index].kind == .close { depth -= 1 }
            if depth == 0, let (label, end) = reader.label(at: index, isStart: index == current.tokens.lowerBound) {
                sections.append(current.ending(at: index))
                current = RequirementSection(label: label, tokens: end..<end, start: index)
                index = end
                continue
            }
            if depth == 0, tokens[index].kind == .period, isEnd(index, of: tokens) {
                sections.append(current.ending(at: index))
                current = RequirementSection(label: nil, tokens: index + 1..<index + 1, start: index + 1)
            }
            index += 1
        }
        sections.append(current.ending(at: tokens.count))
        return sections.filter { !$0.tokens.isEmpty }
    }

    private func ending(at end: Int) -> RequirementSection {
        RequirementSection(label: label, tokens: tokens.lowerBound..<max(end, tokens.lowerBound), start: start)
    }

    /// Whether a point ends a sentence: not those of "M.Arch.", "e.g." and "Ph.D.".
    private static func isEnd(_ index: Int, of tokens: [RequirementToken]) -> Bool {
        guard index + 1 < tokens.count else { return true }
        guard index > 0 else { return false }
        let (before, after) = (tokens[index - 1], tokens[index + 1])
        let isCapital = after.text.first.map { $0.isUppercase || $0.isNumber } ?? false
        if !after.followsSpace { return isCapital && before.text.count > 3 }
        if !before.followsSpace, index > 1, tokens[index - 2].kind == .period { return false }
        return isCapital || after.kind != .word
    }
}

/// "Prerequisites:", "Pre- or corequisite:", "Recommended Corequisite:".
private struct LabelReader {
    private let tokens: [RequirementToken]
    private var index = 0
    private var (hasPre, hasCo) = (false, false)

    init(_ tokens: [RequirementToken]) { self.tokens = tokens }

    private func word(_ index: Int) -> String { index < tokens.count ? tokens[index].word : "" }
    private func kind(_ index: Int) -> RequirementToken.Kind? { index < tokens.count ? tokens[index].kind : nil }

    /// - Parameter isStart: of a sentence or section; there a label needs no colon before a course.
    mutating func label(at start: Int, isStart: Bool) -> (RequirementSection.Label, end: Int)? {
        guard kind(start) == .word else { return nil }
        if let end = excluding(at: start, isStart: isStart) { return (.excluding, end) }
        index = start
        (hasPre, hasCo) = (false, false)
        var isRecommended = false
        if ["strongly", "highly"].contains(word(index)) { index += 1 }
        if ["recommended", "recommeded", "suggested", "recommendation", "recommendations"].contains(word(index)) {
            isRecommended = true
            index += 1
        }
        var isEither = false
        if term() {
            let end = index
            let isSlash = kind(index) == .slash
            if isSlash || ["or", "and"].contains(word(index)) {
                index += 1
                if isSlash, word(index) == "or" { index += 1 }
                let isOne = !word(start).hasSuffix("s") && !word(index).hasSuffix("s")
                if term() { isEither = hasPre && hasCo && (word(end) == "or" || isSlash && isOne) } else { index = end }
            }
        } else if !isRecommended {
            return isStart ? other(at: start).map { (.other, $0) } : nil
        }
        guard let end = end(from: start, isStart: isStart, isRecommended: isRecommended) else {
            return isStart && !isRecommended ? other(at: start).map { (.other, $0) } : nil
        }
        if isRecommended { return (.recommended, end) }
        return (isEither ? .either : hasPre ? .prerequisite : .corequisite, end)
    }

    /// "Exclusion: BIOX 235", "Mutually exclusive with BIOX 235".
    private func excluding(at start: Int, isStart: Bool) -> Int? {
        guard Vocabulary.startsOfExcludingLabels.contains(word(start)) else { return nil }
        let before = start > 0 ? tokens[start - 1] : nil
        if let word = before?.word, ["or", "and", "an", "the", "either"].contains(word) { return nil }
        let isAlone = isStart || before?.kind == .semicolon
        for label in Vocabulary.excludingLabels {
            let end = start + label.count
            guard label.indices.allSatisfy({ word(start + $0) == label[$0] }) else { continue }
            if kind(end) == .colon { return end + 1 }
            if isAlone, isCode(end) { return end }
        }
        return nil
    }

    /// "Note:", "Restricted to majors:": at most six words, none of which names a course or introduces a list.
    private func other(at start: Int) -> Int? {
        var index = start
        while kind(index) == .word, index < start + 6 {
            let word = word(index)
            if tokens[index].text.contains(where: \.isNumber) || Self.introducing.contains(word) { return nil }
            index += 1
        }
        return kind(index) == .colon ? index + 1 : nil
    }

    private static let introducing: Set<String> = [
        "of", "following", "course", "courses", "from", "or", "and", "either", "both", "all", "any", "one", "two", "three",
        "requires", "require", "required", "including", "completion",
    ]

    /// Reads the word of a label, also misspelt: "Prequisite", "Corequsite".
    private mutating func term() -> Bool {
        let found = word(index)
        guard let first = found.utf8.first, first == UInt8(ascii: "p") || first == UInt8(ascii: "c") else { return false }
        let isPre = found == "pre" || ["prereq", "pre-req", "prequi"].contains(where: found.hasPrefix)
        let isCo = found == "co" || ["coreq", "co-req"].contains(where: found.hasPrefix)
        guard isPre || isCo else { return false }
        hasPre = hasPre || isPre
        hasCo = hasCo || isCo
        index += 1
        if kind(index) == .dash, ["or", "and", "requisite", "requisites"].contains(word(index + 1)) { index += 1 }
        if ["requisite", "requisites"].contains(word(index)) { index += 1 }
        return true
    }

    private func end(from start: Int, isStart: Bool, isRecommended: Bool) -> Int? {
        let isAfterOr = start > 0 && ["or", "either"].contains(tokens[start - 1].word)
        if isAfterOr, hasCo, !isRecommended { return nil }
        // "45 units and corequisite: BUS 202; or ..." is a part of its sentence.
        let isLower = tokens[start].text.first?.isLowercase ?? false
        if start > 0, isLower, hasCo, !hasPre, ["and", ","].contains(tokens[start - 1].word) { return nil }
        if kind(index) == .colon { return index + 1 }
        let isCapital = tokens[start].text.first?.isUppercase ?? false
        guard isStart || isCapital, hasPre || hasCo, index > start else { return nil }
        if kind(index) == .dash { return index + 1 }
        return kind(index) == .open || isCode(index) ? index : nil
    }

    private func isCode(_ index: Int) -> Bool {
        guard index < tokens.count else { return false }
        let text = tokens[index].text
        return text.count >= 2 && text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
            && text.first?.isLetter == true
    }
}
