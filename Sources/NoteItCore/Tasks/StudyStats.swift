import Foundation

/// `GET /v1/me/study-stats`: what was done from one day to another.
public struct StudyStats: Codable, Equatable, Sendable {
    public struct Minutes: Codable, Equatable, Sendable {
        /// Of each course, most first; nil for tasks of no course.
        public var byCourse: [CourseMinutes]
        /// Of each week with study, oldest first.
        public var byWeek: [WeekMinutes]

        public init(byCourse: [CourseMinutes], byWeek: [WeekMinutes]) { (self.byCourse, self.byWeek) = (byCourse, byWeek) }
    }

    public struct CourseMinutes: Codable, Equatable, Sendable {
        @Nullable public var course: Course.ID?
        public var minutes: Int

        public init(course: Course.ID?, minutes: Int) { (self.course, self.minutes) = (course, minutes) }
    }

    public struct WeekMinutes: Codable, Equatable, Sendable {
        /// The week's Monday.
        public var week: Day
        public var minutes: Int

        public init(week: Day, minutes: Int) { (self.week, self.minutes) = (week, minutes) }
    }

    public struct Topic: Codable, Equatable, Sendable {
        public var title: String
        public var lastStudied: Date
        public var minutes: Int

        public init(title: String, lastStudied: Date, minutes: Int) {
            (self.title, self.lastStudied, self.minutes) = (title, lastStudied, minutes)
        }
    }

    /// Flexible tasks that were added and done in these days, and those that are open now.
    public var added, done, open: Int
    public var minutes: Minutes
    /// Days in a row with study, up to today, or to yesterday if today has none yet.
    public var streakDays: Int
    /// The last studied first.
    public var topics: [Topic]

    public init(added: Int, done: Int, open: Int, minutes: Minutes, streakDays: Int, topics: [Topic]) {
        self.added = added
        self.done = done
        self.open = open
        self.minutes = minutes
        self.streakDays = streakDays
        self.topics = topics
    }

    public static let mostTopics = 200
}

/// `GET /v1/courses/{course}/load`: how many other deadlines a course's students have on each day.
public struct CourseLoad: Codable, Equatable, Sendable {
    /// Students of one day with about as many deadlines in their other courses: at least `deadlines`, and fewer than those of the
    /// day's next group.
    public struct Group: Codable, Equatable, Sendable {
        public var day: Day
        public var deadlines: Int
        /// Of all students of the course, 0 to 1, rounded to hundredths.
        public var share: Double

        public init(day: Day, deadlines: Int, share: Double) {
            (self.day, self.deadlines, self.share) = (day, deadlines, share)
        }
    }

    public var days: [Group]

    public init(days: [Group]) { self.days = days }

    /// No group has fewer people, so that nobody is singled out.
    public static let smallestGroup = 5
    public static let mostDays = 62
}
