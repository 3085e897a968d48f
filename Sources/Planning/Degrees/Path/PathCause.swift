import NoteItCore

/// Why a programme cannot be finished: facts that together rule it out, while any of them left out would not.
struct PathCause {
    /// A fact of the problem that can be left out.
    private enum Fact: Hashable {
        /// A course's terms and credits.
        case limits(Int)
        case tree(Int)
    }

    /// Longer circles end in `and 5 others`; `courses` has all of them.
    private static let longestList = 50

    private let problem: PathProblem
    private let instance: PathInstance

    init(_ problem: PathProblem, _ instance: PathInstance) { (self.problem, self.instance) = (problem, instance) }

    private typealias Because = DegreePath.Because

    func because() -> [DegreePath.Because] {
        if instance.seasonLimits.allSatisfy({ $0 == 0 }) {
            return [Because(kind: .credits, courses: [], detail: "No term allows any credits.")]
        }
        let limits = (0..<instance.count).filter { instance.isRestricted($0) }.map(Fact.limits)
        let trees = (0..<instance.count)
            .filter { if case .met = instance.forest.nodes[instance.roots[$0]] { false } else { true } }
            .map(Fact.tree)
        if !isReachable(without: limits + trees, longer: true) { return [programme()] }
        if !isReachable(without: limits, longer: true) { return told(core(of: trees, without: limits, longer: true)) }
        if !isReachable(without: limits) { return [tooLong(core(of: trees, without: limits))] }
        let core = core(of: limits, without: [])
        return core.isEmpty ? [credits()] : told(core)
    }

    /// The facts that rule the programme out, none of which can be left out. Once the time is over, facts are no longer left out:
    /// the cause is one, but perhaps not a smallest.
    private func core(of facts: [Fact], without others: [Fact], longer: Bool = false) -> [Fact] {
        var (core, dropped) = ([Fact](), others)
        for fact in facts {
            if instance.effort.ask() || isReachable(without: dropped + [fact], longer: longer) || instance.effort.isExhausted {
                core.append(fact)
            } else {
                dropped.append(fact)
            }
        }
        return core
    }

    /// Enough courses and electives, but too few credits in all terms.
    func credits() -> DegreePath.Because {
        Because(
            kind: .credits, courses: [],
            detail: "The courses and credits that remain do not fit into \(PathInstance.horizon) terms.")
    }

    private func isReachable(without dropped: [Fact], longer: Bool = false) -> Bool {
        var relaxed = instance
        instance.effort.spend(6 * (dropped.count + instance.count))
        for fact in dropped {
            switch fact {
            case .limits(let course): relaxed.forgetLimits(of: course)
            case .tree(let course): relaxed.forgetTree(of: course)
            }
        }
        return Self.isReachable(relaxed, until: longer ? 4 * instance.count + 300 : PathInstance.horizon)
    }

    private static func isReachable(_ instance: PathInstance, until end: Int) -> Bool {
        instance.shortfall(instance.close(Array(repeating: true, count: instance.count), until: end)).hard == 0
    }

    /// The fewest requirements that no courses can fill together.
    private func programme() -> DegreePath.Because {
        var relaxed = instance
        for course in 0..<instance.count {
            relaxed.forgetLimits(of: course)
            relaxed.forgetTree(of: course)
        }
        let requirements = problem.programme.requirements
        var core = Array(requirements.indices)
        for place in requirements.indices where !instance.effort.ask() {
            var fewer = relaxed
            fewer.forget(requirement: place)
            if !Self.isReachable(fewer, until: PathInstance.horizon), !instance.effort.isExhausted {
                relaxed = fewer
                core.removeAll { $0 == place }
            }
        }
        let courses = Set(core.flatMap { requirements[$0].from.compactMap(\.namedCourse) }).sorted()
        let names = core.map { "\"\(requirements[$0].name)\"" }.joined(separator: ", ")
        return Because(
            kind: .programme, courses: courses,
            detail: core.count == 1
                ? "The requirement \(names) asks for more than the courses that it names."
                : "The requirements \(names) ask for more than the courses that they name.")
    }

    private func tooLong(_ core: [Fact]) -> DegreePath.Because {
        let courses = core.compactMap { if case .tree(let course) = $0 { course } else { nil } }
        return Because(
            kind: .prerequisite, courses: courses.map { instance.table.codes[$0] },
            detail: "The chain of prerequisites takes more than \(PathInstance.horizon) terms.")
    }

    /// A cycle of trees is one cause; a tree that leads to another cause goes without saying.
    private func told(_ core: [Fact]) -> [DegreePath.Because] {
        var (trees, limits) = (Set<Int>(), Set<Int>())
        for fact in core {
            switch fact {
            case .limits(let course): limits.insert(course)
            case .tree(let course): trees.insert(course)
            }
        }
        let all = trees.union(limits)
        func links(_ course: Int) -> [Int] {
            trees.contains(course) ? instance.names[course].map(\.course).filter(all.contains) : []
        }
        let circles = StrongComponents(of: Dictionary(uniqueKeysWithValues: all.map { ($0, links($0)) })).components
        let circle = Dictionary(
            uniqueKeysWithValues: circles.enumerated().flatMap { place, circle in circle.map { ($0, place) } })
        var (causes, told) = ([Because](), Set<Int>())
        for course in all.sorted() {
            let code = instance.table.codes[course]
            if limits.contains(course) { causes.append(unplaced(course)) }
            guard trees.contains(course), !told.contains(course) else { continue }
            let cycle = circle[course].map { circles[$0].sorted() } ?? []
            if cycle.count > 1 || links(course).contains(course) {
                told.formUnion(cycle)
                let codes = cycle.map { instance.table.codes[$0] }
                causes.append(
                    Because(
                        kind: .cycle, courses: codes,
                        detail: codes.count == 1
                            ? "\(code) requires itself." : "\(Self.names(of: codes)) require each other."))
            } else if links(course).isEmpty {
                causes.append(
                    Because(kind: .prerequisite, courses: [code], detail: "Nothing meets the prerequisites of \(code)."))
            }
        }
        return causes
    }

    /// The first ones, if there are very many.
    private static func names(of codes: [CourseCode]) -> String {
        let names = codes.prefix(longestList).map(\.description).joined(separator: ", ")
        return codes.count > longestList ? "\(names) and \(codes.count - longestList) others" : names
    }

    private func unplaced(_ course: Int) -> DegreePath.Because {
        let code = instance.table.codes[course]
        let seasons = problem.offered[code] ?? AcademicTerm.Season.allCases
        let open = Set(seasons).filter { problem.creditsPerTerm[$0] > .zero }
        let most = open.map { problem.creditsPerTerm[$0] }.max() ?? .zero
        let isTooHeavy = !open.isEmpty && instance.load[course] > most.halves
        if isTooHeavy || !instance.isOfferedSeldom(course) {
            return Because(
                kind: .credits, courses: [code],
                detail: "\(code) has \(CreditAmount(halves: instance.load[course])) credits; its terms allow \(most).")
        }
        let names = AcademicTerm.Season.allCases.filter(seasons.contains).map(\.rawValue).joined(separator: " and ")
        let detail =
            seasons.isEmpty
            ? "\(code) is never offered."
            : open.isEmpty
                ? "\(code) is offered in \(names), when no credits are allowed." : "\(code) is offered in \(names) alone."
        return Because(kind: .notOffered, courses: [code], detail: detail)
    }
}
