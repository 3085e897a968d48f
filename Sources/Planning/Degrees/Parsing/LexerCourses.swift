import NoteItCore

/// Codes of courses, written in full or by their number alone.
extension RequirementLexer {
    struct FoundCourse {
        var codes: [CourseCode]
        var subjects: [String]
        var digits: Int
    }

    /// `CMPT 225`, `CMPT-225`, `HS/HIST 277`, `CA (or FPA) 322`.
    mutating func course(at index: Int) -> (FoundCourse, Int)? {
        if kind(index) == .word, let code = joinedCode(tokens[index].text) {
            return (FoundCourse(codes: [code], subjects: [code.subject], digits: digitCount(code.number)), index + 1)
        }
        guard isSubject(index) || isWordAsSubject(index) else { return nil }
        var subjects = [tokens[index].text.uppercased()]
        var place = index + 1
        if kind(place) == .slash, isSubject(place + 1) {
            while kind(place) == .slash, isSubject(place + 1), subjects.count < 6 {
                subjects.append(tokens[place + 1].text)
                place += 2
            }
        } else if kind(place) == .open {
            place += 1
            while subjects.count < 6 {
                if word(place) == "or" { place += 1 }
                guard isSubject(place) else { return nil }
                subjects.append(tokens[place].text)
                place += 1
                if kind(place) == .close { break }
            }
            guard kind(place) == .close else { return nil }
            place += 1
        }
        if kind(place) == .dash || kind(place) == .other { place += 1 }
        guard place < end, let digits = courseNumber(tokens[place].text) else { return nil }
        if ["level", "division"].contains(word(place + 1)) { return nil }
        let codes = subjects.map { CourseCode(subject: $0, number: tokens[place].text) }
        return (FoundCourse(codes: codes, subjects: subjects, digits: digits), place + 1)
    }

    /// A number alone, of the subject before it.
    mutating func shortCourse(at index: Int) -> ([CourseCode], Int)? {
        guard !subjects.isEmpty, lexemes.last.map({ $0.kind != .words && $0.kind != .permission }) ?? true,
            let number = shortNumber(at: index)
        else { return nil }
        return (subjects.map { CourseCode(subject: $0, number: number) }, index + 1)
    }

    mutating func shortNumber(at index: Int) -> String? {
        guard kind(index) == .word, let count = courseNumber(tokens[index].text), !subjects.isEmpty else { return nil }
        guard count == digits ?? count else { return nil }
        let next = word(index + 1)
        if Vocabulary.units.contains(next) || ["level", "division", "additional", "upper", "lower", "term"].contains(next) {
            return nil
        }
        if index > 0, ["fall", "spring", "summer", "group"].contains(tokens[index - 1].word) { return nil }
        if kind(index + 1) == .percent { return nil }
        return tokens[index].text
    }

    /// Whether letters in capitals stand there that can be a subject.
    mutating func isSubject(_ index: Int) -> Bool {
        guard kind(index) == .word else { return false }
        let text = tokens[index].text
        return (2...6).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && !Vocabulary.notSubjects.contains(text) && !Vocabulary.alsoSubjects.contains(text)
    }

    /// "CMPT 225 and OR 201", "BC 301", "Math 232": a number decides.
    private mutating func isWordAsSubject(_ index: Int) -> Bool {
        guard kind(index) == .word, (2...4).contains(tokens[index].text.utf8.count),
            tokens[index].text.utf8.first.map({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) == true,
            kind(index + 1) == .word, let digits = courseNumber(tokens[index + 1].text), digits > 2
        else { return false }
        let text = tokens[index].text
        if Vocabulary.alsoSubjects.contains(text) {
            guard text != "BC", index > 0 else { return true }
            return tokens[index - 1].kind == .open || ["and", "or", "plus", "of"].contains(tokens[index - 1].text)
        }
        return text.utf8.count > 2 && !Vocabulary.notMixedSubjects.contains(word(index))
            && text.dropFirst().utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// The number of digits of a course's number such as `225`, `105W`, `148H1` and `X99`; nil for other words.
    private func courseNumber(_ text: String) -> Int? {
        guard text.utf8.count <= 6 else { return nil }
        let bytes = Array(text.utf8)
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        if bytes.first == UInt8(ascii: "X"), (2...3).contains(bytes.count - 1), bytes.dropFirst().allSatisfy(isDigit) {
            return bytes.count
        }
        let digits = bytes.prefix(while: isDigit).count
        let suffix = bytes[digits...]
        guard (2...4).contains(digits), suffix.count <= 2, suffix.first.map(isLetter) ?? true,
            suffix.allSatisfy({ isLetter($0) || isDigit($0) })
        else { return nil }
        return digits
    }

    /// `CMPT225`, `CMPT-225`, `cmpt_225`.
    private func joinedCode(_ text: String) -> CourseCode? {
        guard (4...14).contains(text.utf8.count), let first = text.utf8.first, first > UInt8(ascii: "9"),
            text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let code = CourseCode(text),
            (2...6).contains(code.subject.utf8.count), !Vocabulary.notSubjects.contains(code.subject),
            !Vocabulary.alsoSubjects.contains(code.subject),
            courseNumber(code.number) != nil
        else { return nil }
        return code
    }

    private func digitCount(_ number: String) -> Int { courseNumber(number) ?? number.utf8.count }

    /// The end of a title that follows its code: `MGMT 1100 Introduction to Management`, `STSO 2610 - Design Studio II`.
    mutating func endOfTitle(from index: Int) -> Int {
        var place = index
        if kind(place) == .dash { place += 1 }
        if word(place) == "titled" { place += 1 }
        guard isTitleWord(place) || word(place) == "graduate" && isTitleWord(place + 1) else { return index }
        while kind(place) == .word, place < index + 16 {
            if isTitleWord(place) || word(place) == "graduate" && isTitleWord(place + 1)
                || (place > index + 1 && tokens[place].text.allSatisfy(\.isNumber))
            {
                place += 1
            } else if ["of", "to", "the", "in", "for", "and", "with", "on"].contains(word(place)), isTitleWord(place + 1) {
                place += 2
            } else {
                break
            }
        }
        return place
    }

    private static let notTitles: Set<String> = [
        "or", "and", "both", "either", "one", "two", "three", "all", "any", "at", "with", "upon", "also", "each", "additional",
        "recommended", "prerequisite", "prerequisites", "attributes", "permission", "grade", "minimum", "students",
        "pre-calculus",
        "including", "plus", "completion", "senior", "junior", "sophomore", "graduate", "instructor", "department", "approval",
        "consent", "for", "not", "only", "bc", "corequsite", "except", "concurrent", "may", "must", "can", "units", "note",
    ]

    private mutating func isTitleWord(_ index: Int) -> Bool {
        guard kind(index) == .word, let first = tokens[index].text.first, first.isUppercase, course(at: index) == nil else {
            return false
        }
        let word = word(index)
        return !Self.notTitles.contains(word) && !Vocabulary.conditions.contains(word) && !isCorequisite(word)
            && Vocabulary.numbers[word] == nil
    }
}
