import NoteItCore

/// Gives minimum grades and "may be taken concurrently" to the courses that they speak of (rule 27).
///
/// A grade directly after a course reaches back to the last "and", `;` or grade. After a comma, or with "all" or "both", it
/// covers its `;` part. As a part of its own it covers everything. A grade that a course has already stays.
struct GradeScope {
    private(set) var lexemes: [RequirementLexeme]
    /// The grade of a part or sentence of its own: also that of the other sentences.
    private(set) var gradeOfAll: Grade?

    init(_ lexemes: [RequirementLexeme]) { self.lexemes = lexemes }

    mutating func apply() {
        for index in lexemes.indices {
            if case .grade(let mark) = lexemes[index].kind { apply(mark, at: index) }
        }
        for index in lexemes.indices {
            if case .concurrent(let mark) = lexemes[index].kind, !mark.isFootnote, !mark.isDemanded {
                allowConcurrent(before: index)
            }
        }
        markCorequisites()
        removeMarks()
    }

    private mutating func apply(_ mark: RequirementLexeme.GradeMark, at index: Int) {
        let before = index == 0 ? nil : lexemes[index - 1].kind
        let after = index + 1 < lexemes.count ? lexemes[index + 1].kind : nil
        if mark.isAhead || isBefore(index, before, after) { return applyAhead(mark.grade, from: index + 1) }
        if before == nil || before == .semicolon {
            gradeOfAll = gradeOfAll ?? mark.grade
            for place in lexemes.indices { give(mark.grade, to: place) }
        } else if before == .comma || mark.isForAll {
            applyBack(mark.grade, from: index) { $0 == .semicolon }
        } else {
            if case .leaf(.credits) = lexemes[index - 1].kind { lexemes[index - 1].kind = .words }
            // If it turns out that the words are not understood, the grade is one of them.
            lexemes[index - 1].tokens = lexemes[index - 1].tokens.lowerBound..<lexemes[index].tokens.upperBound
            applyBack(mark.grade, from: index) { kind in
                if case .grade = kind { return true }
                return kind == .and || kind == .semicolon
            }
        }
    }

    /// "or, with a grade of A, FREN 210": the grade of the next course.
    private func isBefore(_ index: Int, _ before: RequirementLexeme.Kind?, _ after: RequirementLexeme.Kind?) -> Bool {
        let isOpened =
            before == nil || before == .or || before == .and || before == .open || before == .semicolon
            || before == .comma && index > 1 && [.or, .and].contains(lexemes[index - 2].kind)
        guard isOpened else { return false }
        let next = after == .comma ? index + 2 : index + 1
        return next < lexemes.count && (lexemes[next].isCourse || lexemes[next].kind == .open)
    }

    private mutating func give(_ grade: Grade?, to index: Int) {
        if lexemes[index].isCourse, lexemes[index].grade == nil { lexemes[index].grade = grade }
    }

    private mutating func applyAhead(_ grade: Grade?, from start: Int) {
        var (index, depth) = (start, 0)
        if index < lexemes.count, lexemes[index].kind == .comma { index += 1 }
        while index < lexemes.count {
            switch lexemes[index].kind {
            case .open: depth += 1
            case .close:
                if depth == 0 { return }
                depth -= 1
            case .semicolon, .grade, .permission: if depth == 0 { return }
            default: give(grade, to: index)
            }
            index += 1
        }
    }

    /// Gives the grade to the courses before `end`, up to a phrase that stops it or the parenthesis that holds it. A parenthesis
    /// on the way is covered whole.
    private mutating func applyBack(_ grade: Grade?, from end: Int, isStop: (RequirementLexeme.Kind) -> Bool) {
        var (index, depth) = (end - 1, 0)
        while index >= 0 {
            let kind = lexemes[index].kind
            if kind == .close { depth += 1 }
            if kind == .open {
                if depth == 0 { return }
                depth -= 1
            }
            if depth == 0, isStop(kind) { return }
            give(grade, to: index)
            index -= 1
        }
    }

    /// The course before it, and those that "or" joins with it.
    private mutating func allowConcurrent(before end: Int) {
        let isSetOff = end > 0 && lexemes[end - 1].kind == .comma
        var (index, depth) = (isSetOff ? end - 2 : end - 1, 0)
        while index >= 0 {
            switch lexemes[index].kind {
            case .close: depth += 1
            case .open:
                if depth == 0 { return }
                depth -= 1
            case .or, .slash, .grade, .choose: break
            case .course: lexemes[index].isConcurrent = true
            default: if depth == 0 { return }
            }
            index -= 1
        }
    }

    /// "or corequisite EDUC 403".
    private mutating func markCorequisites() {
        var isCorequisite = false
        for index in lexemes.indices {
            switch lexemes[index].kind {
            case .orCorequisite, .corequisite: isCorequisite = true
            case .and, .semicolon, .close: isCorequisite = false
            case .course: if isCorequisite { lexemes[index].isConcurrent = true }
            default: break
            }
        }
    }

    /// Takes the marks out, with the commas that set them off.
    private mutating func removeMarks() {
        var kept: [RequirementLexeme] = []
        var isAfterMark = false
        for lexeme in lexemes {
            if lexeme.isMark {
                if kept.last?.kind == .comma { kept.removeLast() }
                isAfterMark = kept.last.map(\.isJoint) ?? true
            } else if lexeme.kind == .comma, isAfterMark {
                isAfterMark = false
            } else {
                kept.append(lexeme)
                isAfterMark = false
            }
        }
        lexemes = kept
    }
}
