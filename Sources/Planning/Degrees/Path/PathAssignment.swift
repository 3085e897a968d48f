import NoteItCore

/// The requirements for which each course may count, and what is lacking under the best assignment.
struct PathAssignment {
    struct Requirement {
        /// Courses or halves.
        var need: Int
        var isCredits: Bool
        /// Whether credits without a course fill it.
        var isElective: Bool

        /// Whole credits of electives for `lack`.
        func electives(for lack: Int) -> Int { isCredits ? (lack + 1) / 2 : lack * 3 }

        /// Courses or halves that electives stand for.
        func value(ofElectives halves: Int) -> Int { isCredits ? halves : halves / 6 }
    }

    struct Option {
        var requirement, value: Int
    }

    /// What a set of courses leaves to be done.
    struct Shortfall {
        /// Courses and halves lacking where no electives may stand in.
        var hard = 0
        /// Whole credits of electives.
        var electives = 0
        /// The lack of each requirement.
        var lacks: [Int]
    }

    private(set) var requirements: [Requirement] = []
    /// The options of each course once it is planned.
    private(set) var planned: [[Option]] = []
    /// The options of each course while it is not planned; only courses that may be repeated have some.
    private var unplanned: [[Option]] = []
    /// The options of the record's codes that are not planned again.
    private var noted: [[Option]] = []
    private var base: [Int] = []
    private(set) var shares: [[Bool]] = []
    private let counted = StateCount()
    private let effort: Effort
    /// Whether each requirement counts courses, and none may share.
    let isSimple: Bool

    init(
        _ programme: Programme, _ table: PathTable, load: [Int], facts: [CourseCode: CourseFacts], patterns: PatternIndex,
        electives: [String: Int], effort: Effort
    ) {
        self.effort = effort
        let all = programme.requirements
        let place = all.places(by: \.id)
        shares = Array(repeating: Array(repeating: false, count: all.count), count: all.count)
        for (own, requirement) in all.enumerated() {
            for other in requirement.mayShareWith.compactMap({ place[$0] }) where other != own {
                shares[own][other] = true
                shares[other][own] = true
            }
        }
        requirements = all.map { requirement in
            let isElective = requirement.from.contains { if case .course = $0.base { false } else { true } }
            switch requirement.need {
            case .courses(let courses): return Requirement(need: courses, isCredits: false, isElective: isElective)
            case .credits(let credits): return Requirement(need: credits.halves, isCredits: true, isElective: isElective)
            }
        }
        isSimple = requirements.allSatisfy { !$0.isCredits } && !shares.contains { $0.contains(true) }
        base = requirements.map(\.need)
        for (id, halves) in electives {
            guard let own = place[id], requirements[own].isElective else { continue }
            base[own] = max(0, base[own] - requirements[own].value(ofElectives: halves))
        }
        func options(_ code: CourseCode, _ value: (Int) -> Int?) -> [Option] {
            let course = patterns.course(code, attributes: facts[code]?.attributes ?? [])
            return all.indices.compactMap { place in
                guard patterns.first(matching: course, in: place) != nil, let value = value(place), value > 0 else {
                    return nil
                }
                return Option(requirement: place, value: value)
            }
        }
        let record = table.record
        for code in record.attempts.keys.sorted() where table.index[code] == nil {
            note(options(code) { record.value(of: code, in: all[$0]) })
        }
        for (course, code) in table.codes.enumerated() {
            unplanned.append(options(code) { record.value(of: code, in: all[$0]) })
            planned.append(
                options(code) { place in
                    record.value(of: code, in: all[place]) ?? (requirements[place].isCredits ? load[course] : 1)
                })
        }
    }

    private mutating func note(_ options: [Option]) {
        if let one = options.first, options.count == 1 {
            base[one.requirement] = max(0, base[one.requirement] - one.value)
        } else if !options.isEmpty {
            noted.append(options)
        }
    }

    /// Whether no assignment was cut short.
    var isExact: Bool { counted.isExact }

    /// Drops a requirement.
    mutating func forget(_ requirement: Int) { base[requirement] = 0 }

    /// - Complexity: as a bipartite matching where all count courses and none share; else exponential in the worst case.
    func shortfall(_ isPlanned: (Int) -> Bool) -> Shortfall {
        var need = base
        var items = noted
        for course in planned.indices {
            let options = isPlanned(course) ? planned[course] : unplanned[course]
            if !options.isEmpty { items.append(options) }
        }
        settle(&items, &need)
        if !items.isEmpty { assign(items, &need) }
        return shortfall(of: need)
    }

    private func shortfall(of need: [Int]) -> Shortfall {
        var result = Shortfall(lacks: need)
        for (place, lack) in need.enumerated() where lack > 0 {
            if requirements[place].isElective {
                result.electives += requirements[place].electives(for: lack)
            } else {
                result.hard += lack
            }
        }
        return result
    }

    /// Assigns courses that have no choice; `items` keeps the others.
    private func settle(_ items: inout [[Option]], _ need: inout [Int]) {
        var hasFilled = true
        while hasFilled, !effort.isExhausted {
            hasFilled = false
            var (left, steps) = ([[Option]](), 0)
            defer { effort.spend(steps) }
            for var options in items {
                steps += options.count
                if options.contains(where: { need[$0.requirement] == 0 }) { options.removeAll { need[$0.requirement] == 0 } }
                switch options.count {
                case 0: continue
                case 1: break
                case 2 where shares[options[0].requirement][options[1].requirement]: break
                default:
                    left.append(options)
                    continue
                }
                for option in options {
                    need[option.requirement] = max(0, need[option.requirement] - option.value)
                    if need[option.requirement] == 0 { hasFilled = true }
                }
            }
            items = left
        }
    }

    private func assign(_ items: [[Option]], _ need: inout [Int]) {
        var group = Array(need.indices)
        func root(_ place: Int) -> Int {
            var place = place
            while group[place] != place { place = group[place] }
            return place
        }
        for options in items {
            for option in options.dropFirst() { group[root(option.requirement)] = root(options[0].requirement) }
        }
        let parts = Dictionary(grouping: items) { root($0[0].requirement) }
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            let isPlain = part.allSatisfy { options in
                options.allSatisfy { own in
                    !requirements[own.requirement].isCredits && !options.contains { shares[own.requirement][$0.requirement] }
                }
            }
            if isPlain { match(part, &need) } else { explore(part, &need) }
        }
    }

    /// Augmenting paths, the requirements that electives cannot fill first. A filled place stays filled.
    private func match(_ items: [[Option]], _ need: inout [Int]) {
        var matching = Matching(items.map { $0.map(\.requirement) }, requirements: need.count)
        let places = Set(items.flatMap { $0.map(\.requirement) })
            .sorted { (requirements[$0].isElective ? 1 : 0, $0) < (requirements[$1].isElective ? 1 : 0, $1) }
        for place in places {
            while need[place] > 0, !effort.isExhausted, matching.augment(place, effort) { need[place] -= 1 }
        }
    }

    /// Finds all reachable needs, course by course; states that are nowhere better than another are dropped. A greedy
    /// assignment that lacks no more than each requirement alone must lack is best at once.
    private func explore(_ items: [[Option]], _ need: inout [Int]) {
        var least = need
        for options in items {
            for option in options { least[option.requirement] = max(0, least[option.requirement] - option.value) }
        }
        let greedy = greedy(items, need)
        if greedy == least {
            need = greedy
            return
        }
        var states: Set<[Int]> = [need]
        let items = items.sorted { left, right in
            left.map(\.requirement).lexicographicallyPrecedes(right.map(\.requirement))
        }
        for options in items where !effort.isExhausted {
            let (fitting, options) = counted.fitting(states, options) { ways(of: options.prefix($0)) }
            var next = fitting
            for state in fitting { spread(state, options, &next) }
            if next.contains(least) {
                need = least
                return
            }
            effort.spend(next.count * need.count)
            states = next.count > 32 ? best(next) : next
            states = counted.cut(states)
        }
        states.insert(greedy)
        func cost(_ state: [Int]) -> (Int, Int) {
            let shortfall = shortfall(of: state)
            return (shortfall.hard, shortfall.electives)
        }
        need =
            states.min { left, right in
                let (own, other) = (cost(left), cost(right))
                return own == other ? left.lexicographicallyPrecedes(right) : own < other
            } ?? need
    }

    /// The number of ways to use a course: for one requirement, or for two that share it.
    private func ways(of options: ArraySlice<Option>) -> Int {
        effort.spend(options.count * options.count / 2)
        return options.indices.reduce(options.count) { sum, rank in
            let own = options[rank].requirement
            return options[(rank + 1)...].reduce(sum) { shares[own][$1.requirement] ? $0 + 1 : $0 }
        }
    }

    private func spread(_ state: [Int], _ options: [Option], _ next: inout Set<[Int]>) {
        for (rank, option) in options.enumerated() where state[option.requirement] > 0 {
            var one = state
            one[option.requirement] = max(0, one[option.requirement] - option.value)
            next.insert(one)
            for other in options[(rank + 1)...]
            where shares[option.requirement][other.requirement] && state[other.requirement] > 0 {
                var both = one
                both[other.requirement] = max(0, both[other.requirement] - other.value)
                next.insert(both)
            }
        }
    }

    /// An assignment in one pass: each course, those with the fewest choices first, goes where most is lacking, and then where
    /// it may count twice.
    private func greedy(_ items: [[Option]], _ need: [Int]) -> [Int] {
        var need = need
        effort.spend(items.reduce(0) { $0 + 2 * $1.count })
        for options in items.sorted(by: { $0.count < $1.count }) {
            func gain(_ option: Option) -> Int { min(need[option.requirement], option.value) }
            var taken = [Option]()
            for _ in 0..<2 {
                let open = options.filter { option in
                    gain(option) > 0 && taken.allSatisfy { shares[$0.requirement][option.requirement] }
                }
                guard let best = open.max(by: { (gain($0), need[$0.requirement]) < (gain($1), need[$1.requirement]) }) else {
                    break
                }
                need[best.requirement] = max(0, need[best.requirement] - best.value)
                taken.append(best)
            }
        }
        return need
    }

    private func best(_ states: Set<[Int]>) -> Set<[Int]> {
        guard states.count <= 400 else { return states }
        let sorted = states.sorted { $0.reduce(0, +) < $1.reduce(0, +) }
        var kept = [[Int]]()
        effort.spend(states.count * states.count / 2)
        for state in sorted {
            if !kept.contains(where: { zip($0, state).allSatisfy { $0 <= $1 } }) { kept.append(state) }
        }
        return Set(kept)
    }
}

/// Courses that each stand in one requirement at most. Source: augmenting paths (Berge, 1957), searched in breadth.
private struct Matching {
    /// Items by requirement.
    private var items: [[Int]]
    private var holder: [Int?]

    init(_ options: [[Int]], requirements: Int) {
        items = Array(repeating: [], count: requirements)
        holder = Array(repeating: nil, count: options.count)
        for (item, own) in options.enumerated() { for requirement in own { items[requirement].append(item) } }
    }

    /// Gives a requirement one more item, and others another one in return; false if that is impossible.
    /// - Complexity: O(options).
    mutating func augment(_ requirement: Int, _ effort: Effort) -> Bool {
        var steps = holder.count + items.count
        defer { effort.spend(steps) }
        // The requirement by which each item was reached, and the item by which each requirement was.
        var reached = [Int?](repeating: nil, count: holder.count)
        var entered = [Int?](repeating: nil, count: items.count)
        var (queue, next) = ([requirement], 0)
        while next < queue.count {
            let place = queue[next]
            next += 1
            steps += items[place].count
            for item in items[place] where reached[item] == nil {
                reached[item] = place
                guard let other = holder[item] else {
                    give(item, to: requirement, reached, entered)
                    return true
                }
                if other != requirement, entered[other] == nil {
                    entered[other] = item
                    queue.append(other)
                }
            }
        }
        return false
    }

    /// Moves the items on the way from a requirement to a free item.
    private mutating func give(_ free: Int, to requirement: Int, _ reached: [Int?], _ entered: [Int?]) {
        var item = free
        while let place = reached[item] {
            holder[item] = place
            guard place != requirement, let before = entered[place] else { return }
            item = before
        }
    }
}

/// How many states the assignments of a problem had so far.
private final class StateCount {
    private var states = 0
    var isExact = true

    /// The most states of all assignments, and of one after that.
    private static let (most, few) = (100_000, 16)
    /// The most numbers in the states of one course, 8 bytes each; and once there were too many states.
    private static let (mostNumbers, fewNumbers) = (4_000_000, 50_000)

    /// Keeps the states that lack least, if there were too many.
    func cut(_ all: Set<[Int]>) -> Set<[Int]> {
        states += all.count
        guard states > Self.most, all.count > Self.few else { return all }
        return fewest(all)
    }

    /// Keeps states and choices of a course so few that all ways to go on fit into memory.
    /// - Parameter ways: in how many a state can go on with the first of the choices.
    func fitting(
        _ states: Set<[Int]>, _ options: [PathAssignment.Option], _ ways: (Int) -> Int
    ) -> (Set<[Int]>, [PathAssignment.Option]) {
        let size = states.first?.count ?? 1
        let most = self.states > Self.most ? Self.fewNumbers : Self.mostNumbers
        func isFitting(_ states: Int, _ options: Int) -> Bool { states * (1 + ways(options)) * size <= most }
        if isFitting(states.count, options.count) { return (states, options) }
        isExact = false
        let states = states.count > Self.few ? fewest(states) : states
        var count = options.count
        while count > 1, !isFitting(states.count, count) { count /= 2 }
        return (states, Array(options.prefix(count)))
    }

    private func fewest(_ all: Set<[Int]>) -> Set<[Int]> {
        isExact = false
        func key(_ state: [Int]) -> [Int] { [state.reduce(0, +)] + state }
        return Set(all.sorted { key($0).lexicographicallyPrecedes(key($1)) }.prefix(Self.few))
    }
}
