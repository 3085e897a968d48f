/// A condition that a timetable must meet. Equal wishes count as one.
public enum Wish: Sendable, Hashable {
    /// No class in these minutes of these days.
    case busy(PlanDays, start: Int, end: Int)
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
        case .busy(let days, let start, let end):
            !meeting.days.isDisjoint(with: days) && meeting.slots.overlaps(start / 5..<max(start / 5, (end + 4) / 5))
        case .dayOff(let day): meeting.days.contains(PlanDays(day: day)) && !meeting.slots.isEmpty
        case .earliest(let minute): meeting.slots.overlaps(0..<(minute + 4) / 5)
        case .latest(let minute): meeting.slots.overlaps(minute / 5..<288)
        case .freeSeats, .pinned, .excluded: false
        }
    }
}

/// The preferences that rank timetables.
///
/// `cost = gap * G + day * D + preferred * P + walking * W + rating * sum C (500 - R) + grade * sum C (400 - A) + untimed * U
/// + full * F + campus * K + soft`, in integers; lower is better. `G`: idle minutes between the first and the last class of each weekday, over the union of the
/// week's meetings. `D`: weekdays with a class. `P`: class minutes outside all preferred ranges, 0 with none. `W`: walking
/// minutes from each class of a day to the next, by `Travel`; 0 without it. `C`: ten times the credits of a primary section; `R`,
/// `A`: 100 times its rating and grade average, 300 if unknown. `U`: sections without a fixed time. `F`: sections without a free seat.
/// `K`: known campuses beyond the first. `soft`: the weight of each soft busy time for each class minute
/// inside it, and the weight of each soft day off that has a class.
public struct Preferences: Sendable, Equatable {
    /// No weight may be negative: the search's bounds rely on it.
    public struct Weights: Sendable, Equatable {
        public var gap = 50
        public var day = 0
        public var preferred = 10
        public var walking = 0
        public var rating = 1
        public var grade = 1
        public var untimed = 0
        public var full = 0
        public var campus = 0

        public init() {}
    }

    /// A time that should stay free if possible.
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
    /// The cost of a class on a day, by its number, 0 for Monday.
    public var softDaysOff: [Int: Int] = [:]
    /// 100 times what an unknown rating and grade average count as.
    public var unknownRating = PlanPrimary.unknownRating
    public var unknownGrade = PlanPrimary.unknownGrade

    public init() {}
}

/// The input of a search.
public struct PlanProblem: Sendable {
    /// `pick` of these courses, by their indices in the problem.
    public struct Group: Sendable, Equatable {
        public var courses: [Int]
        public var pick: Int

        public init(courses: [Int], pick: Int) {
            self.courses = courses
            self.pick = pick
        }
    }

    /// The courses, at most 32. A timetable's CRNs are in the same order.
    public var courses: [PlanCourse]
    /// The groups to choose from. A course is in at most one; every timetable has all courses that are in none.
    public var groups: [Group] = []
    /// The wishes; with the courses, at most 64.
    public var wishes: [Wish] = []
    /// The allowed campuses; empty for all. Sections without a known campus are always allowed.
    public var campuses: Set<String> = []
    public var preferences = Preferences()
    public var travel: Travel?

    public init(courses: [PlanCourse]) { self.courses = courses }
}
