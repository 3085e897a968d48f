/// `POST /v1/degrees/audit`. Nothing is stored, and nothing but the request and a stored programme counts.
public struct AuditRequest: Codable, Sendable {
    public var programme: ProgrammeChoice
    public var record: AcademicRecord?
    public var terms: [PlanTerm]?
    public var courses: ByCourse<CourseFacts>?

    public init(
        programme: ProgrammeChoice, record: AcademicRecord? = nil, terms: [PlanTerm]? = nil,
        courses: ByCourse<CourseFacts>? = nil
    ) {
        self.programme = programme
        self.record = record
        self.terms = terms
        self.courses = courses
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        try faults.check(programme, record)
        PlanTerm.check(terms ?? [], at: "terms", &faults)
        try faults.raise()
        return self
    }
}

/// The best assignment of a person's courses to a programme's requirements. `docs/degrees.md` defines best.
public struct DegreeAudit: Codable, Equatable, Sendable {
    public enum Status: String, Codable, CaseIterable, Sendable { case done, inProgress, planned, missing }

    /// A course in a requirement.
    public struct Row: Codable, Equatable, Sendable {
        public var course: CourseCode
        public var status: Status
        @Nullable public var term: AcademicTerm?
        public var credits: CreditAmount
        public var kind: RecordItem.Kind
        /// The first pattern of the requirement that the course matches.
        public var matches: CoursePattern

        public init(
            course: CourseCode, status: Status, term: AcademicTerm?, credits: CreditAmount, kind: RecordItem.Kind,
            matches: CoursePattern
        ) {
            self.course = course
            self.status = status
            self.term = term
            self.credits = credits
            self.kind = kind
            self.matches = matches
        }
    }

    public struct Requirement: Codable, Equatable, Sendable, Identifiable {
        public var id, name: String
        public var status: Status
        /// In courses or credits, as the requirement counts.
        public var needs, has: CreditAmount
        public var courses: [Row]

        public init(id: String, name: String, status: Status, needs: CreditAmount, has: CreditAmount, courses: [Row]) {
            self.id = id
            self.name = name
            self.status = status
            self.needs = needs
            self.has = has
            self.courses = courses
        }
    }

    public struct Total: Codable, Equatable, Sendable {
        public var needs, has: CreditAmount

        public init(needs: CreditAmount, has: CreditAmount) { (self.needs, self.has) = (needs, has) }
    }

    /// A course that by the catalog gives no credit beside others that count.
    public struct Exclusion: Codable, Equatable, Sendable {
        public var course: CourseCode
        /// By code.
        public var beside: [CourseCode]

        public init(course: CourseCode, beside: [CourseCode]) { (self.course, self.beside) = (course, beside) }
    }

    public var satisfied: Bool
    public var requirements: [Requirement]
    /// Courses that count for nothing, by term, then code.
    public var leftOver: [CourseCode]
    /// Unsatisfied requirements, missing credits, distinct courses that are done, distinct courses in progress.
    public var objective: [CreditAmount]
    /// Whether it is proved that no assignment is better.
    public var optimal: Bool
    /// Nil if the programme has no total.
    public var credits, residencyCredits: Total?
    /// Those of `leftOver` that give no credit; nil if there are none.
    public var excluded: [Exclusion]?

    public init(
        satisfied: Bool, requirements: [Requirement], leftOver: [CourseCode], objective: [CreditAmount], optimal: Bool,
        credits: Total?, residencyCredits: Total?
    ) {
        self.satisfied = satisfied
        self.requirements = requirements
        self.leftOver = leftOver
        self.objective = objective
        self.optimal = optimal
        self.credits = credits
        self.residencyCredits = residencyCredits
    }
}
