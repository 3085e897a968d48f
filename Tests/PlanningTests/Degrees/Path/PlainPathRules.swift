import NoteItCore
import Planning

/// The rules of a path in the plainest code, written from the contract alone. It shares no code with the planner.
struct PlainPathRules {
    let problem: PathProblem
    /// Attempts that count, by code.
    let record: [CourseCode: [RecordItem]]
    /// Those that are not of kept terms.
    private let done: [CourseCode: [RecordItem]]
    /// Trees without permissions and unknown parts.
    let trees: [CourseCode: RequirementTree]

    init(_ problem: PathProblem) {
        self.problem = problem
        done = Dictionary(grouping: problem.record.filter(\.counts), by: \.course)
        let kept = problem.kept.filter { $0.term >= problem.from }.flatMap { term in
            term.courses.map { RecordItem(course: $0, term: term.term, inProgress: true) }
        }
        record = Dictionary(grouping: problem.record.filter(\.counts) + kept, by: \.course)
        trees = problem.prerequisites.compactMapValues { Self.known($0) }
    }

    struct Choice {
        var term: Int
        var courses: [CourseCode]
        var electives: [DegreePath.Elective]
        var electiveHalves: Int { electives.reduce(0) { $0 + $1.credits.halves } }
    }

    // MARK: - Facts

    static func known(_ tree: RequirementTree) -> RequirementTree? {
        switch tree {
        case .permission, .unknown: return nil
        case .all(let parts), .any(let parts), .atLeast(_, let parts):
            let kept = parts.compactMap(known)
            if kept.isEmpty && !parts.isEmpty { return nil }
            if case .all = tree { return .all(kept) }
            if case .any = tree { return .any(kept) }
            guard case .atLeast(let least, _) = tree else { return nil }
            return .atLeast(kept.count == parts.count ? least : min(least, kept.count), of: kept)
        default: return tree
        }
    }

    func halves(_ item: RecordItem) -> Int {
        item.kind == .waiver ? 0 : (item.credits ?? problem.courses[item.course]?.credits ?? CreditAmount(3)).halves
    }

    func load(_ code: CourseCode) -> Int { (problem.courses[code]?.credits ?? CreditAmount(3)).halves }

    func ordered(_ code: CourseCode) -> [RecordItem] {
        (record[code] ?? []).sorted { left, right in
            func key(_ item: RecordItem) -> [Int] {
                [item.inProgress ? 1 : 0, item.term?.ordinal ?? -1, -halves(item), item.kind == .taken ? 0 : 1]
            }
            return key(left).lexicographicallyPrecedes(key(right))
        }
    }

    func meets(_ item: RecordItem, _ minimum: Grade?) -> Bool {
        guard let minimum else { return true }
        if item.kind == .waiver || item.inProgress { return true }
        if item.grade == nil { return item.kind == .transfer || item.kind == .exam }
        return item.grade.map { $0.meets(minimum) } ?? false
    }

    /// Before any term.
    var recordHalves: Int {
        let early = problem.kept.filter { $0.term < problem.from }.reduce(0) { $0 + $1.electiveCredits.halves }
        return done.keys.reduce(early) { $0 + doneHalves($1) }
    }

    func countedHalves(_ code: CourseCode) -> Int { ordered(code).first { $0.kind != .waiver }.map(halves) ?? 0 }

    func doneHalves(_ code: CourseCode) -> Int {
        let own = ordered(code).filter { done[code]?.contains($0) ?? false }
        return own.first { $0.kind != .waiver }.map(halves) ?? 0
    }

    // MARK: - Kept terms

    func place(_ term: PlanTerm) -> Int { term.term.ordinal - problem.from.ordinal }

    /// The first kept term of a course.
    func keptTerm(_ code: CourseCode) -> Int? {
        problem.kept.filter { place($0) >= 0 && $0.courses.contains(code) }.map(place).min()
    }

    /// The number of terms up to the last kept one.
    var keptEnd: Int {
        problem.kept.filter { !$0.courses.isEmpty || $0.electives != nil }.map { place($0) + 1 }.reduce(0, max)
    }

    /// What the kept courses and electives of a term add to the credits.
    func keptHalves(_ term: Int) -> Int {
        problem.kept.filter { place($0) == term }.reduce(0) { sum, kept in
            kept.courses.reduce(sum + kept.electiveCredits.halves) {
                keptTerm($1) == term ? $0 + max(0, countedHalves($1) - doneHalves($1)) : $0
            }
        }
    }

    func keptLoad(_ term: Int) -> Int {
        problem.kept.filter { place($0) == term }.reduce(0) { sum, kept in
            kept.courses.reduce(sum + kept.electiveCredits.halves) { $0 + load($1) }
        }
    }

    /// The halves of kept electives for a requirement; nil counts all.
    func keptElectives(for requirement: String?) -> Int {
        problem.kept.flatMap { $0.electives ?? [] }
            .filter { requirement == nil || $0.requirement == requirement }.reduce(0) { $0 + $1.credits.halves }
    }

    func seasonLimit(_ term: Int) -> Int { problem.creditsPerTerm[problem.from.advanced(by: term).season].halves }

    func limit(_ term: Int) -> Int { max(0, seasonLimit(term) - keptLoad(term)) }

    func isOffered(_ code: CourseCode, _ term: Int) -> Bool {
        seasonLimit(term) > 0 && problem.offered[code]?.contains(problem.from.advanced(by: term).season) ?? true
    }

    var named: Set<CourseCode> {
        Set(
            problem.programme.requirements.flatMap {
                $0.from.compactMap { if case .course(let code) = $0.base { code } else { nil } }
            })
    }

    /// Whether a code may be planned beside others: a code of the record only for a minimum that it does not meet.
    func mayRepeat(_ code: CourseCode, beside others: some Collection<CourseCode>) -> Bool {
        guard let attempts = record[code] else { return true }
        let byRequirement = problem.programme.requirements.contains { requirement in
            matches(code, requirement) && !attempts.contains { meets($0, requirement.minimumGrade) }
        }
        var byTree = false
        for other in others {
            trees[other]?.forEachLeaf { leaf in
                if case .course(code, let minimum, _) = leaf, !attempts.contains(where: { meets($0, minimum) }) {
                    byTree = true
                }
            }
        }
        return byRequirement || byTree
    }

    /// The codes that could ever be planned.
    var candidates: [CourseCode] {
        var (found, size) = (Set<CourseCode>(), -1)
        while size != found.count {
            size = found.count
            let near = named.union(found.flatMap { problem.prerequisites[$0]?.courses ?? [] })
            found.formUnion(near.filter { mayRepeat($0, beside: found) })
        }
        return found.sorted()
    }

    func matches(_ code: CourseCode, _ requirement: Programme.Requirement) -> Bool {
        requirement.from.contains { $0.matches(code, attributes: problem.courses[code]?.attributes ?? []) }
    }

    func takesElectives(_ requirement: Programme.Requirement) -> Bool {
        requirement.from.contains { if case .course = $0.base { false } else { true } }
    }

    // MARK: - Trees

    /// - Parameters: `terms`: of the planned courses; `before`: halves before the term.
    func isMet(_ tree: RequirementTree, at term: Int, _ terms: [CourseCode: Int], before: Int) -> Bool {
        switch tree {
        case .all(let parts): return parts.allSatisfy { isMet($0, at: term, terms, before: before) }
        case .any(let parts): return parts.contains { isMet($0, at: term, terms, before: before) }
        case .atLeast(let least, let parts): return parts.filter { isMet($0, at: term, terms, before: before) }.count >= least
        case .course(let code, let minimum, let concurrent):
            if done[code]?.contains(where: { meets($0, minimum) }) ?? false { return true }
            if let kept = keptTerm(code) { return kept < term || concurrent && kept == term }
            guard let own = terms[code] else { return false }
            return own < term || concurrent && own == term
        case .credits(let credits, nil, nil, nil): return before >= credits.halves
        case .credits(let credits, let subject, let from, let to):
            func isCounted(_ code: CourseCode) -> Bool {
                if let subject, code.subject != subject { return false }
                if from == nil, to == nil { return true }
                guard let digits = code.leadingDigits else { return false }
                return digits >= from ?? 0 && digits <= to ?? .max
            }
            let done = record.keys.filter(isCounted).reduce(0) { sum, code in
                let kept = keptTerm(code).map { $0 < term } ?? false
                return sum + (kept ? max(doneHalves(code), countedHalves(code)) : doneHalves(code))
            }
            let planned = terms.filter { $0.value < term && isCounted($0.key) && record[$0.key] == nil }
            return done + planned.keys.reduce(0) { $0 + load($1) } >= credits.halves
        case .level(let level): return before >= 60 * (level - 1)
        case .permission, .unknown, .highSchool: return true
        }
    }

    func meetsTree(_ code: CourseCode, at term: Int, _ terms: [CourseCode: Int], before: Int) -> Bool {
        trees[code].map { isMet($0, at: term, terms, before: before) } ?? true
    }

    // MARK: - The programme

    /// The least lack of each assignment's electives in whole credits; nil if courses are lacking that no elective replaces.
    /// - Parameter given: electives that are there, by requirement: then 0 or nil.
    func electivesNeeded(_ planned: [CourseCode], given: [String: Int]? = nil) -> Int? {
        let requirements = problem.programme.requirements
        let place = Dictionary(uniqueKeysWithValues: requirements.enumerated().map { ($1.id, $0) })
        var shares = Set<[Int]>()
        for (own, requirement) in requirements.enumerated() {
            for other in requirement.mayShareWith {
                if let other = place[other] { shares.formUnion([[own, other], [other, own]]) }
            }
        }
        var items = [[Int: Int]]()
        for code in Set(planned).union(record.keys) {
            var values = [Int: Int]()
            for (own, requirement) in requirements.enumerated() where matches(code, requirement) {
                let eligible = ordered(code).filter { meets($0, requirement.minimumGrade) }
                switch requirement.need {
                case .courses: if !eligible.isEmpty || planned.contains(code) { values[own] = 1 }
                case .credits:
                    let value = eligible.first { $0.kind != .waiver }.map(halves) ?? (planned.contains(code) ? load(code) : 0)
                    if value > 0 { values[own] = value }
                }
            }
            if !values.isEmpty { items.append(values) }
        }
        var need = requirements.map { requirement in
            let stays = takesElectives(requirement) ? keptElectives(for: requirement.id) : 0
            switch requirement.need {
            case .courses(let courses): return courses - stays / 6 - (given?[requirement.id] ?? 0) / 6
            case .credits(let credits): return credits.halves - stays - (given?[requirement.id] ?? 0)
            }
        }.map { max(0, $0) }
        // A requirement that needs all its courses takes them, unless it shares them.
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for own in need.indices where need[own] > 0 && !shares.contains(where: { $0[0] == own }) {
                if given == nil, takesElectives(requirements[own]) { continue }
                let sum = items.reduce(0) { $0 + ($1[own] ?? 0) }
                if sum < need[own] { return nil }
                guard sum == need[own] else { continue }
                need[own] = 0
                items.removeAll { $0[own] != nil }
                hasChanged = true
            }
            items = items.map { $0.filter { need[$0.key] > 0 } }.filter { !$0.isEmpty }
        }
        items.sort { ($0.count, $0.keys.sorted().description) < ($1.count, $1.keys.sorted().description) }
        var memo = [[Int]: Int]()
        func least(_ rank: Int, _ need: [Int]) -> Int {
            if rank == items.count {
                var sum = 0
                for (own, lack) in need.enumerated() where lack > 0 {
                    guard takesElectives(requirements[own]), given == nil else { return 1_000_000 }
                    if case .courses = requirements[own].need { sum += 3 * lack } else { sum += (lack + 1) / 2 }
                }
                return sum
            }
            let key = [rank] + need
            if let known = memo[key] { return known }
            let options = items[rank].filter { need[$0.key] > 0 }
            var best = Int.max
            func take(_ places: [Int]) {
                var rest = need
                for place in places { rest[place] = max(0, rest[place] - (options[place] ?? 0)) }
                best = min(best, least(rank + 1, rest))
            }
            let places = options.keys.sorted()
            let pairs = places.flatMap { own in places.filter { own < $0 && shares.contains([own, $0]) }.map { [own, $0] } }
            if places.count == 1 || pairs.count == 1 && places.count == 2 {
                take(places)
            } else {
                pairs.forEach(take)
                places.forEach { take([$0]) }
                if places.isEmpty { take([]) }
            }
            memo[key] = best
            return best
        }
        let best = least(0, need)
        return best >= 1_000_000 ? nil : best
    }

    /// Whole credits that the programme's totals lack beside planned courses.
    func totalsLacking(_ planned: [CourseCode]) -> Int {
        let new = planned.filter { record[$0] == nil }.reduce(0) { $0 + load($1) }
        let kept = (0..<36).reduce(0) { $0 + keptHalves($1) }
        let credits = (problem.programme.credits?.halves ?? 0) - recordHalves - kept - new
        var residency = (problem.programme.residencyCredits?.halves ?? 0) - keptElectives(for: nil)
        for code in record.keys {
            residency -= ordered(code).first { $0.kind == .taken }.map(halves) ?? 0
        }
        for code in planned where !(record[code]?.contains { $0.kind == .taken } ?? false) { residency -= load(code) }
        return max(0, (max(credits, residency) + 1) / 2)
    }
}
