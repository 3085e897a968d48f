/// The result of a search for timetables.
public struct TimetableAnswer: Codable, Sendable, Equatable, Memberwise {
    public struct Timetable: Codable, Sendable, Equatable, Memberwise {
        /// Lower is better; see `docs/planning.md`.
        public var cost: Int
        /// The registration numbers, in the order of the request's courses; for each course the primary section first, then its
        /// components by name.
        public var crns: [Int]
        public var parts: Parts
        /// The other choices with the same meeting times, for each course that has some; only if `distinct` folded them.
        public var alternatives: [Alternatives]
        /// Primary sections without a known rating or grade average. They count as `assumed`.
        public var unrated, ungraded: [Int]
    }

    /// The parts of a cost. Only `soft` includes its weights.
    public struct Parts: Codable, Sendable, Equatable, Memberwise {
        public var idleMinutes, days, minutesOutsidePreferred: Int
        /// Minutes from each class of a day to the next, by `ways` and `breakMinutes`.
        public var walkingMinutes: Int
        public var rating, grade: Int
        /// Sections without a fixed time, and without a free seat.
        public var untimed, full: Int
        /// Known campuses beyond the first; 0 if `weights.campus` is.
        public var otherCampuses: Int
        /// The cost of soft busy times and avoided days, with their weights.
        public var soft: Int
    }

    /// The other choices of one course with the same meeting times, best first.
    public struct Alternatives: Codable, Sendable, Equatable, Memberwise {
        public var course: Course.ID
        public var crns: [[Int]]
    }

    /// Why there is no timetable.
    public struct Conflicts: Codable, Sendable, Equatable, Memberwise {
        /// All minimal sets of courses and wishes that contradict each other, as sentences.
        public var minimal: [[String]]
        /// The most courses that fit together under all wishes; nil if the search stopped before it knew.
        @Nullable public var maxCourses: Int?
        public var maxCourseSets: [[String]]
        /// Courses and wishes to give up, and the number of timetables without them.
        public var relaxations: [Relaxation]
        /// The number of relaxations beyond those.
        public var otherRelaxations: Int
        /// False if the search stopped before it had found all.
        public var complete: Bool
    }

    public struct Relaxation: Codable, Sendable, Equatable, Memberwise {
        public var drop: [String]
        /// A decimal number.
        public var timetables: String
    }

    /// The values that replace an unknown rating and grade average, times 100: the middle of the used scale.
    public struct Assumed: Codable, Sendable, Equatable, Memberwise {
        public var rating, grade: Int
    }

    /// What is known of a primary section, times 100.
    public struct Score: Codable, Sendable, Equatable, Memberwise {
        public var crn: Int
        @Nullable public var rating: Int?
        @Nullable public var grade: Int?
    }

    /// The product of all choices, the number of timetables, and the number of timetables with different times. Decimal strings,
    /// because they can exceed the integers that JSON readers keep.
    public var rawCombinations, feasible, feasibleDistinct: String
    /// False if the search stopped before it had counted all. Then the counts are lower bounds.
    public var exact: Bool
    /// False if the search stopped before the best were certain.
    public var optimal: Bool
    /// The least cost that a missing timetable can have; nil if the best are certain.
    @Nullable public var bound: Int?
    public var timetables: [Timetable]
    public var assumed: Assumed
    /// The scores of the primary sections of `timetables` and of their alternatives, by CRN; nil if none is known.
    public var scores: [Score]? = nil
    /// The reasons why there is no timetable; nil if there is one.
    public var conflicts: Conflicts?
}

/// The progress of a search for timetables. Its stream sends progress until the result is there.
public struct TimetableProgress: Codable, Sendable, Equatable, Memberwise {
    public enum Phase: String, Codable, Sendable, CaseIterable {
        /// Waiting for other searches to end, then the phases in order. Only a search without a timetable is explained.
        case waiting, ranking, counting, explaining
    }

    public var phase: Phase
    /// Steps of the search so far. The explanation starts at 0 again.
    public var steps: Int = 0
    /// Milliseconds since the work began.
    public var millis: Int = 0
    /// Cost of the best timetable so far.
    @Nullable public var best: Int? = nil
    /// The least cost that a timetable still to be found can have; null if unknown.
    @Nullable public var bound: Int? = nil
}
