import Foundation

/// Something that a person has to do: at a fixed time, or some minutes of work that a plan may place.
public struct StudyTask: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise, JSONObject {
    public typealias ID = Identifier<StudyTask>

    /// A property of a calendar program's to-do that its task cannot have: NoteIt keeps it for that program, and does not plan
    /// with it. Later versions may know more.
    public struct CalendarOnly: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The to-do repeats; only its next open time is planned.
        public static let repetition = CalendarOnly(rawValue: "repetition")
        /// The to-do begins after it is due; its due time holds.
        public static let start = CalendarOnly(rawValue: "start")
        /// The to-do's title or description is longer than NoteIt allows.
        public static let title = CalendarOnly(rawValue: "title")
        public static let notes = CalendarOnly(rawValue: "notes")
        /// The to-do waits for to-dos that are not there, or that no task can wait for.
        public static let after = CalendarOnly(rawValue: "after")
        /// The to-do takes longer than a task can.
        public static let estimate = CalendarOnly(rawValue: "estimate")
    }

    public enum Kind: String, Codable, Sendable, CaseIterable { case fixed, flexible }

    /// A part of a task, to tick off: NoteIt plans nothing with it.
    public struct Step: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var text: String
        public var done: Bool = false
    }

    /// The times at which flexible work is done anew: `day`, `week` for any one day of each week, or weekdays such as `MWF`. The
    /// text may be of a later version, or wrong: then `times` is nil.
    public struct Every: RawRepresentable, Codable, Hashable, Sendable {
        public enum Times: Equatable, Sendable {
            /// On these days of the week; 0 is Monday.
            case weekdays(Set<Int>)
            /// On any one day of each week, from Monday.
            case week
        }

        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let (day, week) = (Every(rawValue: "day"), Every(rawValue: "week"))

        public var times: Times? {
            if self == .day { return .weekdays(Set(0..<7)) }
            if self == .week { return .week }
            let days = rawValue.compactMap { Day.letters.firstIndex(of: $0) }
            guard !days.isEmpty, days.count == rawValue.count, days == Set(days).sorted() else { return nil }
            return .weekdays(Set(days))
        }
    }

    /// The priorities, the most important first.
    public enum Priority: String, Codable, Sendable, CaseIterable { case high, medium, low }

    public var id: ID
    public var title, notes: String
    public var kind: Kind
    /// The start of a fixed task, or of the first occurrence of a recurring one; nil for a flexible task.
    @Nullable public var start: Date?
    @Nullable public var end: Date?
    /// The estimate of a flexible task.
    @Nullable public var minutes: Int?
    @Nullable public var earliest: Date?
    /// Follows `event` as long as there is one.
    @Nullable public var deadline: Date?
    public var priority: Priority
    /// The flexible tasks that come first.
    public var after: [ID]
    @Nullable public var recurrence: TaskRecurrence?
    @Nullable public var course: Course.ID?
    /// The due event that it prepares for.
    @Nullable public var event: Event.ID?
    /// The least number of days to spread the work over.
    @Nullable public var spaced: Int?
    /// The properties of a calendar program's to-do that the task does not have; nil if there are none.
    @Nullable public var calendarOnly: [CalendarOnly]? = nil
    /// The times of flexible work that is done anew at each; nil: once.
    @Nullable public var every: Every? = nil
    /// The parts to tick off, in their order; nil: none.
    @Nullable public var steps: [Step]? = nil
    public var done: Bool
    /// Studied so far, done blocks included.
    public var minutesDone: Int
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its changes.
    public var rev: Int

    /// The most tasks that one person may have.
    public static let most = 2_000
    /// The most tasks that one may wait for.
    public static let mostAfter = 100
    /// The most flexible tasks with `every` that one person may have: each is planned for each of its times.
    public static let mostEvery = 50
    public static let mostSteps = 50
    /// The estimates that a task may have.
    public static let minutesRange = 1...100_000
}

extension StudyTask.Step {
    private enum CodingKeys: CodingKey { case text, done }

    /// A step without `done` is open.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        done = try container.decodeIfPresent(Bool.self, forKey: .done) ?? false
    }
}

/// How a fixed task repeats. Wall-clock times are those of the study settings' time zone.
public struct TaskRecurrence: Codable, Equatable, Sendable, JSONObject {
    /// A rule of RFC 5545, from daily to yearly: `FREQ=WEEKLY;BYDAY=MO,WE`.
    public var rule: String
    /// The starts of occurrences that are left out.
    public var exceptions: [Date]

    public init(rule: String, exceptions: [Date] = []) { (self.rule, self.exceptions) = (rule, exceptions) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rule = try container.decode(String.self, forKey: .rule)
        exceptions = try container.decodeIfPresent([Date].self, forKey: .exceptions) ?? []
    }

    public static let mostExceptions = 1_000
}

/// The occurrences of a recurring task that a change is for.
public struct TaskOccurrence: Equatable, Sendable, Memberwise {
    /// The start that the rule gives it.
    public var start: Date
    /// Whether the occurrences after it are meant too.
    public var following: Bool = false
}

/// `GET /v1/me/tasks`: all conditions hold; nil takes any task.
public struct TaskQuery: Sendable, Equatable, Memberwise {
    /// Days of the study settings' time zone. A fixed task has an occurrence in them; a flexible one may be worked on in them.
    public var from: Day? = nil
    public var to: Day? = nil
    public var done: Bool? = nil
    public var course: Course.ID? = nil
    public var kind: StudyTask.Kind? = nil
}
