/// The choices as nodes for counting: choices of one course that clash with the same choices of the others are one node.
struct ChoiceGraph<Count: Tally>: Sendable {
    /// The nodes of each course.
    let ranges: [Range<Int>]
    let clashes: BitMatrix
    /// The number of choices of each node, and of their different meeting times.
    let weights: [Pair<Count>]

    init(_ table: OptionTable, courses: [Int]) {
        var firsts: [Int] = []
        var weights: [Pair<Count>] = []
        var ranges: [Range<Int>] = []
        for course in courses {
            var groups: [ArraySlice<UInt64>: Int] = [:]
            var times: Set<[UInt64]> = []
            let start = firsts.count
            for option in table.ranges[course] {
                let group = groups[table.clashes.row(option)] ?? firsts.count
                if group == firsts.count {
                    groups[table.clashes.row(option)] = group
                    firsts.append(option)
                    weights.append(Pair(all: Count(0), distinct: Count(0)))
                }
                weights[group].all += Count(table.classes[option].members.count)
                if times.insert(table.classes[option].shape.dated).inserted { weights[group].distinct += Count(1) }
            }
            ranges.append(start..<firsts.count)
        }
        var clashes = BitMatrix(rows: firsts.count, columns: firsts.count)
        for left in firsts.indices {
            for right in firsts.indices where table.clashes.has(firsts[left], firsts[right]) { clashes.set(left, right) }
        }
        (self.ranges, self.clashes, self.weights) = (ranges, clashes, weights)
    }
}

/// Two counts that are made together: all timetables, and timetables with different meeting times.
struct Pair<Count: Tally>: Equatable, Sendable {
    var all: Count
    var distinct: Count

    static func += (left: inout Pair, right: Pair) {
        left.all += right.all
        left.distinct += right.distinct
    }

    static func * (left: Pair, right: Pair) -> Pair {
        Pair(all: left.all * right.all, distinct: left.distinct * right.distinct)
    }
}
