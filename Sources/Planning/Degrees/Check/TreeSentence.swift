import NoteItCore

/// The sentence of an unmet requirement: `CMPT 225 needs CMPT 125 before Fall 2026.`
///
/// It never tells a grade of the record, because advisers read it.
struct TreeSentence {
    let course: CourseCode
    let missing: RequirementTree
    let term: AcademicTerm
    /// Whether the same term will do for all courses of the tree.
    let sameTerm: Bool
    let isUnsure: Bool

    /// Longer lists end in `or 5 others`.
    private static let longestList = 12
    /// The most characters of a quoted text.
    private static let longestQuote = 200

    var text: String {
        let when = sameTerm || missing.isConcurrent ? "in \(term.name) or earlier" : "before \(term.name)"
        let needs = "\(course) needs \(phrase(missing, isInside: false)) \(when)."
        return isUnsure ? "\(needs) This cannot be checked." : needs
    }

    private func phrase(_ tree: RequirementTree, isInside: Bool) -> String {
        switch tree {
        case .all(let parts): list(parts, "and", isInside: isInside)
        case .any(let parts): parts.isEmpty ? "a requirement that nothing meets" : list(parts, "or", isInside: isInside)
        case .atLeast(let least, let parts): "\(least) of \(list(parts, "and", isInside: true))"
        case .course(let code, let minimum, let concurrent):
            "\(code)" + atLeast(minimum) + (concurrent && !sameTerm && !missing.isConcurrent ? " (the same term will do)" : "")
        case .credits(let credits, let subject, let from, let to): "\(credits) credits" + filter(subject, from, to)
        case .level(let level): "\(RequirementTree.creditsPerLevel * (level - 1)) credits (level \(level))"
        case .permission: "permission"
        case .unknown(let text): "\"\(quoted(text))\""
        case .highSchool(let name, let minimum): name + atLeast(minimum)
        }
    }

    private func list(_ parts: [RequirementTree], _ word: String, isInside: Bool) -> String {
        var phrases = parts.prefix(Self.longestList).map { phrase($0, isInside: true) }
        let more = parts.count - phrases.count
        if more > 0 { phrases.append(more == 1 ? "1 other" : "\(more) others") }
        let joined =
            phrases.dropLast().joined(separator: ", ") + (phrases.count > 1 ? " \(word) " : "") + (phrases.last ?? "")
        return isInside && phrases.count > 1 ? "(\(joined))" : joined
    }

    private func atLeast(_ minimum: Grade?) -> String { minimum.map { " with at least \($0)" } ?? "" }

    private func filter(_ subject: String?, _ from: Int?, _ to: Int?) -> String {
        let numbers: String? =
            switch (from, to) {
            case (let from?, let to?): "numbered \(from) to \(to)"
            case (let from?, nil): "numbered \(from) or above"
            case (nil, let to?): "numbered \(to) or below"
            case (nil, nil): nil
            }
        guard subject != nil || numbers != nil else { return "" }
        return " in " + [subject, "courses", numbers].compactMap(\.self).joined(separator: " ")
    }

    private func quoted(_ text: String) -> String {
        text.count > Self.longestQuote ? text.prefix(Self.longestQuote) + "..." : text
    }
}

extension RequirementTree {
    /// Whether the same term will do for every course that it names, and it names one.
    fileprivate var isConcurrent: Bool {
        var (any, all) = (false, true)
        forEachLeaf { leaf in
            if case .course(_, _, let concurrent) = leaf { (any, all) = (true, all && concurrent) } else { all = false }
        }
        return any && all
    }
}
