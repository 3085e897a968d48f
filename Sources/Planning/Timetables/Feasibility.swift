/// Decides whether some courses have a timetable under some of the wishes. Depth first, the course with the fewest choices first.
struct Feasibility {
    private let table: OptionTable
    private let words: Int
    private var meter: Meter

    /// - Parameter table: must include the choices that wishes forbid.
    init(_ table: OptionTable, budget: SearchBudget) {
        self.table = table
        words = table.clashes.words
        meter = Meter(budget, .explaining)
    }

    /// Whether these courses have a timetable that keeps the wishes whose bits are set; nil if the budget is spent.
    mutating func holds(courses: [Int], wishes: UInt64) -> Bool? {
        var open = Array(repeating: UInt64(0), count: words)
        for course in courses {
            for option in table.ranges[course] where table.classes[option].violations & wishes == 0 {
                open[option >> 6] |= 1 << UInt64(option & 63)
            }
        }
        let holds = extend(open, courses)
        return meter.isSpent ? nil : holds
    }

    private mutating func extend(_ open: [UInt64], _ left: [Int]) -> Bool {
        guard !left.isEmpty else { return true }
        guard meter.step() else { return false }
        var (next, fewest) = (left[0], Int.max)
        for course in left {
            let count = table.ranges[course].count { open[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
            if count == 0 { return false }
            if count < fewest { (next, fewest) = (course, count) }
        }
        let rest = left.filter { $0 != next }
        for option in table.ranges[next] where open[option >> 6] >> UInt64(option & 63) & 1 != 0 {
            var smaller = open
            for word in 0..<words { smaller[word] &= ~table.clashes.bits[option * words + word] }
            if extend(smaller, rest) { return true }
        }
        return false
    }
}
