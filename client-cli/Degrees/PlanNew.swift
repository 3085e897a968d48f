import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan new`.
struct PlanNew: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a degree plan.",
        discussion: """
            With --from or --terms the plan begins with empty terms; summers are left out, unless --summers is given. Terms come \
            with their first course too. Needs the server. The id of the plan goes to standard output.

            Examples:
              noteit plan new "Plan A"
              noteit plan new "Plan A" --programme "computer science" --from 202630 --terms 8
              noteit plan new "With co-op" --from F26 --terms 12 --summers --credits 12
            """,
        aliases: ["create"])

    @Argument(help: "The name.") var name: [String]
    @Option(help: ArgumentHelp("Programme to audit against, by id or words of its name.", valueName: "name")) var programme:
        String?
    @Option(help: ArgumentHelp("First term, such as F26; without it the next one.", valueName: "term")) var from: String?
    @Option(help: ArgumentHelp("How many terms, 1 to 60.", valueName: "count")) var terms: Int?
    @Flag(help: "Summers too.") var summers = false
    @OptionGroup var limits: CreditLimitOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...PlanTerm.mostTerms).contains(terms ?? 1) else {
            throw ValidationError("--terms must be 1 to \(PlanTerm.mostTerms).")
        }
    }

    func run(_ context: CommandContext) async throws {
        var new = NewDegreePlan(id: .make(at: context.now), name: name.joined(separator: " "))
        if try await context.degreePlanNames().own.contains(where: { $0.name.lowercased() == new.name.lowercased() }) {
            throw Complaint(
                "You have a plan '\(new.name)' already.", advice: ["Take another name, or see it with: noteit plan show"])
        }
        if let programme { new.programme = try await context.programme(programme).id }
        new.terms = try await emptyTerms(context)
        new.creditsPerTerm = try limits.given()
        let plan = try await context.client.createPlan(new)
        try await context.refresh()
        try await context.report(plan, plain: [[plan.id.description, plan.name]]) {
            context.out(Styled(plan.id.description, .strong))
            context.say(Styled("Made '\(plan.name)'.", .good) + Styled(" Add courses with: noteit plan add CMPT225 --term F26"))
        }
    }

    private func emptyTerms(_ context: CommandContext) async throws -> [PlanTerm]? {
        guard from != nil || terms != nil else { return nil }
        let first = if let from { try context.academicTerm(from) } else { try await context.nextTerm() }
        let all = (0...3 * PlanTerm.mostTerms).lazy.map { first.advanced(by: $0) }
            .filter { summers || $0.season != .summer || $0 == first }
        return all.prefix(terms ?? 8).map { PlanTerm(term: $0, courses: []) }
    }
}

/// The most credits of a term.
struct CreditLimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most credits of a term.", valueName: "number")) var credits: String?
    @Option(help: ArgumentHelp("The most credits of a fall; 0 for none.", valueName: "number")) var fall: String?
    @Option(help: ArgumentHelp("The most credits of a spring.", valueName: "number")) var spring: String?
    @Option(help: ArgumentHelp("The most credits of a summer.", valueName: "number")) var summer: String?

    /// Nil without any. A season that is not given has the credits of `--credits`; without these, 15 in fall and spring and none in
    /// summer.
    func given() throws -> CreditLimits? {
        let amount = { (text: String?, option: String) throws -> CreditAmount? in
            guard let text else { return nil }
            return try Double(text).flatMap(CreditAmount.init)
                .understood(text, as: "a number of credits", "As in: \(option) 15")
        }
        let every = try amount(credits, "--credits")
        let (fall, spring) = (try amount(fall, "--fall"), try amount(spring, "--spring"))
        let summer = try amount(summer, "--summer")
        guard every != nil || fall != nil || spring != nil || summer != nil else { return nil }
        let rest = every.map(CreditLimits.init(every:)) ?? .standard
        return CreditLimits(spring: spring ?? rest.spring, summer: summer ?? rest.summer, fall: fall ?? rest.fall)
    }

    /// What a path takes for granted where no option says otherwise.
    /// - Parameter plan: the limits of the plan, which hold without these options.
    func assumptions(_ plan: CreditLimits?) throws -> [String] {
        let given = try self.given()
        var all: [String] = []
        if summer == nil, (given ?? plan ?? .standard).summer == .zero {
            all.append("no courses in summer; --summer CREDITS plans them")
        }
        let seasons = [("fall", fall), ("spring", spring)].filter { $0.1 == nil }.map { $0.0 }
        if credits == nil, given != nil || plan == nil, !seasons.isEmpty {
            let options = seasons.map { "--\($0)" }.joined(separator: " and ")
            all.append("at most 15 credits in \(seasons.joined(separator: " and ")); \(options) set others")
        }
        return all
    }
}
