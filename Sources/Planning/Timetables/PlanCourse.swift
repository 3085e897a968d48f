import NoteItCore

/// A course of which a timetable holds exactly one choice: a primary section with one section of each of its components.
public struct PlanCourse: Sendable, Equatable, Memberwise {
    /// The name in explanations, such as `CMPT 225`.
    public var name: String
    public var primaries: [PlanPrimary]
}

/// A primary section, such as a lecture, and the components to take with it.
public struct PlanPrimary: Sendable, Equatable, Memberwise {
    public var section: PlanSection
    /// A timetable takes one section of each. Sorted by name, as a timetable's CRNs are.
    public var components: [PlanComponent] = []
    /// Ten times the credits.
    public var creditTenths: Int
    /// 100 times the rating, 0 to 500; nil if unknown.
    public var rating: Int? = nil
    /// 100 times the grade average, 0 to 400; nil if unknown.
    public var grade: Int? = nil

    /// The values for an unknown rating and grade average, unless `TimetablePreferences` has others.
    public static let unknownRating = 300
    public static let unknownGrade = 300
}

/// Sections of one kind, such as the tutorials of a lecture.
public struct PlanComponent: Sendable, Equatable, Memberwise {
    public var name: String
    public var sections: [PlanSection]
}

/// A section that people register in by its number.
public struct PlanSection: Sendable, Equatable, Memberwise {
    public var crn: Int
    /// The weekly meetings; empty for a section without a fixed time, which clashes with nothing.
    public var meetings: [PlanMeeting]
    /// The campuses where it is taught; empty if unknown.
    public var campuses: Set<String> = []
    public var hasFreeSeat: Bool = true
}

/// A weekly meeting. Its time is rounded to a grid of five minutes: the start down, the end up.
public struct PlanMeeting: Sendable, Hashable, Memberwise {
    public var days: PlanDays
    /// Minutes since midnight, half-open: `start` belongs to the meeting, `end` does not.
    public var start: Int
    public var end: Int
    /// The first and the last date, both included, in days since 1970-01-01; nil for all weeks.
    public var dates: ClosedRange<Int>? = nil
    /// The building, used only with `Travel`; empty if unknown.
    public var building: String = ""

    /// The time in slots of five minutes since midnight; empty if the meeting ends before it starts.
    var slots: Range<Int> { start / 5..<max(start / 5, (end + 4) / 5) }
}

/// Days of the week; bit 0 is Monday.
public struct PlanDays: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue & 127 }

    /// Letters as timetables write them, Monday first.
    public static let letters = Day.letters

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
}

extension ClosedRange<Int> {
    /// Whether one of these dates falls on `day` of the week, 0 for Monday.
    func hasWeekday(_ day: Int) -> Bool {
        let first = lowerBound + (day - Day.weekday(ofNumber: lowerBound) + 7) % 7
        return first <= upperBound
    }
}
