import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The options of every command that moves courses in a plan.
struct PlanEditOptions: ParsableArguments {
    @Flag(
        name: [.long, .customLong("yes"), .customShort("y")],
        help: "Keep courses whose prerequisites are not met, without asking.") var keep = false
    @Option(
        help: ArgumentHelp("Your plan, by name or id; needed if you have several.", valueName: "plan"),
        completion: Completions.plans) var plan: String?

    var words: [String] { plan.map { [$0] } ?? [] }
}

/// An edit of the courses of a plan. It is checked first: an unmet prerequisite is asked about.
struct DegreePlanEdit {
    let context: CommandContext
    let plan: DegreePlan
    let options: PlanEditOptions
    /// Courses that the edit places in a term. Only their prerequisites are asked about.
    var placed: [PlanTerm] = []

    /// - Parameter sentence: what the edit did.
    func save(_ terms: [PlanTerm], _ sentence: String) async throws {
        var accepted = plan.accepted.filter { item in
            terms.contains { $0.term == item.term && $0.courses.contains(item.course) }
        }
        let before = try await context.client.check(plan.id)
        let unmet = try await explained(naming: terms) {
            try await context.client.check(plan.id, after: DegreePlanPatch(terms: terms, accepted: accepted))
        }.problems.filter { $0.isUnmet(in: placed) }
        try confirmKeeping(unmet)
        try confirmLosingApproval()
        accepted += unmet.compactMap(\.acceptance)
        let patch = DegreePlanPatch(terms: terms, accepted: accepted)
        let edited = try await explained(naming: terms) {
            try await context.client.edit(plan.id, with: patch, rev: plan.rev)
        }
        let after = try await context.client.check(plan.id)
        try await context.refresh()
        try await context.copy.store(after, of: edited)
        try await tell(edited, CheckDifference(from: before, to: after), after, sentence)
    }

    private func confirmKeeping(_ unmet: [DegreePlanProblem]) throws {
        guard !unmet.isEmpty, !options.keep else { return }
        guard context.canAsk else {
            throw Complaint(
                "Prerequisites are not met. Nothing changed.",
                advice: unmet.map(\.detail) + ["To keep the course all the same, give --yes."], status: ExitStatus.usage)
        }
        let page = PlanCheckPage(PlanCheck(problems: unmet))
        for line in page.lines(width: context.width) { context.say(line) }
        guard try context.console.confirm("Keep it all the same?", standard: false) else { throw Cancelled("Nothing changed.") }
    }

    private func confirmLosingApproval() throws {
        guard let approval = plan.approved, context.canAsk, !options.keep else { return }
        let question = "\(approval.by.displayName) approved this plan. An edit takes the approval away. Edit it?"
        guard try context.console.confirm(Styled(question), standard: true) else { throw Cancelled("Nothing changed.") }
    }

    /// Throws a complaint for a plan that was changed meanwhile, and for courses that the server does not know.
    private func explained<Answer>(naming terms: [PlanTerm], _ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "'\(plan.name)' was changed meanwhile; nothing was overwritten.", advice: ["Look at it, then edit again."])
        } catch ClientError.problem(let problem) where problem.status == 422 {
            throw Complaint(problem, naming: terms)
        }
    }

    private func tell(
        _ edited: DegreePlan, _ difference: CheckDifference, _ after: PlanCheck, _ sentence: String
    ) async throws {
        let rows =
            difference.broken.map { ["!"] + $0.fields } + difference.mended.map { ["+"] + $0.fields }
            + difference.kept.map { ["="] + $0.fields }
        let result = EditedPlan(plan: edited, broke: difference.broken, mended: difference.mended, problems: after.problems)
        try await context.report(result, plain: rows) {
            context.say(Styled(sentence, .good))
            if let approval = plan.approved, edited.approved == nil {
                context.say(Styled("This edit took away the approval by \(approval.by.displayName).", .warning))
            }
            context.out(difference.lines(width: context.width, unicode: context.console.unicode))
        }
    }

    private struct EditedPlan: Encodable {
        var plan: DegreePlan
        var broke, mended, problems: [DegreePlanProblem]
    }
}

extension Complaint {
    /// The wrong courses of a plan, by their codes instead of their places.
    init(_ problem: Problem, naming terms: [PlanTerm]) {
        let faults = (problem.errors ?? []).map { error -> String in
            let place = error.field.split(separator: ".").map(String.init)
            guard place.count == 4, place[0] == "terms", let term = Int(place[1]), let course = Int(place[3]),
                terms.indices.contains(term), terms[term].courses.indices.contains(course)
            else { return "\(error.field): \(error.detail)" }
            return error.detail.contains(terms[term].courses[course].description)
                ? error.detail : "\(terms[term].courses[course]): \(error.detail)"
        }
        self.init(faults.isEmpty ? problem.detail : "The plan cannot be saved. Nothing changed.", advice: faults)
    }
}

extension [PlanTerm] {
    func removing(_ code: CourseCode, from term: AcademicTerm) -> [PlanTerm] {
        map { own in
            own.term == term ? PlanTerm(term: own.term, courses: own.courses.filter { $0 != code }) : own
        }
    }

    func holding(_ code: CourseCode) -> [AcademicTerm] { filter { $0.courses.contains(code) }.map(\.term) }
}

extension DegreePlan {
    /// The term that has the course; with several, the one that is named. Throws a complaint.
    /// - Parameter option: the option that names it.
    func term(of code: CourseCode, named term: AcademicTerm?, option: String) throws -> AcademicTerm {
        try choose(term, among: terms.holding(code), of: "\(code) is", option: option) { term in
            if let term { return Complaint("\(code) is not in \(term.name) of '\(name)'.") }
            let near = Suggestion.nearest(to: code.description, among: Set(codes).map(\.description).sorted())
            return Complaint(
                "\(code) is not in '\(name)'." + (near.isEmpty ? "" : " Did you mean \(Suggestion.choice(near))?"))
        }
    }

    /// The term that is named, else the only one.
    /// - Parameters:
    ///   - places: the terms that have what is looked for.
    ///   - what: the beginning of a sentence about it, such as `CMPT225 is`.
    ///   - absent: the complaint if the named term does not have it, or, for nil, if no term does.
    func choose(
        _ named: AcademicTerm?, among places: [AcademicTerm], of what: String, option: String,
        else absent: (AcademicTerm?) -> Complaint
    ) throws -> AcademicTerm {
        guard let term = named ?? places.first, places.contains(term) else { throw absent(named) }
        guard named != nil || places.count == 1 else {
            throw Complaint.usage(
                "\(what) in \(places.map(\.name).joined(separator: " and ")).", "Say which with \(option), such as \(term).")
        }
        return term
    }
}
