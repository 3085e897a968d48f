import NoteItCore
import Planning

/// A stored plan with its owner's record and the catalog: the input of its check, audit and path.
struct PlanSituation: Sendable {
    let plan: DegreePlan
    /// The record of the plan's owner.
    let record: [RecordItem]
    let edition: CatalogEdition

    var checkProblem: CheckProblem {
        CheckProblem(
            record: record, terms: plan.terms, accepted: plan.accepted, creditsPerTerm: plan.creditsPerTerm,
            listings: edition.byCode)
    }

    /// The situation after an edit of the plan, perhaps with another record.
    func edited(by draft: DegreePlanDraft) -> PlanSituation {
        PlanSituation(plan: draft.edit.applied(to: plan), record: draft.record?.items ?? record, edition: edition)
    }

    /// The plan's programme, or another one. Throws `.invalid` without one, and for one that the server does not have.
    func programme(insteadOfOwn other: String?) throws(DomainError) -> Programme {
        guard let id = other.map({ Programme.ID($0) }) ?? plan.programme else {
            throw .invalid("programme", "is required: the plan has no programme of its own")
        }
        return try edition.programme(id, at: "programme")
    }

    func auditProblem(of programme: Programme) -> AuditProblem {
        let named = Set(record.map(\.course) + plan.terms.flatMap(\.courses))
        var problem = AuditProblem(programme: programme, record: record, terms: plan.terms, courses: edition.facts(of: named))
        problem.excluded = CreditExclusions(record: record, terms: plan.terms, listings: edition.byCode).beside
        return problem
    }

    /// The courses of the plan's terms from the current one on, before `from`, count as in progress: their terms end before the
    /// path begins.
    /// - Parameter keeping: whether the courses and electives of the plan stay in their terms.
    func pathProblem(
        to programme: Programme, from: AcademicTerm, limits: CreditLimits, current: AcademicTerm, keeping: Bool = false
    ) -> PathProblem {
        var record = record
        let recorded = Set(record.map { PlacedCourse(term: $0.term, course: $0.course) })
        for term in plan.terms where current <= term.term && term.term < from {
            record += term.courses.filter { !recorded.contains(PlacedCourse(term: term.term, course: $0)) }
                .map { RecordItem(course: $0, term: term.term, inProgress: true) }
        }
        let kept = keeping ? plan.terms.filter { current <= $0.term }.map { $0.without(recorded) } : []
        let reachable = edition.reachable(from: programme.namedCourses)
        let named = reachable.union(record.map(\.course)).union(kept.flatMap(\.courses))
        var problem = PathProblem(
            programme: programme, record: record, from: from, creditsPerTerm: limits,
            offered: edition.offered(reachable, named: programme.namedCourses),
            prerequisites: edition.prerequisites(reachable), courses: edition.facts(of: named))
        problem.kept = kept
        let coming = kept.filter { from <= $0.term }
        problem.excluded = Set(CreditExclusions(record: record, terms: coming, listings: edition.byCode).beside.keys)
        return problem
    }
}

private struct PlacedCourse: Hashable {
    let term: AcademicTerm?
    let course: CourseCode
}

extension PlanTerm {
    /// The term without the courses that the record has in it.
    fileprivate func without(_ recorded: Set<PlacedCourse>) -> PlanTerm {
        let open = courses.filter { !recorded.contains(PlacedCourse(term: term, course: $0)) }
        return PlanTerm(term: term, courses: open, electives: electives)
    }
}

/// The courses that would count for an unmet requirement of a plan's programme. Neither the plan nor the record has them.
struct MissingCourses {
    private let patterns: [CoursePattern]
    private let held: Set<CourseCode>

    init(_ situation: PlanSituation, of programme: Programme, in audit: DegreeAudit) {
        let missing = Set(audit.requirements.filter { $0.status == .missing }.map(\.id))
        patterns = programme.requirements.filter { missing.contains($0.id) }.flatMap(\.from)
        held = Set(situation.record.filter(\.counts).map(\.course) + situation.plan.terms.flatMap(\.courses))
    }

    func contain(_ entry: CatalogEntry) -> Bool {
        !held.contains(entry.code) && patterns.contains { $0.matches(entry.code, attributes: entry.attributes) }
    }
}

extension Programme {
    /// The courses that patterns name themselves.
    var namedCourses: Set<CourseCode> {
        Set(
            requirements.flatMap(\.from).compactMap { pattern in
                if case .course(let code) = pattern.base { code } else { nil }
            })
    }
}

extension CatalogEdition {
    fileprivate func facts(of codes: Set<CourseCode>) -> [CourseCode: CourseFacts] {
        codes.reduce(into: [:]) { facts, code in facts[code] = byCode[code]?.entry.facts }
    }

    /// A course that the catalog does not have is never offered, unless the programme names it. It has no prerequisites, so it
    /// would be the shortest way wherever a tree allows it.
    fileprivate func offered(_ codes: Set<CourseCode>, named: Set<CourseCode>) -> [CourseCode: [AcademicTerm.Season]] {
        codes.reduce(into: [:]) { offered, code in
            if let listing = byCode[code] {
                offered[code] = listing.entry.offered
            } else if !listings.isEmpty, !named.contains(code) {
                offered[code] = []
            }
        }
    }

    /// The prerequisites of these courses, with the corequisites as `concurrent` leaves.
    fileprivate func prerequisites(_ codes: Set<CourseCode>) -> [CourseCode: RequirementTree] {
        codes.reduce(into: [:]) { trees, code in
            guard let requirements = byCode[code]?.requirements else { return }
            trees[code] =
                requirements.corequisites == .none
                ? requirements.prerequisites : .all([requirements.prerequisites, requirements.corequisites.concurrent])
        }
    }

    /// These courses, those that their trees name, and so on.
    fileprivate func reachable(from codes: Set<CourseCode>) -> Set<CourseCode> {
        var (reached, open) = (codes, Array(codes))
        while let code = open.popLast() {
            guard let requirements = byCode[code]?.requirements else { continue }
            for next in requirements.prerequisites.courses + requirements.corequisites.courses
            where reached.insert(next).inserted {
                open.append(next)
            }
        }
        return reached
    }
}

extension RequirementTree {
    /// Each course may be taken in the same term.
    fileprivate var concurrent: RequirementTree {
        switch self {
        case .all(let parts): .all(parts.map(\.concurrent))
        case .any(let parts): .any(parts.map(\.concurrent))
        case .atLeast(let least, let parts): .atLeast(least, of: parts.map(\.concurrent))
        case .course(let code, let minimum, _): .course(code, minimumGrade: minimum, concurrent: true)
        default: self
        }
    }
}
