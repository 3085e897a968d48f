import NoteItCore

/// A condition that a timetable must meet. Equal wishes count as one.
public enum Wish: Sendable, Hashable {
    /// No class in these minutes of these days, nor within the minutes of `ways` before and after them, by the building of a class.
    case busy(PlanDays, start: Int, end: Int, ways: [String: Int] = [:])
    /// No class on this day of the week, 0 for Monday.
    case dayOff(Int)
    /// No class before this minute of a day.
    case earliest(Int)
    /// No class after this minute of a day.
    case latest(Int)
    /// Only sections with a free seat.
    case freeSeats
    /// One of these CRNs, in the course and component to which they belong.
    case pinned([Int])
    /// None of these CRNs.
    case excluded([Int])

    /// Whether it forbids a meeting. Times are compared on the grid of five minutes.
    func forbids(_ meeting: PlanMeeting) -> Bool {
        switch self {
        case .busy(let days, let start, let end, let ways):
            !meeting.days.isDisjoint(with: days) && meeting.slots.overlaps(Self.slots(start, end, ways[meeting.building] ?? 0))
        case .dayOff(let day): meeting.days.contains(PlanDays(day: day)) && !meeting.slots.isEmpty
        case .earliest(let minute): meeting.slots.overlaps(0..<(minute + 4) / 5)
        case .latest(let minute): meeting.slots.overlaps(minute / 5..<288)
        case .freeSeats, .pinned, .excluded: false
        }
    }

    /// The slots of a time with a way of so many minutes on both sides.
    private static func slots(_ start: Int, _ end: Int, _ way: Int) -> Range<Int> {
        let first = max(0, start - way) / 5
        return first..<max(first, (end + way + 4) / 5)
    }
}

/// The input of a search.
public struct PlanProblem: Sendable, Memberwise {
    /// `pick` of these courses, by their indices in the problem.
    public struct Group: Sendable, Equatable, Memberwise {
        public var courses: [Int]
        public var pick: Int
    }

    /// The courses, at most 32. A timetable's CRNs are in the same order.
    public var courses: [PlanCourse]
    /// The groups to choose from. A course is in at most one; every timetable has all courses that are in none.
    public var groups: [Group] = []
    /// The wishes; with the courses, at most 64.
    public var wishes: [Wish] = []
    /// The allowed campuses; empty for all. Sections without a known campus are always allowed.
    public var campuses: Set<String> = []
    public var preferences: TimetablePreferences = TimetablePreferences()
    public var travel: Travel? = nil
}
