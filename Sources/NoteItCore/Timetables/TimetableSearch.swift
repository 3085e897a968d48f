/// `POST /v1/terms/{term}/schedules/search`: the demands on timetables, and the weights that rank them.
public struct TimetableSearch: Codable, Sendable, Equatable, Memberwise, Validated {
    /// A time of the week that must stay free (`hard`, the default), or that should if possible.
    public struct Busy: Codable, Sendable, Equatable, Memberwise {
        /// Letters of `MTWRFSU`.
        public var days: String
        public var start, end: WallTime
        public var hard: Bool? = nil
        /// Where the person is then, as meetings name places. Classes elsewhere leave the time of the way, before and after.
        public var place: String? = nil
    }

    /// `pick` of these courses.
    public struct Group: Codable, Sendable, Equatable, Memberwise {
        public var pick: Int
        public var courses: [String]
    }

    /// How sections are taught. Sections of which that is not known are always allowed.
    public enum Delivery: String, Codable, Sendable, CaseIterable {
        /// `inPerson` leaves out what is taught online, `online` leaves out what has classes in a room.
        case any, inPerson, online
    }

    /// The value of an unknown rating or grade average.
    public enum Unknown: String, Codable, Sendable, CaseIterable {
        /// 3.00, or the median of what is known in the term.
        case middle, median
    }

    /// The most courses of one search, including those in groups.
    public static let maxCourses = 20
    /// The most courses and wishes of one search together, where a group counts as one course. Explanations are sets of them.
    public static let maxItems = 64
    /// The most busy times of one search.
    public static let maxBusy = 20
    /// The number of best timetables that a search may ask for.
    public static let limits = 1...100

    /// Courses that every timetable has, by code or id: `CMPT 225`, `cmpt225`, `202530.CMPT225`.
    public var courses: [String]
    /// Groups such as "any 2 of these 5 courses".
    public var anyOf: [Group]? = nil
    public var busy: [Busy]? = nil
    /// Letters of days that must, and that should if possible, have no class.
    public var daysOff: String? = nil
    public var daysAvoided: String? = nil
    public var earliest: WallTime? = nil
    public var latest: WallTime? = nil
    /// Pairs of start and end. Class minutes outside of all pairs cost `weights.preferred`.
    public var preferred: [WallTime]? = nil
    /// Sections without a known campus are always allowed.
    public var campuses: [String]? = nil
    public var openOnly: Bool? = nil
    /// The default is `any`.
    public var delivery: Delivery? = nil
    /// Registration numbers. A course takes one of its pinned sections for each kind that has some.
    public var pinned: [Int]? = nil
    public var excluded: [Int]? = nil
    /// Names. In every course that a wanted instructor teaches, a timetable takes one of their sections; an excluded instructor
    /// teaches none of its sections.
    public var instructors: [String]? = nil
    public var excludedInstructors: [String]? = nil
    /// Minutes to keep free between classes in different buildings, unless `ways` lists them.
    public var breakMinutes: Int? = nil
    /// Travel times of this search. They win over those of the catalog.
    public var ways: [TravelTime]? = nil
    public var weights: TimetableWeights? = nil
    /// The default is `middle`.
    public var unknown: Unknown? = nil
    /// The number of timetables; the default is 10.
    public var limit: Int? = nil
    /// Whether to fold sections with identical meeting times into the cheapest; the default is true.
    public var distinct: Bool? = nil
    /// The time after which the search stops and returns the results so far.
    public var budgetMillis: Int? = nil

    public func check(_ faults: inout Faults) throws(DomainError) {
        try checkCounts(&faults)
        for (index, course) in courses.enumerated() { faults.check("courses.\(index)", course.fault(length: 1...64)) }
        checkGroups(&faults)
        checkTimes(&faults)
        for (name, weight) in TimetableWeights.all {
            if let weights, !TimetableWeights.range.contains(weights[keyPath: weight]) {
                faults.check("weights.\(name)", "must be 0 to 1000000")
            }
        }
        if let limit, !Self.limits.contains(limit) { faults.check("limit", "must be 1 to 100") }
        if let budgetMillis, !(1...60_000).contains(budgetMillis) { faults.check("budgetMillis", "must be 1 to 60000") }
        if let breakMinutes, !(0...240).contains(breakMinutes) { faults.check("breakMinutes", "must be 0 to 240") }
        for (index, campus) in (campuses ?? []).enumerated() {
            faults.check("campuses.\(index)", campus.fault(length: 1...200))
        }
        checkPeopleAndTravel(&faults)
    }

    /// Runs before any check whose time grows with the input.
    private func checkCounts(_ faults: inout Faults) throws(DomainError) {
        try faults.check("anyOf", anyOf, atMost: Self.maxCourses)
        let wanted = courses.count + (anyOf ?? []).reduce(0) { $0 + $1.courses.count }
        if wanted == 0 { faults.check("courses", "must name a course") }
        if wanted > Self.maxCourses {
            faults.check("courses", "must list at most \(Self.maxCourses) courses, those in anyOf included, not \(wanted)")
            try faults.raise()
        }
        try faults.check("busy", busy, atMost: Self.maxBusy)
        try faults.check("campuses", campuses, atMost: 50)
        try faults.check("pinned", pinned, atMost: 50)
        try faults.check("excluded", excluded, atMost: 20)
        try faults.check("instructors", instructors, atMost: 20)
        try faults.check("excludedInstructors", excludedInstructors, atMost: 20)
        try faults.check("ways", ways, atMost: 200)
    }

    private func checkPeopleAndTravel(_ faults: inout Faults) {
        for (field, names) in [("instructors", instructors ?? []), ("excludedInstructors", excludedInstructors ?? [])] {
            for (index, name) in names.enumerated() { faults.check("\(field).\(index)", name.fault(length: 1...200)) }
        }
        for (index, time) in (ways ?? []).enumerated() {
            faults.check("ways.\(index).from", time.from.fault(length: 1...200))
            faults.check("ways.\(index).to", time.to.fault(length: 1...200))
            if time.from == time.to { faults.check("ways.\(index).to", "must differ from the building in from") }
            if !TravelTime.minutes.contains(time.minutes) { faults.check("ways.\(index).minutes", "must be 0 to 240") }
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
            faults.check("busy.\(index).place", busy.place.flatMap { $0.fault(length: 1...200) })
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

    /// Refuses overlapping times of one kind: it would be unclear whether their common minutes count twice.
    private func checkOverlaps(_ faults: inout Faults) {
        let times = busy ?? []
        for (index, time) in times.enumerated() {
            guard let other = times[..<index].firstIndex(where: { $0.overlaps(time) }) else { continue }
            let days = String(time.days.filter(times[other].days.contains))
            let (start, end) = (min(time.start, times[other].start), max(time.end, times[other].end))
            faults.check("busy.\(index)", "must not overlap busy.\(other); combine the two: \(days) \(start)-\(end)")
        }
    }

    private static func fault(days: String, mayBeEmpty: Bool) -> String? {
        if days.isEmpty { return mayBeEmpty ? nil : "must name a day" }
        let isRight = days.utf8.count <= 7 && days.allSatisfy(Day.letters.contains) && Set(days).count == days.count
        return isRight ? nil : "must be letters of MTWRFSU, each at most once; R is Thursday, U is Sunday"
    }
}

extension TimetableSearch.Busy {
    fileprivate func overlaps(_ other: Self) -> Bool {
        (hard ?? true) == (other.hard ?? true) && start < other.end && other.start < end
            && days.contains(where: other.days.contains)
    }
}
