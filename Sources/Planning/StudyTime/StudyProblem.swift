/// The input of study time. Instants are whole seconds since 1970 UTC; durations are whole minutes.
public struct StudyProblem: Sendable {
    public enum Mode: Sendable, Equatable {
        case even, weeks, balanced
    }

    /// The priorities of tasks, the most important first.
    public enum Priority: Int, Sendable, CaseIterable {
        case high, medium, low
    }

    /// A flexible task: work that the plan may place.
    public struct Task: Sendable, Equatable {
        /// Not shared with any other task, fixed ones included. Ids are ordered by their UTF-8 bytes.
        public var id: String
        public var priority = Priority.medium
        public var minutes: Int
        /// Includes the minutes of done blocks.
        public var minutesDone = 0
        public var earliest: Int?
        public var deadline: Int?
        /// Ids of flexible tasks that come first. Without cycles.
        public var after: [String] = []
        /// In any unit; only its order matters.
        public var createdAt: Int?
        public var isDone = false
        /// The least number of days to spread the work over; weeks mode only.
        public var spaced: Int?
        /// The first day, counted from 1970-01-01, on which it stood in an earlier plan without getting a block; even mode only.
        public var waitsSince: Int?

        public init(id: String, minutes: Int) {
            self.id = id
            self.minutes = minutes
        }
    }

    /// A fixed task, its recurrence already expanded.
    public struct FixedTask: Sendable, Equatable {
        public var id: String
        public var occurrences: [Range<Int>]
        public var isDone: Bool

        public init(id: String, occurrences: [Range<Int>], isDone: Bool = false) {
            self.id = id
            self.occurrences = occurrences
            self.isDone = isDone
        }
    }

    /// A study block of an earlier plan.
    public struct EarlierBlock: Sendable, Equatable {
        public var id: String
        public var task: String
        public var start: Int
        public var end: Int
        public var isPinned = false
        public var isDone = false
        public var isMissed = false

        public init(id: String, task: String, start: Int, end: Int) {
            self.id = id
            self.task = task
            self.start = start
            self.end = end
        }
    }

    public struct Settings: Sendable, Equatable {
        /// Study hours of each weekday, Monday first, in wall-clock minutes since midnight; 1440 ends a day.
        public var hours: [[Range<Int>]]
        /// At least 1 and at most `maximumBlock`.
        public var minimumBlock = 30
        public var maximumBlock = 120
        public var breakMinutes = 5
        public var dailyLimit: Int?
        public var mode = Mode.even
        /// Balanced mode: the minutes of study after which a break of at least so many minutes should follow.
        public var longestRun = 120
        public var longBreak = 30

        public init(hours: [[Range<Int>]]) { self.hours = hours }
    }

    public var now: Int
    /// The first and the last day, counted from 1970-01-01.
    public var days: ClosedRange<Int>
    public var zone: ZoneOffsets
    public var settings: Settings
    public var tasks: [Task]
    public var fixed: [FixedTask] = []
    public var busy: [Range<Int>] = []
    public var earlier: [EarlierBlock] = []
    /// Even mode: whether work that is left of a task with done blocks counts as unplaced where no day has room for it.
    public var namesRests = false
    /// A day whose study hours go on for so many minutes.
    var longerDay: (day: Int, minutes: Int)?

    public init(now: Int, days: ClosedRange<Int>, zone: ZoneOffsets, settings: Settings, tasks: [Task]) {
        self.now = now
        self.days = days
        self.zone = zone
        self.settings = settings
        self.tasks = tasks
    }

    /// A cycle among `after`, each task before the one that waits for it; nil if there is none. O(tasks + references).
    ///
    /// References to tasks that are not in `tasks` are ignored.
    public static func cycle(in tasks: [(id: String, after: [String])]) -> [String]? {
        let places = Dictionary(tasks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let before = tasks.map { $0.after.compactMap { places[$0] } }
        enum Visit { case never, open, closed }
        var visits = Array(repeating: Visit.never, count: tasks.count)
        for root in tasks.indices where visits[root] == .never {
            var path = [(task: root, next: 0)]
            visits[root] = .open
            while let (task, next) = path.last {
                guard next < before[task].count else {
                    visits[task] = .closed
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let other = before[task][next]
                switch visits[other] {
                case .open: return path.drop { $0.task != other }.reversed().map { tasks[$0.task].id }
                case .never:
                    visits[other] = .open
                    path.append((other, 0))
                case .closed: break
                }
            }
        }
        return nil
    }
}
