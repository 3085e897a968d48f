/// A time of the week at which a section meets, with its dates where it does not meet in all weeks.
public struct WeeklySlot: Sendable, Equatable {
    public var meeting: Meeting
    /// `13 Sep, 4 Oct` or `3 Sep to 24 Oct`; empty for a time of all weeks.
    public var dates: String

    /// The most dates that are listed one by one.
    private static let mostListed = 4
    /// A time whose first or last date is so many days inside the span is not one of all weeks.
    private static let margin = 14

    /// - Parameters: `meetings`: those of one time, at least one; `span`: the first and the last day of all classes around them.
    init(_ meetings: [Meeting], within span: ClosedRange<Day>?) {
        meeting = meetings[0]
        dates = Self.dates(of: meetings, within: span)
    }

    private static func dates(of meetings: [Meeting], within span: ClosedRange<Day>?) -> String {
        var days: Set<Day> = []
        for meeting in meetings {
            guard let from = meeting.startsOn, let to = meeting.endsOn, from <= to else { return "" }
            // No term is longer than this.
            for offset in 0...min(to.days(since: from), 400) {
                let day = from.adding(days: offset)
                if meeting.days.contains(day.letter) { days.insert(day) }
            }
        }
        guard let first = days.min(), let last = days.max() else { return "" }
        if days.count <= mostListed { return days.sorted().map(\.short).joined(separator: ", ") }
        guard let span else { return "" }
        let isInside = first.days(since: span.lowerBound) > margin || span.upperBound.days(since: last) > margin
        return isInside ? "\(first.short) to \(last.short)" : ""
    }
}

extension Day {
    /// The day and the month, as in `13 Sep`.
    fileprivate var short: String { "\(day) \(CalendarNames.months[month - 1].prefix(3))" }
}

extension Sequence<Section> {
    /// The first and the last day of their meetings; nil without dates.
    public var termDays: ClosedRange<Day>? {
        let meetings = flatMap(\.meetings)
        guard let first = meetings.compactMap(\.startsOn).min(), let last = meetings.compactMap(\.endsOn).max(), first <= last
        else { return nil }
        return first...last
    }
}

extension Section {
    /// The times of a section in the week from Monday on, each once: the catalog may list a time again for other dates.
    public func slots(within span: ClosedRange<Day>?) -> [WeeklySlot] {
        let ordered = meetings.sorted { ($0.firstDay, $0.start) < ($1.firstDay, $1.start) }
        let groups = ordered.reduce(into: [[Meeting]]()) { groups, meeting in
            if let index = groups.firstIndex(where: { $0[0].hasTime(of: meeting) }) {
                groups[index].append(meeting)
            } else {
                groups.append([meeting])
            }
        }
        return groups.map { WeeklySlot($0, within: span) }
    }

    /// The weekly meetings of the section, each once.
    public var weeklyMeetings: [Meeting] { slots(within: nil).map(\.meeting) }

    /// `MWF 10:30-11:20, T 12:30-13:20`, or `TBA`.
    public var times: String {
        let slots = weeklyMeetings.map { "\($0.days) \($0.start)-\($0.end)" }
        return slots.isEmpty ? "TBA" : slots.joined(separator: ", ")
    }

    /// `MWF 10:30-11:20, T 12:30-14:20 LAB, S 09:00-12:00 (13 Sep, 4 Oct)`, or `no fixed time`.
    public func times(within span: ClosedRange<Day>?) -> String {
        let times = slots(within: span).map { slot in
            let (meeting, dates) = (slot.meeting, slot.dates)
            return ["\(meeting.days) \(meeting.start)-\(meeting.end)", meeting.kind ?? "", dates.isEmpty ? "" : "(\(dates))"]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        return times.isEmpty ? "no fixed time" : times.joined(separator: ", ")
    }
}

extension Meeting {
    /// The first day of the week on which it meets; 0 is Monday.
    fileprivate var firstDay: Int {
        days.compactMap { Day.letters.firstIndex(of: $0) }.min() ?? Day.letters.count
    }

    fileprivate func hasTime(of other: Meeting) -> Bool {
        days == other.days && start == other.start && end == other.end && place == other.place && kind == other.kind
    }
}
