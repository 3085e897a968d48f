/// Something wrong with a plan.
public struct DegreePlanProblem: Codable, Equatable, Sendable, Memberwise {
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case prerequisite, corequisite, exclusion, `repeat`, notOffered, credits
    }

    public var term: AcademicTerm
    /// The course; nil for `credits`, which concerns the whole term.
    @Nullable public var course: CourseCode?
    public var kind: Kind
    /// The problem in a sentence.
    public var detail: String
    /// The part of the requirement that is not met, or not known to be met.
    public var missing: RequirementTree? = nil
    /// Whether the owner keeps it knowingly.
    public var accepted: Bool = false
    /// Whether nobody can tell: a permission, a course of a secondary school, or a text that could not be parsed.
    public var unsure: Bool = false
}

/// A course of a plan's owner, without its grade.
public struct TakenCourse: Codable, Equatable, Sendable {
    public var course: CourseCode
    @Nullable public var term: AcademicTerm?
    /// The credits; nil means those of the catalog.
    @Nullable public var credits: CreditAmount?
    public var kind: RecordItem.Kind
    public var inProgress: Bool

    public init(_ item: RecordItem) {
        (course, term, credits) = (item.course, item.term, item.credits)
        (kind, inProgress) = (item.kind, item.inProgress)
    }

    /// An item of a record whose grade is not known.
    public var item: RecordItem {
        RecordItem(course: course, term: term, credits: credits, kind: kind, inProgress: inProgress)
    }
}

/// `GET /v1/me/plans/{id}/check`: the problems by term, then in the order of the term's courses.
public struct PlanCheck: Codable, Equatable, Sendable, Memberwise {
    public var problems: [DegreePlanProblem]
    /// The courses that the plan's owner has taken and takes, as far as they count, in the order of the record. Nil in checks
    /// of older servers.
    public var taken: [TakenCourse]? = nil
}
