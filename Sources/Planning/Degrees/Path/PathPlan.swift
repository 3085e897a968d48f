import NoteItCore

/// A plan without anything superfluous.
struct PathPlan {
    private let instance: PathInstance
    private(set) var when: [Int]
    /// Whole credits of electives by term.
    private(set) var electives: [Int]
    /// The lack of each requirement, which electives fill.
    private(set) var lacks: [Int] = []

    private static let few = 200

    private var courses: [Int] { when.indices.filter { when[$0] != PathInstance.never } }

    /// The number of terms up to the last one used.
    var terms: Int {
        max(
            courses.reduce(instance.kept.end) { max($0, when[$1] + 1) },
            (electives.lastIndex { $0 > 0 } ?? -1) + 1)
    }

    /// - Parameters:
    ///   - when: a plan of at most `terms` terms, to which electives fill what is left.
    ///   - isOver: once it is true, something superfluous may stay in a plan of very many courses.
    init(_ instance: PathInstance, _ when: [Int], terms: Int, isOver: () -> Bool = { false }) {
        self.instance = instance
        self.when = when
        electives = []
        fill(terms)
        let order = courses.sorted { (when[$0], instance.load[$0], $0) > (when[$1], instance.load[$1], $1) }
        var size = 0
        repeat {
            size = courses.count
            for course in order where when[course] != PathInstance.never && (order.count <= Self.few || !isOver()) {
                if instance.effort.isLate { break }
                drop(course, terms)
            }
        } while courses.count < size && !instance.effort.isLate
        trim()
        lacks = instance.shortfall(self.when).lacks
    }

    private mutating func fill(_ terms: Int) {
        electives = (0..<terms).map { instance.limit($0) }
        for course in courses { electives[when[course]] -= instance.load[course] }
        for term in electives.indices { electives[term] = max(0, electives[term] / 2) }
    }

    /// Drops a course, and those that may not be planned without it, if the rest still finishes the programme.
    private mutating func drop(_ course: Int, _ terms: Int) {
        let kept = self
        var loose = [course]
        while !loose.isEmpty {
            for course in loose { when[course] = PathInstance.never }
            fill(terms)
            loose = unmet + courses.filter { !instance.hasParent($0, when) }
        }
        if !isFinished { self = kept }
    }

    private var needed: Int {
        instance.electives(beside: courses, lacking: instance.shortfall(when).electives)
    }

    private var isFinished: Bool {
        let shortfall = instance.shortfall(when)
        return shortfall.hard == 0
            && instance.electives(beside: courses, lacking: shortfall.electives) <= electives.reduce(0, +)
    }

    /// Courses whose trees do not hold.
    private var unmet: [Int] {
        var before = Array(repeating: 0, count: electives.count + 1)
        for course in courses { before[when[course] + 1] += instance.gain[course] }
        before[0] = instance.table.recordHalves
        for term in electives.indices { before[term + 1] += before[term] + 2 * electives[term] + instance.keptGain(term) }
        return courses.filter { !instance.isMet($0, at: when[$0], when, before[when[$0]]) }
    }

    /// Keeps only the electives that the programme and standing need, the earliest ones.
    private mutating func trim() {
        let needed = needed
        for term in electives.indices.reversed() {
            let rest = electives.reduce(0, +) - electives[term]
            var (low, high) = (max(0, needed - rest), electives[term])
            while low < high {
                electives[term] = (low + high) / 2
                if unmet.isEmpty { high = electives[term] } else { low = electives[term] + 1 }
            }
            electives[term] = high
        }
    }

    // MARK: - The answer

    func answer(_ problem: PathProblem, isOptimal: Bool) -> DegreePath {
        let terms = answerTerms(problem)
        let assumptions = assumptions(problem, terms)
        return DegreePath(
            feasible: true, graduates: terms.last?.term, terms: terms, critical: critical(), optimal: isOptimal,
            assumed: unique(assumptions.map(\.text)), assumptions: assumptions, because: nil)
    }

    private func answerTerms(_ problem: PathProblem) -> [DegreePath.Term] {
        let requirements = problem.programme.requirements
        var open = requirements.indices.map { place in
            instance.assignment.requirements[place].isElective
                ? instance.assignment.requirements[place].electives(for: lacks[place]) : 0
        }
        let kept = Dictionary(grouping: problem.kept) { $0.term.ordinal - instance.from.ordinal }
        return electives.indices.compactMap { term in
            var rest = electives[term]
            let stays = kept[term] ?? []
            var parts = [DegreePath.Elective]()
            for elective in stays.flatMap({ $0.electives ?? [] }) { parts.add(elective) }
            for place in open.indices where rest > 0 && open[place] > 0 {
                let part = min(rest, open[place])
                open[place] -= part
                rest -= part
                parts.add(DegreePath.Elective(requirement: requirements[place].id, credits: CreditAmount(part)))
            }
            if rest > 0 { parts.add(DegreePath.Elective(requirement: nil, credits: CreditAmount(rest))) }
            let codes = (courses.filter { when[$0] == term }.map { instance.table.codes[$0] } + stays.flatMap(\.courses))
                .sorted()
            guard !codes.isEmpty || !parts.isEmpty else { return nil }
            return DegreePath.Term(term: instance.from.advanced(by: term), courses: codes, electives: parts)
        }
    }

    private func assumptions(_ problem: PathProblem, _ terms: [DegreePath.Term]) -> [DegreePath.Assumption] {
        terms.flatMap(\.courses).filter { instance.kept.terms[$0] == nil }.flatMap { code in
            var texts = [String]()
            problem.prerequisites[code]?.forEachLeaf { leaf in
                switch leaf {
                case .unknown(let text): texts.append(text)
                case .permission: texts.append("permission")
                default: break
                }
            }
            return unique(texts).map { DegreePath.Assumption(course: code, text: $0) }
        }
    }

    /// Each text once, in their order.
    private func unique(_ texts: [String]) -> [String] {
        var seen = Set<String>()
        return texts.filter { seen.insert($0).inserted }
    }

    /// Preferably of courses that the next one cannot do without.
    private func critical() -> [CourseCode] {
        let (own, named) = (chain(needed: true), chain(needed: false))
        return (own.isEmpty ? named : own).map { instance.table.codes[$0] }
    }

    /// A chain of planned courses that alone ends in the last term: each course's earliest end after those that it names.
    private func chain(needed: Bool) -> [Int] {
        let before = Dictionary(uniqueKeysWithValues: courses.map { ($0, links(to: $0, needed: needed)) })
        var (end, previous) = ([Int: Int](), [Int: Int]())
        for course in order(before) {
            var first = 0
            for (other, concurrent) in (before[course] ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let done = end[other], concurrent || when[other] < when[course] else { continue }
                let least = concurrent ? done : done + 1
                if least > first || previous[course] == nil { (first, previous[course]) = (least, other) }
            }
            while first < terms, !instance.isOffered(course, in: first) { first += 1 }
            end[course] = first
        }
        guard var last = courses.first(where: { end[$0] == terms - 1 }) else { return [] }
        var chain = [last]
        while let earlier = previous[last] {
            chain.append(earlier)
            last = earlier
        }
        return chain.reversed()
    }

    /// The planned courses by term, each after those of the same term that it names; of a circle the first comes first.
    private func order(_ before: [Int: [Int: Bool]]) -> [Int] {
        let sorted = courses.sorted { (when[$0], $0) < (when[$1], $1) }
        var (lacking, followers) = ([Int: Int](), [Int: [Int]]())
        for course in sorted {
            for other in (before[course] ?? [:]).keys where when[other] == when[course] {
                lacking[course, default: 0] += 1
                followers[other, default: []].append(course)
            }
        }
        var (order, isOrdered) = ([Int](), Set<Int>())
        func add(_ course: Int) {
            var ready = [course]
            while let next = ready.popLast() {
                guard isOrdered.insert(next).inserted else { continue }
                order.append(next)
                for follower in followers[next] ?? [] {
                    lacking[follower, default: 0] -= 1
                    if lacking[follower] == 0 { ready.append(follower) }
                }
            }
        }
        for term in 0..<terms {
            let own = sorted.filter { when[$0] == term }
            for course in own where lacking[course, default: 0] == 0 { add(course) }
            for course in own { add(course) }
        }
        return order
    }

    /// Planned courses in the tree of `course`, where the record does not stand for them; each with whether the same term will do.
    private func links(to course: Int, needed: Bool) -> [Int: Bool] {
        var links = [Int: Bool]()
        for (other, concurrent) in instance.names[course] where other != course && when[other] != PathInstance.never {
            links[other] = links[other] ?? false || concurrent
        }
        guard needed else { return links }
        var before = Array(repeating: instance.table.recordHalves, count: electives.count + 1)
        for term in electives.indices { before[term + 1] = before[term] + instance.limit(term) + instance.keptGain(term) }
        var without = when
        return links.filter { other, _ in
            defer { without[other] = when[other] }
            without[other] = PathInstance.never
            return !instance.effort.isExhausted
                && !instance.isMet(course, at: when[course], without, before[when[course]])
        }
    }
}

extension [DegreePath.Elective] {
    /// Credits for the same requirement stand once.
    fileprivate mutating func add(_ elective: DegreePath.Elective) {
        if let place = firstIndex(where: { $0.requirement == elective.requirement }) {
            self[place].credits += elective.credits
        } else {
            append(elective)
        }
    }
}
