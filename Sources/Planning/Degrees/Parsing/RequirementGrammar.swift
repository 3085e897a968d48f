import NoteItCore

/// The precedence of rule 26, by recursive descent; from the widest to the tightest:
/// a permission at the end, `;`, "including", `, or` and `, and`, `,` and "and", "or", "plus", parentheses and "one of".
struct RequirementGrammar {
    /// The deepest parenthesis that is read; deeper ones are unknown.
    static let mostDepth = 8

    private let lexemes: [RequirementLexeme]
    /// The index of the closing parenthesis for each opening one.
    private let closes: [Int: Int]
    private let text: (Range<Int>) -> String

    /// - Parameter text: what is written at a range of tokens.
    init(_ lexemes: [RequirementLexeme], text: @escaping (Range<Int>) -> String) {
        self.lexemes = lexemes
        self.text = text
        var open: [Int] = []
        var closes: [Int: Int] = [:]
        for (index, lexeme) in lexemes.enumerated() {
            if lexeme.kind == .open { open.append(index) }
            if lexeme.kind == .close, let start = open.popLast() { closes[start] = index }
        }
        self.closes = closes
    }

    /// The tree of the whole sentence; nil if the lexemes demand nothing.
    func tree() -> RequirementTree? { sentence(lexemes.indices, depth: 0) }

    // MARK: Ranges of lexemes

    private func kind(_ index: Int, _ end: Int) -> RequirementLexeme.Kind? { index < end ? lexemes[index].kind : nil }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, lexemes[start].isJoint { start += 1 }
        while start < end, lexemes[end - 1].isJoint || lexemes[end - 1].kind == .orCorequisite { end -= 1 }
        return start..<end
    }

    /// The places of a kind outside parentheses.
    private func places(of kind: RequirementLexeme.Kind, in range: Range<Int>) -> [Int] {
        var found: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if lexemes[index].kind == kind { found.append(index) }
            index = max(closes[index] ?? index, index) + 1
        }
        return found
    }

    // MARK: From wide to tight

    private func sentence(_ range: Range<Int>, depth: Int) -> RequirementTree? {
        let range = trimmed(range)
        guard let last = range.last else { return nil }
        guard lexemes[last].kind == .permission, range.count > 1 else { return semicolons(range, depth: depth) }
        let joined = range.lowerBound..<last
        let rest = trimmed(joined)
        let joint = lexemes[rest.upperBound..<last]
        let isOr = joint.contains { $0.kind == .or } || joint.isEmpty && isAlternatives(rest)
        if isOr, joint.first?.kind == .comma, isPlainList(rest) {
            return .any(plainElements(rest, depth: depth) + [.permission])
        }
        if !isOr, let word = rest.last, lexemes[word].kind == .words, let or = orBefore(word, in: rest) {
            let way = RequirementTree.all([.unknown(text(lexemes[word].tokens)), .permission])
            return sentence(rest.lowerBound..<or, depth: depth).map { .any([$0, way]) } ?? way
        }
        guard let tree = sentence(rest, depth: depth) else { return .permission }
        return isOr ? .any([tree, .permission]) : .all([tree, .permission])
    }

    /// "CMPT 225 or CMPT 226": before a permission that nothing joins to it.
    private func isAlternatives(_ range: Range<Int>) -> Bool {
        let joints = range.filter { lexemes[$0].isJoint }
        return !joints.isEmpty && joints.allSatisfy { lexemes[$0].kind == .or || lexemes[$0].kind == .slash }
    }

    /// The place of an "or" before words between commas, as in "CMPT 225 or, for majors, permission".
    private func orBefore(_ word: Int, in range: Range<Int>) -> Int? {
        guard word - 2 >= range.lowerBound, lexemes[word - 1].kind == .comma, lexemes[word - 2].kind == .or else { return nil }
        return word - 2
    }

    /// "A, B, or permission": the comma makes it one list, and the list is any. In "A, B or permission" the permission covers
    /// both.
    private func isPlainList(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var (hasComma, isAfterElement) = (false, false)
        while index < range.upperBound {
            switch lexemes[index].kind {
            case .comma:
                (hasComma, isAfterElement) = (true, false)
            case .course, .highSchool, .leaf, .words, .permission:
                if isAfterElement { return false }
                isAfterElement = true
            case .open:
                guard kind(index + 1, range.upperBound) == .or, let close = closes[index] else { return false }
                index = close
            default: return false
            }
            index += 1
        }
        return hasComma
    }

    private func plainElements(_ range: Range<Int>, depth: Int) -> [RequirementTree] {
        var (elements, index): ([RequirementTree], Int) = ([], range.lowerBound)
        while index < range.upperBound {
            if let tree = primary(&index, range.upperBound, depth: depth) { elements.append(tree) } else { index += 1 }
        }
        return elements
    }

    /// `;` is and; `; or` joins its neighbours.
    private func semicolons(_ range: Range<Int>, depth: Int) -> RequirementTree? {
        let places = places(of: .semicolon, in: range)
        guard !places.isEmpty else { return part(range, depth: depth) }
        var parts: [RequirementTree] = []
        for (start, end) in zip([range.lowerBound] + places.map { $0 + 1 }, places + [range.upperBound]) {
            guard let tree = part(start..<end, depth: depth) else { continue }
            if let last = parts.last, kind(start, end) == .or {
                if isOfOthers(start + 1, end) {
                    parts = [.any([.all(parts), tree])]
                } else {
                    parts[parts.count - 1] = .any([last, tree])
                }
            } else {
                parts.append(tree)
            }
        }
        return parts.isEmpty ? nil : .all(parts)
    }

    /// "...; or data science majors with 45 units": another way than all that stands before it.
    private func isOfOthers(_ index: Int, _ end: Int) -> Bool {
        guard kind(index, end) == .words else { return false }
        return text(lexemes[index].tokens).lowercased().split(separator: " ").contains {
            Vocabulary.people.contains(String($0))
        }
    }

    /// "45 units, including A or B": the units and what they include.
    private func part(_ range: Range<Int>, depth: Int) -> RequirementTree? {
        let range = trimmed(range)
        guard let including = places(of: .including, in: range).first else { return commas(range, depth: depth) }
        let parts = [
            commas(trimmed(range.lowerBound..<including), depth: depth),
            commas(trimmed(including + 1..<range.upperBound), depth: depth),
        ]
        let trees = parts.compactMap(\.self)
        return trees.isEmpty ? nil : .all(trees)
    }

    private func commas(_ range: Range<Int>, depth: Int) -> RequirementTree? {
        var runs: [[CommaList.Segment]] = [[]]
        var joints: [CommaList.Joint] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            defer { index = max(index, start + 1) }
            if let segment = conjunction(&index, range.upperBound, depth: depth) { runs[runs.count - 1].append(segment) }
            guard index < range.upperBound else { break }
            let joint = comma(&index, range.upperBound)
            guard joint != .plain, !runs[runs.count - 1].isEmpty else { continue }
            joints.append(joint)
            runs.append([])
        }
        if runs.last?.isEmpty == true, runs.count > 1 { (_, _) = (runs.removeLast(), joints.removeLast()) }
        return CommaList(runs: runs, joints: joints).tree
    }

    /// Reads a comma and the "and" or "or" after it.
    private func comma(_ index: inout Int, _ end: Int) -> CommaList.Joint {
        var joint = CommaList.Joint.plain
        while let kind = kind(index, end) {
            switch kind {
            case .comma, .semicolon, .including: break
            case .and, .plus: joint = joint == .or ? .or : .and
            case .or, .slash, .orCorequisite: joint = .or
            case .close, .filler, .equivalent, .grade, .concurrent: break
            default: return joint
            }
            index += 1
        }
        return joint
    }

    /// Groups joined by "and", or by nothing.
    private func conjunction(_ index: inout Int, _ end: Int, depth: Int) -> CommaList.Segment? {
        var groups: [CommaList.Segment] = []
        while let kind = kind(index, end) {
            if kind == .and { index += 1 }
            guard let group = disjunction(&index, end, depth: depth) else { break }
            groups.append(group)
        }
        if groups.count < 2 { return groups.first }
        if let wider = Self.orOfAnotherKind(groups) { return wider }
        return (.all(groups.map(\.tree)), groups[0].shape == .or ? .orAnd : .and)
    }

    /// "PSYC 201 and 250 or acceptance into the diploma program": after "or" stands no course, so the text does not say whether it
    /// stands for the last course or for all. The wider reading never says no to a person who may enter.
    private static func orOfAnotherKind(_ groups: [CommaList.Segment]) -> CommaList.Segment? {
        guard let last = groups.last, last.shape == .or, case .any(let ways) = last.tree, case .unknown? = ways.last,
            groups.allSatisfy({ !$0.tree.courses.isEmpty })
        else { return nil }
        let courses = ways.dropLast()
        let all = groups.dropLast().map(\.tree) + [courses.count == 1 ? courses[0] : .any(Array(courses))]
        return (.any([.all(all)] + ways.suffix(1)), .or)
    }

    private func disjunction(_ index: inout Int, _ end: Int, depth: Int) -> CommaList.Segment? {
        guard let first = sum(&index, end, depth: depth) else { return nil }
        var trees = [first]
        while kind(index, end) == .or {
            index += 1
            guard let next = sum(&index, end, depth: depth) else { break }
            trees.append(next)
        }
        return trees.count == 1 ? (first, .single) : (.any(trees), .or)
    }

    /// Unknown words stay with the leaf beside them.
    private func isBesideWords(_ index: Int, _ end: Int) -> Bool {
        guard index > 0, let kind = kind(index, end), !lexemes[index].isJoint, kind != .close, kind != .orCorequisite else {
            return false
        }
        return kind == .words || lexemes[index - 1].kind == .words
    }

    /// Leaves joined by "plus".
    private func sum(_ index: inout Int, _ end: Int, depth: Int) -> RequirementTree? {
        guard let first = primary(&index, end, depth: depth) else { return nil }
        var trees = [first]
        while kind(index, end) == .plus || isBesideWords(index, end) {
            if kind(index, end) == .plus { index += 1 }
            guard let next = primary(&index, end, depth: depth) else { break }
            trees.append(next)
        }
        return trees.count == 1 ? first : .all(trees)
    }

    /// A leaf, a parenthesis or a list; with what a slash joins to it, and a parenthesis after it that begins with "or".
    private func primary(_ index: inout Int, _ end: Int, depth: Int) -> RequirementTree? {
        guard var tree = element(&index, end, depth: depth) else { return nil }
        while kind(index, end) == .slash {
            index += 1
            guard let other = element(&index, end, depth: depth) else { break }
            tree = .any([tree, other])
        }
        while kind(index, end) == .open, kind(index + 1, end) == .or, let close = closes[index], close < end {
            let other =
                depth < Self.mostDepth
                ? sentence(index + 1..<close, depth: depth + 1)
                : .unknown(text(lexemes[index].tokens.lowerBound..<lexemes[close].tokens.upperBound))
            if let other { tree = .any([tree, other]) }
            index = close + 1
        }
        return tree
    }

    private func element(_ index: inout Int, _ end: Int, depth: Int) -> RequirementTree? {
        guard index < end else { return nil }
        let lexeme = lexemes[index]
        switch lexeme.kind {
        case .open:
            guard let close = closes[index], close < end else { return nil }
            let inner = index + 1..<close
            index = close + 1
            guard depth < Self.mostDepth else {
                return .unknown(text(lexeme.tokens.lowerBound..<lexemes[close].tokens.upperBound))
            }
            return sentence(inner, depth: depth + 1) ?? element(&index, end, depth: depth + 1)
        case .choose(let choice):
            index += 1
            guard depth < Self.mostDepth else { return .unknown(text(lexeme.tokens)) }
            return list(choice, &index, end, depth: depth + 1)
        default:
            guard let leaf = leaf(lexeme) else { return nil }
            index += 1
            return leaf
        }
    }

    private func leaf(_ lexeme: RequirementLexeme) -> RequirementTree? {
        switch lexeme.kind {
        case .course(let codes, _):
            let courses = codes.map {
                RequirementTree.course($0, minimumGrade: lexeme.grade, concurrent: lexeme.isConcurrent)
            }
            return courses.count == 1 ? courses[0] : .any(courses)
        case .highSchool(let name): return .highSchool(name, minimumGrade: lexeme.grade)
        case .leaf(let tree): return tree
        case .permission: return .permission
        case .words: return .unknown(text(lexeme.tokens))
        default: return nil
        }
    }

    // MARK: "One of"

    /// The list ends at `;`, after the element that "or" introduces, and at an "and" that more follows.
    private func list(
        _ choice: RequirementLexeme.Choice, _ index: inout Int, _ end: Int, depth: Int
    ) -> RequirementTree? {
        let start = index
        var elements: [RequirementTree] = []
        var hasOr = false
        while let tree = primary(&index, end, depth: depth) {
            elements.append(tree)
            guard let next = nextElement(choice, from: index, end, count: elements.count, hasOr: &hasOr) else { break }
            index = next
        }
        if elements.count == 1, case .all(let parts) = elements[0], parts.count > 1 { elements = parts }
        if elements.count == 1, case .any(let parts) = elements[0], choice != .all { elements = parts }
        guard !elements.isEmpty else { return nil }
        switch choice {
        case .all: return .all(elements)
        case .either, .atLeast(1): return .any(elements)
        case .atLeast(let least):
            guard elements.count >= least, elements.count <= RequirementTree.mostBranches else {
                return .unknown(text(lexemes[start - 1].tokens.lowerBound..<lexemes[index - 1].tokens.upperBound))
            }
            return .atLeast(least, of: elements)
        }
    }

    /// The place where the list's next element begins; nil if the list ends here.
    private func nextElement(
        _ choice: RequirementLexeme.Choice, from index: Int, _ end: Int, count: Int, hasOr: inout Bool
    ) -> Int? {
        var place = index
        let hasComma = kind(place, end) == .comma
        if hasComma { place += 1 }
        switch kind(place, end) {
        case .or, .orCorequisite:
            guard choice != .all, !(hasComma && isChoice(kind(place + 1, end))) else { return nil }
            hasOr = true
            return place + 1
        case .and:
            if choice == .all { return isChoice(kind(place + 1, end)) ? nil : place + 1 }
            guard !hasOr, choice != .either, let after = afterCourse(place + 1, end) else { return nil }
            return [.or, .and, .comma].contains(kind(after, end)) ? nil : place + 1
        default:
            guard hasComma, !hasOr, startsElement(place, end) else { return nil }
            return choice == .all && count > 1 && places(of: .and, in: place..<end).isEmpty ? nil : place
        }
    }

    private func isChoice(_ kind: RequirementLexeme.Kind?) -> Bool {
        if case .choose = kind { true } else { false }
    }

    private func startsElement(_ index: Int, _ end: Int) -> Bool {
        index < end && (lexemes[index].isCourse || lexemes[index].kind == .open)
    }

    private func afterCourse(_ index: Int, _ end: Int) -> Int? {
        guard index < end else { return nil }
        if lexemes[index].kind == .open { return closes[index].map { $0 + 1 } }
        return lexemes[index].isCourse ? index + 1 : nil
    }
}
