import NoteItCore

/// Courses to add to a term of a degree plan, whatever the plan is by then. Adding them again changes nothing.
public struct PlanAddition: Codable, Sendable, Equatable, Memberwise {
    public var term: AcademicTerm
    public var courses: [CourseCode]
    /// Whether to remember that prerequisites which are not met are known.
    public var keep: Bool

    /// The terms of a plan with the courses; nil if it has them.
    func added(to terms: [PlanTerm]) -> [PlanTerm]? {
        let known = terms.first { $0.term == term }?.courses ?? []
        let missing = courses.filter { !known.contains($0) }
        return missing.isEmpty ? nil : terms.adding(missing, to: term)
    }

    /// How often the plan may change while the courses are added to it.
    private static let attempts = 5

    /// Adds the courses to what the plan is now. Throws as `APIClient.edit`.
    func send(to id: DegreePlan.ID, by client: APIClient) async throws -> DegreePlan {
        for attempt in 1...Self.attempts {
            let plan = try await client.degreePlan(id)
            guard let terms = added(to: plan.terms) else { return plan }
            var patch = DegreePlanPatch(terms: terms)
            if keep {
                let unmet = try await client.check(id, after: patch).problems.filter { $0.isUnmet(in: [placed]) }
                patch.accepted = plan.accepted + unmet.compactMap(\.acceptance)
            }
            do {
                return try await client.edit(id, with: patch, rev: plan.rev)
            } catch ClientError.problem(let problem) where problem.status == 412 && attempt < Self.attempts {
                continue
            }
        }
        throw ClientError.unexpected("The plan \(id) changes too often.")
    }

    private var placed: PlanTerm { PlanTerm(term: term, courses: courses) }
}

extension DegreePlanProblem {
    /// Whether it is a prerequisite or a corequisite that a course of these terms lacks for sure, and nobody accepted that yet.
    public func isUnmet(in placed: [PlanTerm]) -> Bool {
        guard !accepted, !unsure, [.prerequisite, .corequisite].contains(kind) else { return false }
        return placed.contains { $0.term == term && $0.courses.contains { $0 == course } }
    }

    /// Nil if it is not about a course.
    public var acceptance: AcceptedProblem? { course.map { AcceptedProblem(term: term, course: $0, kind: kind) } }
}

extension [PlanTerm] {
    /// In the order of time, with these courses in this term too.
    public func adding(_ codes: [CourseCode], to term: AcademicTerm) -> [PlanTerm] {
        var terms = self
        if let index = terms.firstIndex(where: { $0.term == term }) {
            terms[index].courses += codes
        } else {
            terms.append(PlanTerm(term: term, courses: codes))
        }
        return terms.sorted { $0.term < $1.term }
    }
}
