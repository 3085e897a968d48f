import Foundation
import NoteItCore

/// Any JSON, to choose fields of it.
enum JSONValue: Codable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Throws what the value's `encode` throws.
    init(_ value: some Encodable) throws {
        self = try JSONCoding.decoder().decode(JSONValue.self, from: JSONCoding.encoder().encode(value))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// This value with only these fields, of each item if it is a list. A field that is absent is null. The fields of a member
    /// `event` count as those of the object.
    func choosing(_ fields: [String]) -> JSONValue {
        switch self {
        case .list(let items): .list(items.map { $0.choosing(fields) })
        case .object(let object):
            .object(Dictionary(fields.map { ($0, object[$0] ?? object["event"]?.member($0) ?? .null) }) { first, _ in first })
        default: self
        }
    }

    private func member(_ name: String) -> JSONValue? {
        if case .object(let object) = self { return object[name] }
        return nil
    }
}
