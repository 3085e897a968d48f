import NoteItCore

/// The input of a search for a path.
public struct PathProblem: Sendable, Memberwise {
    public var programme: Programme
    public var record: [RecordItem]
    public var from: AcademicTerm
    public var creditsPerTerm: CreditLimits
    /// A course that is absent is offered in every season.
    public var offered: [CourseCode: [AcademicTerm.Season]]
    public var prerequisites: [CourseCode: RequirementTree]
    public var courses: [CourseCode: CourseFacts]
    /// Courses of the record that meet prerequisites, but give no credit.
    public var excluded: Set<CourseCode> = []
    /// Terms whose courses and electives stay where they are; the rest is planned into the credits that they leave, and after
    /// them. Their prerequisites are not judged. Of terms before `from` only the electives matter.
    public var kept: [PlanTerm] = []
}

/// The way to the earliest graduation: courses with prerequisites, seasons and limits of credits by term.
///
/// Bounds on the number of terms come from the chains of prerequisites, from the credits that remain, and from the terms in
/// which the courses that each plan holds can lie. List scheduling mostly meets them; if not, an exact search closes the gap.
public enum DegreePathfinder {
    /// The most terms of a path.
    static let mostTerms = PathInstance.horizon

    /// The most visits of the exact search for a problem.
    private static let mostVisits = 200_000
    /// The steps of `Effort` after which a search returns the best plan that it found: about two seconds.
    public static let searchSteps = 100_000_000

    /// - Parameter isOver: asked now and then; once it is true, the best plan found so far is returned, not `optimal`. The same
    ///   happens after `search` steps, which are the same on every machine.
    /// - Throws: `.invalid` if patterns, courses and trees are so many that no plan can be found in a bounded number of steps.
    public static func path(
        _ problem: PathProblem, search: Int = searchSteps, isOver: @escaping () -> Bool = { false }
    ) throws(DomainError) -> DegreePath {
        let effort = Effort()
        let path = path(problem, search, effort, isOver: isOver)
        guard let path, !effort.isExhausted else {
            throw .invalid(
                "programme", "asks for too much: its patterns, the courses and their trees are too many to plan. Send fewer")
        }
        return path
    }

    /// The path, or the reason why there is none; nil if time is over before either is found.
    private static func path(
        _ problem: PathProblem, _ search: Int, _ effort: Effort, isOver: @escaping () -> Bool
    ) -> DegreePath? {
        let instance = PathInstance(problem, effort: effort)
        let none = instance.start.when
        let shortfall = instance.shortfall(none)
        if shortfall.hard == 0, instance.electives(beside: [], lacking: shortfall.electives) == 0 {
            return PathPlan(instance, none, terms: instance.kept.end).answer(problem, isOptimal: true)
        }
        let reached = instance.close(Array(repeating: true, count: instance.count), until: PathInstance.horizon)
        let isReachable = instance.shortfall(reached).hard == 0
        effort.begin(search: search, isOver)
        guard isReachable, instance.seasonLimits.contains(where: { $0 > 0 }) else {
            return infeasible(PathCause(problem, instance).because(), isProved: instance.assignment.isExact)
        }
        return best(problem, instance, visits: mostVisits)
    }

    private static func infeasible(_ because: [DegreePath.Because], isProved: Bool) -> DegreePath {
        DegreePath(
            feasible: false, graduates: nil, terms: [], critical: [], optimal: isProved, assumed: [], because: because)
    }

    private static func best(_ problem: PathProblem, _ instance: PathInstance, visits: Int) -> DegreePath? {
        let isOver = instance.effort.ask
        guard var bounds = PathBounds.fewest(instance, from: max(1, instance.kept.end), isOver: isOver) else {
            return infeasible([PathCause(problem, instance).credits()], isProved: true)
        }
        var heuristic = PathHeuristic(instance)
        var (best, chosen) = heuristic.best(within: bounds.terms, isOver: isOver)
        var (steps, isProved) = (visits, true)
        while bounds.terms < best?.terms ?? PathInstance.horizon + 1 {
            let search = PathSearch(bounds, preferred: chosen, steps: steps, isOver: isOver)
            switch search.run() {
            case .found(let when): best = PathHeuristic.Plan(when: when, terms: bounds.terms)
            case .none: break
            case .stopped: isProved = false
            }
            guard isProved, bounds.terms < best?.terms ?? .max else { break }
            steps = search.rest
            guard let next = PathBounds.fewest(instance, from: bounds.terms + 1, isOver: isOver) else { break }
            bounds = next
        }
        guard let best else {
            if instance.effort.isOver { return nil }
            return infeasible(
                [PathCause(problem, instance).credits()], isProved: isProved && instance.assignment.isExact)
        }
        let plan = PathPlan(instance, best.when, terms: best.terms, isOver: isOver)
        return plan.answer(problem, isOptimal: instance.assignment.isExact && (isProved || plan.terms <= bounds.terms))
    }
}
