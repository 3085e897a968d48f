/// A requirement of a course as a tree. `docs/degrees.md` says how each node is judged.
public indirect enum RequirementTree: Hashable, Sendable {
    case all([RequirementTree])
    case any([RequirementTree])
    case atLeast(Int, of: [RequirementTree])
    /// - Parameter concurrent: whether the same term will do.
    case course(CourseCode, minimumGrade: Grade? = nil, concurrent: Bool = false)
    /// Earlier credits, of a subject and of numbers whose leading digits lie in the range, where they are given.
    case credits(CreditAmount, subject: String? = nil, from: Int? = nil, to: Int? = nil)
    /// Standing: `level(3)` is the third year, 60 earlier credits.
    case level(Int)
    /// The consent of the instructor or the department.
    case permission
    /// A text that could not be parsed.
    case unknown(String)
    /// A course of a secondary school, such as `BC Pre-Calculus 12`.
    case highSchool(String, minimumGrade: Grade? = nil)

    /// Demands nothing.
    public static let none = all([])

    /// The credits of a year.
    public static let creditsPerLevel = 30

    /// Every course that it names, once, in the order of its leaves.
    public var courses: [CourseCode] {
        var (found, seen) = ([CourseCode](), Set<CourseCode>())
        forEachLeaf { leaf in
            if case .course(let code, _, _) = leaf, seen.insert(code).inserted { found.append(code) }
        }
        return found
    }

    /// Whether every part of the text was parsed.
    public var isComplete: Bool {
        var isComplete = true
        forEachLeaf { if case .unknown = $0 { isComplete = false } }
        return isComplete
    }

    /// Calls `visit` with every node without branches, from left to right.
    public func forEachLeaf(_ visit: (RequirementTree) -> Void) {
        switch self {
        case .all(let parts), .any(let parts), .atLeast(_, let parts): parts.forEach { $0.forEachLeaf(visit) }
        default: visit(self)
        }
    }
}

extension RequirementTree: Codable {
    /// The deepest nesting that is decoded.
    public static let mostDepth = 32
    /// The most branches of a node.
    public static let mostBranches = 200

    enum CodingKeys: String, CodingKey {
        case all, any, atLeast, of, course, minimumGrade, concurrent, credits, subject, from, to, level, permission, unknown
        case highSchool
    }

    private static let kinds: [CodingKeys] = [
        .all, .any, .atLeast, .course, .credits, .level, .permission, .unknown, .highSchool,
    ]

    public init(from decoder: any Decoder) throws { self = try decoder.collecting { try Self(decoding: decoder) } }

    private init(decoding decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let given = Self.kinds.filter(container.contains)
        guard given.count == 1 else {
            throw container.fault("must have exactly one of \(Self.kinds.map(\.rawValue).choice)")
        }
        try decoder.requireDepth(atMost: Self.mostDepth, below: ["all", "any", "of"])
        func branches(_ key: CodingKeys) throws -> [RequirementTree] {
            let branches = try container.decode([RequirementTree].self, forKey: key)
            guard branches.count <= Self.mostBranches else {
                throw container.fault("must have at most \(Self.mostBranches) branches")
            }
            return branches
        }
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value { try container.decode(Value.self, forKey: key) }
        /// Unlike `value`, its error for a fraction names the field.
        func number(_ key: CodingKeys) throws -> Int {
            guard let number = try container.decodeIfPresent(Int.self, forKey: key) else {
                throw container.fault("must have a number")
            }
            return number
        }
        func option<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        switch given[0] {
        case .all: self = .all(try branches(.all))
        case .any: self = .any(try branches(.any))
        case .atLeast:
            let least = try number(.atLeast)
            guard least >= 0 else { throw container.fault("must have an atLeast of 0 or more") }
            self = .atLeast(least, of: try branches(.of))
        case .course:
            self = .course(
                try value(.course), minimumGrade: try option(.minimumGrade), concurrent: try option(.concurrent) ?? false)
        case .credits:
            self = .credits(
                try value(.credits), subject: (try option(.subject) as String?)?.uppercased(),
                from: try container.decodeIfPresent(Int.self, forKey: .from),
                to: try container.decodeIfPresent(Int.self, forKey: .to))
        case .level:
            let level = try number(.level)
            guard (1...10).contains(level) else { throw container.fault("must have a level from 1 to 10") }
            self = .level(level)
        case .permission:
            guard try value(.permission) as Bool else { throw container.fault("must have true as its permission") }
            self = .permission
        case .unknown: self = .unknown(try value(.unknown))
        default: self = .highSchool(try value(.highSchool), minimumGrade: try option(.minimumGrade))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .all(let parts): try container.encode(parts, forKey: .all)
        case .any(let parts): try container.encode(parts, forKey: .any)
        case .atLeast(let least, let parts):
            try container.encode(least, forKey: .atLeast)
            try container.encode(parts, forKey: .of)
        case .course(let code, let minimum, let concurrent):
            try container.encode(code, forKey: .course)
            try container.encodeIfPresent(minimum, forKey: .minimumGrade)
            if concurrent { try container.encode(true, forKey: .concurrent) }
        case .credits(let credits, let subject, let from, let to):
            try container.encode(credits, forKey: .credits)
            try container.encodeIfPresent(subject, forKey: .subject)
            try container.encodeIfPresent(from, forKey: .from)
            try container.encodeIfPresent(to, forKey: .to)
        case .level(let level): try container.encode(level, forKey: .level)
        case .permission: try container.encode(true, forKey: .permission)
        case .unknown(let text): try container.encode(text, forKey: .unknown)
        case .highSchool(let name, let minimum):
            try container.encode(name, forKey: .highSchool)
            try container.encodeIfPresent(minimum, forKey: .minimumGrade)
        }
    }
}
