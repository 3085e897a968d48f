/// How many courses of each kind a requirement of several kinds may hold, the kind of the greatest value first.
struct KindBounds {
    private(set) var least, most: [Int]
    private let values: [Int]
    private let need: Int
    private let state: AuditRelaxation.State

    /// Narrows the ranges by the need and by rule 9. Nil if they then allow nothing.
    /// - Parameters: `ranges`, `values`: for each kind; `values` descend.
    init?(_ ranges: [ClosedRange<Int>], values: [Int], need: Int, state: AuditRelaxation.State) {
        (least, most) = (ranges.map(\.lowerBound), ranges.map(\.upperBound))
        (self.values, self.need, self.state) = (values, need, state)
        while true {
            let low = sum(least)
            let high = sum(most)
            if state == .satisfied, high < need { return nil }
            // The least value of a course that is certainly held.
            let held = least.indices.last { least[$0] > 0 }.map { values[$0] } ?? .max
            var hasChanged = false
            for place in least.indices {
                let value = values[place]
                let above = state == .unsatisfied ? 0 : min(held, value)
                let room = need - 1 + above - low
                if room < 0, least[place] > 0 { return nil }
                let top = room < 0 ? 0 : least[place] + room / value
                if top < most[place] {
                    most[place] = top
                    hasChanged = true
                }
                if state == .satisfied {
                    let bottom = most[place] - max(0, high - need) / value
                    if bottom > least[place] {
                        least[place] = bottom
                        hasChanged = true
                    }
                }
                if least[place] > most[place] { return nil }
                if hasChanged { break }
            }
            if !hasChanged { return }
        }
    }

    private func sum(_ counts: [Int]) -> Int { zip(counts, values).reduce(0) { $0 + $1.0 * $1.1 } }

    /// The fewest courses that reach the need, those of the greatest values first. The last one counts only as much as the need
    /// still lacks.
    var fewestCourses: [(count: Int, value: Int)] {
        var (parts, sum): ([(count: Int, value: Int)], Int) = ([], 0)
        for (value, most) in zip(values, most) where sum < need {
            let whole = min(most, (need - sum) / value)
            if whole > 0 { parts.append((whole, value)) }
            sum += whole * value
            if whole < most, sum < need {
                parts.append((1, need - sum))
                sum = need
            }
        }
        return parts
    }

    /// The most courses of all kinds together.
    var mostCourses: Int {
        let fixed = least.reduce(0, +)
        let low = sum(least)
        let lightest = least.lastIndex { $0 > 0 }
        var best = fixed
        // No course is beyond the need: either the need is not reached, or the lightest course, of this kind, is needed.
        let floors = state == .unsatisfied ? [values.count - 1] : Array((lightest ?? 0)..<values.count)
        for floor in floors {
            var room = need - 1 - low
            if state != .unsatisfied { room += values[floor] }
            var count = fixed
            for place in (0...floor).reversed() where room > 0 {
                let more = min(most[place] - least[place], room / values[place])
                count += more
                room -= more * values[place]
                if more < most[place] - least[place] { break }
            }
            best = max(best, count)
        }
        return best
    }
}
