import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan show`.
struct PlanShow: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a degree plan as a board of terms, with its problems.",
        discussion: """
            The board has what you have taken, and the terms to come, with the credits of each term. Marks: !1 the first problem \
            below the board, ?2 one that only the department can judge, (3) one that you keep knowingly.

            Works offline, with the problems of the last check. --plain writes term, course, credits, and done, in progress or \
            planned.

            Examples:
              noteit plan show
              noteit plan show "Plan A"
              noteit plan show LINK                      a plan that was shared with you
              noteit plan show "Plan A" --picture plan.svg
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: [String] = []
    @Option(help: PictureFile.help) var picture: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.degreePlan(self.plan)
        if let picture { return try PictureFile(picture).write(try await context.client.picture(of: plan.id), context) }
        let check = try await context.check(plan)
        let record = try await context.record(ofOwner: plan, check)
        let credits = try await context.creditBook(of: Set(plan.codes + record.map(\.course)))
        let shown = ShownPlan(plan: plan, problems: check?.problems)
        try await context.report(shown, plain: rows(plan, record)) {
            let programme = try await programme(of: plan, context)
            let page = DegreePlanPage(
                plan, record: record, credits: credits, check: check, programme: programme?.name,
                requirements: Dictionary(
                    (programme?.requirements ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }),
                reader: try context.account().id, clock: try await context.clock(), unicode: context.console.unicode)
            context.out(page.lines(width: context.width))
            context.out(try await context.unsentLines(try await context.unsentCourses(of: plan.id)))
            if check == nil { context.say(Styled("The problems are not known until the server is reached.", .warning)) }
        }
    }

    /// Nil if the server is not reached.
    private func programme(of plan: DegreePlan, _ context: CommandContext) async throws -> Programme? {
        guard let id = plan.programme else { return nil }
        return try? await context.client.with(timeout: .seconds(5)).programme(id)
    }

    private func rows(_ plan: DegreePlan, _ record: [RecordItem]) -> [[String]] {
        let taken = record.filter(\.counts).map { item in
            [
                item.term?.description ?? "", item.course.description, item.credits?.description ?? "",
                item.inProgress ? "in progress" : "done",
            ]
        }
        let planned = plan.terms.flatMap { term in
            term.courses.map { [term.term.description, $0.description, "", "planned"] }
                + (term.electives ?? []).map { [term.term.description, "", $0.credits.description, "planned"] }
        }
        return taken + planned
    }

    /// The plan with its problems.
    private struct ShownPlan: Encodable {
        var plan: DegreePlan
        /// Nil if they are not known.
        var problems: [DegreePlanProblem]?

        enum CodingKeys: CodingKey { case problems }

        func encode(to encoder: any Encoder) throws {
            try plan.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(problems, forKey: .problems)
        }
    }
}

extension CommandContext {
    /// What the owner of a plan has taken: my record, or for another's plan what its check tells, which has no grades. An
    /// older server tells some of it in the audit.
    func record(ofOwner plan: DegreePlan, _ check: PlanCheck?) async throws -> [RecordItem] {
        if try plan.owner.id == account().id { return try await copy.record()?.items ?? [] }
        if let taken = check?.taken { return taken.map(\.item) }
        guard plan.programme != nil, let audit = try? await client.with(timeout: .seconds(10)).audit(plan.id) else { return [] }
        var known = Set<CourseCode>()
        return audit.requirements.flatMap(\.courses).compactMap { row in
            guard row.status != .planned, known.insert(row.course).inserted else { return nil }
            return RecordItem(
                course: row.course, term: row.term, credits: row.credits, kind: row.kind, inProgress: row.status == .inProgress)
        }
    }
}
