extension BlockSearch {
    struct State {
        /// Slots that are left of each open task; -1 if it is closed though some are.
        var left = SIMD64<Int16>(repeating: 0)
        /// Open tasks that are whole, and spaced tasks that have a block on the current day.
        var whole: UInt64 = 0
        var today: UInt64 = 0
        /// The slots that blocks hold on the current day, where days are limited.
        var used = 0
        /// Entries so far: unplaced slots of closed tasks alone, all anchors that were not met as moved.
        var cost: WeeksObjective
        /// The lower bound of all plans that go on from this state.
        var bound = WeeksObjective()
        /// The fewest blocks of what is left, if a plan at the bound places each task wholly or not at all; 0 otherwise.
        var blocksLeft = 0
        /// Which states a narrow search prefers: the bound, but tasks are as important as those that wait for them.
        var rank = WeeksObjective()
        /// The hash of `left`, `today` and `used`.
        var hash: UInt64 = 0
        /// Index of its last block's link.
        var link: Int32

        func isSame(_ other: State) -> Bool {
            hash == other.hash && used == other.used && today == other.today && left == other.left
        }
    }

    struct Bounds {
        var bound: WeeksObjective
        var rank: WeeksObjective
        var blocksLeft: Int
    }

    /// An open task of the grid, without references so that it is cheap to read.
    struct Open {
        var index: Int
        var priority: Int
        /// Masks with all bits set from the task's own priority on, and from the highest priority of the task and of those that
        /// wait for it on.
        var upFromPriority: SIMD4<Int>
        var upFromUrgency: SIMD4<Int>
        var need: Int
        var shortest: Int
        var longest: Int
        var windowStart: Int
        var windowEnd: Int
        var lastEnd: Int
        var mustFill: Bool
        var isSpaced: Bool
        /// Open tasks that come first.
        var before: UInt64
        /// The first segment that the task's window meets.
        var segment: Int
        /// The start and the end of its window.
        var begin: WorkCapacity.Position
        var end: WorkCapacity.Position
    }
}
