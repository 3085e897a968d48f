/// `POST /v1/degrees/parse`.
public struct ParseRequest: Codable, Sendable, Memberwise, Validated {
    /// A registrar's prerequisite text.
    public var text: String
    /// The subject of numbers without one: `CMPT` for "225 and MACM 101".
    public var subject: String? = nil

    /// The characters of a text.
    public static let length = 0...5_000

    public func check(_ faults: inout Faults) {
        faults.check("text", text.fault(length: Self.length, blank: true))
        if let subject, !CourseCode.isSubject(subject) {
            faults.check("subject", "must be the letters of a course code, such as CMPT")
        }
    }
}

/// The requirements that a text names.
public struct ParsedRequirements: Codable, Equatable, Sendable {
    public var prerequisites, corequisites: RequirementTree
    /// Whether neither tree has an unknown part.
    public var complete: Bool

    public init(prerequisites: RequirementTree, corequisites: RequirementTree) {
        self.prerequisites = prerequisites
        self.corequisites = corequisites
        complete = prerequisites.isComplete && corequisites.isComplete
    }
}
