import Foundation

/// Writes and reads all JSON of this project: camelCase, RFC 3339 times in UTC, sorted keys.
public enum JSONCoding {
    /// An encoder with sorted keys, which gives equal values equal bytes.
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
        try decoder().decode(type, from: text)
    }
}

extension JSONDecoder {
    public func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        var text = text
        // Foundation would ask at run time what `text.utf8` is.
        return try decode(type, from: text.withUTF8 { Data(buffer: $0) })
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
        text.append(addingCapacity: 20) { text in
            text.appendPair(century)
            text.appendPair(year)
            text.append("-", Int(parts.tm_mon) + 1)
            text.append("-", Int(parts.tm_mday))
            text.append("T", Int(parts.tm_hour))
            text.append(":", Int(parts.tm_min))
            text.append(":", Int(parts.tm_sec))
            text.append(UInt8(ascii: "Z"))
        }
    }

    /// The moment of an RFC 3339 date-time with `Z` or an offset; nil for any other text, and if there is no such day or time.
    public static func date(_ text: String) -> Date? {
        var reader = RFC3339Reader(bytes: Array(text.utf8)[...])
        return reader.date().flatMap { range.contains($0) ? $0 : nil }
    }
}

/// Reads a time by hand: lists read several for each event, and regular expressions and calendars take longer than all the rest.
private struct RFC3339Reader {
    var bytes: ArraySlice<UInt8>

    mutating func date() -> Date? {
        guard bytes.count >= 20, let day = Day(String(decoding: bytes.prefix(10), as: UTF8.self)) else { return nil }
        bytes = bytes.dropFirst(10)
        // RFC 3339 allows `t` and `z` in lower case.
        guard consume("T", "t"), let hour = pair(below: 24), consume(":"), let minute = pair(below: 60), consume(":"),
            let second = pair(below: 60), skipFraction(), let east = secondsEast(), bytes.isEmpty
        else { return nil }
        return day.start + Double(hour * 3_600 + minute * 60 + second - east)
    }

    private mutating func consume(_ marks: Unicode.Scalar...) -> Bool {
        guard let first = bytes.first, marks.contains(where: { UInt8(ascii: $0) == first }) else { return false }
        bytes = bytes.dropFirst()
        return true
    }

    private mutating func pair(below bound: Int) -> Int? {
        let digits = bytes.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        bytes = bytes.dropFirst(2)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return number < bound ? number : nil
    }

    /// Whether there is none, or one with a digit.
    private mutating func skipFraction() -> Bool {
        guard consume(".") else { return true }
        let digits = bytes.prefix { (48...57).contains($0) }
        bytes = bytes.dropFirst(digits.count)
        return !digits.isEmpty
    }

    /// The seconds east of UTC of `Z` or `+05:30`; nil if the offset is invalid.
    private mutating func secondsEast() -> Int? {
        if consume("Z", "z") { return 0 }
        let sign = consume("-") ? -1 : consume("+") ? 1 : 0
        guard sign != 0, let hours = pair(below: 24), consume(":"), let minutes = pair(below: 60) else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}

extension Day {
    /// The day's first moment in UTC. Since the calendar reform of 1582 it is counted; before it, Foundation's calendar is
    /// Julian.
    fileprivate var start: Date {
        guard year > 1582 else { return start(in: .gmt) }
        // Days from 0000-03-01 in years that begin in March, so that the leap day is the last.
        let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
        return Date(timeIntervalSince1970: Double(days - 719_468) * 86_400)
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
