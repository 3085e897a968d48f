/// How many blocks each gap of a day gets, so that the day's blocks are as even as can be.
struct EvenShare {
    /// Minutes of each gap.
    let gaps: [Int]
    let breakMinutes: Int
    /// Bounds of a block's length, 1 <= `minimum` <= `maximum`.
    let minimum: Int
    let maximum: Int

    /// The length of each of `count` > 0 blocks in a gap.
    func length(_ gap: Int, count: Int) -> Int { min(maximum, gap / count - breakMinutes) }

    /// How many blocks the gaps can hold. O(gaps).
    var capacity: Int { gaps.map { $0 / (minimum + breakMinutes) }.reduce(0, +) }

    /// Divides `count` <= `capacity` blocks: the lengths, sorted ascending, are lexicographically greatest; then the counts.
    ///
    /// Let t be the greatest length that all blocks can have. A gap takes at most `top` blocks of at least t minutes and at most
    /// `base` of more. Each gap gets `base` or more: else a block could move there from a gap whose blocks have t minutes. So
    /// `count - sum(base)` extra blocks are left, and a gap that takes one has `base` + extra blocks of exactly t minutes. A
    /// dynamic program over the gaps, last first, chooses them: lengths of the same number of blocks compare by how many have the
    /// smallest length, then the next, and an equal addition to both sides does not change the order.
    /// - Complexity: O(extra * (gaps + sum(top - base)) * lengths) time, O(extra * (gaps + lengths)) space.
    func counts(_ count: Int) -> [Int] {
        let t = shortest(count)
        let base = gaps.map { t < maximum ? $0 / (t + 1 + breakMinutes) : 0 }
        let room = zip(gaps, base).map { $0 / (t + breakMinutes) - $1 }
        let extra = count - base.reduce(0, +)
        let lengths = zip(gaps, base).map { $1 > 0 ? length($0, count: $1) : t }
        let ranks = Set(lengths).union([t]).sorted()
        let width = ranks.count
        let rank = lengths.map { value in ranks.partition { $0 >= value } }
        // Row d: how many blocks have each length, of the best way to put d extra blocks into the gaps from here on.
        var (profiles, reached) = (Array(repeating: 0, count: (extra + 1) * width), Array(repeating: false, count: extra + 1))
        reached[0] = true
        var choices: [[Int]] = []
        for gap in gaps.indices.reversed() {
            var next = profiles
            var nextReached = reached
            var choice = Array(repeating: 0, count: extra + 1)
            for d in 0...extra {
                if reached[d] { next[d * width + rank[gap]] += base[gap] }
                for taken in stride(from: 1, through: min(room[gap], d), by: 1) where reached[d - taken] {
                    let (old, new) = ((d - taken) * width, d * width)
                    if nextReached[d] {
                        // Equal ones too: more tasks in the earlier gaps.
                        let order = compare(profiles, old, adding: base[gap] + taken, next, new, width)
                        if order > 0 { continue }
                    }
                    for place in 0..<width { next[new + place] = profiles[old + place] }
                    next[new] += base[gap] + taken
                    nextReached[d] = true
                    choice[d] = taken
                }
            }
            (profiles, reached) = (next, nextReached)
            choices.append(choice)
        }
        var (counts, left) = ([Int](), extra)
        for (gap, choice) in choices.reversed().enumerated() {
            counts.append(base[gap] + choice[left])
            left -= choice[left]
        }
        return counts
    }

    /// The greatest length that `count` blocks can all have.
    private func shortest(_ count: Int) -> Int {
        var (low, high) = (minimum, maximum)
        while low < high {
            let middle = (low + high + 1) / 2
            let fitting = gaps.map { $0 / (middle + breakMinutes) }.reduce(0, +)
            if fitting >= count { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Positive if the first row, with so many of the smallest length added, is worse than the second.
    private func compare(_ rows: [Int], _ row: Int, adding: Int, _ others: [Int], _ other: Int, _ width: Int) -> Int {
        for place in 0..<width {
            let difference = rows[row + place] + (place == 0 ? adding : 0) - others[other + place]
            if difference != 0 { return difference }
        }
        return 0
    }
}
