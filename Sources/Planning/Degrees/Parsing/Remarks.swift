/// Tells the parts of a text that name no requirement (rule 28: recommendations, credit notes) and those that only a person
/// understands.
struct Remarks {
    let tokens: [RequirementToken]

    enum Reading: Equatable {
        /// A requirement in this range; the text after the range is dropped by the rule.
        case requirement(Range<Int>, dropping: DroppedText.Rule = .recommendation)
        case nothing(DroppedText.Rule)
        /// A sentence without a form that is known: unknown as a whole.
        case prose
        /// "This prerequisite may be waived by the instructor."
        case waivable
        /// "Students who have completed MATH 232 may enroll": one more way, which is unknown, to the end of the sentence.
        case alternative
        /// "This course may be taken concurrently with CRIM 320."
        case companion
    }

    /// The tokens without the parentheses that recommend something and without the fields of the page that follow.
    static func separated(_ tokens: [RequirementToken]) -> ([RequirementToken], [DroppedText]) {
        let end = tokens.indices.first { isPageField($0, of: tokens) } ?? tokens.count
        let (kept, asides) = withoutAsides(tokens[..<end])
        return (kept, asides + [DroppedText(.pageField, tokens[end...])].compactMap(\.self))
    }

    /// "Attributes", with a capital, after a sentence, a course or those who permit.
    private static func isPageField(_ index: Int, of tokens: [RequirementToken]) -> Bool {
        guard index > 0, tokens[index].text == "Attributes" else { return false }
        let before = tokens[index - 1]
        return before.kind == .period || before.kind == .close || before.text.contains { $0.isASCII && $0.isNumber }
            || Vocabulary.permitting.contains(before.word)
    }

    private static func withoutAsides(_ tokens: ArraySlice<RequirementToken>) -> ([RequirementToken], [DroppedText]) {
        var opens: [Int] = []
        var dropped: [(rule: DroppedText.Rule, range: Range<Int>)] = []
        var recommends: [Bool] = []
        for (index, token) in tokens.enumerated() {
            if token.kind == .open {
                opens.append(index)
                recommends.append(false)
            } else if token.kind == .close, let open = opens.popLast() {
                let inner = tokens[tokens.startIndex + open + 1..<tokens.startIndex + index].map(\.word)
                if recommends.popLast() == true, !demands(inner) {
                    dropped.append((.recommendation, open..<index + 1))
                } else if inner.first == "see", !demands(inner), !inner.contains("required"),
                    !tokens[tokens.startIndex + open..<tokens.startIndex + index].mayNameCourse
                {
                    dropped.append((.contact, open..<index + 1))
                } else if inner == ["no", "substitution"] || inner == ["no", "substitutions"] {
                    dropped.append((.nothingRequired, open..<index + 1))
                }
            } else if !recommends.isEmpty, Vocabulary.recommending.contains(token.word) {
                recommends[recommends.count - 1] = true
            }
        }
        guard !dropped.isEmpty else { return (Array(tokens), []) }
        let places = dropped.reduce(into: Set<Int>()) { $0.formUnion($1.range) }
        let kept = tokens.enumerated().filter { !places.contains($0.offset) }.map(\.element)
        return (kept, dropped.compactMap { DroppedText($0.rule, tokens[$0.range]) })
    }

    /// How to read a part between semicolons.
    func reading(of range: Range<Int>) -> Reading {
        let places = outer(range)
        let words = places.map { tokens[$0].word }
        let sentence = " " + words.joined(separator: " ") + " "
        if words.contains(where: Self.noteWords.contains), let note = note(sentence, range) { return note }
        if sentence.contains(" may wish to ") { return advice(range) }
        if words.first == "students", Self.plans.contains(where: sentence.contains), sentence.contains(" should take "),
            !Self.demands(words), !words.contains("required")
        {
            return .nothing(.laterCourse)
        }
        if Self.later.contains(where: sentence.contains) { return .nothing(.laterCourse) }
        if isNone(words) || Self.isOffering(words) { return .nothing(.nothingRequired) }
        if sentence.contains(" waived ") { return .waivable }
        if words.first == "this", Self.companions.contains(where: sentence.hasPrefix) { return .companion }
        if Self.offersAnotherWay(words) { return .alternative }
        if isContact(words, range) { return .nothing(.contact) }
        if isMixed(range) { return .prose }
        if let kept = withoutRecommendation(range, places) {
            guard kept.isEmpty else { return isProse(outer(kept)) ? .prose : .requirement(kept) }
            return Self.demands(words) ? .prose : .nothing(.recommendation)
        }
        return isProse(places) ? .prose : .requirement(range)
    }

    /// "Please consult the physics advisor for further details."
    private func isContact(_ words: [String], _ range: Range<Int>) -> Bool {
        guard words.first == "please", words.count > 1 else { return false }
        return ["consult", "contact", "see", "refer", "check", "visit"].contains(words[1]) && !Self.demands(words)
            && !words.contains("required") && !words.contains { $0.first?.isNumber == true } && !tokens[range].mayNameCourse
    }

    /// The words outside parentheses.
    private func outer(_ range: Range<Int>) -> [Int] {
        var depth = 0
        return range.filter { index in
            if tokens[index].kind == .open { depth += 1 }
            defer { if tokens[index].kind == .close { depth -= 1 } }
            return depth == 0
        }
    }

    /// The reading of a credit note, and of a note that nothing is required; nil for other sentences.
    private func note(_ sentence: String, _ range: Range<Int>) -> Reading? {
        func contains(_ phrases: [String]) -> Bool { phrases.contains(where: sentence.contains) }
        let isCredit = contains(Self.credit)
        let isLoose = contains(Self.looseCredit)
        let isNone = contains(Self.nothingRequired)
        if isCredit || isLoose || isNone, contains(Self.admitting) { return .prose }
        if isCredit || isNoCredit(sentence) {
            return students(in: range).map { .requirement(range.lowerBound..<$0, dropping: .creditNote) }
                ?? .nothing(.creditNote)
        }
        guard isLoose || isNone, !tokens[range].mayNameCourse else { return nil }
        let words = tokens[range].map(\.word)
        let isMore = words.starts(with: ["no", "more", "than"])
        if Self.demands(words) || !isMore && words.contains(where: ["units", "credits", "standing"].contains) { return nil }
        return .nothing(isLoose ? .creditNote : .nothingRequired)
    }

    /// "Students wishing ... may wish to take STAT 100 first", after a requirement or alone.
    private func advice(_ range: Range<Int>) -> Reading {
        if let start = students(in: range) { return .requirement(range.lowerBound..<start) }
        let wish = range.first { tokens[$0].word == "wish" } ?? range.upperBound
        return tokens[range.lowerBound..<wish].mayNameCourse ? .prose : .nothing(.recommendation)
    }

    /// The place where a note begins after a requirement: "CMPT 225 Students with credit for ...", "CMPT 225 and students who
    /// ...".
    private func students(in range: Range<Int>) -> Int? {
        let start = range.dropFirst().first { index in
            guard tokens[index].word == "students" else { return false }
            let before = tokens[index - 1]
            return tokens[index].text.first == "S" || before.kind == .comma || before.word == "and"
        }
        return start.flatMap { tokens[range.lowerBound..<$0].mayNameCourse ? $0 : nil }
    }

    /// Words that mark a note: each phrase of a note has one of them.
    private static let noteWords: Set<String> = [
        "credit", "repeated", "counted", "count", "no", "once", "degree", "excess", "not",
    ]

    private static let credit = [
        " further credit ", " additional credit ", " may be repeated ", " be counted towards ", " not count ",
        " receive credit ", " obtain credit ", " earn credit ",
    ]

    /// Phrases that mark a note about credit only where no course is named.
    private static let looseCredit = [
        " no more than ", " used only once ", " degree requirements ", " in excess of ", " no longer ",
    ]

    private static let nothingRequired = [
        " not required ", " no previous ", " no prior ", " no prerequisite ", " no prerequisites ", " no specific ",
    ]

    /// Phrases of demands that may stand in the same sentence as a note.
    private static let admitting = [
        " permission ", " is reserved for ", " is restricted to ", " is limited to ", " is open to ", " is open only ",
    ]

    private func isNoCredit(_ sentence: String) -> Bool {
        (sentence.contains(" for credit ") || sentence.contains(" credit for both "))
            && [" not ", " cannot ", " once ", " only "].contains(where: sentence.contains)
    }

    private static let demanding: Set<String> = [
        "must", "need", "needs", "apply", "permission", "approval", "consent", "require", "requires",
    ]

    /// Whether words that recommend, or say that nothing is required, demand something too.
    private static func demands(_ words: [String]) -> Bool { words.contains(where: demanding.contains) }

    private static let entering: Set<String> = [
        "enter", "enroll", "enrol", "register", "take", "substitute", "use", "proceed", "count", "replace", "join", "complete",
    ]
    /// Words of remarks that name no way into a course: "prerequisites may vary".
    private static let varying: Set<String> = [
        "vary", "differ", "change", "need", "require", "include", "wish", "expect", "begin", "receive", "affect", "result",
    ]
    private static let accepting: Set<String> = [
        "substituted", "accepted", "admitted", "used", "considered", "allowed", "permitted", "exempted", "granted", "replaced",
        "waived",
    ]
    private static let otherWays = [
        " will be accepted ", " will also be accepted ", " are accepted ", " are also accepted ", " is also accepted ",
        " will be considered ", " is acceptable ", " are acceptable ", " alternative to ", " in lieu of ", " instead of ",
        " in place of ", " is exempt ", " are exempt ", " substitute for ", " substitutes for ",
    ]

    /// Words of which each phrase of `otherWays` has one: a quick test before all phrases are tried.
    private static let otherWayWords: Set<String> = [
        "accepted", "considered", "acceptable", "alternative", "lieu", "instead", "place", "exempt", "substitute",
        "substitutes",
    ]

    /// "Non-majors may enter with MATH 252", "Also, for students in the life sciences, MATH 154": whoever meets it need not meet
    /// what stands before.
    static func offersAnotherWay(_ words: [String]) -> Bool {
        if words.contains(where: ["not", "cannot", "only", "neither", "nor", "no"].contains) { return false }
        let start = words.filter { $0 != "," }.prefix(2)
        if ["alternatively", "alternately"].contains(start.first) || start.elementsEqual(["also", "for"]) { return true }
        if start.first == "for", words.prefix(while: { $0 != "," }).contains(where: Vocabulary.people.contains) { return true }
        for (index, word) in words.enumerated() where ["may", "can", "could"].contains(word) {
            let next = words[(index + 1)...].prefix(3).filter { $0 != "also" }
            guard let verb = next.first, !varying.contains(verb) else { continue }
            if verb == "be" {
                if next.dropFirst().first.map(accepting.contains) == true { return true }
            } else if entering.contains(verb) || words[..<index].contains(where: Vocabulary.people.contains) {
                return true
            }
        }
        if start.first == "except" { return true }
        if let require = words.firstIndex(where: ["require", "requires", "need", "needs"].contains), require > 1,
            words[..<require].contains(where: Vocabulary.people.contains),
            words[require...].contains(where: { $0.count { $0.isNumber } >= 3 })
        {
            return true
        }
        guard words.contains(where: otherWayWords.contains) else { return false }
        let sentence = " " + words.joined(separator: " ") + " "
        return otherWays.contains(where: sentence.contains)
    }

    /// "Students who expect to take further courses in chemistry should take CHEM 230": what later courses ask.
    private static let plans = ["expect", "plan", "intend"].map { " students who \($0) to take " }

    /// "A minimum grade of B in this course is needed to register in BPK 495": what other courses ask of this one.
    private static let later = [" in this course is needed ", " in this course is required "]

    private static let companions = ["may", "can"].flatMap { modal in
        ["concurrently", "simultaneously"].map { " this course \(modal) be taken \($0) with " }
    }

    /// "Offered once a year."
    private static func isOffering(_ words: [String]) -> Bool {
        words.first == "offered" && words.dropFirst().allSatisfy(offering.contains)
    }

    private static let offering: Set<String> = [
        "once", "twice", "a", "per", "every", "each", "other", "alternate", "year", "years", "term", "annually", "in", "the",
        "only", "fall", "spring", "summer", "or", "and", ",", ".",
    ]

    private func isNone(_ words: [String]) -> Bool {
        words.filter { $0 != "." && $0 != ":" && $0 != "however" } == ["none"] || words == ["no", "prerequisites"]
            || words == ["n", "/", "a"]
    }

    /// Words that may stand between a comma and "recommended", which then speaks of what stands before the comma: "CMPT 225,
    /// strongly recommended".
    private static let linking: Set<String> = [
        "strongly", "highly", "very", "is", "also", "but", "though", "although", "which", "not", "only", "either", "and", "or",
    ]

    /// Whether another course stands after "recommended,": the text does not say which of them are recommended.
    private func isMixed(_ range: Range<Int>) -> Bool {
        let mark = range.firstIndex { Vocabulary.recommending.contains(tokens[$0].word) }
        guard let mark, mark + 1 < range.upperBound, tokens[mark + 1].kind == .comma else { return false }
        return tokens[mark + 1..<range.upperBound].mayNameCourse
    }

    /// Without what is only recommended: the words after the last comma before "recommended", or all. Nil if nothing is.
    private func withoutRecommendation(_ range: Range<Int>, _ places: [Int]) -> Range<Int>? {
        guard let mark = places.firstIndex(where: { Vocabulary.recommending.contains(tokens[$0].word) }) else { return nil }
        let before = places[..<mark]
        if tokens[places[mark]].word == "preferably", mark > 0, mark + 1 < places.count {
            return range.lowerBound..<places[tokens[places[mark - 1]].kind == .comma ? mark - 1 : mark]
        }
        let isForAll =
            before.contains { ["are", "both", "not"].contains(tokens[$0].word) }
            || places[mark...].contains { ["that", "to"].contains(tokens[$0].word) }
        guard !isForAll, let comma = before.last(where: { tokens[$0].kind == .comma }), !endsList(at: comma, of: before) else {
            return range.lowerBound..<range.lowerBound
        }
        let isOwn = before.contains { $0 > comma && !Self.linking.contains(tokens[$0].word) }
        return range.lowerBound..<(isOwn ? comma : range.lowerBound)
    }

    /// Whether "and" or "or" after this comma ends a list of courses, as in "IAT 102, CMNS 253, and CMNS 354 recommended": all of
    /// them are recommended.
    private func endsList(at comma: Int, of places: ArraySlice<Int>) -> Bool {
        let listed = places.prefix { $0 < comma }
        let isOfLast = places.contains { $0 > comma && tokens[$0].word == "is" }
        return !isOfLast && ["and", "or"].contains(tokens[comma + 1].word) && listed.contains { tokens[$0].kind == .comma }
            && listed.allSatisfy { place in
                tokens[place].kind == .comma || tokens[place].text.allSatisfy { $0.isUppercase || $0.isNumber }
            }
    }

    /// Whether these words name a group of people, such as "non-majors", and not students as such.
    private func nameGroup(_ places: ArraySlice<Int>) -> Bool {
        if places.contains(where: { tokens[$0].word.hasPrefix("non-") }) { return true }
        guard let person = places.last(where: { Vocabulary.people.contains(tokens[$0].word) }) else { return false }
        guard ["students", "student"].contains(tokens[person].word) else { return true }
        return places.contains { $0 < person && !["all", "the"].contains(tokens[$0].word) }
    }

    /// A finite verb or a pronoun outside the forms that are known.
    private func isProse(_ places: [Int]) -> Bool {
        for (offset, place) in places.enumerated() {
            let word = tokens[place].word
            func next(_ step: Int) -> String {
                places.indices.contains(offset + step) ? tokens[places[offset + step]].word : ""
            }
            switch word {
            case "may", "can", "could":
                let verb = next(1) == "also" ? 2 : 1
                if next(verb) != "be" || !Self.isConcurrency((verb...verb + 5).map(next)) { return true }
            case "must", "should":
                let isKnown =
                    ["have", "complete", "successfully", "include"].contains(next(1))
                    || next(1) == "be" && (Self.isConcurrency((1...6).map(next)) || next(2) == "completed")
                if !isKnown { return true }
            case "is" where tokens[place].text == "IS": continue
            case "is", "are":
                if Vocabulary.entries.contains(places.first.map { tokens[$0].word } ?? ""),
                    isByPermission(places[(offset + 1)...]), !namesCourse(places[..<offset])
                {
                    continue
                }
                let said = next(1) == "a" ? 2 : 1
                if !["required", "needed", "necessary", "prerequisite", "prerequisites"].contains(next(said)) { return true }
                let rest = places[(offset + said)...].dropFirst()
                if ["for", "to", "in"].contains(next(said + 1)), namesCourse(rest) { return true }
                if ["for", "by", "of"].contains(next(said + 1)), rest.contains(where: isPerson) { return true }
            case "require", "requires":
                if nameGroup(places[..<offset]), places[offset...].contains(where: isPermission) { return true }
            case "include", "includes": if !["which", "must"].contains(next(-1)) { return true }
            case "prior": if next(1) == "to" { return true }
            case "need", "needs": if !Vocabulary.permissions.contains(next(1)) { return true }
            case "only" where offset == places.count - 1 && places.contains(where: isPermission): continue
            case "before", "after", "when", "while", "if": if offset == 0 { return true }
            case "these", "this": if ["course", "courses"].contains(next(1)) { return true }
            default: if Vocabulary.prose.contains(word) { return true }
            }
        }
        return false
    }

    /// "granted by permission", after "Admission is".
    private func isByPermission(_ places: ArraySlice<Int>) -> Bool {
        let words = places.prefix(10).map { tokens[$0].word }.drop { Vocabulary.granting.contains($0) }
        return words.drop { Vocabulary.beforePermission.contains($0) }.first.map(Vocabulary.permissions.contains) ?? false
    }

    private func isPerson(_ place: Int) -> Bool { Vocabulary.people.contains(tokens[place].word) }

    private func isPermission(_ place: Int) -> Bool { Vocabulary.permissions.contains(tokens[place].word) }

    private func namesCourse(_ places: ArraySlice<Int>) -> Bool {
        guard let first = places.first, let last = places.last else { return false }
        return tokens[first...last].mayNameCourse
    }

    static func isConcurrency(_ words: [String]) -> Bool {
        words.contains { $0.hasPrefix("concurrent") || $0 == "simultaneously" || $0.hasPrefix("corequisite") }
    }
}
