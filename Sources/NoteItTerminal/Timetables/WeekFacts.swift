import NoteItCore

/// The facts by which people compare timetables.
public struct WeekFacts: Sendable, Equatable {
    /// The letters of the days with a class.
    public var days: String
    /// The earliest start and the latest end; nil without a fixed time.
    public var first: WallTime?
    public var last: WallTime?
    /// Idle minutes between the first and the last class of each day, summed over the week.
    public var idleMinutes: Int

    public init(_ sections: [Section]) {
        let meetings = sections.flatMap(\.meetings)
        days = String(Day.letters.filter { day in meetings.contains { $0.days.contains(day) } })
        (first, last) = (meetings.map(\.start).min(), meetings.map(\.end).max())
        idleMinutes = Day.letters.reduce(0) { sum, day in
            var (idle, until) = (0, nil as WallTime?)
            for meeting in meetings.filter({ $0.days.contains(day) }).sorted(by: { $0.start < $1.start }) {
                if let until, meeting.start > until { idle += meeting.start.minute - until.minute }
                until = max(until ?? meeting.end, meeting.end)
            }
            return sum + idle
        }
    }

    /// `08:30-14:20`.
    public var hours: String { [first, last].compactMap { $0?.description }.joined(separator: "-") }
}
