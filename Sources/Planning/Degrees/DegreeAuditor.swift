import NoteItCore

/// The input of an audit.
public struct AuditProblem: Sendable, Memberwise {
    public var programme: Programme
    public var record: [RecordItem]
    public var terms: [PlanTerm]
    public var courses: [CourseCode: CourseFacts]
    /// Courses that give no credit, with those beside which they give none: they are left over.
    public var excluded: [CourseCode: [CourseCode]] = [:]
}

/// Assigns courses to the requirements of a programme by the rules of `docs/degrees.md`.
///
/// `AuditTable` says which courses may stand where. Requirements that share no course, even through others, are solved apart, each
/// group by `AuditSearch`: that keeps the objective and the order of rule 14, because both compare requirement by requirement.
public enum DegreeAuditor {
    /// The steps after which a search returns the best assignment that it found: about a second.
    public static let searchSteps = 200_000_000

    /// The best assignment: deterministic, and proved to be the best if `optimal`.
    /// - Parameter isOver: asked now and then; once it is true, the best assignment found so far is returned, not `optimal`. The
    ///   same happens after `search` steps, which are the same on every machine, and if courses and patterns are too many to
    ///   compare: then it is the best for those that were compared.
    public static func audit(
        _ problem: AuditProblem, search: Int = searchSteps, isOver: () -> Bool = { false }
    ) -> DegreeAudit {
        let effort = Effort()
        let table = AuditTable(problem, effort)
        return withoutActuallyEscaping(isOver) { isOver in
            var assignment = AuditAssignment(problem.programme, table, isComplete: !effort.isExhausted)
            let work = Effort()
            work.begin(search: search, isOver)
            assignment.solve(work)
            var audit = assignment.audit(problem.programme)
            let excluded = audit.leftOver.compactMap { code in
                problem.excluded[code].map { DegreeAudit.Exclusion(course: code, beside: $0) }
            }
            if !excluded.isEmpty { audit.excluded = excluded }
            return audit
        }
    }
}
