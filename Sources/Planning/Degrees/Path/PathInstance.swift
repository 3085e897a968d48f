import NoteItCore

/// A path problem in numbers: a course is an index, credits are halves, terms count from `from`.
struct PathInstance {
    static let horizon = 36
    static let never = PathForest.never

    let effort: Effort
    let table: PathTable
    let from: AcademicTerm
    private let firstSeason: Int
    private(set) var load: [Int]
    /// The halves that each course adds to the programme's credits and to standing: none if the record has it.
    private(set) var gain: [Int]
    private(set) var residencyGain: [Int]
    /// Whether a `{course}` pattern names each course.
    private(set) var isNamed: [Bool]
    /// The courses that the tree of each course names where the record does not do, each with whether the same term will do.
    private(set) var names: [[(course: Int, concurrent: Bool)]] = []
    /// The courses that the tree of each course names.
    private(set) var children: [[Int]] = []
    /// For each course, the courses whose trees name it, and those whose trees take it in the same term.
    private(set) var parents: [[Int]] = []
    private(set) var concurrentParents: [[Int]] = []
    private(set) var forest = PathForest()
    private(set) var roots: [Int] = []
    /// The most steps that judging the tree of each course takes.
    private var sizes: [Int] = []
    /// Whether the tree of each course, or of a course that it takes in the same term, may become true by time alone.
    private(set) var isTimely: [Bool] = []
    /// For each course, a bit for each season in which it is offered and some credits are allowed.
    private var offered: [UInt8] = []
    /// For each course, a bit for each season in which it is offered and fits into the limit of credits.
    private(set) var seasons: [UInt8] = []
    /// The limit of halves in each season.
    private(set) var seasonLimits: [Int]
    private(set) var assignment: PathAssignment
    let kept: PathKept
    /// For each term, the halves that kept courses and electives add to the programme's credits and to standing.
    private let keptGains: [Int]
    /// Halves that the programme's totals lack, before any course is planned; may be below 0.
    let missingCredits, missingResidency: Int
    /// Whether all loads are whole credits.
    let isWhole: Bool

    init(_ problem: PathProblem, effort: Effort) {
        self.effort = effort
        kept = PathKept(problem, horizon: Self.horizon)
        let record = PathRecord(
            problem.record, kept: kept.items, facts: problem.courses, excluded: problem.excluded)
        let patterns = PatternIndex(problem.programme.requirements, effort: effort)
        table = Self.table(problem, record, kept, patterns)
        from = problem.from
        firstSeason = problem.from.ordinal % 3
        let codes = table.codes
        let credits = codes.map { (problem.courses[$0]?.credits ?? .unknown).halves }
        load = credits
        gain = zip(table.isRetake, credits).map { $0 ? 0 : $1 }
        residencyGain = zip(codes, credits).map { record.residencyHalves(of: $0) == nil ? $1 : 0 }
        isWhole = credits.allSatisfy { $0.isMultiple(of: 2) }
        seasonLimits = AcademicTerm.Season.allCases.map { problem.creditsPerTerm[$0].halves }
        let named = Set(problem.programme.requirements.flatMap { $0.from.compactMap(\.namedCourse) })
        isNamed = codes.map(named.contains)
        assignment = PathAssignment(
            problem.programme, table, load: credits, facts: problem.courses, patterns: patterns,
            electives: kept.electivesByRequirement, effort: effort)
        var keptGain = kept.electives
        for (code, term) in kept.terms { keptGain[term] += record.keptHalves(of: code) }
        keptGains = keptGain
        missingCredits = (problem.programme.credits?.halves ?? 0) - table.recordHalves - keptGain.reduce(0, +)
        missingResidency =
            (problem.programme.residencyCredits?.halves ?? 0) - kept.electiveHalves
            - record.attempts.keys.reduce(0) { $0 + (record.residencyHalves(of: $1) ?? 0) }
        parents = Array(repeating: [], count: codes.count)
        concurrentParents = parents
        var planter = PathPlanter(table, kept, effort: effort)
        for (course, code) in codes.enumerated() {
            let tree = problem.prerequisites[code] ?? .none
            roots.append(planter.plant(tree))
            var (leaves, own) = ([(course: Int, concurrent: Bool)](), [Int]())
            tree.forEachLeaf { leaf in
                guard case .course(let code, let minimum, let concurrent) = leaf, let other = table.index[code] else { return }
                own.append(other)
                if !record.meets(code, minimum) { leaves.append((other, concurrent)) }
                guard other != course else { return }
                if parents[other].last != course { parents[other].append(course) }
                if concurrent, concurrentParents[other].last != course { concurrentParents[other].append(course) }
            }
            names.append(leaves)
            children.append(own)
            func bits(_ holds: (Int) -> Bool) -> UInt8 {
                seasonLimits.indices.reduce(0) { holds($1) ? $0 | 1 << $1 : $0 }
            }
            offered.append(
                bits { season in
                    seasonLimits[season] > 0 && problem.offered[code]?.contains(AcademicTerm.Season.allCases[season]) ?? true
                })
            let open = offered[course]
            seasons.append(bits { open & (1 << $0) != 0 && credits[course] <= seasonLimits[$0] })
        }
        forest = planter.forest
        sizes = roots.map(forest.size)
        effort.spend(sizes.reduce(0, +))
        isTimely = roots.map(forest.isTimely)
        var open = isTimely.indices.filter { isTimely[$0] }
        while let course = open.popLast() {
            for parent in concurrentParents[course] where !isTimely[parent] {
                isTimely[parent] = true
                open.append(parent)
            }
        }
    }

    /// Named courses and the courses of their trees, and so on, without those that the record settles.
    private static func table(_ problem: PathProblem, _ record: PathRecord, _ kept: PathKept, _ patterns: PatternIndex)
        -> PathTable
    {
        var found = Set<CourseCode>()
        var queue = [CourseCode]()
        func find(_ code: CourseCode) { if found.insert(code).inserted { queue.append(code) } }
        /// The codes of the record that lack the grade where a requirement asks for it.
        let lacking = Set(
            record.attempts.keys.filter { code in
                let course = patterns.course(code, attributes: problem.courses[code]?.attributes ?? [])
                return problem.programme.requirements.enumerated().contains { number, requirement in
                    requirement.minimumGrade.map { !record.meets(code, $0) } ?? false
                        && patterns.first(matching: course, in: number) != nil
                }
            })
        func isOpen(_ code: CourseCode) -> Bool { record.attempts[code] == nil || lacking.contains(code) }
        for requirement in problem.programme.requirements {
            for code in requirement.from.compactMap(\.namedCourse) where isOpen(code) { find(code) }
        }
        while let code = queue.popLast() {
            problem.prerequisites[code]?.forEachLeaf { leaf in
                if case .course(let other, let minimum, _) = leaf, !record.meets(other, minimum) || isOpen(other) {
                    find(other)
                }
            }
        }
        let codes = found.sorted()
        return PathTable(
            record: record, codes: codes, index: Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) }),
            isRetake: codes.map { record.attempts[$0] != nil },
            recordHalves: record.attempts.keys.reduce(kept.earlyElectives) { $0 + (record.halvesBefore(of: $1) ?? 0) })
    }

    var count: Int { load.count }

    /// Whether a course's tree is met.
    /// - Parameters: `when`: each course's term, or `never`; `before`: the halves before the term.
    func isMet(_ course: Int, at term: Int, _ when: [Int], _ before: Int) -> Bool {
        effort.spend(sizes[course])
        return forest.isMet(roots[course], at: term, when, before, gain)
    }

    func season(of term: Int) -> Int { (firstSeason + term) % 3 }

    /// The halves that a term can still hold beside the kept courses and electives.
    func limit(_ term: Int) -> Int {
        let limit = seasonLimits[season(of: term)]
        return term < kept.end ? max(0, limit - kept.load[term]) : limit
    }

    func keptGain(_ term: Int) -> Int { term < kept.end ? keptGains[term] : 0 }

    func isOpen(_ course: Int, in term: Int) -> Bool {
        seasons[course] & (1 << season(of: term)) != 0 && (term >= kept.end || load[course] <= limit(term))
    }

    /// Whether a course is offered in a term, whatever the limit of credits.
    func isOffered(_ course: Int, in term: Int) -> Bool { offered[course] & (1 << season(of: term)) != 0 }

    /// A bit for each season that allows credits.
    private var openSeasons: UInt8 { seasonLimits.indices.reduce(0) { seasonLimits[$1] > 0 ? $0 | 1 << $1 : $0 } }

    /// Whether some season that allows credits does not have it.
    func isOfferedSeldom(_ course: Int) -> Bool { offered[course] != openSeasons }

    /// Whether it is not open in some season that allows credits.
    func isRestricted(_ course: Int) -> Bool { seasons[course] != openSeasons }

    /// Whole credits that electives must fill beside `courses`, if they lack `electives` for requirements.
    func electives(beside courses: some Sequence<Int>, lacking electives: Int) -> Int {
        var (credits, residency) = (missingCredits, missingResidency)
        for course in courses {
            credits -= gain[course]
            residency -= residencyGain[course]
        }
        return max(electives, (max(credits, residency) + 1) / 2, 0)
    }

    // MARK: - Relaxations, for the cause of an infeasible problem

    mutating func forgetTree(of course: Int) { roots[course] = PathForest.met }

    /// Offered in every term that allows credits, and light enough.
    mutating func forgetLimits(of course: Int) {
        seasons[course] = openSeasons
        load[course] = 0
    }

    mutating func forget(requirement: Int) { assignment.forget(requirement) }
}

extension CoursePattern {
    var namedCourse: CourseCode? { if case .course(let code) = base { code } else { nil } }
}
