/// Counts the ways to take one choice of each course without clashes, without listing them.
///
/// A state is the set of open choices. Courses split into components if no open choices of different components clash. The counts
/// of components multiply. The count of a component depends only on its open choices, so it is computed once and cached
/// (component caching of model counters: Bacchus, Dalmao and Pitassi, 2003).
/// Complexity: O(states * choices * courses) time; exponential at worst, as the problem is #P-complete.
struct TimetableCount<Count: Tally> {
    private let graph: ChoiceGraph<Count>
    private let words: Int
    private let courseMasks: [UInt64]
    private let zero = Pair(all: Count(0), distinct: Count(0))
    private let one = Pair(all: Count(1), distinct: Count(1))
    /// The open choices at each depth.
    private var open: [UInt64]
    private var memo: CountMemo<Count>
    private var meter: Meter

    init(_ graph: ChoiceGraph<Count>, meter: Meter) {
        self.graph = graph
        self.meter = meter
        words = graph.clashes.words
        let courses = graph.ranges.count
        var masks = Array(repeating: UInt64(0), count: courses * words)
        for (course, range) in graph.ranges.enumerated() { fill(range, in: &masks, from: course * words) }
        courseMasks = masks
        open = Array(repeating: 0, count: (courses + 2) * words)
        for range in graph.ranges { fill(range, in: &open, from: 0) }
        memo = CountMemo(words: words)
    }

    /// The counts; if the budget is spent, those of the timetables seen until then.
    mutating func run() -> (counts: Pair<Count>, meter: Meter) {
        let counts = count(graph.ranges.indices.reduce(0) { $0 | 1 << UInt64($1) }, depth: 0)
        return (counts, meter)
    }

    private mutating func count(_ courses: UInt64, depth: Int) -> Pair<Count> {
        var (rest, product) = (courses, one)
        while rest != 0 {
            let component = component(of: rest.trailingZeroBitCount, in: rest, depth: depth)
            rest &= ~component
            product = product * (component & (component - 1) == 0 ? single(component, depth) : several(component, depth))
            if product == zero { return zero }
        }
        return product
    }

    /// The courses among `courses` in one component with `course`, itself included.
    private func component(of course: Int, in courses: UInt64, depth: Int) -> UInt64 {
        var (found, fresh) = (UInt64(1) << UInt64(course), UInt64(1) << UInt64(course))
        while fresh != 0 {
            let next = fresh.trailingZeroBitCount
            fresh &= fresh - 1
            let linked = linked(next, to: courses & ~found, depth)
            found |= linked
            fresh |= linked
        }
        return found
    }

    private func linked(_ course: Int, to others: UInt64, _ depth: Int) -> UInt64 {
        guard others != 0 else { return 0 }
        var linked: UInt64 = 0
        for node in graph.ranges[course] where isOpen(node, depth) {
            var rest = others & ~linked
            while rest != 0 {
                let other = rest.trailingZeroBitCount
                rest &= rest - 1
                for word in 0..<words
                where graph.clashes.bits[node * words + word] & courseMasks[other * words + word] & open[depth * words + word]
                    != 0
                {
                    linked |= 1 << UInt64(other)
                    break
                }
            }
            if linked == others { break }
        }
        return linked
    }

    private func isOpen(_ node: Int, _ depth: Int) -> Bool {
        open[depth * words + node >> 6] >> UInt64(node & 63) & 1 != 0
    }

    private func single(_ component: UInt64, _ depth: Int) -> Pair<Count> {
        var sum = zero
        for node in graph.ranges[component.trailingZeroBitCount] where isOpen(node, depth) { sum += graph.weights[node] }
        return sum
    }

    private mutating func several(_ component: UInt64, _ depth: Int) -> Pair<Count> {
        guard meter.step() else { return zero }
        var (key, branch, fewest) = (Array(repeating: UInt64(0), count: words), 0, Int.max)
        for course in component.ones {
            var choices = 0
            for word in 0..<words {
                let bits = open[depth * words + word] & courseMasks[course * words + word]
                key[word] |= bits
                choices += bits.nonzeroBitCount
            }
            if choices == 0 { return zero }
            if choices < fewest { (branch, fewest) = (course, choices) }
        }
        if let known = memo.find(key) { return known }
        var sum = zero
        for node in graph.ranges[branch] where isOpen(node, depth) {
            for word in 0..<words {
                open[(depth + 1) * words + word] =
                    key[word] & ~courseMasks[branch * words + word] & ~graph.clashes.bits[node * words + word]
            }
            sum += graph.weights[node] * count(component & ~(1 << UInt64(branch)), depth: depth + 1)
        }
        if !meter.isSpent { memo.insert(key, sum) }
        return sum
    }
}

/// The cache of counts by open choices: a hash table with open addressing, so that a lookup allocates no array.
private struct CountMemo<Count: Tally> {
    private let words: Int
    private var slots: [Int32] = Array(repeating: -1, count: 1 << 10)
    private var keys: [UInt64] = []
    private var values: [Pair<Count>] = []

    init(words: Int) { self.words = words }

    func find(_ key: [UInt64]) -> Pair<Count>? {
        let entry = slots[slot(of: key)]
        return entry < 0 ? nil : values[Int(entry)]
    }

    mutating func insert(_ key: [UInt64], _ value: Pair<Count>) {
        if values.count * 2 >= slots.count { grow() }
        slots[slot(of: key)] = Int32(values.count)
        keys += key
        values.append(value)
    }

    /// The slot of `key`, or the free slot for it.
    private func slot(of key: [UInt64]) -> Int {
        var hash: UInt64 = 0
        for word in key { hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15 ^ (hash >> 29) }
        var slot = Int(hash >> 20) & (slots.count - 1)
        while slots[slot] >= 0 {
            let start = Int(slots[slot]) * words
            if (0..<words).allSatisfy({ keys[start + $0] == key[$0] }) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func grow() {
        let old = keys
        slots = Array(repeating: -1, count: slots.count * 2)
        for entry in values.indices { slots[slot(of: Array(old[entry * words..<(entry + 1) * words]))] = Int32(entry) }
    }
}
