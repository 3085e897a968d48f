/// The output of study time: blocks in time order, what could not be placed, and how good the plan is.
public struct StudyTimetable: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case study, rest = "break", fixed
    }

    public struct Block: Sendable, Equatable {
        public var id: String
        public var kind: Kind
        /// The id of the block's task; nil for a break.
        public var task: String?
        /// Seconds since 1970 UTC.
        public var start: Int
        public var end: Int
        public var isPinned = false
        public var isDone = false
        public var isMissed = false
    }

    /// What keeps a task from being placed.
    public enum Reason: String, Sendable {
        case hours, deadline, limit, after, blocks
    }

    /// The smallest change of one setting that would place the rest of a task.
    public enum Change: Sendable, Equatable {
        /// Study hours that end so many minutes later on one day.
        case longerHours(day: Int, minutes: Int)
        /// A later deadline, in seconds since 1970 UTC.
        case laterDeadline(Int)
        /// A higher daily limit, in minutes.
        case higherLimit(Int)
        /// A shorter minimum block, in minutes.
        case shorterMinimum(Int)
        /// A longer maximum block, in minutes.
        case longerMaximum(Int)
        /// The task that it waits for is placed or done.
        case finish(String)
    }

    public struct Unplaced: Sendable, Equatable {
        public var task: String
        public var minutes: Int
        public var reason: Reason
        /// The smallest change that would place the task; nil if no single change of the settings would do.
        public var change: Change?
    }

    /// The blocks of the plan, by start, end, id.
    public var blocks: [Block]
    /// The tasks that are not wholly placed, by id.
    public var unplaced: [Unplaced]
    /// Weeks: unplaced minutes of high, of medium, of low priority; moved blocks; new blocks; sum of minutes from now to the end
    /// of each task's last new block. Balanced: the first four, then late minutes; the sum of the squares of the days' minutes;
    /// minutes before higher priorities; minutes of too long runs. Even: empty.
    public var objective: [Int]
    public var isOptimal: Bool
    /// A lower bound of the objective, in lexicographic order; nil if the plan is optimal.
    public var bound: [Int]?
    /// Even: of each task that stood on some day without getting a block the first such day, for `StudyProblem.Task.waitsSince`
    /// of later plans.
    public var waiting: [String: Int] = [:]
}
