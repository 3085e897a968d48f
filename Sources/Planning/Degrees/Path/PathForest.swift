import NoteItCore

/// The trees of all courses in one array of nodes. Leaves that the record meets are folded.
struct PathForest {
    enum Node {
        case met, never
        case course(Int, concurrent: Bool)
        /// A kept course: met from a term on.
        case since(Int)
        /// - Parameter filter: of `filters`; -1 counts all earlier credits.
        case credits(filter: Int, halves: Int)
        case atLeast(Int, Range<Int>)
    }

    /// The credits of some courses.
    struct Filter {
        var members: ArraySlice<Int>
        var record: Int
        /// The terms and halves of kept courses that count.
        var kept: [(term: Int, halves: Int)]
    }

    /// The term of a course that is not placed.
    static let never = Int.max

    fileprivate(set) var nodes: [Node] = [.met]
    fileprivate(set) var filters: [Filter] = []
    /// The most credits that an unfiltered leaf asks for.
    fileprivate(set) var mostStanding = 0

    static let met = 0

    /// - Parameters:
    ///   - when: each course's term, or `never`.
    ///   - before: the halves before the term.
    func isMet(_ node: Int, at term: Int, _ when: [Int], _ before: Int, _ load: [Int]) -> Bool {
        switch nodes[node] {
        case .met: return true
        case .never: return false
        case .course(let course, let concurrent): return concurrent ? when[course] <= term : when[course] < term
        case .since(let first): return term >= first
        case .credits(-1, let halves): return before >= halves
        case .credits(let filter, let halves):
            var sum = filters[filter].record
            for kept in filters[filter].kept where kept.term < term { sum += kept.halves }
            for member in filters[filter].members where when[member] < term { sum += load[member] }
            return sum >= halves
        case .atLeast(let least, let parts):
            var (met, left) = (0, parts.count)
            for part in parts where met < least {
                guard met + left >= least else { return false }
                left -= 1
                if isMet(part, at: term, when, before, load) { met += 1 }
            }
            return met >= least
        }
    }

    /// The most steps that `isMet` takes.
    func size(of node: Int) -> Int {
        switch nodes[node] {
        case .atLeast(_, let parts): parts.reduce(1) { $0 + size(of: $1) }
        case .credits(let filter, _): filter < 0 ? 1 : 1 + filters[filter].members.count + filters[filter].kept.count
        default: 1
        }
    }

    /// Whether a tree may become true by time alone: it asks for credits or for a kept course.
    func isTimely(_ node: Int) -> Bool {
        switch nodes[node] {
        case .credits, .since: true
        case .atLeast(_, let parts): parts.contains(where: isTimely)
        default: false
        }
    }

    /// The courses that a tree still names, each with whether the same term will do.
    func leaves(_ node: Int, _ visit: (Int, Bool) -> Void) {
        switch nodes[node] {
        case .course(let course, let concurrent): visit(course, concurrent)
        case .atLeast(_, let parts): parts.forEach { leaves($0, visit) }
        default: break
        }
    }
}

/// Makes a forest. It knows more than the forest, which is small and so can be read without copying it.
struct PathPlanter {
    private typealias Node = PathForest.Node
    private typealias Filter = PathForest.Filter

    private(set) var forest = PathForest()
    /// The courses that may be planned for the first time, and those of the record. Most problems do not need them.
    private lazy var planned = NumberedCourses(
        table.codes.indices.filter { !table.isRetake[$0] }.map { (table.codes[$0], $0) })
    private lazy var noted = NumberedCourses(
        table.record.attempts.keys.map { ($0, table.record.halvesBefore(of: $0) ?? 0) })
    /// Places in `keptGains`.
    private lazy var keptPlaces = NumberedCourses(keptCodes.enumerated().map { ($1, $0) })
    private lazy var keptGains = keptCodes.map { (term: kept.terms[$0] ?? 0, halves: table.record.keptHalves(of: $0)) }
    private lazy var keptCodes = kept.terms.keys.sorted()
    private let table: PathTable
    private let kept: PathKept
    private let effort: Effort

    init(_ table: PathTable, _ kept: PathKept, effort: Effort) {
        (self.table, self.kept, self.effort) = (table, kept, effort)
    }

    /// - Returns: the root of the tree in the forest.
    mutating func plant(_ tree: RequirementTree) -> Int {
        let draft = draft(tree.withoutUnknown ?? .none)
        forest.nodes.append(.met)
        let root = forest.nodes.count - 1
        place(draft, at: root)
        return root
    }

    private indirect enum Draft {
        case met, never
        case leaf(Node)
        case credits(Filter, Int)
        case atLeast(Int, [Draft])
    }

    private mutating func place(_ draft: Draft, at place: Int) {
        switch draft {
        case .met: forest.nodes[place] = .met
        case .never: forest.nodes[place] = .never
        case .leaf(let node):
            forest.nodes[place] = node
            if case .credits(-1, let halves) = node { forest.mostStanding = max(forest.mostStanding, halves) }
        case .credits(let filter, let halves):
            forest.filters.append(filter)
            forest.nodes[place] = .credits(filter: forest.filters.count - 1, halves: halves)
        case .atLeast(let least, let parts):
            let range = forest.nodes.count..<forest.nodes.count + parts.count
            forest.nodes[place] = .atLeast(least, range)
            forest.nodes.append(contentsOf: repeatElement(.met, count: parts.count))
            for (part, place) in zip(parts, range) { self.place(part, at: place) }
        }
    }

    private mutating func draft(_ tree: RequirementTree) -> Draft {
        switch tree {
        case .all(let parts): return atLeast(parts.count, parts)
        case .any(let parts): return atLeast(1, parts)
        case .atLeast(let least, let parts): return atLeast(least, parts)
        case .course(let code, let minimum, let concurrent):
            if table.record.meetsBefore(code, minimum) { return .met }
            if let term = kept.terms[code] { return .leaf(.since(concurrent ? term : term + 1)) }
            return table.index[code].map { .leaf(.course($0, concurrent: concurrent)) } ?? .never
        case .credits(let credits, nil, nil, nil): return standing(credits.halves)
        case .credits(let credits, let subject, let from, let to):
            let filter = Filter(
                members: planned.values(subject, from, to), record: noted.values(subject, from, to).reduce(0, +),
                kept: keptPlaces.values(subject, from, to).map { keptGains[$0] })
            effort.spend(noted.count + keptPlaces.count)
            return filter.record >= credits.halves ? .met : .credits(filter, credits.halves)
        case .level(let level): return standing(2 * RequirementTree.creditsPerLevel * (level - 1))
        case .permission, .unknown, .highSchool: return .met
        }
    }

    private func standing(_ halves: Int) -> Draft {
        halves <= table.recordHalves ? .met : .leaf(.credits(filter: -1, halves: halves))
    }

    private mutating func atLeast(_ least: Int, _ parts: [RequirementTree]) -> Draft {
        var (least, kept) = (least, [Draft]())
        for part in parts {
            switch draft(part) {
            case .met: least -= 1
            case .never: break
            case let other: kept.append(other)
            }
        }
        if least <= 0 { return .met }
        if kept.count < least { return .never }
        return kept.count == 1 ? kept[0] : .atLeast(least, kept)
    }
}

extension RequirementTree {
    /// The tree without permissions and unknown parts; nil if nothing else was in it.
    var withoutUnknown: RequirementTree? {
        func kept(_ parts: [RequirementTree]) -> [RequirementTree]? {
            let kept = parts.compactMap(\.withoutUnknown)
            return kept.isEmpty && !parts.isEmpty ? nil : kept
        }
        switch self {
        case .permission, .unknown: return nil
        case .all(let parts): return kept(parts).map { .all($0) }
        case .any(let parts): return kept(parts).map { .any($0) }
        case .atLeast(let least, let parts):
            return kept(parts).map { .atLeast($0.count < parts.count ? min(least, $0.count) : least, of: $0) }
        default: return self
        }
    }
}

/// Values of courses, found by subject and number without a look at the others.
private struct NumberedCourses {
    /// The codes of a subject in ascending order of digits, then those without digits; with their values.
    private struct Row {
        var digits: [Int] = []
        var values: [Int] = []
    }

    let count: Int
    private var bySubject: [String: Row] = [:]
    private var all = Row()

    init(_ courses: [(code: CourseCode, value: Int)]) {
        count = courses.count
        let sorted = courses.map { ($0.code.subject, $0.code.leadingDigits, $0.value) }
            .sorted { ($0.1 ?? .max, $0.2) < ($1.1 ?? .max, $1.2) }
        for (subject, digits, value) in sorted {
            all.values.append(value)
            bySubject[subject, default: Row()].values.append(value)
            guard let digits else { continue }
            all.digits.append(digits)
            bySubject[subject, default: Row()].digits.append(digits)
        }
    }

    /// The values of the courses that the pattern of a subject and of numbers matches.
    func values(_ subject: String?, _ from: Int?, _ to: Int?) -> ArraySlice<Int> {
        guard let row = subject.map({ bySubject[$0] }) ?? all else { return [] }
        guard from != nil || to != nil else { return row.values[...] }
        let first = Self.place(of: from ?? .min, in: row.digits)
        let end = to.map { $0 == .max ? row.digits.count : Self.place(of: $0 + 1, in: row.digits) } ?? row.digits.count
        return row.values[first..<max(first, end)]
    }

    /// The first place whose number is not below a number.
    private static func place(of number: Int, in digits: [Int]) -> Int {
        var (low, high) = (0, digits.count)
        while low < high {
            let middle = (low + high) / 2
            if digits[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The courses that may be planned, and the record.
struct PathTable {
    var record: PathRecord
    /// The codes, ascending.
    var codes: [CourseCode]
    var index: [CourseCode: Int]
    /// Courses of the record that may be planned again for a minimum.
    var isRetake: [Bool]
    var recordHalves: Int
}
