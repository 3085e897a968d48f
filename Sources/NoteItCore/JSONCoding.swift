import Foundation

/// The one way in which this project writes and reads JSON: camelCase, RFC 3339 times in UTC, sorted keys.
public enum JSONCoding {
    /// Sorted keys make equal values equal bytes; `LogEntry.staffBody` relies on it too.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(RFC3339.string(date))
        }
        return encoder
    }

    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = RFC3339.date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "must be an RFC 3339 time such as 2026-11-20T17:00:00Z")
            }
            return date
        }
        return decoder
    }

    public static func string(_ value: some Encodable) throws -> String {
        String(decoding: try encoder().encode(value), as: UTF8.self)
    }

    public static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try decoder().decode(type, from: Data(text.utf8))
    }
}

/// Times as RFC 3339 writes them. Whole seconds: a fraction is dropped on the way in.
public enum RFC3339 {
    /// The years that fit the four digits of RFC 3339.
    static let range = Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    public static func string(_ date: Date) -> String {
        date.formatted(.iso8601)
    }

    /// Nil unless `text` is an RFC 3339 date-time with `Z` or an offset.
    public static func date(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: form) else { return nil }
        let fields = match.output
        let upper = "\(fields.1)T\(fields.2)\(fields.3.uppercased())"
        guard let date = try? Date(upper, strategy: .iso8601), range.contains(date) else { return nil }
        return date
    }

    // A `Regex` is not Sendable, so it is made anew; RFC 3339 allows `t` and `z` in lower case.
    private static var form: Regex<(Substring, Substring, Substring, Substring)> {
        /(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.\d+)?([Zz]|[+-]\d{2}:\d{2})/
    }
}

extension Date {
    /// This moment without its fraction of a second.
    public var wholeSeconds: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
    }
}
