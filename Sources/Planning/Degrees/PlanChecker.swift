import NoteItCore

/// The input of a plan's check.
public struct CheckProblem: Sendable, Memberwise {
    public var record: [RecordItem]
    public var terms: [PlanTerm]
    public var accepted: [AcceptedProblem]
    public var creditsPerTerm: CreditLimits?
    /// An absent course demands nothing, is offered in every season, and has unknown credits.
    public var listings: [CourseCode: CatalogListing]
}

/// Judges plans by the catalog and the record. `docs/degrees.md` has the rules.
public enum PlanChecker {
    /// Every problem of the plan, by term, then in the order of the term's courses, then by kind. A course has at most one problem
    /// of a kind in a term; the credits of a term come after its courses.
    ///
    /// - Complexity: O(p (t + n)) for p planned courses, trees of t nodes, and n courses in the plan and the record.
    public static func check(_ problem: CheckProblem) -> PlanCheck {
        let check = TermChecks(problem)
        let terms = problem.terms.inOrder
        return PlanCheck(
            problems: terms.flatMap(check.problems), taken: problem.record.filter(\.counts).map(TakenCourse.init))
    }

    /// Whether courses of the record that are done meet `tree`; nil if nobody can tell.
    public static func isMet(_ tree: RequirementTree, by record: [RecordItem], listings: [CourseCode: CatalogListing]) -> Bool?
    {
        CourseHistory(record: record.filter { !$0.inProgress }, plan: [], listings: listings).upTo(nil).judge(tree)
    }
}
