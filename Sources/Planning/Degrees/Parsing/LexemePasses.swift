/// The passes over the phrases of a sentence before its grammar is read. Each is linear.
struct LexemePasses {
    var lexemes: [RequirementLexeme]
    let tokens: [RequirementToken]

    /// Removes fillers and equivalents, and parentheses around nothing, a grade or "may be taken concurrently".
    mutating func clean() {
        var kept: [RequirementLexeme] = []
        var opens: [Int] = []
        for (index, lexeme) in lexemes.enumerated() {
            switch lexeme.kind {
            case .filler: continue
            case .equivalent:
                let isOr = kept.last?.kind == .or
                if isOr || kept.last?.kind == .slash { kept.removeLast() }
                if kept.last?.kind == .comma { kept.removeLast() }
                if isOr, endsList(index), let comma = lastComma(ofList: kept) {
                    kept.insert(RequirementLexeme(.or, kept[comma].tokens), at: comma + 1)
                }
                continue
            case .comma where kept.last?.kind == .open: continue
            case .open: opens.append(kept.count)
            case .close:
                guard let open = opens.popLast(), open < kept.count else { continue }
                let inner = kept[(open + 1)...]
                if inner.map(\.kind) == [.or, .permission] {
                    kept.remove(at: open)
                    continue
                }
                if inner.allSatisfy({ $0.isMark || $0.isJoint }) {
                    kept.replaceSubrange(open..., with: inner.filter(\.isMark))
                    continue
                }
                let whole = kept[open].tokens.lowerBound..<lexeme.tokens.upperBound
                if open > 0, inner.contains(where: { $0.kind == .words }), Remarks.offersAnotherWay(tokens[whole].map(\.word)) {
                    kept.replaceSubrange(open..., with: [RequirementLexeme(.or, whole), RequirementLexeme(.words, whole)])
                    continue
                }
                if inner.count == 1, inner.first?.kind == .words {
                    if open > 0, kept[open - 1].isCourse, let words = inner.first, isTitle(words) {
                        kept.removeLast(2)
                        continue
                    }
                    kept.replaceSubrange(open..., with: [RequirementLexeme(.words, whole)])
                    continue
                }
            default: break
            }
            kept.append(lexeme)
        }
        lexemes = kept
    }

    /// Whether nothing of the list follows its "or equivalent".
    private func endsList(_ index: Int) -> Bool {
        let rest = lexemes[(index + 1)...].prefix(4).filter { $0.kind != .filler }.map(\.kind)
        switch rest.first == .comma ? rest.dropFirst().first : rest.first {
        case nil, .close, .semicolon, .or, .grade: return true
        default: return false
        }
    }

    /// The last comma of a list such as "A, B or equivalent", which means any because its only conjunction is dropped. Nil if
    /// the list has another conjunction, or no comma.
    private func lastComma(ofList kept: [RequirementLexeme]) -> Int? {
        var (last, depth): (Int?, Int) = (nil, 0)
        for index in kept.indices.reversed() {
            switch kept[index].kind {
            case .close: depth += 1
            case .open where depth > 0: depth -= 1
            case .open, .semicolon: return last
            case .comma where depth == 0: last = last ?? index
            case .course, .highSchool: continue
            default: if depth == 0 { return nil }
            }
        }
        return last
    }

    /// "PHYS 365 (Semiconductor Devices)"
    private func isTitle(_ words: RequirementLexeme) -> Bool {
        words.tokens.allSatisfy { index in
            let token = tokens[index]
            return ["of", "and", "to", "in", "the"].contains(token.word)
                || isCapital(token.text) && !Vocabulary.conditions.contains(token.word)
        }
    }

    private func isCapital(_ text: String) -> Bool {
        text.count > 1 && text.first?.isUppercase == true && text != text.uppercased()
    }

    /// "CHEM 111 or CHEM 110 and 115, both with C-": the two are one group.
    mutating func groupPairs() {
        for index in lexemes.indices.reversed() {
            guard case .grade(let mark) = lexemes[index].kind, mark.isForAll else { continue }
            let last = index > 0 && lexemes[index - 1].kind == .comma ? index - 2 : index - 1
            guard last >= 3, isCourse(last, short: true), lexemes[last - 1].kind == .and, lexemes[last - 2].isCourse,
                lexemes[last - 3].kind == .or
            else { continue }
            lexemes.insert(RequirementLexeme(.close, lexemes[last].tokens), at: last + 1)
            lexemes.insert(RequirementLexeme(.open, lexemes[last - 2].tokens), at: last - 2)
        }
    }

    /// "BPK 310 and 343 (one of which may be taken as a corequisite)": it may be any of them.
    mutating func allowConcurrentOnes() {
        for index in lexemes.indices where lexemes[index].kind == .words {
            let words = lexemes[index].tokens.map { tokens[$0].word }
            guard words.contains("which"), Remarks.isConcurrency(words) else { continue }
            for course in lexemes[..<index].indices where lexemes[course].isCourse { lexemes[course].isConcurrent = true }
        }
    }

    /// Joins unknown words with the unknown words after them, and leaves out words that a parenthesis of courses explains.
    mutating func joinWords() {
        explainWords()
        var kept: [RequirementLexeme] = []
        for lexeme in lexemes {
            if lexeme.kind == .words {
                var end = kept.count
                while end > 0, kept[end - 1].isJoint, kept[end - 1].kind != .semicolon, kept[end - 1].kind != .including {
                    end -= 1
                }
                if end > 0, kept[end - 1].kind == .words {
                    kept.removeLast(kept.count - end)
                    kept[end - 1].tokens = kept[end - 1].tokens.lowerBound..<lexeme.tokens.upperBound
                    continue
                }
            }
            kept.append(lexeme)
        }
        lexemes = kept
    }

    /// A course directly beside words that are not understood belongs to them, as in "a co-op before ENSC 440"; so do the courses
    /// that "and", "or" or `/` joins to it.
    mutating func absorbCourses() {
        var kept: [RequirementLexeme] = []
        var index = 0
        while index < lexemes.count {
            var words = lexemes[index]
            var (end, isWords, leads) = (index + 1, words.kind == .words, false)
            if isWords || words.isCourse {
                while end < lexemes.count, !isApart(end),
                    lexemes[end].isCourse || lexemes[end].kind == .words
                {
                    leads = isWords && lexemes[end].isCourse
                    isWords = isWords || lexemes[end].kind == .words
                    end += 1
                }
            }
            if isWords, end > index + 1 {
                while leads, let next = endOfCourses(from: end) { end = next }
                words.kind = .words
                words.tokens = words.tokens.lowerBound..<lexemes[end - 1].tokens.upperBound
                kept.append(words)
            } else {
                kept += lexemes[index..<end]
            }
            index = end
        }
        lexemes = kept
    }

    /// The end of a course, or of a parenthesis of courses, that is joined to the phrases before `index`.
    private func endOfCourses(from index: Int) -> Int? {
        let start = lexemes[index...].prefix(2).prefix { $0.joinsCourses }.endIndex
        guard start < lexemes.count else { return nil }
        if lexemes[start].isCourse, start > index { return start + 1 }
        guard lexemes[start].kind == .open, let close = lexemes[start...].firstIndex(where: { $0.kind == .close }),
            lexemes[start + 1..<close].allSatisfy({ $0.isCourse || $0.joinsCourses })
        else { return nil }
        return close + 1
    }

    /// Whether the words beside a course leave it as it is: "MATH 150 (no substitutions)", "IAT 235 completed before 2025",
    /// "data science majors with BUS 360W".
    private func isApart(_ index: Int) -> Bool {
        if lexemes[index].kind == .words {
            let first = tokens[lexemes[index].tokens.lowerBound]
            return first.kind == .open || ["completed", "taken"].contains(first.word)
        }
        let before = lexemes[index - 1].tokens.map { tokens[$0].word }
        return before.last == "with" && before.contains(where: Vocabulary.people.contains)
    }

    /// "Calculus (MATH 1010 or MATH 1020)" is what the parenthesis says.
    private mutating func explainWords() {
        var opens: [Int] = []
        var explained = Set<Int>()
        for (index, lexeme) in lexemes.enumerated() {
            if lexeme.kind == .open { opens.append(index) }
            guard lexeme.kind == .close, let open = opens.popLast(), open > 0, lexemes[open - 1].kind == .words,
                lexemes[open + 1].isCourse || lexemes[open + 1].kind == .open, !tokens[lexemes[open - 1].tokens].mayNameCourse
            else { continue }
            if lexemes[open..<index].allSatisfy({ $0.kind != .words }) { explained.insert(open - 1) }
        }
        guard !explained.isEmpty else { return }
        lexemes = lexemes.enumerated().filter { !explained.contains($0.offset) }.map(\.element)
    }

    /// Puts parentheses around "MATH 150, 151 or 154": numbers without a subject belong to the course before them.
    mutating func groupNumbers() {
        var grouped: [RequirementLexeme] = []
        var index = 0
        var isInList = false
        while index < lexemes.count {
            let lexeme = lexemes[index]
            if case .choose(let choice) = lexeme.kind { isInList = choice != .all }
            if lexeme.kind == .semicolon { isInList = false }
            if !isInList, let end = endOfNumbers(from: index) {
                grouped.append(RequirementLexeme(.open, lexeme.tokens))
                grouped += lexemes[index..<end]
                grouped.append(RequirementLexeme(.close, lexemes[end - 1].tokens))
                index = end
            } else {
                grouped.append(lexeme)
                index += 1
            }
        }
        lexemes = grouped
    }

    private func isCourse(_ index: Int, short: Bool) -> Bool {
        guard index < lexemes.count, case .course(_, let isShort) = lexemes[index].kind else { return false }
        return isShort || !short
    }

    private func endOfNumbers(from index: Int) -> Int? {
        guard isCourse(index, short: false) else { return nil }
        var place = index + 1
        var hasOr = false
        while place < lexemes.count {
            let hasComma = lexemes[place].kind == .comma
            let joint = hasComma ? place + 1 : place
            let isOr = joint < lexemes.count && lexemes[joint].kind == .or
            if isOr, isCourse(joint + 1, short: true) {
                hasOr = true
                place = joint + 2
            } else if hasComma, !hasOr, isCourse(joint, short: true) {
                place = joint + 1
            } else {
                break
            }
        }
        return hasOr ? place : nil
    }
}

extension RequirementLexeme {
    fileprivate var joinsCourses: Bool { isJoint && kind != .semicolon && kind != .including }

    /// A grade or "may be taken concurrently".
    var isMark: Bool {
        switch kind {
        case .grade, .concurrent, .corequisite: true
        default: false
        }
    }
}
