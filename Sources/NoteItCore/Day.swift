import Foundation

/// A calendar day, `2026-11-21`, in a time zone that the context names.
public struct Day: Hashable, Comparable, Sendable, LosslessStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// The day on which `date` falls in `timeZone`.
    public init(_ date: Date, in timeZone: TimeZone) {
        let parts = Day.calendar(timeZone).dateComponents([.year, .month, .day], from: date)
        (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
    }

    /// Nil unless `text` is an existing day in the form `2026-11-21`.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0
        else { return nil }
        let utc = Day.calendar(.gmt)
        guard let date = utc.date(from: DateComponents(year: year, month: month, day: day)) else { return nil }
        let back = utc.dateComponents([.year, .month, .day], from: date)
        guard back.year == year, back.month == month, back.day == day else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    public var description: String { String(format: "%04d-%02d-%02d", year, month, day) }

    /// The first moment of this day in `timeZone`.
    public func start(in timeZone: TimeZone) -> Date {
        Day.calendar(timeZone).date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
    }

    /// The day `count` days later, or earlier.
    public func adding(days count: Int) -> Day {
        let noon = start(in: .gmt).addingTimeInterval(43_200)
        return Day(noon.addingTimeInterval(Double(count) * 86_400), in: .gmt)
    }

    /// The weekday as timetables write it, of `MTWRFSU`.
    public var letter: Character {
        let days = Int((start(in: .gmt).timeIntervalSince1970 / 86_400).rounded(.down))
        // 1970-01-01 was a Thursday.
        return Array("MTWRFSU")[((days + 3) % 7 + 7) % 7]
    }

    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    static func calendar(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

extension Day: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a day such as 2026-11-21")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
