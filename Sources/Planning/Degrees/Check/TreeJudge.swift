import NoteItCore

/// Judges trees in three-valued logic (Kleene 1952): true, false, and nil if nobody can tell.
struct TreeJudge {
    let history: CourseHistory
    /// Courses of earlier terms count; nil counts all.
    let term: AcademicTerm?
    /// Whether courses of the same term count too, as for corequisites.
    var sameTerm = false

    func judge(_ tree: RequirementTree) -> Bool? {
        switch tree {
        case .all(let parts): enough(parts.count, of: parts)
        case .any(let parts): enough(1, of: parts)
        case .atLeast(let least, let parts): enough(least, of: parts)
        case .course(let code, let minimum, let concurrent): has(code, minimum, sameTerm: concurrent || sameTerm)
        case .credits(let credits, let subject, let from, let to):
            subject == nil && from == nil && to == nil
                ? earned >= credits : earned(CoursePattern(.numbers(subject: subject, from: from, to: to))) >= credits
        case .level(let level): earned >= CreditAmount(RequirementTree.creditsPerLevel * (level - 1))
        case .permission, .unknown, .highSchool: nil
        }
    }

    /// The part of `tree` that is not known to be met: without the branches that are. Nil if the whole is met.
    func missing(_ tree: RequirementTree) -> RequirementTree? {
        guard judge(tree) != true else { return nil }
        switch tree {
        case .all(let parts):
            let rest = parts.compactMap(missing)
            return rest.count == 1 ? rest[0] : .all(rest)
        case .any(let parts):
            let rest = parts.compactMap(missing)
            return rest.count == 1 ? rest[0] : .any(rest)
        case .atLeast(let least, let parts):
            let rest = parts.compactMap(missing)
            let lacking = least - (parts.count - rest.count)
            if lacking == rest.count { return rest.count == 1 ? rest[0] : .all(rest) }
            return lacking == 1 ? .any(rest) : .atLeast(lacking, of: rest)
        default: return tree
        }
    }

    private func enough(_ least: Int, of parts: [RequirementTree]) -> Bool? {
        var (met, open) = (0, 0)
        for part in parts {
            switch judge(part) {
            case true?: met += 1
            case nil: open += 1
            case false?: continue
            }
        }
        return met >= least ? true : met + open < least ? false : nil
    }

    private func has(_ code: CourseCode, _ minimum: Grade?, sameTerm: Bool) -> Bool {
        history.attempts[code]?.contains { isInTime($0, sameTerm: sameTerm) && $0.meets(minimum) } ?? false
    }

    private func isInTime(_ attempt: CourseHistory.Attempt, sameTerm: Bool) -> Bool {
        guard let term, let own = attempt.term else { return true }
        return sameTerm ? own <= term : own < term
    }

    /// All credits of earlier terms, also those without a named course.
    private var earned: CreditAmount { earned(CoursePattern(.any)) + history.electives(before: term) }

    /// The credits of earlier terms, each course once.
    private func earned(_ pattern: CoursePattern) -> CreditAmount {
        history.attempts.reduce(into: .zero) { sum, entry in
            guard pattern.matches(entry.key, attributes: []) else { return }
            var best: CourseHistory.Attempt?
            for attempt in entry.value where isInTime(attempt, sameTerm: false) {
                if best.map(attempt.isBetter) ?? true { best = attempt }
            }
            sum += best?.credits ?? .zero
        }
    }
}
