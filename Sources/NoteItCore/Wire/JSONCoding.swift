import Foundation

/// Writes and reads all JSON of this project: camelCase, RFC 3339 times in UTC, sorted keys.
public enum JSONCoding {
    /// Sorted keys give equal values equal bytes.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in try RFC3339.string(date).encode(to: encoder) }
        return encoder
    }

    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            try decoder.text("an RFC 3339 time such as 2026-11-20T17:00:00Z", RFC3339.date)
        }
        return decoder
    }

    /// JSON in UTF-8. A `JSONWritable` value writes itself, in the same bytes as `encoder()`.
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

/// Formats and parses RFC 3339 times in whole seconds. Parsing drops fractions.
public enum RFC3339 {
    /// The years that fit the four digits of RFC 3339.
    static let range = Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// Times since the calendar reform of 1582. Before it Foundation uses the Julian calendar, and the C library does not.
    private static let gregorian = Date(timeIntervalSince1970: -12_219_292_800)...range.upperBound

    public static func string(_ date: Date) -> String {
        var text: [UInt8] = []
        append(date, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A time of another year is written as the nearest that can be read again: a calendar program may send an event that ends
    /// after the year 9999.
    static func append(_ date: Date, to text: inout [UInt8]) {
        let date = min(max(date, range.lowerBound), range.upperBound)
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

    /// Nil unless `text` is an RFC 3339 date-time with an existing day and time, and with `Z` or an offset.
    public static func date(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: form) else { return nil }
        let fields = match.output
        let clock = fields.2.split(separator: ":").compactMap { Int($0) }
        guard let day = Day(String(fields.1)), clock[0] < 24, clock[1] < 60, clock[2] < 60, let offset = seconds(fields.3)
        else { return nil }
        let date = day.start(in: .gmt) + Double(clock[0] * 3_600 + clock[1] * 60 + clock[2] - offset)
        return range.contains(date) ? date : nil
    }

    /// The seconds east of UTC of `Z` or `+05:30`; nil if the offset is invalid.
    private static func seconds(_ offset: Substring) -> Int? {
        if offset.count == 1 { return 0 }
        let parts = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts[0] < 24, parts[1] < 60 else { return nil }
        return (offset.hasPrefix("-") ? -1 : 1) * (parts[0] * 3_600 + parts[1] * 60)
    }

    // Computed, because a `Regex` is not Sendable. RFC 3339 allows `t` and `z` in lower case.
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

extension KeyedDecodingContainer {
    /// The synthesized decoders of this module call this. Foundation would report a fraction, or a number too large for `Int`,
    /// as malformed JSON; this names the field.
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        guard let number = try? decode(Double.self, forKey: key), let whole = Int(exactly: number) else {
            let path = codingPath + [key]
            throw DecodingError.typeMismatch(Int.self, .init(codingPath: path, debugDescription: "must be a whole number"))
        }
        return whole
    }
}
