import NoteItCore

/// Credits and standing.
extension RequirementLexer {
    private static let counting: Set<String> = [
        "a", "minimum", "of", "at", "least", "total", "completion", "completed", "min", "the", "with", "have", "must",
        "students",
    ]

    /// "12 units", "15 upper division PHIL units", "12 credits of CMPT". A nil tree: the words are credits, but of a kind that a
    /// tree cannot say.
    mutating func credits(at index: Int) -> (RequirementTree?, Int)? {
        var place = skip(Self.counting, from: index, atMost: 8)
        let number = word(place)
        guard let value = Vocabulary.numbers[number].map(Double.init) ?? plainNumber(number), let amount = CreditAmount(value)
        else { return nil }
        place += 1
        var filter = CreditFilter()
        if word(place) == "or", word(place + 1) == "more" { place += 2 }
        place = skip(["additional", "further", "more"], from: place, atMost: 1)
        let isAdditional = place > 0 && ["additional", "further"].contains(word(place - 1))
        place = division(&filter, at: place)
        if isSubject(place), !Vocabulary.units.contains(word(place)) {
            filter.subject = tokens[place].text
            place += 1
            if kind(place) == .open || kind(place) == .slash {
                let close = min(place + 4, end)
                while place < close, !Vocabulary.units.contains(word(place)) { place += 1 }
                filter.isInexact = true
            }
        }
        if Vocabulary.units.contains(word(place)) {
            place = skip(["hours", "hour", "completed", "total"], from: place + 1, atMost: 2)
            place = endOfDegree(from: place)
        } else if !isOfUnits(value, before: place) {
            return nil
        }
        place = describe(&filter, at: place)
        if isAdditional || filter.isInexact || !isStop(place) { return (nil, endOfWords(from: place)) }
        return (.credits(amount, subject: filter.subject, from: filter.from, to: filter.to), place)
    }

    /// "60 units, including eight of upper division geography": a number of units, not of courses.
    private mutating func isOfUnits(_ value: Double, before index: Int) -> Bool {
        lexemes.last?.kind == .including && value >= 3 && ["of", "in"].contains(word(index)) && course(at: index + 1) == nil
            && kind(index + 1) == .word && !["which", "the", "these"].contains(word(index + 1))
    }

    /// The end of "toward a BSc degree".
    private mutating func endOfDegree(from index: Int) -> Int {
        guard ["toward", "towards"].contains(word(index)) else { return index }
        for place in index + 1..<index + 5 {
            if word(place) == "degree" { return place + 1 }
            guard kind(place) == .word, course(at: place) == nil else { break }
        }
        return index
    }

    private struct CreditFilter {
        var subject: String?
        var from, to: Int?
        var isInexact = false
    }

    private func plainNumber(_ word: String) -> Double? {
        guard (1...5).contains(word.utf8.count), word.utf8.first.map({ $0 <= UInt8(ascii: "9") }) ?? false else { return nil }
        return Double(word)
    }

    /// Upper division begins at 300; lower division ends before. "300-level" ends at 399.
    private mutating func division(_ filter: inout CreditFilter, at index: Int) -> Int {
        let first = word(index)
        if let (level, end) = level(at: index) {
            filter.from = level
            if word(end) == "or", ["higher", "above"].contains(word(end + 1)) { return end + 2 }
            filter.to = level + Self.step(level) - 1
            return end
        }
        let isDivision = ["division", "level"].contains(word(index + 1))
        switch first {
        case "upper" where isDivision: filter.from = 300
        case "lower" where isDivision: filter.to = 299
        case "upper-division", "upper-level":
            filter.from = 300
            return index + 1
        case "lower-division", "lower-level":
            filter.to = 299
            return index + 1
        default: return index
        }
        return index + 2
    }

    /// 100 for 300, 1000 for 4000.
    private static func step(_ level: Int) -> Int { level >= 1_000 ? 1_000 : 100 }

    /// "300-level", "300 division".
    private mutating func level(at index: Int) -> (Int, end: Int)? {
        let first = word(index)
        let digits = first.prefix { $0.isASCII && $0.isNumber }
        guard (3...4).contains(digits.count), let level = Int(digits), level >= 100, level % Self.step(level) == 0 else {
            return nil
        }
        switch first.dropFirst(digits.count) {
        case "-level", "-division": return (level, index + 1)
        case "" where ["level", "division"].contains(word(index + 1)): return (level, index + 2)
        default: return nil
        }
    }

    /// "of upper division CMPT courses", "in history".
    private mutating func describe(_ filter: inout CreditFilter, at index: Int) -> Int {
        guard ["of", "in", "from"].contains(word(index)) else { return index }
        var place = skip(["any", "university"], from: index + 1, atMost: 2)
        if ["credit", "credits", "study"].contains(word(place)) { return place + 1 }
        if course(at: place) != nil || kind(place) == .open || (choice(follows: place)) {
            filter.isInexact = true
            return endOfPart(from: place)
        }
        let isAny = word(place - 1) == "university"
        let before = (filter.from, filter.to)
        place = division(&filter, at: place)
        let hasDivision = before != (filter.from, filter.to)
        if isSubject(place) {
            filter.subject = tokens[place].text
            place += 1
            if kind(place) == .open, word(place + 1) == "or", isSubject(place + 2), kind(place + 3) == .close {
                filter.isInexact = true
                place += 4
            }
        } else if !["course", "courses", "coursework"].contains(word(place)) || !(hasDivision || isAny) {
            let name = endOfName(from: place)
            if name > place, let subject = givenSubject, names(subject, tokens[place..<name].map(\.word)) {
                filter.subject = subject
                place = name
            } else if name > place, kind(name) == .open, isSubject(name + 1), kind(name + 2) == .close {
                filter.subject = tokens[name + 1].text
                place = name + 3
            } else {
                filter.isInexact = name > place || !["course", "courses", "coursework"].contains(word(place))
                place = name
            }
        }
        place = skip(["course", "courses", "coursework", "work"], from: place, atMost: 2)
        if ["and", "or"].contains(word(place)) || kind(place) == .comma || kind(place) == .slash, continues(at: place + 1) {
            filter.isInexact = true
            place += 2
        }
        return levelOrHigher(&filter, at: place)
    }

    private mutating func choice(follows index: Int) -> Bool {
        ["one", "any"].contains(word(index)) && word(index + 1) == "of"
    }

    /// "MATH or MACM courses": another subject, not another course.
    private mutating func continues(at index: Int) -> Bool { isSubject(index) && course(at: index) == nil }

    private mutating func endOfName(from index: Int) -> Int {
        var place = index
        let stops: Set<String> = [
            "course", "courses", "coursework", "with", "at", "completed", "and", "or", "including", "plus",
        ]
        while place < index + 5, kind(place) == .word, !stops.contains(word(place)) { place += 1 }
        return place
    }

    /// Whether words are the name of the caller's subject: history of `HIST`, contemporary arts of `CA`.
    private func names(_ subject: String, _ words: [String]) -> Bool {
        let subject = subject.lowercased()
        if subject.count >= 3, words.joined().hasPrefix(subject) {
            return words.count == 1 || subject.count < 5 && words.count == 2
        }
        return words.count == subject.count && String(words.compactMap(\.first)) == subject
    }

    /// "at the 300-level or higher", "numbered 300 or above".
    private mutating func levelOrHigher(_ filter: inout CreditFilter, at index: Int) -> Int {
        guard word(index) == "at" || word(index) == "numbered" else { return index }
        let place = skip(["at", "the", "numbered"], from: index, atMost: 2)
        let digits = word(place).prefix { $0.isASCII && $0.isNumber }
        guard digits.count >= 3, let level = Int(digits) else { return index }
        let after = skip(["level", "division"], from: place + 1, atMost: 1)
        guard word(after) == "or", ["higher", "above"].contains(word(after + 1)), filter.from == nil else { return index }
        filter.from = level
        return after + 2
    }

    mutating func isStop(_ index: Int) -> Bool {
        guard let kind = kind(index) else { return true }
        switch kind {
        case .word:
            return [
                "and", "or", "including", "plus", "with", "prior", "before", "completed", "followed", "all", "both", "each",
                "must", "is", "are", "required",
            ].contains(word(index))
        case .comma, .semicolon, .open, .close, .period, .slash: return true
        default: return false
        }
    }

    /// "third-year standing", "junior/senior standing". Graduate standing is unknown.
    mutating func standing(at index: Int) -> (RequirementTree, Int)? {
        var place = skip(["at", "least", "minimum", "with", "have", "must"], from: index, atMost: 4)
        var found: [RequirementTree] = []
        let first = place
        while place < first + 10 {
            let next = word(place)
            if let level = Vocabulary.levels[next] {
                found.append(.level(level))
            } else if next == "graduate", !found.isEmpty {
                found.append(.unknown("graduate standing"))
            } else if ["standing", "status"].contains(next), !found.isEmpty {
                place = skip(["required", "is"], from: place + 1, atMost: 2)
                if word(place) == "or", ["higher", "above", "greater"].contains(word(place + 1)) { place += 2 }
                return (found.count == 1 ? found[0] : .any(found), place)
            } else if found.count == 1, isSubject(place), ["standing", "status"].contains(word(place + 1)) {
                return (.all([found[0], .unknown("\(tokens[place].text) \(tokens[place + 1].text)")]), place + 2)
            } else if found.isEmpty
                || !(["or", "year", "student", "students", "class"].contains(next)
                    || kind(place) == .comma || kind(place) == .slash || kind(place) == .dash)
            {
                return nil
            }
            place += 1
        }
        return nil
    }
}
