import NoteItCore

/// Minimum grades and permissions.
extension RequirementLexer {
    private static let lead: Set<String> = ["minimum", "min", "least", "grade", "grades", "mark", "marks"]
    private static let linking: Set<String> = [
        "with", "a", "an", "the", "of", "at", "final", "letter", "having", "achieving", "obtained", "earned", "must", "courses",
        "course", "prerequisite", "prerequisites", "these", "require", "requires", "be", "have", "is", "completed", "passed",
        "which",
    ]
    private static let starts: Set<String> = [
        "with", "a", "an", "at", "having", "achieving", "obtained", "earned", "minimum", "min", "grade", "grades", "all",
        "both",
        "each", "completed", "passed", "which",
    ]
    private static let upward: Set<String> = ["better", "higher", "above", "greater"]

    /// "with a minimum grade of C-", "all with at least C", "minimum 60%", "B or higher in CA 146".
    mutating func grade(at index: Int) -> (RequirementLexeme.GradeMark, Int)? {
        guard Self.starts.contains(word(index)) || gradeToken(at: index) != nil else { return nil }
        var place = index
        var mark = RequirementLexeme.GradeMark(grade: nil, isForAll: false, isAhead: false)
        var (isLed, hasWith) = (false, false)
        while place < index + 14 {
            if let found = gradeToken(at: place), !isArticle(at: place) {
                mark.grade = found.grade
                place = found.end
                guard let after = endOfGrade(from: place, isLed: isLed, hasWith: hasWith) else { return nil }
                return scope(of: mark, from: after)
            }
            let next = word(place)
            if next == "." && place > index && word(place - 1) == "min" || next == ":" && isLed {
                place += 1
                continue
            }
            if ["all", "both", "each", "every"].contains(next) {
                mark.isForAll = true
            } else if Self.lead.contains(next) {
                isLed = true
            } else if next == "with" {
                hasWith = true
            } else if next == "or", isLed, gradeToken(at: place + 1) != nil {
                // A slip of the pen: "a minimum grade or C-".
            } else if !Self.linking.contains(next) {
                return nil
            }
            place += 1
        }
        return nil
    }

    private mutating func gradeToken(at index: Int) -> (grade: Grade?, end: Int)? {
        guard kind(index) == .word else { return nil }
        let text = tokens[index].text
        if let percent = Int(text), (1...100).contains(percent) {
            if kind(index + 1) == .percent { return (.percent(percent), index + 2) }
            return ["percent", "per"].contains(word(index + 1)) ? (.percent(percent), index + 2) : nil
        }
        if text == "P" { return (nil, index + 1) }
        return Grade.Letter(rawValue: text).map { (.letter($0), index + 1) }
    }

    /// "A minimum", "A grade": a capital that is no grade.
    private mutating func isArticle(at index: Int) -> Bool {
        guard tokens[index].text == "A" else { return false }
        let next = word(index + 1)
        return Self.lead.contains(next) || Self.linking.contains(next)
    }

    /// The end of a grade with its "or better" and "(2.0)"; nil if the words do not say that it is a minimum.
    private mutating func endOfGrade(from index: Int, isLed: Bool, hasWith: Bool) -> Int? {
        var place = index
        if kind(place) == .open, Double(word(place + 1)) != nil, kind(place + 2) == .close { place += 3 }
        if word(place) == "or", Self.upward.contains(word(place + 1)) { return place + 2 }
        if kind(place) == .open, word(place + 1) == "or", Self.upward.contains(word(place + 2)), kind(place + 3) == .close {
            return place + 4
        }
        if ["minimum", "grade"].contains(word(place)) { return place + 1 }
        if isLed { return place }
        if word(place) == "in", kind(place + 1) == .open || choiceStarts(at: place + 1) || course(at: place + 1) != nil {
            return place
        }
        guard hasWith else { return nil }
        return kind(place) == .word && !["and", "or", "in"].contains(word(place)) ? nil : place
    }

    /// "in each", "in all prerequisite courses"; or "in CA 146", of which the grade is then.
    private mutating func scope(of mark: RequirementLexeme.GradeMark, from index: Int) -> (RequirementLexeme.GradeMark, Int) {
        var mark = mark
        let place = skip(["is", "are", "required"], from: index, atMost: 2)
        guard ["in", "for"].contains(word(place)) else { return (mark, place) }
        if choiceStarts(at: place + 1) || course(at: place + 1) != nil || shortNumber(at: place + 1) != nil {
            mark.isAhead = true
            return (mark, place + 1)
        }
        let after = skip(
            [
                "each", "all", "both", "every", "these", "of", "the", "above", "prerequisite", "prerequisites", "course",
                "courses",
                "required", "either",
            ], from: place + 1)
        guard after > place + 1 else { return kind(place + 1) == .open ? ahead(mark, place + 1) : (mark, index) }
        if course(at: after) != nil { return ahead(mark, after) }
        mark.isForAll = true
        return (mark, after)
    }

    private func ahead(_ mark: RequirementLexeme.GradeMark, _ index: Int) -> (RequirementLexeme.GradeMark, Int) {
        var mark = mark
        mark.isAhead = true
        return (mark, index)
    }

    private mutating func choiceStarts(at index: Int) -> Bool {
        ["one", "two", "three", "any", "both", "either", "all"].contains(word(index))
            && (word(index + 1) == "of" || course(at: index + 1) != nil)
    }

    /// "subject to approval by the chair" after words that are not understood: nor is what is to be approved.
    mutating func condition(at index: Int) -> Int? {
        guard word(index) == "subject", word(index + 1) == "to", lexemes.last?.kind == .words else { return nil }
        return permission(at: index + 2)
    }

    /// "permission of the instructor", "with the department's consent": up to the next mark, "and" or "or".
    mutating func permission(at index: Int) -> Int? {
        if ["or", "of", "in"].contains(word(index)) { return nil }
        let place = skip(Vocabulary.beforePermission, from: index, atMost: 7)
        guard Vocabulary.permissions.contains(word(place)) else { return nil }
        var after = place + 1
        while let kind = kind(after) {
            switch kind {
            case .word:
                let next = word(after)
                if ["plus", "including", "after", "before", "once", "if"].contains(next) { return after }
                if next == "and" || next == "or", !namesAnother(at: after + 1) { return after }
            case .comma where namesBoth(index..<after) && word(after + 1) == "and" && namesAnother(at: after + 2): after += 1
            case .dash, .slash, .other, .star: break
            default: return after
            }
            after += 1
        }
        return after
    }

    /// "consent of both the supervisor, and the chair"
    private func namesBoth(_ range: Range<Int>) -> Bool { range.contains { tokens[$0].word == "both" } }

    /// "... and the department": one more who permits.
    private mutating func namesAnother(at index: Int) -> Bool {
        let place = skip(["the", "a", "an", "of", "by", "from", "undergraduate", "graduate"], from: index, atMost: 4)
        if !Vocabulary.permitting.contains(word(place)) {
            if isRestOfName(at: index) { return true }
            let isLower = place < end && tokens[place].text.first?.isLowercase ?? false
            return isLower && Vocabulary.permitting.contains(word(place + 1))
        }
        return !Vocabulary.permissions.contains(word(place + 1)) && !Vocabulary.permissions.contains(word(place + 2))
    }

    /// "the Department of Statistics and Actuarial Science undergraduate curriculum committee": capitals on both sides of "and", up
    /// to one who permits.
    private mutating func isRestOfName(at index: Int) -> Bool {
        func isCapital(_ place: Int) -> Bool { place < end && tokens[place].text.first?.isUppercase ?? false }
        guard index > 1, isCapital(index), isCapital(index - 2) else { return false }
        for place in index..<index + 6 {
            let next = word(place)
            guard kind(place) == .word, !["and", "or"].contains(next), !Vocabulary.permissions.contains(next),
                course(at: place) == nil
            else { return false }
            if Vocabulary.permitting.contains(next) { return true }
        }
        return false
    }
}
