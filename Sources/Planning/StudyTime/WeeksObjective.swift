/// How good a plan of weeks mode is; less is better, compared in this order.
struct WeeksObjective: Comparable {
    /// Unplaced slots of high, medium and low priority.
    var unplaced = SIMD4<Int>()
    var moved = 0
    var blocks = 0
    /// Minutes from now to the end of each task's last block, added up.
    var sum = 0

    static func < (one: Self, other: Self) -> Bool {
        for priority in 0..<3 where one.unplaced[priority] != other.unplaced[priority] {
            return one.unplaced[priority] < other.unplaced[priority]
        }
        return (one.moved, one.blocks, one.sum) < (other.moved, other.blocks, other.sum)
    }

    /// The entries in the order of the contract's `objective`, in minutes.
    var vector: [Int] { [unplaced[0] * 5, unplaced[1] * 5, unplaced[2] * 5, moved, blocks, sum] }
}
