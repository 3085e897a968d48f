/// The requirements of a degree in one catalogue year. Tracks are programmes of their own.
public struct Programme: Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = CatalogID<Programme>

    public struct Requirement: Equatable, Sendable, Identifiable, Memberwise {
        public var id, name: String
        public var need: Need
        /// A course counts if it matches any of these.
        public var from: [CoursePattern]
        public var minimumGrade: Grade? = nil
        /// Requirements with which a course may count twice. Sharing is symmetric.
        public var mayShareWith: [String] = []

        /// The most courses that a requirement may need.
        public static let mostCourses = 10_000

        public enum Need: Equatable, Sendable {
            case courses(Int)
            case credits(CreditAmount)
        }
    }

    public var id: ID
    public var name: String
    public var catalogYear: Int?
    /// The credits that all counting courses must give together, each course once.
    public var credits: CreditAmount? = nil
    /// The credits that courses taken or planned here must give together.
    public var residencyCredits: CreditAmount? = nil
    public var requirements: [Requirement]

    /// The most requirements of a programme.
    public static let mostRequirements = 200
    /// The most patterns of a requirement, without their exceptions.
    public static let mostPatterns = 2_000

    /// Throws `.invalid` that names every invalid field.
    /// - Parameter field: stands before each field's name, such as `programme.`.
    public func validated(at field: String = "") throws(DomainError) -> Self {
        var faults = Faults()
        try faults.check("\(field)requirements", requirements, atMost: Self.mostRequirements)
        faults.check("\(field)id", id.text.fault(length: TextLimit.title))
        faults.check("\(field)name", name.fault(length: TextLimit.title))
        var known = Set<String>()
        for (index, requirement) in requirements.enumerated() {
            let place = "\(field)requirements.\(index)"
            faults.check("\(place).id", requirement.id.fault(length: TextLimit.title))
            if !known.insert(requirement.id).inserted {
                faults.check("\(place).id", "must be unique: \(requirement.id) stands twice")
            }
            faults.check("\(place).name", requirement.name.fault(length: TextLimit.title))
            if requirement.from.count > Self.mostPatterns {
                faults.check("\(place).from", "must list at most \(Self.mostPatterns) patterns")
            }
        }
        for (index, requirement) in requirements.enumerated() {
            for other in requirement.mayShareWith where !known.contains(other) {
                faults.check(
                    "\(field)requirements.\(index).mayShareWith",
                    "must name requirements of the programme; \"\(other.prefix(64))\" is not one")
            }
        }
        try faults.raise()
        return self
    }
}

extension Programme.Requirement: Codable {
    enum CodingKeys: CodingKey { case id, name, courses, credits, from, minimumGrade, mayShareWith }

    public init(from decoder: any Decoder) throws { self = try decoder.collecting { try Self(decoding: decoder) } }

    private init(decoding decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? id
        let courses = try container.decodeIfPresent(Int.self, forKey: .courses)
        let credits = try container.decodeIfPresent(CreditAmount.self, forKey: .credits)
        switch (courses, credits) {
        case (let courses?, nil) where (1...Self.mostCourses).contains(courses): need = .courses(courses)
        case (nil, let credits?) where credits > .zero: need = .credits(credits)
        default:
            throw container.fault("must have exactly one of courses and credits, above 0 and at most \(Self.mostCourses)")
        }
        from = try container.decode([CoursePattern].self, forKey: .from)
        minimumGrade = try container.decodeIfPresent(Grade.self, forKey: .minimumGrade)
        mayShareWith = try container.decodeIfPresent([String].self, forKey: .mayShareWith) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        switch need {
        case .courses(let courses): try container.encode(courses, forKey: .courses)
        case .credits(let credits): try container.encode(credits, forKey: .credits)
        }
        try container.encode(from, forKey: .from)
        try container.encodeIfPresent(minimumGrade, forKey: .minimumGrade)
        if !mayShareWith.isEmpty { try container.encode(mayShareWith, forKey: .mayShareWith) }
    }
}

extension Programme: Codable {
    enum CodingKeys: CodingKey { case id, name, catalogYear, credits, residencyCredits, requirements }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ID.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? id.text
        catalogYear = try container.decodeIfPresent(CatalogYear.self, forKey: .catalogYear)?.year
        credits = try container.decodeIfPresent(CreditAmount.self, forKey: .credits)
        residencyCredits = try container.decodeIfPresent(CreditAmount.self, forKey: .residencyCredits)
        requirements = try container.decode([Requirement].self, forKey: .requirements)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(catalogYear, forKey: .catalogYear)
        try container.encodeIfPresent(credits, forKey: .credits)
        try container.encodeIfPresent(residencyCredits, forKey: .residencyCredits)
        try container.encode(requirements, forKey: .requirements)
    }
}

/// A year as a number or as a text such as `2024` or `2024-25`.
private struct CatalogYear: Decodable {
    let year: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number =
            (try? container.decode(Int.self))
            ?? (try? container.decode(String.self)).flatMap { $0.fault(length: 4...40) == nil ? Int($0.prefix(4)) : nil }
        guard let number, (1900...9999).contains(number) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a year such as 2024")
        }
        year = number
    }
}

/// A programme as lists show it.
public struct ProgrammeSummary: Codable, Equatable, Sendable, Identifiable {
    public var id: Programme.ID
    public var name: String
    @Nullable public var catalogYear: Int?
    @Nullable public var credits: CreditAmount?
    /// The number of requirements.
    public var requirements: Int

    public init(_ programme: Programme) {
        (id, name, catalogYear) = (programme.id, programme.name, programme.catalogYear)
        (credits, requirements) = (programme.credits, programme.requirements.count)
    }
}
