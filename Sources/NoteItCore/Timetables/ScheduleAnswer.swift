/// What a search for timetables found.
public struct ScheduleAnswer: Codable, Sendable, Equatable {
    /// One timetable.
    public struct Timetable: Codable, Sendable, Equatable {
        /// See `docs/planning.md`: lower is better.
        public var cost: Int
        /// In the order of the request's courses; of each the primary section first, then its components by name.
        public var crns: [Int]
        public var parts: Parts
        /// Of each course that has some, choices with the same meeting times; only where those are folded.
        public var alternatives: [Alternatives]
        /// Primary sections without a known rating, or grade average: they count as `assumed`.
        public var unrated: [Int]
        public var ungraded: [Int]

        public init(
            cost: Int, crns: [Int], parts: Parts, alternatives: [Alternatives], unrated: [Int], ungraded: [Int]
        ) {
            self.cost = cost
            self.crns = crns
            self.parts = parts
            self.alternatives = alternatives
            self.unrated = unrated
            self.ungraded = ungraded
        }
    }

    /// What a cost is made of, without weights but for `soft`.
    public struct Parts: Codable, Sendable, Equatable {
        public var idleMinutes: Int
        public var days: Int
        public var minutesOutsidePreferred: Int
        /// On the way between classes, where `ways` or `breakMinutes` say.
        public var walkingMinutes: Int
        public var rating: Int
        public var grade: Int
        /// Busy times that are not hard, and days avoided, with their weights.
        public var soft: Int

        public init(
            idleMinutes: Int, days: Int, minutesOutsidePreferred: Int, walkingMinutes: Int, rating: Int, grade: Int, soft: Int
        ) {
            self.idleMinutes = idleMinutes
            self.days = days
            self.minutesOutsidePreferred = minutesOutsidePreferred
            self.walkingMinutes = walkingMinutes
            self.rating = rating
            self.grade = grade
            self.soft = soft
        }
    }

    /// Other choices of one course, best first.
    public struct Alternatives: Codable, Sendable, Equatable {
        public var course: Course.ID
        public var crns: [[Int]]

        public init(course: Course.ID, crns: [[Int]]) {
            self.course = course
            self.crns = crns
        }
    }

    /// Why there is no timetable.
    public struct Conflicts: Codable, Sendable, Equatable {
        /// All smallest sets of courses and wishes that cannot hold together, as sentences.
        public var minimal: [[String]]
        public var maxCourses: Int
        public var maxCourseSets: [[String]]
        /// What can be given up, and how many timetables there are then.
        public var relaxations: [Relaxation]
        /// False if the search was stopped before all were found.
        public var complete: Bool

        public init(minimal: [[String]], maxCourses: Int, maxCourseSets: [[String]], relaxations: [Relaxation], complete: Bool)
        {
            self.minimal = minimal
            self.maxCourses = maxCourses
            self.maxCourseSets = maxCourseSets
            self.relaxations = relaxations
            self.complete = complete
        }
    }

    public struct Relaxation: Codable, Sendable, Equatable {
        public var drop: [String]
        /// A decimal number.
        public var timetables: String

        public init(drop: [String], timetables: String) {
            self.drop = drop
            self.timetables = timetables
        }
    }

    /// What an unknown rating and grade average count as, times 100: the middle of the scale that is used.
    public struct Assumed: Codable, Sendable, Equatable {
        public var rating: Int
        public var grade: Int

        public init(rating: Int, grade: Int) {
            self.rating = rating
            self.grade = grade
        }
    }

    /// Decimal numbers, for they pass what JSON's readers keep: choices multiplied, timetables, and those that differ in times.
    public var rawCombinations: String
    public var feasible: String
    public var feasibleDistinct: String
    /// False if the search was stopped before it had counted all: there are at least so many.
    public var exact: Bool
    /// False if the search was stopped before the best were certain.
    public var optimal: Bool
    /// If not optimal: none that was left out costs less.
    @Nullable public var bound: Int?
    public var timetables: [Timetable]
    public var assumed: Assumed
    /// Where there is no timetable.
    public var conflicts: Conflicts?

    public init(
        rawCombinations: String, feasible: String, feasibleDistinct: String, exact: Bool, optimal: Bool, bound: Int?,
        timetables: [Timetable], assumed: Assumed, conflicts: Conflicts?
    ) {
        self.rawCombinations = rawCombinations
        self.feasible = feasible
        self.feasibleDistinct = feasibleDistinct
        self.exact = exact
        self.optimal = optimal
        self.bound = bound
        self.timetables = timetables
        self.assumed = assumed
        self.conflicts = conflicts
    }
}
