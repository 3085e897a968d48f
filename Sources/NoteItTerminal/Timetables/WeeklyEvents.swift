import Foundation
import NoteItCore

/// The times of the week that a person's own events take in a term.
///
/// A search for timetables knows no dates of busy times, so an event counts if it takes place at the same time of the same weekday
/// on three days or more. One appointment does not keep a class out.
public struct WeeklyEvents: Sendable {
    public struct Event: Sendable, Equatable {
        public var title: String
        /// The days of the week, as letters of `MTWRFSU`.
        public var days: String
        public var start, end: WallTime
    }

    private static let fewest = 3

    public let events: [Event]

    private struct Time: Hashable {
        let title: String
        let letter: Character
        let start, end: Int
    }

    private struct Slot: Hashable {
        let title: String
        let start, end: Int
    }

    /// - Parameters: `blocks`: of a plan; only fixed ones count. `term`: the days that matter, in `zone`.
    public init(_ blocks: [StudyPlan.Block], in term: ClosedRange<Day>, zone: TimeZone) {
        var found: [Time: Set<Day>] = [:]
        for block in blocks where block.kind == .fixed && block.start < block.end {
            let (first, last) = (Day(block.start, in: zone), Day(block.end.addingTimeInterval(-1), in: zone))
            // A week away is no weekly event, whatever its length.
            for offset in 0...min(7, last.days(since: first)) {
                let day = first.adding(days: offset)
                guard term.contains(day) else { continue }
                let start = day == first ? block.start.minuteOfDay(in: zone) : 0
                let end = day == Day(block.end, in: zone) ? block.end.minuteOfDay(in: zone) : 1_440
                guard start < end else { continue }
                found[Time(title: block.title, letter: day.letter, start: start, end: end), default: []].insert(day)
            }
        }
        var days: [Slot: String] = [:]
        for letter in Day.letters {
            for (time, dates) in found where time.letter == letter && dates.count >= Self.fewest {
                days[Slot(title: time.title, start: time.start, end: time.end), default: ""].append(letter)
            }
        }
        events = days.compactMap { slot, days in
            guard let start = WallTime(minute: slot.start), let end = WallTime(minute: slot.end) else { return nil }
            return Event(title: slot.title, days: days, start: start, end: end)
        }.sorted { ($0.start, $0.end, $0.title, $0.days) < ($1.start, $1.end, $1.title, $1.days) }
    }
}
