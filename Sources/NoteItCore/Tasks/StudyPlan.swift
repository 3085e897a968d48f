import Foundation

/// A plan of study time: what to study when, around what is fixed.
public struct StudyPlan: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public struct Block: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
        public enum Kind: String, Codable, Sendable, CaseIterable { case study, `break`, fixed, `class` }

        public var id: String
        public var kind: Kind
        public var start, end: Date
        @Nullable public var task: String? = nil
        @Nullable public var event: Event.ID? = nil
        @Nullable public var course: Course.ID? = nil
        public var title: String = ""
        public var pinned: Bool = false
        public var done: Bool = false
        public var missed: Bool = false
    }

    /// The reason why a task is not wholly placed.
    public struct Because: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public enum Reason: String, Codable, Sendable, CaseIterable { case hours, deadline, limit, after, blocks }

        public var reason: Reason
        /// The reason in a sentence, with the smallest change that would place the task, if there is one.
        public var detail: String
        /// The change that `detail` names last; nil: none, or one that an older version found.
        @Nullable public var change: Change? = nil
    }

    /// The smallest change of one setting that would place a task.
    public struct Change: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public enum Setting: String, Codable, Sendable, CaseIterable {
            case hours, deadline, dailyLimit, minimumBlock, maximumBlock, after
        }

        public var setting: Setting
        /// The day on which `hours` end later.
        @Nullable public var day: Day? = nil
        /// How much later `hours` end; the new value of a limit, or of a length of blocks.
        @Nullable public var minutes: Int? = nil
        /// The new `deadline`.
        @Nullable public var time: Date? = nil
        /// The task of `after`, which must be done, or have its time, first.
        @Nullable public var task: String? = nil
    }

    public struct Unplaced: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var task: String
        public var minutes: Int
        public var because: Because
    }

    /// The blocks of the plan, by start, end, id.
    public var blocks: [Block]
    public var unplaced: [Unplaced]
    /// In weeks mode: unplaced minutes of high, of medium, of low priority; blocks that moved; new blocks; the sum of minutes from
    /// now to each task's last new block. In balanced mode: the first four of these; minutes later than two days before a deadline;
    /// the sum of the squares of the days' minutes; minutes before higher priorities; minutes beyond the longest run. In even mode
    /// empty.
    public var objective: [Int]
    public var optimal: Bool
    /// A lower bound of the objective, in lexicographic order; nil if the plan is optimal.
    public var bound: [Int]?

    public static let empty = StudyPlan(blocks: [], unplaced: [], objective: [], optimal: true, bound: nil)
}

/// `PATCH /v1/me/study-blocks/{id}`. Nil leaves a field as it is. A block with a new start or end is pinned.
public struct StudyBlockPatch: Codable, Sendable, Equatable, Memberwise {
    public var start: Date? = nil
    public var end: Date? = nil
    public var pinned: Bool? = nil
    public var done: Bool? = nil
    public var missed: Bool? = nil

    /// Puts a block off by so many minutes, or, once it has begun, to so long after now. It keeps its length.
    public static func later(_ block: StudyPlan.Block, by minutes: Int, at now: Date) -> StudyBlockPatch {
        let wholeMinute = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / 60).rounded(.up) * 60)
        let start = max(block.start, wholeMinute) + Double(minutes) * 60
        return StudyBlockPatch(start: start, end: start + block.end.timeIntervalSince(block.start))
    }

    /// The block with these changes. Throws `.invalid`.
    public func applied(to block: StudyPlan.Block) throws(DomainError) -> StudyPlan.Block {
        var new = block
        (new.start, new.end) = (start ?? block.start, end ?? block.end)
        let isMoved = new.start != block.start || new.end != block.end
        new.pinned = pinned ?? (block.pinned || isMoved)
        new.done = done ?? (missed == true ? false : block.done)
        new.missed = missed ?? (done == true ? false : block.missed)
        var faults = Faults()
        if new.end <= new.start {
            faults.check("end", "must be after start, \(RFC3339.string(new.start))")
        } else if new.end.timeIntervalSince(new.start) > 86_400 {
            faults.check("end", "must be at most a day after start")
        }
        if new.done, new.missed { faults.check("missed", "must not be true for a block that is done") }
        if isMoved, pinned == false {
            faults.check("pinned", "must not be false for a block that is moved: it stays where you put it")
        }
        try faults.raise()
        return new
    }
}
