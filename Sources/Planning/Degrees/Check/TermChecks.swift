import NoteItCore

/// Finds the problems of one term of a plan after another.
struct TermChecks {
    private let problem: CheckProblem
    private let history: CourseHistory
    private let exclusions: CreditExclusions
    private let accepted: Set<AcceptedProblem>

    init(_ problem: CheckProblem) {
        self.problem = problem
        history = CourseHistory(record: problem.record, plan: problem.terms, listings: problem.listings)
        exclusions = CreditExclusions(record: problem.record, terms: problem.terms, listings: problem.listings)
        accepted = Set(problem.accepted)
    }

    func problems(of term: PlanTerm) -> [DegreePlanProblem] {
        let courses = term.courses.flatMap { course in
            [
                prerequisite(course, term.term), corequisite(course, term.term), exclusion(course, term.term),
                repetition(course, term.term), notOffered(course, term.term),
            ].compactMap(\.self)
        }
        return courses + [credits(of: term)].compactMap(\.self)
    }

    private func found(
        _ kind: DegreePlanProblem.Kind, _ course: CourseCode, _ term: AcademicTerm, _ detail: String,
        missing: RequirementTree? = nil, unsure: Bool = false
    ) -> DegreePlanProblem {
        DegreePlanProblem(
            term: term, course: course, kind: kind, detail: detail, missing: missing,
            accepted: accepted.contains(AcceptedProblem(term: term, course: course, kind: kind)), unsure: unsure)
    }

    private func prerequisite(_ course: CourseCode, _ term: AcademicTerm) -> DegreePlanProblem? {
        guard let tree = problem.listings[course]?.requirements.prerequisites, recorded(course, in: term) == nil else {
            return nil
        }
        return unmet(.prerequisite, tree, course, term, history.upTo(term))
    }

    private func corequisite(_ course: CourseCode, _ term: AcademicTerm) -> DegreePlanProblem? {
        guard let tree = problem.listings[course]?.requirements.corequisites, recorded(course, in: term) == nil else {
            return nil
        }
        var judge = history.upTo(term)
        judge.sameTerm = true
        return unmet(.corequisite, tree, course, term, judge)
    }

    private func unmet(
        _ kind: DegreePlanProblem.Kind, _ tree: RequirementTree, _ course: CourseCode, _ term: AcademicTerm, _ judge: TreeJudge
    ) -> DegreePlanProblem? {
        guard let missing = judge.missing(tree) else { return nil }
        let isUnsure = judge.judge(tree) == nil
        let sentence = TreeSentence(course: course, missing: missing, term: term, sameTerm: judge.sameTerm, isUnsure: isUnsure)
        return found(kind, course, term, sentence.text, missing: missing, unsure: isUnsure)
    }

    private func exclusion(_ course: CourseCode, _ term: AcademicTerm) -> DegreePlanProblem? {
        guard let others = exclusions.beside[course] else { return nil }
        return found(.exclusion, course, term, "\(course) gives no credit beside \(others.map(\.description).choice).")
    }

    /// A course of the record in the same term is this very attempt. A waiver is not one.
    private func repetition(_ course: CourseCode, _ term: AcademicTerm) -> DegreePlanProblem? {
        let others = (history.attempts[course] ?? []).filter { attempt in
            guard let item = attempt.item else { return attempt.term.map { $0 < term } ?? false }
            return item.kind != .waiver && item.term != term
        }
        guard let first = others.max(by: { $1.isBetter(than: $0) }) else { return nil }
        let place =
            switch (first.item, first.term) {
            case (nil, let term?): "is planned for \(term.name) already"
            case (_, let term?): "is in the record of \(term.name) already"
            case (_, nil): "is in the record already"
            }
        return found(.repeat, course, term, "\(course) \(place). Its credits count once.")
    }

    private func notOffered(_ course: CourseCode, _ term: AcademicTerm) -> DegreePlanProblem? {
        guard let seasons = problem.listings[course]?.entry.offered, !seasons.contains(term.season),
            recorded(course, in: term) == nil
        else { return nil }
        let known = AcademicTerm.Season.allCases.filter(seasons.contains).map(\.rawValue)
        let only = known.isEmpty ? "in no term" : "in \(known.joined(separator: " and ")) only"
        return found(.notOffered, course, term, "\(course) is not offered in \(term.name): it is offered \(only).")
    }

    private func credits(of term: PlanTerm) -> DegreePlanProblem? {
        guard let limits = problem.creditsPerTerm else { return nil }
        let sum = term.courses.reduce(term.electiveCredits) { $0 + credits(of: $1, in: term.term) }
        let limit = limits[term.term.season]
        guard sum > limit else { return nil }
        return DegreePlanProblem(
            term: term.term, course: nil, kind: .credits, detail: "\(term.term.name) has \(sum) credits; the limit is \(limit)."
        )
    }

    private func credits(of course: CourseCode, in term: AcademicTerm) -> CreditAmount {
        recorded(course, in: term)?.credits ?? problem.listings.credits(of: course)
    }

    /// The attempt of the record in this very term. It shows that the course was offered, and that the person was let in.
    private func recorded(_ course: CourseCode, in term: AcademicTerm) -> CourseHistory.Attempt? {
        history.attempts[course]?.first { $0.item != nil && $0.term == term }
    }
}
