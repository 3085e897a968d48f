/// Words that add nothing to the phrases beside them.
extension RequirementLexer {
    /// "or equivalent course (undergraduate or graduate)": what kind of course the equivalent is. Nil if the parenthesis says more.
    mutating func endOfKind(at index: Int) -> Int? {
        guard kind(index) == .open, kind(index + 1) == .word else { return nil }
        var place = index + 1
        while place < index + 8, kind(place) == .word {
            let next = word(place)
            guard !next.contains(where: \.isNumber), !Vocabulary.conditions.contains(next),
                !Vocabulary.excepting.contains(next),
                !Vocabulary.permissions.contains(next), next != "with", next != "may", !next.hasPrefix("concurrent"),
                !isCorequisite(next), course(at: place) == nil, grade(at: place) == nil
            else { return nil }
            place += 1
        }
        return kind(place) == .close ? place + 1 : nil
    }

    /// "in exceptional cases" before a permission, which is given case by case in any event.
    mutating func exceptionally(at index: Int) -> Int? {
        guard ["in", "under"].contains(word(index)),
            ["exceptional", "special", "some", "certain", "rare"].contains(word(index + 1)),
            ["case", "cases", "circumstances"].contains(word(index + 2))
        else { return nil }
        return permission(at: kind(index + 3) == .comma ? index + 4 : index + 3) == nil ? nil : index + 3
    }

    /// "unless specified" after a grade: a grade that a course has already stays.
    mutating func unlessSpecified(at index: Int) -> Int? {
        guard word(index) == "unless" else { return nil }
        let place = skip(["otherwise"], from: index + 1, atMost: 1)
        return ["specified", "stated", "noted", "indicated"].contains(word(place)) && isStop(place + 1) ? place + 1 : nil
    }

    /// "before entering the research stream" after a permission, which always comes first.
    mutating func beforehand(at index: Int) -> Int? {
        guard word(index) == "before", Vocabulary.beginnings.contains(word(index + 1)), lexemes.last?.kind == .permission else {
            return nil
        }
        var place = index + 2
        while kind(place) == .word, !isStop(place), course(at: place) == nil { place += 1 }
        return isStop(place) ? place : nil
    }

    /// "at SFU" after a course.
    mutating func atHome(at index: Int) -> Int? {
        word(index) == "at" && ["sfu", "rpi", "rensselaer"].contains(word(index + 1)) ? index + 2 : nil
    }

    /// "Registration is by", "Admission into the school is granted by", before a permission.
    mutating func entry(at index: Int) -> Int? {
        guard Vocabulary.entries.contains(word(index)) else { return nil }
        var place = index + 1
        while place < index + 7, kind(place) == .word, word(place) != "is", course(at: place) == nil { place += 1 }
        guard word(place) == "is" else { return nil }
        place = skip(Vocabulary.granting, from: place + 1, atMost: 3)
        return permission(at: place) == nil ? nil : place
    }
}
