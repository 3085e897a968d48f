/// `POST /v1/terms/{term}/schedules/search`: which timetables are wanted, and which are better.
public struct ScheduleSearch: Codable, Sendable, Equatable {
    /// A time of the week that must (`hard`, as usual), or had better, stay free.
    public struct Busy: Codable, Sendable, Equatable {
        /// Letters of `MTWRFSU`.
        public var days: String
        public var start: WallTime
        public var end: WallTime
        public var hard: Bool?

        public init(days: String, start: WallTime, end: WallTime, hard: Bool? = nil) {
            self.days = days
            self.start = start
            self.end = end
            self.hard = hard
        }
    }

    /// `pick` of these courses.
    public struct Group: Codable, Sendable, Equatable {
        public var pick: Int
        public var courses: [String]

        public init(pick: Int, courses: [String]) {
            self.pick = pick
            self.courses = courses
        }
    }

    /// How long it takes from one building to another, either way.
    public struct Way: Codable, Sendable, Equatable {
        /// Buildings as meetings' places begin, such as `Burnaby AQ`; a campus alone is one too.
        public var from: String
        public var to: String
        public var minutes: Int

        public init(from: String, to: String, minutes: Int) {
            self.from = from
            self.to = to
            self.minutes = minutes
        }
    }

    /// What counts how much; nil takes the standard, which is in the comment.
    public struct Weights: Codable, Sendable, Equatable {
        /// 50 for an idle minute between two classes of a day.
        public var gap: Int?
        /// 0 for a day with a class.
        public var day: Int?
        /// 10 for a class minute outside the preferred hours.
        public var preferred: Int?
        /// 0 for a minute on the way from one class to the next of the same day, by `ways` and `breakMinutes`.
        public var walking: Int?
        /// 1 for ten times the credits and a hundredth of rating below 5.
        public var rating: Int?
        /// 1 for ten times the credits and a hundredth of grade average below 4.
        public var grade: Int?
        /// 50 for a class minute in a busy time that is not hard.
        public var busy: Int?
        /// 5000 for a class on one of `daysAvoided`.
        public var dayAvoided: Int?

        public init() {}

        static let range = 0...1_000_000

        fileprivate var named: [(String, Int?)] {
            [
                ("gap", gap), ("day", day), ("preferred", preferred), ("walking", walking), ("rating", rating),
                ("grade", grade),
                ("busy", busy), ("dayAvoided", dayAvoided),
            ]
        }
    }

    /// How many courses one search takes, those to choose from included.
    public static let maxCourses = 20
    /// How many courses (each group is one) and wishes a search takes together: each explanation is a set of them.
    public static let maxItems = 64
    /// How many of the best timetables may be asked for.
    public static let limits = 1...100

    /// In every timetable, by code or id: `CMPT 225`, `cmpt225`, `202530.CMPT225`.
    public var courses: [String]
    /// `any 2 of these 5`.
    public var anyOf: [Group]?
    public var busy: [Busy]?
    /// Letters of days on which there must be no class, and of days on which there had better be none.
    public var daysOff: String?
    public var daysAvoided: String?
    public var earliest: WallTime?
    public var latest: WallTime?
    /// Pairs of start and end: class minutes outside of all of them cost `weights.preferred`.
    public var preferred: [WallTime]?
    /// Sections whose campus is not known pass.
    public var campuses: [String]?
    public var openOnly: Bool?
    /// Registration numbers: of the course and kind of each, one that is pinned is taken.
    public var pinned: [Int]?
    public var excluded: [Int]?
    /// Names: each teaches a section that is taken, in every course in which they teach one; or none that is taken.
    public var instructors: [String]?
    public var excludedInstructors: [String]?
    /// Minutes that must lie between classes in different buildings, where `ways` does not say.
    public var breakMinutes: Int?
    public var ways: [Way]?
    public var weights: Weights?
    /// 10 if not given.
    public var limit: Int?
    /// Folds sections with identical meeting times into the cheapest; true if not given.
    public var distinct: Bool?
    /// After so long the search stops and says what it has.
    public var budgetMillis: Int?

    public init(courses: [String]) { self.courses = courses }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        try checkCounts(&faults)
        for (index, course) in courses.enumerated() { faults.check("courses.\(index)", course.fault(length: 1...64)) }
        checkGroups(&faults)
        checkTimes(&faults)
        for (name, value) in weights?.named ?? [] {
            if let value, !Weights.range.contains(value) { faults.check("weights.\(name)", "must be 0 to 1000000") }
        }
        if let limit, !Self.limits.contains(limit) { faults.check("limit", "must be 1 to 100") }
        if let budgetMillis, !(1...60_000).contains(budgetMillis) { faults.check("budgetMillis", "must be 1 to 60000") }
        if let breakMinutes, !(0...240).contains(breakMinutes) { faults.check("breakMinutes", "must be 0 to 240") }
        for (index, campus) in (campuses ?? []).enumerated() {
            faults.check("campuses.\(index)", campus.fault(length: 1...200))
        }
        checkPeopleAndWays(&faults)
        try faults.raise()
        return self
    }

    /// Before anything that takes longer the more there is.
    private func checkCounts(_ faults: inout Faults) throws(DomainError) {
        try faults.check("anyOf", anyOf, atMost: Self.maxCourses)
        let wanted = courses.count + (anyOf ?? []).reduce(0) { $0 + $1.courses.count }
        if wanted == 0 { faults.check("courses", "must name a course") }
        if wanted > Self.maxCourses {
            faults.check("courses", "must be at most \(Self.maxCourses) with those to choose from, are \(wanted)")
            try faults.raise()
        }
        try faults.check("busy", busy, atMost: 20)
        try faults.check("campuses", campuses, atMost: 50)
        try faults.check("pinned", pinned, atMost: 50)
        try faults.check("excluded", excluded, atMost: 20)
        try faults.check("instructors", instructors, atMost: 20)
        try faults.check("excludedInstructors", excludedInstructors, atMost: 20)
        try faults.check("ways", ways, atMost: 200)
    }

    private func checkPeopleAndWays(_ faults: inout Faults) {
        for (field, names) in [("instructors", instructors ?? []), ("excludedInstructors", excludedInstructors ?? [])] {
            for (index, name) in names.enumerated() { faults.check("\(field).\(index)", name.fault(length: 1...200)) }
        }
        for (index, way) in (ways ?? []).enumerated() {
            faults.check("ways.\(index).from", way.from.fault(length: 1...200))
            faults.check("ways.\(index).to", way.to.fault(length: 1...200))
            if way.from == way.to { faults.check("ways.\(index).to", "must be another building than from") }
            if !(0...240).contains(way.minutes) { faults.check("ways.\(index).minutes", "must be 0 to 240") }
        }
    }

    private func checkGroups(_ faults: inout Faults) {
        for (index, group) in (anyOf ?? []).enumerated() {
            if !(1...max(1, group.courses.count)).contains(group.pick) || group.courses.isEmpty {
                faults.check("anyOf.\(index).pick", "must be 1 to the number of its courses, \(group.courses.count)")
            }
            for (place, course) in group.courses.enumerated() {
                faults.check("anyOf.\(index).courses.\(place)", course.fault(length: 1...64))
            }
        }
        let sets = (anyOf ?? []).reduce(1.0) { $0 * Self.choices($1.pick, of: $1.courses.count) }
        if sets > 500 { faults.check("anyOf", "must allow at most 500 sets of courses, allows \(Int(min(sets, 1e15)))") }
    }

    private static func choices(_ pick: Int, of count: Int) -> Double {
        guard pick >= 0 && pick <= count else { return 0 }
        return (0..<pick).reduce(1.0) { $0 * Double(count - $1) / Double($1 + 1) }
    }

    private func checkTimes(_ faults: inout Faults) {
        for (index, busy) in (busy ?? []).enumerated() {
            faults.check("busy.\(index).days", Self.fault(days: busy.days, mayBeEmpty: false))
            if busy.end <= busy.start { faults.check("busy.\(index).end", "must be after start, \(busy.start)") }
        }
        if !faults.isAny { checkOverlaps(&faults) }
        faults.check("daysOff", daysOff.flatMap { Self.fault(days: $0, mayBeEmpty: true) })
        faults.check("daysAvoided", daysAvoided.flatMap { Self.fault(days: $0, mayBeEmpty: true) })
        if let earliest, let latest, latest <= earliest { faults.check("latest", "must be after earliest, \(earliest)") }
        guard let preferred else { return }
        if preferred.count % 2 == 1 || preferred.count > 12 {
            return faults.check("preferred", "must be pairs of a start and an end, at most six")
        }
        for place in stride(from: 0, to: preferred.count, by: 2) where preferred[place + 1] <= preferred[place] {
            faults.check("preferred.\(place + 1)", "must be after \(preferred[place])")
        }
    }

    /// Two times of one kind that overlap say something twice: whether the minutes count twice would be a guess.
    private func checkOverlaps(_ faults: inout Faults) {
        let times = busy ?? []
        for (index, time) in times.enumerated() {
            guard let other = times[..<index].firstIndex(where: { $0.overlaps(time) }) else { continue }
            let days = String(time.days.filter(times[other].days.contains))
            let (start, end) = (min(time.start, times[other].start), max(time.end, times[other].end))
            faults.check("busy.\(index)", "overlaps busy.\(other); make them one there: \(days) \(start)-\(end)")
        }
    }

    private static func fault(days: String, mayBeEmpty: Bool) -> String? {
        if days.isEmpty { return mayBeEmpty ? nil : "must name a day" }
        let isRight = days.utf8.count <= 7 && days.allSatisfy("MTWRFSU".contains) && Set(days).count == days.count
        return isRight ? nil : "must be letters of MTWRFSU, each once: R is Thursday, U is Sunday"
    }
}

extension ScheduleSearch.Busy {
    fileprivate func overlaps(_ other: Self) -> Bool {
        (hard ?? true) == (other.hard ?? true) && start < other.end && other.start < end
            && days.contains(where: other.days.contains)
    }
}
