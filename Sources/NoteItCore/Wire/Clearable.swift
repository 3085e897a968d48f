import Foundation

/// A field of a patch that is there: a value, or `null`.
public enum Clearable<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    case cleared, set(Value)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .cleared
        } else if Value.self == Int.self {
            // Foundation would report a fraction, or a number too large for `Int`, as malformed JSON.
            guard let number = try? container.decode(Double.self), let whole = Int(exactly: number) as? Value else {
                throw DecodingError.typeMismatch(
                    Int.self, .init(codingPath: decoder.codingPath, debugDescription: "must be a whole number"))
            }
            self = .set(whole)
        } else {
            self = .set(try container.decode(Value.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }

    /// - Parameter value: nil clears the field.
    public init(_ value: Value?) { self = value.map(Self.set) ?? .cleared }

    public var value: Value? { if case .set(let value) = self { value } else { nil } }
}

extension Optional {
    /// What the patch says, else what was there.
    func or<Value>(_ old: Value?) -> Value? where Wrapped == Clearable<Value> {
        if let self { self.value } else { old }
    }
}

extension KeyedDecodingContainer {
    /// The synthesized decoders of patches call this. A present null is a value: it clears the field.
    func decodeIfPresent<Value>(_ type: Clearable<Value>.Type, forKey key: Key) throws -> Clearable<Value>? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
