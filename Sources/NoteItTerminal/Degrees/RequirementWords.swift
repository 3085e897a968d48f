import NoteItCore

extension RequirementTree {
    /// On one line: `CMPT 125 with C- or better and (MACM 101 or MATH 100)`.
    public var words: String {
        switch self {
        case .all(let parts): Self.joined(parts, "and", empty: "nothing")
        case .any(let parts): Self.joined(parts, "or", empty: "nothing that exists")
        case .atLeast(let least, let parts): "\(least) of " + parts.map(\.inner).joined(separator: ", ")
        case .course(let code, let minimum, let concurrent):
            code.description + Self.minimum(minimum) + (concurrent ? " (may be taken at the same time)" : "")
        case .credits(let credits, let subject, let from, let to):
            "\(credits) credits" + Self.range(subject: subject, from: from, to: to)
        case .level(let level): "\(Self.ordinal(level))-year standing (\((level - 1) * Self.creditsPerLevel) credits)"
        case .permission: "permission of the instructor or the department"
        case .unknown(let text): "\"\(text)\""
        case .highSchool(let name, let minimum): "\(name) of secondary school" + Self.minimum(minimum)
        }
    }

    /// In parentheses if it has several parts.
    private var inner: String {
        switch self {
        case .all(let parts), .any(let parts): parts.count > 1 ? "(\(words))" : words
        case .atLeast: "(\(words))"
        default: words
        }
    }

    private static func joined(_ parts: [RequirementTree], _ word: String, empty: String) -> String {
        guard let first = parts.first else { return empty }
        if parts.count == 1 { return first.words }
        return parts.dropLast().map(\.inner).joined(separator: ", ") + " \(word) " + (parts.last?.inner ?? "")
    }

    private static func minimum(_ grade: Grade?) -> String { grade.map { " with \($0) or better" } ?? "" }

    private static func range(subject: String?, from: Int?, to: Int?) -> String {
        let words = CoursePattern(.numbers(subject: subject, from: from, to: to)).words
        return subject == nil && from == nil && to == nil ? "" : " in \(words)"
    }

    private static func ordinal(_ number: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth", "sixth"]
        return words.indices.contains(number - 1) ? words[number - 1] : "\(number)th"
    }
}

extension RequirementTree {
    /// The tree of requirements as an outline.
    /// - Parameters:
    ///   - record: marks the courses that it has, with the grades that are demanded.
    ///   - deeper: the trees of courses that are unfolded below their first occurrence.
    func outline(record: [RecordItem], deeper: [CourseCode: RequirementTree], unicode: Bool) -> Outline {
        var known = Set<CourseCode>()
        let done = Dictionary(grouping: record.filter { $0.counts && !$0.inProgress }, by: \.course)
        return outline(done, deeper, unicode, &known)
    }

    private func outline(
        _ done: [CourseCode: [RecordItem]], _ deeper: [CourseCode: RequirementTree], _ unicode: Bool,
        _ known: inout Set<CourseCode>
    ) -> Outline {
        func parts(_ parts: [RequirementTree]) -> [Outline] {
            var outlines: [Outline] = []
            for part in parts { outlines.append(part.outline(done, deeper, unicode, &known)) }
            return outlines
        }
        switch self {
        case .all(let branches) where branches.count == 1, .any(let branches) where branches.count == 1:
            return branches[0].outline(done, deeper, unicode, &known)
        case .all(let branches):
            return Outline(
                head: branches.isEmpty ? "nothing" : Styled("all of", .faint), folded: Styled(words), parts: parts(branches))
        case .any(let branches): return Outline(head: Styled("one of", .faint), folded: Styled(words), parts: parts(branches))
        case .atLeast(let least, let branches):
            return Outline(head: Styled("\(least) of", .faint), folded: Styled(words), parts: parts(branches))
        case .course(let code, let minimum, _):
            let isDone = done[code, default: []].contains { $0.meets(minimum) }
            let head = Styled(words, isDone ? .good : .plain) + Styled(isDone ? (unicode ? " ✓" : " (done)") : "", .good)
            guard let tree = deeper[code], tree != .none, known.insert(code).inserted else { return Outline(head: head) }
            return Outline(head: head, parts: [tree.outline(done, deeper, unicode, &known)])
        case .unknown: return Outline(head: Styled(words, .warning) + Styled(" (ask the department)", .faint))
        default: return Outline(head: Styled(words))
        }
    }
}

extension CoursePattern {
    /// `CMPT 225`, `CMPT 300-499`, `courses with the attribute Quantitative`, `any course except MATH 100-199`.
    public var words: String {
        guard !except.isEmpty else { return baseWords }
        return baseWords + " except " + except.map(\.inExceptions).listed(4)
    }

    private var inExceptions: String { except.isEmpty ? words : "(\(words))" }

    private var baseWords: String {
        switch base {
        case .course(let code): code.description
        case .numbers(let subject, let from, let to): Self.range(subject, from, to)
        case .attribute(let attribute): "courses with the attribute \(attribute)"
        case .any: "any course"
        }
    }

    private static func range(_ subject: String?, _ from: Int?, _ to: Int?) -> String {
        let subject = subject ?? "courses numbered"
        switch (from, to) {
        case (let from?, let to?): return from == to ? "\(subject) \(from)" : "\(subject) \(from)-\(to)"
        case (let from?, nil): return "\(subject) \(from) or above"
        case (nil, let to?): return "\(subject) up to \(to)"
        case (nil, nil): return "any \(subject) course"
        }
    }
}

extension [CoursePattern] {
    /// Codes first, then the other patterns, in their order.
    /// - Parameter most: of the codes and of the other patterns; nil means all.
    public func words(_ most: Int? = nil) -> String {
        var (codes, others) = ([String](), [String]())
        for pattern in self {
            if case .course = pattern.base, pattern.except.isEmpty {
                codes.append(pattern.words)
            } else {
                others.append(pattern.words)
            }
        }
        return [codes, others].filter { !$0.isEmpty }.map { $0.listed(most) }.joined(separator: "; ")
    }
}

extension [String] {
    /// `a, b, c`; `a, b and 7 more` for more than `most`.
    func listed(_ most: Int? = nil) -> String {
        guard let most, count > most + 1 else { return joined(separator: ", ") }
        return prefix(most).joined(separator: ", ") + " and \(count - most) more"
    }
}
