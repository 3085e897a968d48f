import Foundation

/// `GET /v1/me/study-stats`: what was done from one day to another.
public struct StudyStats: Codable, Equatable, Sendable, Memberwise {
    public struct Minutes: Codable, Equatable, Sendable, Memberwise {
        /// The minutes of each course, most first; those of tasks without a course have nil for it.
        public var byCourse: [CourseMinutes]
        /// The minutes of each week with study, oldest first.
        public var byWeek: [WeekMinutes]
    }

    public struct CourseMinutes: Codable, Equatable, Sendable, Memberwise {
        @Nullable public var course: Course.ID?
        public var minutes: Int
    }

    public struct WeekMinutes: Codable, Equatable, Sendable, Memberwise {
        /// The week's Monday.
        public var week: Day
        public var minutes: Int
    }

    public struct Topic: Codable, Equatable, Sendable, Memberwise {
        public var title: String
        public var lastStudied: Date
        public var minutes: Int
    }

    /// Flexible tasks that were added and done in these days, and those that are open now.
    public var added, done, open: Int
    public var minutes: Minutes
    /// Days in a row with study, up to today, or to yesterday if today has none yet.
    public var streakDays: Int
    /// The last studied first.
    public var topics: [Topic]

    public static let mostTopics = 200
}

/// `GET /v1/courses/{course}/load`: how many other deadlines a course's students have on each day.
public struct CourseLoad: Codable, Equatable, Sendable, Memberwise {
    /// Students of one day with about as many deadlines in their other courses: at least `deadlines`, and fewer than those of the
    /// day's next group.
    public struct Group: Codable, Equatable, Sendable, Memberwise {
        public var day: Day
        public var deadlines: Int
        /// The share of all students of the course, 0 to 1, rounded to hundredths.
        public var share: Double
    }

    public var days: [Group]

    /// The fewest people of a group, so that nobody is singled out.
    public static let smallestGroup = 5
    public static let mostDays = 62
}
