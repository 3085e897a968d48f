/// The courses that may count for a requirement. A course matches if it matches the base and none of the exceptions.
public struct CoursePattern: Equatable, Sendable {
    public enum Base: Equatable, Sendable {
        case course(CourseCode)
        /// The leading digits of the number lie in the range, ends included. A nil part matches all; at least one part is given.
        case numbers(subject: String?, from: Int?, to: Int?)
        /// Exactly this attribute.
        case attribute(String)
        case any
    }

    public var base: Base
    /// Patterns of courses that do not match; each is judged with its own exceptions.
    public var except: [CoursePattern]

    public init(_ base: Base, except: [CoursePattern] = []) { (self.base, self.except) = (base, except) }

    public func matches(_ code: CourseCode, attributes: some Collection<String>) -> Bool {
        isBase(code, attributes) && !except.contains { $0.matches(code, attributes: attributes) }
    }

    private func isBase(_ code: CourseCode, _ attributes: some Collection<String>) -> Bool {
        switch base {
        case .course(let own): return own == code
        case .numbers(let subject, let from, let to):
            return (subject == nil || subject == code.subject) && Self.numbers(from, to, have: code.leadingDigits)
        case .attribute(let attribute):
            // Equal texts first: comparing them is much faster than comparing bytes.
            return attributes.contains { $0 == attribute && $0.utf8.elementsEqual(attribute.utf8) }
        case .any: return true
        }
    }
}

extension CoursePattern {
    /// Whether leading digits lie in a range, ends included; nil ones lie in the whole range alone.
    public static func numbers(_ from: Int?, _ to: Int?, have digits: Int?) -> Bool {
        guard from != nil || to != nil else { return true }
        return digits.map { $0 >= from ?? .min && $0 <= to ?? .max } ?? false
    }
}

extension CoursePattern: Codable {
    /// The deepest nesting that is decoded.
    public static let mostDepth = 8
    /// The most exceptions of a pattern.
    public static let mostExceptions = 500

    enum CodingKeys: String, CodingKey { case course, subject, from, to, attribute, any, except }

    public init(from decoder: any Decoder) throws { self = try decoder.collecting { try Self(decoding: decoder) } }

    private init(decoding decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isRange = [CodingKeys.subject, .from, .to].contains(where: container.contains)
        let kinds = [CodingKeys.course, .attribute, .any].filter(container.contains).count + (isRange ? 1 : 0)
        guard kinds == 1 else {
            throw container.fault("must be exactly one of a course, a subject or numbers, an attribute, or any")
        }
        if container.contains(.course) {
            base = .course(try container.decode(CourseCode.self, forKey: .course))
        } else if container.contains(.attribute) {
            base = .attribute(try container.decode(String.self, forKey: .attribute))
        } else if isRange {
            base = .numbers(
                subject: try container.decodeIfPresent(String.self, forKey: .subject)?.uppercased(),
                from: try container.decodeIfPresent(Int.self, forKey: .from),
                to: try container.decodeIfPresent(Int.self, forKey: .to))
            guard base != .numbers(subject: nil, from: nil, to: nil) else {
                throw container.fault("must have a subject, from or to")
            }
        } else {
            guard try container.decode(Bool.self, forKey: .any) else { throw container.fault("must have true as any") }
            base = .any
        }
        try decoder.requireDepth(atMost: Self.mostDepth, below: ["except"])
        except = try container.decodeIfPresent([CoursePattern].self, forKey: .except) ?? []
        guard except.count <= Self.mostExceptions else {
            throw container.fault("must have at most \(Self.mostExceptions) exceptions")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch base {
        case .course(let code): try container.encode(code, forKey: .course)
        case .numbers(let subject, let from, let to):
            try container.encodeIfPresent(subject, forKey: .subject)
            try container.encodeIfPresent(from, forKey: .from)
            try container.encodeIfPresent(to, forKey: .to)
        case .attribute(let attribute): try container.encode(attribute, forKey: .attribute)
        case .any: try container.encode(true, forKey: .any)
        }
        if !except.isEmpty { try container.encode(except, forKey: .except) }
    }
}
