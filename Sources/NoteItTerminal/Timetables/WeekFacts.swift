import NoteItCore

/// What people compare timetables by.
public struct WeekFacts: Sendable, Equatable {
    /// Letters of the days with a class.
    public var days: String
    /// The earliest start and the latest end; nil without a fixed time.
    public var first: WallTime?
    public var last: WallTime?
    /// Minutes between the first and the last class of each day without one, over the union of the week's meetings.
    public var idleMinutes: Int

    public init(_ sections: [Section]) {
        let meetings = sections.flatMap(\.meetings)
        let week = Array("MTWRFSU")
        days = String(week.filter { day in meetings.contains { $0.days.contains(day) } })
        (first, last) = (meetings.map(\.start).min(), meetings.map(\.end).max())
        idleMinutes = week.reduce(0) { sum, day in
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

extension Int {
    /// These minutes as people say them: `0`, `45m`, `2h`, `1h 05m`.
    public var asHours: String {
        let (hours, minutes) = quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return minutes == 0 ? "0" : "\(minutes)m" }
        return minutes == 0 ? "\(hours)h" : "\(hours)h \(minutes < 10 ? "0" : "")\(minutes)m"
    }
}

extension String {
    /// A whole number with commas between each three digits.
    public var grouped: String {
        var text = ""
        for (place, digit) in enumerated() {
            if place > 0 && (count - place) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
