import Foundation
import ICalendar

/// A question: a recurrence as iCalendar writes it, and the range to expand.
struct Question: Decodable {
    /// A time as iCalendar writes it; `zone` is its TZID.
    struct Time: Decodable {
        let value: String
        let zone: String?

        func time() throws -> CalendarTime {
            guard let time = CalendarTime(value, zone: try zone.map(namedZone)) else { throw Misread(text: value) }
            return time
        }
    }

    struct Override: Decodable {
        let id: Time
        let start: Time
    }

    let start: Time
    let rule: String?
    let additions: [Time]?
    let exceptions: [Time]?
    let overrides: [Override]?
    /// The zone of days and floating times; absent: UTC.
    let reader: String?
    /// Two times in seconds since 1970.
    let range: [Double]
    let limit: Int

    func recurrence() throws -> Recurrence {
        Recurrence(
            start: try start.time(), rule: try rule.map { try RecurrenceRule($0) },
            additions: try (additions ?? []).map { try $0.time() },
            exceptions: try (exceptions ?? []).map { try $0.time() },
            overrides: try (overrides ?? []).map { try Recurrence.Override(id: $0.id.time(), start: $0.start.time()) },
            reader: try reader.map(namedZone) ?? .utc)
    }

    func answer() throws -> Answer {
        let recurrence = try recurrence()
        let range = Date(timeIntervalSince1970: range[0])..<Date(timeIntervalSince1970: range[1])
        let expansion = recurrence.occurrences(in: range, limit: limit)
        return Answer(
            starts: expansion.occurrences.map { Int($0.date.timeIntervalSince1970) }, isComplete: expansion.isComplete,
            steps: expansion.steps, startMatchesRule: recurrence.startMatchesRule, rule: recurrence.rule?.description)
    }
}

struct Answer: Encodable {
    /// Seconds since 1970.
    let starts: [Int]
    let isComplete: Bool
    let steps: Int
    let startMatchesRule: Bool
    /// As it is written again.
    let rule: String?
}

struct Refusal: Encodable {
    let error: String
}

struct Misread: Error, CustomStringConvertible {
    let text: String
    var description: String { "could not understand \"\(text)\" as a day, a time or a zone" }
}

func namedZone(_ name: String) throws -> Zone {
    guard let timeZone = TimeZone(identifier: name) else { throw Misread(text: name) }
    return Zone(timeZone)
}
