import Foundation

/// A course over all terms, as the calendar of courses describes it. `GET /v1/courses` lists them.
public struct CatalogEntry: Codable, Equatable, Sendable, Memberwise {
    public var code: CourseCode
    public var title: String
    public var description: String = ""
    @Nullable public var credits: Credits? = nil
    /// The level, such as `UGRD`; may be empty.
    public var level: String = ""
    public var attributes: [String] = []
    /// The seasons in which the course is offered; nil if nothing is known: then any season will do.
    @Nullable public var offered: [AcademicTerm.Season]? = nil

    /// The facts that planning needs. The least of a range of credits such as `1-6` counts.
    public var facts: CourseFacts {
        let least = credits?.description.prefix { $0 != "-" }
        return CourseFacts(credits: least.flatMap { Double($0) }.flatMap(CreditAmount.init), attributes: attributes)
    }
}

/// The facts about a course that an audit or a path uses.
public struct CourseFacts: Codable, Equatable, Sendable {
    /// The credits; nil counts as `CreditAmount.unknown`.
    @Nullable public var credits: CreditAmount?
    public var attributes: [String]

    public init(credits: CreditAmount? = nil, attributes: [String] = []) {
        (self.credits, self.attributes) = (credits, attributes)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        credits = try container.decodeIfPresent(CreditAmount.self, forKey: .credits)
        attributes = try container.decodeIfPresent([String].self, forKey: .attributes) ?? []
        guard attributes.count <= Self.mostAttributes else {
            throw DecodingError.dataCorruptedError(
                forKey: .attributes, in: container,
                debugDescription: "must list at most \(Self.mostAttributes) attributes, not \(attributes.count)")
        }
    }

    /// The most attributes that are decoded.
    public static let mostAttributes = 200
}

/// The requirements of a course, with the text that the trees come from.
public struct CourseRequirements: Codable, Equatable, Sendable, Memberwise {
    public var text: String = ""
    public var prerequisites: RequirementTree = .none
    public var corequisites: RequirementTree = .none
    /// Courses that give no credit beside this one.
    public var exclusions: [CourseCode] = []
    /// Set if the registrar corrected a tree.
    public var correction: Correction? = nil
    /// The spellings of the course's attributes that count as others; nil if there are none.
    public var spellings: [Spelling]? = nil

    /// Why and when the registrar corrected a tree.
    public struct Correction: Codable, Equatable, Sendable, Memberwise {
        /// The registrar's note; may be empty.
        public var note: String
        public var at: Date
    }

    /// A spelling of the registrar's files, and the attribute as which it counts.
    public struct Spelling: Codable, Equatable, Sendable, Memberwise {
        public var spelling, attribute: String
    }
}

/// `GET /v1/courses/{course}/requirements`.
public struct CourseRequirementsAnswer: Codable, Equatable, Sendable {
    public var course: CourseCode
    public var text: String
    public var prerequisites, corequisites: RequirementTree
    public var exclusions: [CourseCode]
    /// The courses whose prerequisites or corequisites name this one, by code.
    public var opens: [CourseCode]
    /// Set if the registrar corrected a tree.
    public var correction: CourseRequirements.Correction?
    /// The spellings of the course's attributes that count as others; nil if there are none.
    public var spellings: [CourseRequirements.Spelling]?

    public init(course: CourseCode, _ requirements: CourseRequirements, opens: [CourseCode]) {
        self.course = course
        text = requirements.text
        (prerequisites, corequisites) = (requirements.prerequisites, requirements.corequisites)
        exclusions = requirements.exclusions
        (correction, spellings) = (requirements.correction, requirements.spellings)
        self.opens = opens
    }
}

/// An entry with its requirements, as it is imported and stored.
public struct CatalogListing: Equatable, Sendable, Memberwise {
    public var entry: CatalogEntry
    public var requirements: CourseRequirements
}
