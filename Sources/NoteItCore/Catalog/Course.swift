import Foundation

/// A course of one term with its sections.
public struct Course: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    /// Term, subject and number: `202530.CMPT225`.
    public typealias ID = CatalogID<Course>

    public var id: ID
    public var term: Term.ID
    public var subject, number, title: String
    @Nullable public var credits: Credits?
    public var description: String
    public var attributes: [String]
    public var prerequisites: String
    public var sections: [Section]
    /// Present if the registrar corrected which sections go together: why, which may be empty.
    public var linksCorrected: String? = nil

    /// The code as people say it: `CMPT225`.
    public var code: String { subject + number }
}

/// A course as lists show it.
public struct CourseSummary: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    public var id: Course.ID
    public var term: Term.ID
    public var subject, number, title: String
    @Nullable public var credits: Credits?
    public var attributes: [String]
    /// The number of sections.
    public var sections: Int
    /// Whether any section has a free seat, or no known counts.
    public var open: Bool
    /// Whether the registrar's counts say so. If not, `open` only means that some count is missing. Nil from an older server.
    @Nullable public var seatsKnown: Bool?

    public var code: String { subject + number }
}

/// Credits as registrars write them: a number, or a range such as `1-6`. A number is a JSON number, a range a string.
public struct Credits: Codable, Equatable, Sendable, LosslessStringConvertible {
    public let description: String

    /// Credits as they are written; nil for an empty text.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        description = text
    }

    /// The credits of a course whose sections give `all`: `3`, or `1-4` where they differ. Sections that give nothing, such as
    /// labs, count only where all do. Nil for no sections.
    public init?(ofSections all: [Credits]) {
        let some = all.filter { !$0.isZero }
        let counted = some.isEmpty ? all : some
        guard let first = counted.first else { return nil }
        let bounds = counted.compactMap(\.bounds)
        guard bounds.count == counted.count, let least = bounds.map(\.lowerBound).min(),
            let most = bounds.map(\.upperBound).max(), Set(bounds).count > 1
        else {
            self = first
            return
        }
        description = "\(least)-\(most)"
    }

    /// The credits of several courses: `7`, or `7-15` where those of one are a range. Nil where one is neither, and for no courses.
    public init?(sumOf all: [Credits]) {
        let bounds = all.compactMap(\.bounds)
        guard !all.isEmpty, bounds.count == all.count else { return nil }
        let (least, most) = (bounds.map(\.lowerBound).reduce(0, +), bounds.map(\.upperBound).reduce(0, +))
        description = least == most ? "\(least)" : "\(least)-\(most)"
    }

    /// Whether the amount is known to be nothing.
    public var isZero: Bool { bounds?.upperBound == 0 }

    /// The least and the most credits; nil for a text that is neither a number nor a range.
    private var bounds: ClosedRange<Decimal>? {
        // Nearly all are such, and a `Decimal` takes long to parse.
        if let whole = Int(description) { return Decimal(whole)...Decimal(whole) }
        let ends = description.split(separator: "-").map { Decimal(string: $0.trimmingCharacters(in: .whitespaces)) }
        guard (1...2).contains(ends.count), case let first?? = ends.first, case let last?? = ends.last, first <= last else {
            return nil
        }
        return first...last
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Decimal.self) {
            description = "\(number)"
        } else {
            description = try container.decode(String.self)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch form {
        case .whole(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .range: try container.encode(description)
        }
    }

    fileprivate enum Form { case whole(Int), decimal(Decimal), range }

    fileprivate var form: Form {
        if let number = Int(description) { return .whole(number) }
        guard description.allSatisfy({ $0.isNumber || $0 == "." }), let number = Decimal(string: description) else {
            return .range
        }
        return .decimal(number)
    }
}

extension Credits: JSONWritable {
    func write(to json: inout JSONWriter) {
        switch form {
        case .whole(let number): json.raw(number.description.utf8)
        case .decimal(let number): json.raw(number.description.utf8)
        case .range: json.string(description)
        }
    }
}

/// A filter on the courses of a term. A nil field matches all.
public struct CourseQuery: Sendable, Equatable, Memberwise {
    public var subject: String? = nil
    public var number: String? = nil
    /// Words that appear in the code, the title, or an instructor's name.
    public var text: String? = nil
    public var attribute: String? = nil
    public var open: Bool? = nil
}
