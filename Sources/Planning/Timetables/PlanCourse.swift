/// A course of which a timetable holds exactly one choice: a primary section with one section of each of its components.
public struct PlanCourse: Sendable, Equatable {
    /// The name in explanations, such as `CMPT 225`.
    public var name: String
    public var primaries: [PlanPrimary]

    public init(name: String, primaries: [PlanPrimary]) {
        self.name = name
        self.primaries = primaries
    }
}

/// A primary section, such as a lecture, and the components to take with it.
public struct PlanPrimary: Sendable, Equatable {
    public var section: PlanSection
    /// A timetable takes one section of each. Sorted by name, as a timetable's CRNs are.
    public var components: [PlanComponent]
    /// Ten times the credits.
    public var creditTenths: Int
    /// 100 times the rating, 0 to 500; nil if unknown.
    public var rating: Int?
    /// 100 times the grade average, 0 to 400; nil if unknown.
    public var grade: Int?

    /// The values for an unknown rating and grade average, unless `TimetablePreferences` has others.
    public static let unknownRating = 300
    public static let unknownGrade = 300

    public init(
        section: PlanSection, components: [PlanComponent] = [], creditTenths: Int, rating: Int? = nil, grade: Int? = nil
    ) {
        self.section = section
        self.components = components
        self.creditTenths = creditTenths
        self.rating = rating
        self.grade = grade
    }
}

/// Sections of one kind, such as the tutorials of a lecture.
public struct PlanComponent: Sendable, Equatable {
    public var name: String
    public var sections: [PlanSection]

    public init(name: String, sections: [PlanSection]) {
        self.name = name
        self.sections = sections
    }
}

/// A section that people register in by its number.
public struct PlanSection: Sendable, Equatable {
    public var crn: Int
    /// The weekly meetings; empty for a section without a fixed time, which clashes with nothing.
    public var meetings: [PlanMeeting]
    /// The campuses where it is taught; empty if unknown.
    public var campuses: Set<String>
    public var hasFreeSeat: Bool

    public init(crn: Int, meetings: [PlanMeeting], campuses: Set<String> = [], hasFreeSeat: Bool = true) {
        self.crn = crn
        self.meetings = meetings
        self.campuses = campuses
        self.hasFreeSeat = hasFreeSeat
    }
}

/// A weekly meeting. Its time is rounded to a grid of five minutes: the start down, the end up.
public struct PlanMeeting: Sendable, Hashable {
    public var days: PlanDays
    /// Minutes since midnight, half-open: `start` belongs to the meeting, `end` does not.
    public var start: Int
    public var end: Int
    /// The first and the last date, both included, in days since 1970-01-01; nil for all weeks.
    public var dates: ClosedRange<Int>?
    /// Empty if unknown. Only used with `Travel`.
    public var building: String

    public init(days: PlanDays, start: Int, end: Int, dates: ClosedRange<Int>? = nil, building: String = "") {
        self.days = days
        self.start = start
        self.end = end
        self.dates = dates
        self.building = building
    }

    /// The time in slots of five minutes since midnight; empty if the meeting ends before it starts.
    var slots: Range<Int> { start / 5..<max(start / 5, (end + 4) / 5) }
}

/// Days of the week; bit 0 is Monday.
public struct PlanDays: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue & 127 }

    /// Letters as timetables write them, Monday first.
    public static let letters = Array("MTWRFSU")

    /// The days of letters such as `MWF`; nil if the text has a letter outside `MTWRFSU`.
    public init?(_ text: String) {
        var bits: UInt8 = 0
        for letter in text {
            guard let day = Self.letters.firstIndex(of: letter) else { return nil }
            bits |= 1 << day
        }
        self.init(rawValue: bits)
    }

    /// 0 is Monday.
    public init(day: Int) { self.init(rawValue: 1 << day) }

    /// The numbers of the days, 0 for Monday, ascending.
    public var numbers: [Int] { (0..<7).filter { rawValue & 1 << $0 != 0 } }

    public var text: String { String(numbers.map { Self.letters[$0] }) }

    /// The weekday of a date, in days since 1970-01-01, a Thursday.
    static func weekday(_ date: Int) -> Int { ((date + 3) % 7 + 7) % 7 }
}

extension ClosedRange<Int> {
    /// Whether one of these dates falls on `day` of the week, 0 for Monday.
    func hasWeekday(_ day: Int) -> Bool {
        let first = lowerBound + (day - PlanDays.weekday(lowerBound) + 7) % 7
        return first <= upperBound
    }
}
