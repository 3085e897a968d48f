import NoteItCore

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
    public struct Task: Sendable, Equatable, Memberwise {
        /// The id, unlike that of any other task, fixed or not. Ids are ordered by their UTF-8 bytes.
        public var id: String
        public var priority: Priority = .medium
        public var minutes: Int
        /// Minutes done so far, those of done blocks included.
        public var minutesDone: Int = 0
        public var earliest: Int? = nil
        public var deadline: Int? = nil
        /// Ids of flexible tasks that come first. Without cycles.
        public var after: [String] = []
        /// When the task was made, in any unit: only the order matters.
        public var createdAt: Int? = nil
        public var isDone: Bool = false
        /// The least number of days to spread the work over; weeks mode only.
        public var spaced: Int? = nil
        /// The first day, counted from 1970-01-01, on which it stood in an earlier plan without getting a block; even mode only.
        public var waitsSince: Int? = nil
        /// The times at which it is done anew, each between `earliest` and `deadline`; nil: once. Nothing waits for such a task.
        public var every: Every? = nil
        /// Whether it is one time of work that is done anew: its deadline is nobody's to change.
        var isOneTime: Bool = false
    }

    /// When work is done anew.
    public enum Every: Sendable, Equatable {
        /// On these days of the week; 0 is Monday.
        case weekdays(Set<Int>)
        /// On any one day of each week, from Monday.
        case week
    }

    /// A fixed task, its recurrence already expanded.
    public struct FixedTask: Sendable, Equatable, Memberwise {
        public var id: String
        public var occurrences: [Range<Int>]
        public var isDone: Bool = false
    }

    /// A study block of an earlier plan.
    public struct EarlierBlock: Sendable, Equatable, Memberwise {
        public var id: String
        public var task: String
        public var start: Int
        public var end: Int
        public var isPinned: Bool = false
        public var isDone: Bool = false
        public var isMissed: Bool = false
    }

    public struct Settings: Sendable, Equatable, Memberwise {
        /// Study hours of each weekday, Monday first, in wall-clock minutes since midnight; 1440 ends a day.
        public var hours: [[Range<Int>]]
        /// Minutes of the shortest block, at least 1 and at most `maximumBlock`.
        public var minimumBlock: Int = 30
        public var maximumBlock: Int = 120
        public var breakMinutes: Int = 5
        public var dailyLimit: Int? = nil
        public var mode: Mode = .even
        /// Balanced mode: the minutes of study after which a break of at least so many minutes should follow.
        public var longestRun: Int = 120
        public var longBreak: Int = 30
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
        let places = tasks.places(by: \.id)
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
