/// Requirements that compete for courses, as the search sees them: rules 8 to 13 of `docs/degrees.md` without names and terms.
///
/// The objective of the rules becomes one number to be maximized, the gain. It counts satisfied requirements, half credits that are
/// not missing, distinct courses that are done, and distinct courses in progress. Each of these is worth more than all that follow.
final class AuditModel {
    struct Requirement {
        /// A course counts by its number of halves, or each as 1.
        var isCredits: Bool
        /// The need, in the requirement's unit.
        var need: Int
        /// The requirement's candidates: a range of `edges`, in the order of rule 14.
        var edges: Range<Int> = 0..<0
        /// The different values of its candidates: a range of `values`.
        var kinds: Range<Int> = 0..<0
        var isSingleKind: Bool { kinds.count <= 1 }
        /// Whether all its courses together reach the need.
        var canBeSatisfied = false
    }

    /// A course that may stand in a requirement.
    struct Edge {
        var requirement, code: Int
        /// The value in the requirement's unit, at most its need: more never helps, and rule 9 then allows no second course.
        var value: Int
        /// The index of the edge's value in `values`.
        var kind = 0
        /// What the course is worth as a distinct one.
        var worth: Worth
    }

    enum Worth: Int, Comparable {
        case nothing, inProgress, done
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    struct Code {
        var edges: [Int] = []
        /// Whether it may stand in two requirements.
        var canBeShared = false
        /// Edges in groups of rivals.
        var groups: [[Int]] = []
    }

    private(set) var requirements: [Requirement]
    private(set) var edges: [Edge]
    private(set) var codes: [Code]
    /// Whether two requirements may share a course.
    private let mayShare: [[Bool]]
    /// The distinct values of a requirement's courses, the greatest first.
    private(set) var values: [Int] = []
    private(set) var available: [Int] = []
    private(set) var kindOwner: [Int] = []

    private(set) var satisfiedGain = 0, halfGain = 0, doneGain = 0
    /// A gain above every possible one.
    private(set) var mustGain = 0

    /// - Parameter edges: grouped by requirement, in order.
    init(requirements: [Requirement], edges: [Edge], codes: Int, mayShare: (Int, Int) -> Bool) {
        self.requirements = requirements
        self.edges = edges
        self.codes = [Code](repeating: Code(), count: codes)
        let all = requirements.indices
        self.mayShare = all.map { own in all.map { mayShare(own, $0) } }
        findKinds()
        for edge in edges.indices { self.codes[edges[edge].code].edges.append(edge) }
        for code in self.codes.indices { findGroups(code) }
        weigh()
    }

    private func findKinds() {
        var place = 0
        for number in requirements.indices {
            let start = place
            while place < edges.count, edges[place].requirement == number { place += 1 }
            let own = Set(edges[start..<place].map(\.value)).sorted(by: >)
            let first = values.count
            values += own
            available += own.map { _ in 0 }
            kindOwner += own.map { _ in number }
            var sum = 0
            for edge in start..<place {
                let kind = first + (own.firstIndex(of: edges[edge].value) ?? 0)
                edges[edge].kind = kind
                available[kind] += 1
                sum += edges[edge].value
            }
            requirements[number].edges = start..<place
            requirements[number].kinds = first..<values.count
            requirements[number].canBeSatisfied = sum >= requirements[number].need
        }
    }

    private func findGroups(_ number: Int) {
        let own = codes[number].edges
        codes[number].canBeShared = own.contains { edge in own.contains { $0 != edge && !areRivals($0, edge) } }
        for edge in own {
            let group = codes[number].groups.firstIndex { $0.allSatisfy { areRivals($0, edge) } }
            if let group { codes[number].groups[group].append(edge) } else { codes[number].groups.append([edge]) }
        }
    }

    /// Whether two edges of a course may not be used together.
    func areRivals(_ one: Int, _ other: Int) -> Bool {
        one != other && !mayShare[edges[one].requirement][edges[other].requirement]
    }

    /// The other edges of the edge's course. They are computed, not stored: a course would take the square of its requirements.
    func rivals(of edge: Int) -> [Int] { codes[edges[edge].code].edges.filter { areRivals($0, edge) } }

    private func weigh() {
        var counts = [Worth.done: 0, .inProgress: 0]
        for code in codes {
            for worth in Set(code.edges.map { edges[$0].worth }) { counts[worth, default: 0] += 1 }
        }
        doneGain = (counts[.inProgress] ?? 0) + 1
        halfGain = doneGain * ((counts[.done] ?? 0) + 1)
        var halves = 0, multiple = 1
        for requirement in requirements where !requirement.edges.isEmpty {
            let most = edges[requirement.edges].reduce(0) { $0 + $1.value }
            halves += min(most, requirement.need) * (requirement.isCredits ? 1 : 6)
        }
        satisfiedGain = halfGain * (halves + 1)
        // Make the gain divisible by the number of courses that a requirement needs, where it can be: then the bound is sharp.
        for number in requirements.indices where requirements[number].canBeSatisfied {
            let share = fewest(number)
            let next = multiple / Self.divisor(multiple, share) * share
            if next <= satisfiedGain { multiple = next }
        }
        satisfiedGain = (satisfiedGain + multiple - 1) / multiple * multiple
        mustGain = satisfiedGain * (requirements.count + 1)
    }

    private static func divisor(_ left: Int, _ right: Int) -> Int { right == 0 ? left : divisor(right, left % right) }

    /// The fewest courses that can satisfy a requirement.
    func fewest(_ number: Int) -> Int {
        var (sum, count) = (0, 0)
        for kind in requirements[number].kinds where sum < requirements[number].need {
            let more = min(available[kind], (requirements[number].need - sum + values[kind] - 1) / values[kind])
            count += more
            sum += more * values[kind]
        }
        return count
    }

    func gain(of worth: Worth) -> Int {
        switch worth {
        case .nothing: 0
        case .inProgress: 1
        case .done: doneGain
        }
    }

    func halves(_ amount: Int, in requirement: Int) -> Int { requirements[requirement].isCredits ? amount : amount * 6 }

    /// The gain of an assignment.
    func gain(_ isUsed: [Bool]) -> Int {
        var gain = 0
        for (number, requirement) in requirements.enumerated() {
            let has = requirement.edges.reduce(0) { isUsed[$1] ? $0 + edges[$1].value : $0 }
            gain += halves(min(has, requirement.need), in: number) * halfGain + (has >= requirement.need ? satisfiedGain : 0)
        }
        for code in codes {
            gain += code.edges.lazy.filter { isUsed[$0] }.map { self.gain(of: self.edges[$0].worth) }.max() ?? 0
        }
        return gain
    }

    /// A good assignment that is near a wish, which may break the rules: no course stands twice where it may not, none is beyond
    /// need, and courses are added until the need is reached or none is left.
    func repaired(_ wish: [Bool]) -> [Bool] {
        var used = [Bool](repeating: false, count: edges.count)
        var uses = [Int](repeating: 0, count: codes.count)
        func isFree(_ edge: Int) -> Bool {
            let code = codes[edges[edge].code]
            return switch uses[edges[edge].code] {
            case 0: true
            case 1: code.canBeShared && !code.edges.contains { used[$0] && areRivals($0, edge) }
            default: false
            }
        }
        for requirement in requirements {
            var held = requirement.edges.filter { wish[$0] && isFree($0) }
            var sum = held.reduce(0) { $0 + edges[$1].value }
            if sum < requirement.need {
                let more = requirement.edges.filter { !wish[$0] && isFree($0) }
                    .sorted { (edges[$0].worth, edges[$0].value, $1) > (edges[$1].worth, edges[$1].value, $0) }
                for edge in more where sum < requirement.need {
                    held.append(edge)
                    sum += edges[edge].value
                }
            }
            held.sort { (edges[$0].value, edges[$0].worth, $1) < (edges[$1].value, edges[$1].worth, $0) }
            for edge in held {
                if sum - edges[edge].value >= requirement.need {
                    sum -= edges[edge].value
                } else {
                    used[edge] = true
                    uses[edges[edge].code] += 1
                }
            }
        }
        return used
    }
}
