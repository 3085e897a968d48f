import ArgumentParser
import NoteItClient
import NoteItCore

/// The options that name credits without a course.
struct ElectiveOptions: ParsableArguments {
    @Option(
        name: .customLong("any"),
        help: ArgumentHelp(
            "Credits without a course yet: a requirement of the plan's programme, an attribute, or \"any course\".",
            valueName: "what")) var what: String?
    @Option(help: ArgumentHelp("How many credits of it, such as 3.", valueName: "number")) var credits: String?

    /// Throws a validation error if nothing is named, or credits of nothing.
    /// - Parameter needsCredits: whether `--any` must say how many.
    func validate(courses: [String], needsCredits: Bool) throws {
        if courses.isEmpty, what == nil { throw ValidationError("Name a course, or credits without one with --any.") }
        if credits != nil, what == nil { throw ValidationError("--credits goes with --any.") }
        if needsCredits, what != nil, credits == nil {
            throw ValidationError("--any needs --credits, as in: --any \"Breadth-Science\" --credits 3")
        }
    }

    /// Nil without `--credits`. Throws a complaint.
    func amount() throws -> CreditAmount? {
        try credits.map { text in
            try Double(text).flatMap(CreditAmount.init).flatMap { $0 > .zero ? $0 : nil }
                .understood(text, as: "a number of credits", "As in: --credits 3")
        }
    }
}

/// What credits without a course are for.
struct ElectivePurpose: Equatable {
    /// Nil for any course.
    var requirement: String?
    var name: String
}

extension CommandContext {
    /// A requirement of the plan's programme by its id or name, else the words as they are. Nil without `--any`.
    func purpose(_ options: ElectiveOptions, in plan: DegreePlan) async throws -> ElectivePurpose? {
        guard let text = options.what?.trimmed else { return nil }
        let wanted = text.lowercased()
        guard !["", "any course", "any"].contains(wanted) else { return ElectivePurpose(requirement: nil, name: "any course") }
        let programme: Programme? = if let id = plan.programme { try await client.programme(id) } else { nil }
        let found = programme?.requirements.first { $0.id.lowercased() == wanted || $0.name.lowercased() == wanted }
        return ElectivePurpose(requirement: found?.id ?? text, name: found?.name ?? text)
    }
}

extension [PlanTerm] {
    /// In the order of time, with credits without a course in this term too.
    func adding(_ credits: CreditAmount, for purpose: ElectivePurpose, to term: AcademicTerm) -> [PlanTerm] {
        var terms = contains { $0.term == term } ? self : (self + [PlanTerm(term: term, courses: [])]).inOrder
        for index in terms.indices where terms[index].term == term {
            var electives = terms[index].electives ?? []
            if let place = electives.firstIndex(where: { $0.requirement == purpose.requirement }) {
                electives[place].credits += credits
            } else {
                electives.append(DegreePath.Elective(requirement: purpose.requirement, credits: credits))
            }
            terms[index].electives = electives
        }
        return terms
    }

    /// The terms that have credits for this.
    func holding(_ purpose: ElectivePurpose) -> [AcademicTerm] {
        filter { $0.electives?.contains { $0.requirement == purpose.requirement } ?? false }.map(\.term)
    }

    /// These terms without credits for this purpose in one of them, and how many credits went.
    /// - Parameter most: takes away no more than so many; nil takes all.
    func removing(
        _ purpose: ElectivePurpose, atMost most: CreditAmount?, from term: AcademicTerm
    ) -> (terms: [PlanTerm], gone: CreditAmount) {
        var (terms, gone) = (self, CreditAmount.zero)
        for index in terms.indices where terms[index].term == term {
            var left: [DegreePath.Elective] = []
            for var elective in terms[index].electives ?? [] {
                if elective.requirement == purpose.requirement {
                    let taken = Swift.min(elective.credits, most.map { $0 - gone } ?? elective.credits)
                    gone += taken
                    elective.credits = elective.credits - taken
                }
                if elective.credits > .zero { left.append(elective) }
            }
            // An empty list takes the last ones away; nil would leave them.
            terms[index].electives = left
        }
        return (terms, gone)
    }
}

extension DegreePlan {
    /// The term that has credits for this; with several, the one that is named. Throws a complaint.
    /// - Parameter option: the option that names it.
    func term(of purpose: ElectivePurpose, named term: AcademicTerm?, option: String) throws -> AcademicTerm {
        let credits = "credits of \(purpose.name) without a course."
        return try choose(term, among: terms.holding(purpose), of: "Credits of \(purpose.name) are", option: option) { term in
            if let term { return Complaint("\(term.name) of '\(name)' has no \(credits)") }
            return Complaint("'\(name)' has no \(credits)", advice: ["See it with: noteit plan show"])
        }
    }
}
