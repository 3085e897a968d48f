/// What a timetable must keep to. Two wishes that say the same are one.
public enum Wish: Sendable, Hashable {
    /// No class in these minutes of these days.
    case busy(PlanDays, start: Int, end: Int)
    /// No class on this day of the week, 0 for Monday.
    case dayOff(Int)
    /// No class before this minute of a day.
    case earliest(Int)
    /// No class after this minute of a day.
    case latest(Int)
    /// Sections with a free seat alone.
    case freeSeats
    /// Of the course and component that these CRNs belong to, one of them.
    case pinned([Int])
    /// None of these CRNs.
    case excluded([Int])

    /// Whether a meeting stands against it. Times are compared on the grid of five minutes.
    func forbids(_ meeting: PlanMeeting) -> Bool {
        switch self {
        case .busy(let days, let start, let end):
            !meeting.days.isDisjoint(with: days) && meeting.slots.overlaps(start / 5..<max(start / 5, (end + 4) / 5))
        case .dayOff(let day): meeting.days.contains(PlanDays(day: day)) && !meeting.slots.isEmpty
        case .earliest(let minute): meeting.slots.overlaps(0..<(minute + 4) / 5)
        case .latest(let minute): meeting.slots.overlaps(minute / 5..<288)
        case .freeSeats, .pinned, .excluded: false
        }
    }
}

/// What makes one timetable better than another.
///
/// `cost = gap * G + day * D + preferred * P + walking * W + rating * sum C (500 - R) + grade * sum C (400 - A) + soft`, in
/// integers; lower is better. `G`: idle minutes between the first and the last class of each weekday, over the union of the week's
/// meetings. `D`: weekdays with a class. `P`: class minutes outside all preferred ranges, 0 with none.
/// `W`: minutes on the way from each class of a day to the next, by `Travel`; 0 without it. `C`: ten times the
/// credits of a primary section; `R`, `A`: 100 times its rating and grade average, 300 where not known. `soft`: of each
/// soft busy time its weight for each class minute inside it, of each soft day off its weight if it has a class.
public struct Preferences: Sendable, Equatable {
    /// Weights; none may be negative, as the search's bounds rely on it.
    public struct Weights: Sendable, Equatable {
        public var gap = 50
        public var day = 0
        public var preferred = 10
        public var walking = 0
        public var rating = 1
        public var grade = 1

        public init() {}
    }

    /// A time that had better stay free.
    public struct SoftBusy: Sendable, Equatable {
        public var days: PlanDays
        /// Minutes since midnight.
        public var minutes: Range<Int>
        /// Cost of one class minute in it.
        public var weight: Int

        public init(days: PlanDays, minutes: Range<Int>, weight: Int) {
            self.days = days
            self.minutes = minutes
            self.weight = weight
        }
    }

    public var weights = Weights()
    /// Minutes since midnight, on every day.
    public var preferred: [Range<Int>] = []
    public var softBusy: [SoftBusy] = []
    /// Cost of having a class on a day, by its number, 0 for Monday.
    public var softDaysOff: [Int: Int] = [:]

    public init() {}
}

/// What a timetable is searched for.
public struct PlanProblem: Sendable {
    /// `pick` of these courses, indices into the problem's.
    public struct Group: Sendable, Equatable {
        public var courses: [Int]
        public var pick: Int

        public init(courses: [Int], pick: Int) {
            self.courses = courses
            self.pick = pick
        }
    }

    /// At most 32. Their order is the order of a timetable's CRNs.
    public var courses: [PlanCourse]
    /// Courses in no group must be in every timetable; a course stands in at most one group.
    public var groups: [Group] = []
    /// With the courses, at most 64.
    public var wishes: [Wish] = []
    /// None: everywhere. Sections whose campus is not known pass.
    public var campuses: Set<String> = []
    public var preferences = Preferences()
    public var travel: Travel?

    public init(courses: [PlanCourse]) { self.courses = courses }
}
