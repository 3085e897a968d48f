import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Turns what people type into degree plans, terms, codes and programmes.
extension CommandContext {
    /// My plans and those that I follow, from the local copy.
    func degreePlanNames() async throws -> DegreePlanNames {
        DegreePlanNames(try await copy.degreePlans(), reader: try account().id)
    }

    /// A plan by its name, id or link. Without words it is my only one; with several, asks on a terminal. Throws a complaint that
    /// suggests others.
    func degreePlan(_ words: [String]) async throws -> DegreePlan {
        let (text, names) = (words.joined(separator: " "), try await degreePlanNames())
        if text.isEmpty { return try await onlyPlan(names) }
        if text.contains("://") {
            guard let id = client.degreePlan(ofLink: text) else {
                throw Complaint("'\(text)' is not a link to a degree plan on \(client.server.absoluteString).")
            }
            return try await degreePlan(id)
        }
        if let id = DegreePlan.ID(text) { return try await degreePlan(id) }
        switch names.find(text) {
        case .one(let plan): return plan
        case .several(let plans): return try await choose(among: plans, named: text)
        case .none(let near):
            if !near.isEmpty { throw Complaint("No degree plan '\(text)'. Did you mean \(Suggestion.choice(near))?") }
            throw Complaint("No degree plan '\(text)'.", advice: ["List yours with: noteit plan list"])
        }
    }

    /// One of my own plans.
    func ownDegreePlan(_ words: [String]) async throws -> DegreePlan {
        let plan = try await degreePlan(words)
        guard try plan.owner.id == account().id else {
            throw Complaint(
                "'\(plan.name)' is a plan of \(plan.owner.displayName). Only they can change it.",
                advice: ["Make a copy of your own with: noteit plan copy \(plan.id)"])
        }
        return plan
    }

    /// A plan of the local copy, or a shared one of the server.
    private func degreePlan(_ id: DegreePlan.ID) async throws -> DegreePlan {
        if let plan = try await copy.degreePlan(id) { return plan }
        do {
            return try await client.degreePlan(id)
        } catch ClientError.problem(let problem) where problem.status == 404 {
            throw Complaint("There is no degree plan \(id), or it is not shared.")
        }
    }

    private func onlyPlan(_ names: DegreePlanNames) async throws -> DegreePlan {
        let plans = names.own.isEmpty ? names.plans : names.own
        guard let first = plans.first else {
            throw Complaint("You have no degree plan yet.", advice: ["Make one with: noteit plan new NAME"])
        }
        return plans.count == 1 ? first : try await choose(among: plans, named: nil)
    }

    private func choose(among plans: [DegreePlan], named text: String?) async throws -> DegreePlan {
        guard console.canAsk else {
            let message = text.map { "'\($0)' matches several degree plans; say which:" } ?? "Which degree plan? Name one:"
            throw Complaint(message, advice: plans.prefix(12).map { "\($0.name)  \($0.id)" }, status: ExitStatus.usage)
        }
        let choices = plans.map { plan in
            Chooser.Choice(
                key: plan.name, cells: [Styled(plan.name, .strong), Styled(plan.owner.displayName, .faint)])
        }
        return plans[try Chooser("Which degree plan", choices).ask(console)]
    }

    func academicTerm(_ text: String) throws -> AcademicTerm {
        try AcademicTermPhrase.term(text).understood(text, as: "a term", "As in: \(AcademicTermPhrase.examples)")
    }

    /// Throws a complaint for a term that is over, unless the plan has it or the record begins by then: a plan may show the whole
    /// way of a person's studies, but a term before them is a slip of the pen. The term before the present one may still run, for
    /// terms of schools begin at different times.
    func requireComing(_ term: AcademicTerm, in plan: DegreePlan) async throws {
        guard term < AcademicTerm(of: Day(now, in: .current)).advanced(by: -1),
            !plan.terms.contains(where: { $0.term == term })
        else { return }
        let first = try await copy.record()?.items.compactMap(\.term).min()
        if let first, first <= term { return }
        let record = first.map { "your record begins in \($0.name)" } ?? "your record is empty"
        throw Complaint(
            "\(term.name) is over, '\(plan.name)' does not have it, and \(record). Nothing changed.",
            advice: [
                "A plan is for the terms to come, such as --term \(AcademicTerm(of: Day(now, in: .current)).advanced(by: 1)).",
                "What you have taken belongs into your record: noteit record add CMPT120=A- --term \(term)",
            ], status: ExitStatus.usage)
    }

    /// Courses and a term, of which the shell may have cut the year off: `CMPT225 --term fall 2026`.
    func courses(_ words: [String], andTerm text: String) throws -> (codes: [CourseCode], term: AcademicTerm) {
        guard AcademicTermPhrase.term(text) == nil, AcademicTermPhrase.season(text) != nil, words.count > 1,
            let year = words.last,
            let term = AcademicTermPhrase.term(text + year)
        else { return (try courseCodes(words), try academicTerm(text)) }
        return (try courseCodes(words.dropLast()), term)
    }

    /// The term after the current one.
    func nextTerm() async throws -> AcademicTerm {
        let current = try await copy.terms(at: now).first(where: \.current)
        if let current = current.flatMap({ term in [term.id.text, term.name].lazy.compactMap(AcademicTermPhrase.term).first }) {
            return current.advanced(by: 1)
        }
        return AcademicTerm(of: Day(now, in: .current)).advanced(by: 1)
    }

    /// The codes in words such as `CMPT 225 math150`.
    func courseCodes(_ words: some Sequence<String>) throws -> [CourseCode] {
        try CourseWords.courses(in: words.joined(separator: " ")).map { word in
            guard let code = CourseCode(word), code.number.contains(where: \.isNumber) else {
                throw Complaint.usage("'\(word)' is not a course code.", "As in: CMPT225, \"CMPT 225\"")
            }
            return code
        }
    }

    /// A programme by its id, the beginning of its id, or words of its name. Throws a complaint that suggests others.
    func programme(_ text: String) async throws -> ProgrammeSummary {
        let programmes = try await client.programmes()
        let (wanted, words) = (text.lowercased(), text.lowercased().split(separator: " "))
        let ways: [(ProgrammeSummary) -> Bool] = [
            { $0.id.text == text }, { $0.name.lowercased() == wanted }, { $0.id.text.lowercased().hasPrefix(wanted) },
            { programme in words.allSatisfy { programme.name.lowercased().contains($0) } },
        ]
        for way in ways where !words.isEmpty {
            let found = programmes.filter(way)
            if let only = found.first, found.count == 1 { return only }
            if !found.isEmpty { return try choose(among: found, named: text) }
        }
        let near = Suggestion.nearest(to: text, among: programmes.flatMap { [$0.id.text, $0.name] })
        if !near.isEmpty { throw Complaint("No programme '\(text)'. Did you mean \(Suggestion.choice(near))?") }
        let advice =
            programmes.isEmpty
            ? "The server has no programmes yet. Its admin imports them: noteitd programmes import"
            : "List them with: noteit programme list"
        throw Complaint("No programme '\(text)'.", advice: [advice])
    }

    private func choose(among programmes: [ProgrammeSummary], named text: String) throws -> ProgrammeSummary {
        guard console.canAsk else {
            let listed = programmes.prefix(12).map { "\($0.id)  \($0.name)" }
            let rest = programmes.count > 12 ? ["and \(programmes.count - 12) more"] : []
            throw Complaint(
                "'\(text)' matches several programmes; say which:", advice: listed + rest, status: ExitStatus.usage)
        }
        let choices = programmes.map {
            Chooser.Choice(key: $0.id.text, cells: [Styled($0.name, .strong), Styled($0.id.text, .faint)])
        }
        return programmes[try Chooser("Which programme", choices).ask(console)]
    }

    /// The programme of a plan, or the one that `text` names instead.
    func programme(of plan: DegreePlan, insteadOfOwn text: String?) async throws -> Programme {
        if let text { return try await client.programme(programme(text).id) }
        guard let own = plan.programme else {
            throw Complaint(
                "'\(plan.name)' has no programme.",
                advice: [
                    "Name one with --programme, or set it with: noteit plan edit --programme NAME",
                    "List them with: noteit programme list",
                ])
        }
        return try await client.programme(own)
    }

    /// Credits and titles of these courses: from the server if it is reached, else those that were kept.
    func creditBook(of codes: Set<CourseCode>) async throws -> CreditBook {
        do {
            let entries = try await client.with(timeout: .seconds(5)).catalogEntries(of: codes)
            try await copy.store(entries)
            return CreditBook(entries)
        } catch let error as ClientError where error.isPassing {
            return CreditBook(try await copy.catalogEntries(of: codes))
        }
    }

    /// The check of a plan: from the server if it is reached, else the last one of this revision.
    func check(_ plan: DegreePlan) async throws -> PlanCheck? {
        do {
            let check = try await client.with(timeout: .seconds(10)).check(plan.id)
            try await copy.store(check, of: plan)
            return check
        } catch let error as ClientError where error.isPassing {
            return try await copy.check(of: plan)
        }
    }
}

extension DegreePlan {
    /// An argument of a command that names it.
    var typable: String { name.isTypable ? name.quotedForShell : id.description }

    var codes: [CourseCode] { terms.flatMap(\.courses) }
}
