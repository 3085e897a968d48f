/// `POST /v1/degrees/audit`. Nothing is stored, and nothing but the request and a stored programme counts.
public struct AuditRequest: Codable, Sendable, Memberwise, Validated {
    public var programme: ProgrammeChoice
    public var record: AcademicRecord? = nil
    public var terms: [PlanTerm]? = nil
    public var courses: ByCourse<CourseFacts>? = nil

    public func check(_ faults: inout Faults) throws(DomainError) {
        try faults.check(programme, record)
        PlanTerm.check(terms ?? [], at: "terms", &faults)
    }
}

/// The best assignment of a person's courses to a programme's requirements. `docs/degrees.md` defines best.
public struct DegreeAudit: Codable, Equatable, Sendable, Memberwise {
    public enum Status: String, Codable, CaseIterable, Sendable { case done, inProgress, planned, missing }

    /// A course in a requirement.
    public struct Row: Codable, Equatable, Sendable, Memberwise {
        public var course: CourseCode
        public var status: Status
        @Nullable public var term: AcademicTerm?
        public var credits: CreditAmount
        public var kind: RecordItem.Kind
        /// The first pattern of the requirement that the course matches.
        public var matches: CoursePattern
    }

    public struct Requirement: Codable, Equatable, Sendable, Identifiable, Memberwise {
        public var id, name: String
        public var status: Status
        /// The need, and what is there, in courses or credits, as the requirement counts.
        public var needs, has: CreditAmount
        public var courses: [Row]
    }

    public struct Total: Codable, Equatable, Sendable, Memberwise {
        public var needs, has: CreditAmount
    }

    /// A course that by the catalog gives no credit beside others that count.
    public struct Exclusion: Codable, Equatable, Sendable, Memberwise {
        public var course: CourseCode
        /// The courses beside which it gives no credit, by code.
        public var beside: [CourseCode]
    }

    public var satisfied: Bool
    public var requirements: [Requirement]
    /// Courses that count for nothing, by term, then code.
    public var leftOver: [CourseCode]
    /// Unsatisfied requirements, missing credits, distinct courses that are done, distinct courses in progress.
    public var objective: [CreditAmount]
    /// Whether it is proved that no assignment is better.
    public var optimal: Bool
    /// The totals of the programme; nil if it has none.
    public var credits, residencyCredits: Total?
    /// The courses of `leftOver` that give no credit; nil if there are none.
    public var excluded: [Exclusion]? = nil
}
