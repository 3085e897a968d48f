/// Phrases about courses of the same term: corequisites, and what may be taken concurrently.
extension RequirementLexer {
    func isCorequisite(_ word: String) -> Bool { word.hasPrefix("coreq") || word.hasPrefix("co-req") }

    /// "CHEM 281 as prerequisite or corequisite", "(or corequisite)"; "and corequisite BUS 340", "or concurrent enrollment in BUS 340".
    mutating func corequisite(at index: Int) -> (RequirementLexeme.Kind, Int)? {
        let mark = RequirementLexeme.Kind.concurrent(RequirementLexeme.ConcurrentMark(isStated: true))
        let last = lexemes.last?.kind
        var place = index
        let isAs = word(place) == "as"
        if isAs { place = skip(["a", "an", "either"], from: place + 1, atMost: 2) }
        var hasBoth = false
        if ["prerequisite", "prerequisites", "pre-requisite", "pre-requisites", "pre"].contains(word(place)) {
            place += 1
            if kind(place) == .dash { place += 1 }
            guard ["or", "and/or"].contains(word(place)) || kind(place) == .slash else { return nil }
            place = skip(["or", "a", "as"], from: place + 1, atMost: 2)
            hasBoth = true
        } else if !isAs, word(place) == "or", last == .open {
            place += 1
        }
        if isCorequisite(word(place)) {
            let isReversed = isPrerequisite(at: place + 1)
            if isAs || hasBoth || isReversed || last == .open, !startsLeaf(at: place + 1) {
                place = skip(["course"], from: place + 1, atMost: 1)
                if isReversed { place += 2 }
                return isAs || kind(place) == .close || kind(place) == nil || kind(place) == .comma ? (mark, place) : nil
            }
            let after = skip(["in", "of"], from: kind(place + 1) == .colon ? place + 2 : place + 1, atMost: 1)
            return (last == .and || last == .comma) && startsLeaf(at: after) ? (.corequisite, after) : nil
        }
        let start = skip(["prior", "previous", "or"], from: index, atMost: 3)
        if word(start) == "concurrent", ["enrollment", "enrolment", "registration", "completion"].contains(word(start + 1)),
            ["in", "of"].contains(word(start + 2)), startsLeaf(at: start + 3)
        {
            return (start == index && last != .or ? .corequisite : .orCorequisite, start + 3)
        }
        return nil
    }

    private mutating func isPrerequisite(at index: Int) -> Bool {
        word(index) == "or" && ["prerequisite", "prerequisites"].contains(word(index + 1))
    }

    /// "(which) may be taken concurrently", "can also be taken simultaneously", "must be taken concurrently with ...".
    mutating func concurrent(at index: Int) -> (RequirementLexeme.ConcurrentMark, Int)? {
        var place = skip(
            ["which", "that", "either", "both", "any", "these", "course", "courses", "of", "the", "latter"], from: index,
            atMost: 3)
        let modal = word(place)
        guard ["may", "can", "could", "must", "should", "to", "taken", "concurrently", "simultaneously"].contains(modal) else {
            return nil
        }
        if !["taken", "concurrently", "simultaneously"].contains(modal) { place += 1 }
        place = skip(["also", "be", "taken", "completed", "either", "before", "or"], from: place, atMost: 5)
        switch word(place) {
        case "concurrently", "simultaneously", "concurrent": place += 1
        case "as":
            place = skip(["a", "an"], from: place + 1, atMost: 1)
            guard isCorequisite(word(place)) else { return nil }
            place += 1
        default: return nil
        }
        if ["with", "to"].contains(word(place)) { place = endOfCompanion(from: place) }
        let isDemanded = ["must", "should", "to"].contains(modal)
        return (RequirementLexeme.ConcurrentMark(isDemanded: isDemanded), place)
    }

    /// "with CMPT 225": up to the first course, or to the next mark.
    private mutating func endOfCompanion(from index: Int) -> Int {
        var place = index
        while let kind = kind(place), kind == .word || kind == .slash {
            if let (_, end) = course(at: place) { return end }
            place += 1
        }
        return place
    }
}
