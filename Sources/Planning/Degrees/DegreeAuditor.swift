import NoteItCore

/// What an audit depends on.
public struct AuditProblem: Sendable {
    public var programme: Programme
    public var record: [RecordItem]
    public var terms: [PlanTerm]
    public var courses: [CourseCode: CourseFacts]

    public init(programme: Programme, record: [RecordItem], terms: [PlanTerm], courses: [CourseCode: CourseFacts]) {
        self.programme = programme
        self.record = record
        self.terms = terms
        self.courses = courses
    }
}

/// Assigns courses to the requirements of a programme by the rules of `docs/degrees.md`.
///
/// `AuditTable` says which courses may stand where. Requirements that share no course, even through others, are solved apart, each
/// group by `AuditSearch`: that keeps the objective and the order of rule 14, because both compare requirement by requirement.
public enum DegreeAuditor {
    /// The best assignment: deterministic, and proved to be the best if `optimal`.
    /// - Parameter isOver: asked now and then; once it is true, the best assignment found so far is returned, not `optimal`.
    public static func audit(_ problem: AuditProblem, isOver: () -> Bool = { false }) -> DegreeAudit {
        let table = AuditTable(problem)
        return withoutActuallyEscaping(isOver) { isOver in
            var assignment = AuditAssignment(problem.programme, table)
            assignment.solve(isOver)
            return assignment.audit(problem.programme)
        }
    }
}
