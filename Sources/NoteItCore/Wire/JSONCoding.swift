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

    /// UTF-8. What lists are made of writes itself, in the same bytes.
    public static func bytes(_ value: some Encodable) throws -> [UInt8] {
        guard let value = value as? any JSONWritable else { return Array(try encoder().encode(value)) }
        var json = JSONWriter()
        value.write(to: &json)
        return json.bytes
    }

    public static func string(_ value: some Encodable) throws -> String {
        String(decoding: try bytes(value), as: UTF8.self)
    }

    public static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try decoder().decode(type, from: Data(text.utf8))
    }
}

/// Times as RFC 3339 writes them. Whole seconds: a fraction is dropped on the way in.
public enum RFC3339 {
    /// The years that fit the four digits of RFC 3339.
    static let range = Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// From the reform of 1582, before which Foundation counts by the Julian calendar and the C library does not.
    private static let gregorian = Date(timeIntervalSince1970: -12_219_292_800)...range.upperBound

    public static func string(_ date: Date) -> String {
        var text: [UInt8] = []
        append(date, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ date: Date, to text: inout [UInt8]) {
        guard gregorian.contains(date) else { return text.append(contentsOf: date.formatted(.iso8601).utf8) }
        var (seconds, parts) = (time_t(date.timeIntervalSince1970.rounded(.down)), tm())
        gmtime_r(&seconds, &parts)
        let (century, year) = (Int(parts.tm_year) + 1_900).quotientAndRemainder(dividingBy: 100)
        text.appendPair(century)
        text.appendPair(year)
        text.append("-", parts.tm_mon + 1)
        text.append("-", parts.tm_mday)
        text.append("T", parts.tm_hour)
        text.append(":", parts.tm_min)
        text.append(":", parts.tm_sec)
        text.append(UInt8(ascii: "Z"))
    }

    /// Nil unless `text` is an RFC 3339 date-time, of a day and an hour that exist, with `Z` or an offset.
    public static func date(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: form) else { return nil }
        let fields = match.output
        let clock = fields.2.split(separator: ":").compactMap { Int($0) }
        guard let day = Day(String(fields.1)), clock[0] < 24, clock[1] < 60, clock[2] < 60, let offset = seconds(fields.3)
        else { return nil }
        let date = day.start(in: .gmt) + Double(clock[0] * 3_600 + clock[1] * 60 + clock[2] - offset)
        return range.contains(date) ? date : nil
    }

    /// Seconds east of UTC, of `Z` or `+05:30`; nil if there is no such offset.
    private static func seconds(_ offset: Substring) -> Int? {
        if offset.count == 1 { return 0 }
        let parts = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts[0] < 24, parts[1] < 60 else { return nil }
        return (offset.hasPrefix("-") ? -1 : 1) * (parts[0] * 3_600 + parts[1] * 60)
    }

    // A `Regex` is not Sendable, so it is made anew; RFC 3339 allows `t` and `z` in lower case.
    private static var form: Regex<(Substring, Substring, Substring, Substring)> {
        /([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})/
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ mark: Unicode.Scalar, _ pair: Int32) {
        append(UInt8(ascii: mark))
        appendPair(Int(pair))
    }
}

extension Date {
    /// This moment without its fraction of a second.
    public var wholeSeconds: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
    }
}
