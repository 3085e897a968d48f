/// `POST /v1/degrees/path`. Nothing is stored, and nothing but the request and a stored programme counts.
public struct PathRequest: Codable, Sendable, Memberwise, Validated {
    public var programme: ProgrammeChoice
    public var record: AcademicRecord? = nil
    /// The first term in which a course can be taken.
    public var from: AcademicTerm
    public var creditsPerTerm: CreditLimits
    /// The seasons in which a course is offered; absent: in every one.
    public var offered: ByCourse<[AcademicTerm.Season]>? = nil
    /// Trees of courses, with corequisites as `concurrent` leaves.
    public var prerequisites: ByCourse<RequirementTree>? = nil
    public var courses: ByCourse<CourseFacts>? = nil

    /// The last year of the first term: every later term of a path still has a year of four digits.
    private static let lastYear = 9_900

    /// What is wrong with the first term of a path; nil if nothing is.
    public static func fault(ofFirst term: AcademicTerm) -> String? {
        term.year > lastYear ? "must not be after the year \(lastYear)" : nil
    }

    public func check(_ faults: inout Faults) throws(DomainError) {
        try faults.check(programme, record)
        faults.check("from", Self.fault(ofFirst: from))
    }
}

/// The way to the earliest graduation.
public struct DegreePath: Codable, Equatable, Sendable, Memberwise {
    /// Credits that no course is named for.
    public struct Elective: Codable, Equatable, Sendable, Memberwise, JSONObject {
        /// The requirement that the elective is for; nil for credits of a total, or for standing.
        @Nullable public var requirement: String?
        public var credits: CreditAmount
    }

    /// A text of a planned course's requirements that was taken to be met.
    public struct Assumption: Codable, Equatable, Sendable, Memberwise {
        public var course: CourseCode
        /// `permission` for the consent of the instructor or the department.
        public var text: String
    }

    public struct Term: Codable, Equatable, Sendable, Memberwise {
        public var term: AcademicTerm
        /// The courses of the term, by code.
        public var courses: [CourseCode]
        public var electives: [Elective]
    }

    /// One inclusion-minimal reason why the programme cannot be finished.
    public struct Because: Codable, Equatable, Sendable, Memberwise {
        public enum Kind: String, Codable, CaseIterable, Sendable { case cycle, notOffered, credits, prerequisite, programme }

        public var kind: Kind
        public var courses: [CourseCode]
        /// The reason in a sentence.
        public var detail: String
    }

    public var feasible: Bool
    /// The last term used; nil if nothing remains, or if it is not feasible.
    @Nullable public var graduates: AcademicTerm?
    public var terms: [Term]
    /// A chain of planned courses, each in the next one's tree, that alone cannot end earlier. Empty if no chain holds the term.
    public var critical: [CourseCode]
    /// Whether it is proved that no plan graduates earlier.
    public var optimal: Bool
    /// Texts of permissions and unknown requirements that were taken to be met.
    public var assumed: [String]
    /// The assumptions with their courses: by the terms of the path, then by course. Nil in answers of older servers.
    public var assumptions: [Assumption]? = nil
    public var because: [Because]?
}
