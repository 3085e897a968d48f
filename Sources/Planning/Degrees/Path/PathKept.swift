import NoteItCore

/// The terms of a plan that a path leaves as they are, in numbers: credits are halves, terms count from `from`.
struct PathKept {
    /// The first term of each course.
    private(set) var terms: [CourseCode: Int] = [:]
    /// Courses in progress, one for each kept course.
    private(set) var items: [RecordItem] = []
    /// For each term, the halves of its kept courses and electives.
    private(set) var load: [Int]
    /// For each term, the halves of its kept electives.
    private(set) var electives: [Int]
    /// The halves of electives in terms before `from`.
    private(set) var earlyElectives = 0
    /// For each requirement, the halves of the kept electives that are for it.
    private(set) var electivesByRequirement: [String: Int] = [:]
    /// The number of terms up to the last kept one.
    private(set) var end = 0

    /// Terms from `horizon` on are left out.
    init(_ problem: PathProblem, horizon: Int) {
        load = Array(repeating: 0, count: problem.kept.isEmpty ? 0 : horizon)
        electives = load
        for kept in problem.kept {
            let term = kept.term.ordinal - problem.from.ordinal
            guard term < horizon, !kept.courses.isEmpty || kept.electives != nil else { continue }
            let halves = (kept.electives ?? []).reduce(0) { $0 + $1.credits.halves }
            for elective in kept.electives ?? [] {
                if let id = elective.requirement { electivesByRequirement[id, default: 0] += elective.credits.halves }
            }
            guard term >= 0 else {
                earlyElectives += halves
                continue
            }
            end = max(end, term + 1)
            electives[term] += halves
            load[term] += halves
            for code in kept.courses {
                items.append(RecordItem(course: code, term: kept.term, inProgress: true))
                load[term] += (problem.courses[code]?.credits ?? .unknown).halves
                terms[code] = min(terms[code] ?? term, term)
            }
        }
    }

    /// The halves of all electives, those before `from` included.
    var electiveHalves: Int { electives.reduce(earlyElectives, +) }
}

extension DegreePathfinder {
    /// Throws `.invalid` for `keep` if a path from a term on is too short for the terms of a plan that it keeps.
    public static func requireReach(_ kept: [PlanTerm], from first: AcademicTerm) throws(DomainError) {
        let end = first.advanced(by: mostTerms)
        guard let last = kept.last(where: { !$0.courses.isEmpty || $0.electives != nil }), last.term >= end else { return }
        throw .invalid(
            "keep", "cannot keep \(last.term.name): a path has at most \(mostTerms) terms, here from \(first.name) on")
    }
}
