/// A number of credits, in halves: 3, 1.5. A JSON number.
public struct CreditAmount: Hashable, Comparable, Sendable {
    /// Twice the number.
    public let halves: Int

    public init(halves: Int) { self.halves = halves }

    public init(_ whole: Int) { halves = whole * 2 }

    /// The credits of a course that has none in the record or the catalog.
    public static let unknown = CreditAmount(3)
    public static let zero = CreditAmount(0)
    /// The most that is decoded.
    public static let most = CreditAmount(10_000)

    public static func < (left: Self, right: Self) -> Bool { left.halves < right.halves }
    public static func + (left: Self, right: Self) -> Self { Self(halves: left.halves + right.halves) }
    public static func - (left: Self, right: Self) -> Self { Self(halves: left.halves - right.halves) }
    public static func += (left: inout Self, right: Self) { left = left + right }
}

extension CreditAmount: Codable, CustomStringConvertible {
    public static let form = "a number of credits from 0 to 10000, such as 3 or 1.5"

    public var description: String { halves.isMultiple(of: 2) ? "\(halves / 2)" : "\(halves / 2).5" }

    /// The amount of a number; nil unless it is a whole or half one from 0 to 10,000.
    public init?(_ number: Double) {
        let halves = number * 2
        guard halves >= 0, halves <= Double(Self.most.halves), halves == halves.rounded() else { return nil }
        self.halves = Int(halves)
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.collecting {
            let container = try decoder.singleValueContainer()
            guard let amount = (try? container.decode(Double.self)).flatMap(Self.init) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be \(Self.form)")
            }
            return amount
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if halves.isMultiple(of: 2) { try container.encode(halves / 2) } else { try container.encode(Double(halves) / 2) }
    }
}
