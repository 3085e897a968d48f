import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit plan move`.
struct PlanMove: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move courses of your plan to another term, or credits without a course.",
        discussion: """
            The plan is checked at once, as by 'noteit plan add'. Needs the server.

            Examples:
              noteit plan move CMPT225 --to SP27
              noteit plan move CMPT225 --from F26 --to SP27
              noteit plan move --any "Breadth-Science" --to SP27
            """)

    @Argument(help: "Courses, such as CMPT225.") var courses: [String] = []
    @Option(help: ArgumentHelp("The new term, such as SP27.", valueName: "term")) var to: String
    @Option(help: ArgumentHelp("The old term, if the course is in several.", valueName: "term")) var from: String?
    @OptionGroup var electives: ElectiveOptions
    @OptionGroup var options: PlanEditOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws { try electives.validate(courses: courses, needsCredits: false) }

    func run(_ context: CommandContext) async throws {
        let (codes, target) = try context.courses(courses, andTerm: to)
        let source = try from.map(context.academicTerm)
        let plan = try await context.ownDegreePlan(options.words)
        try await context.requireComing(target, in: plan)
        var terms = plan.terms
        for code in codes {
            let old = try plan.term(of: code, named: source, option: "--from")
            if terms.holding(code).contains(target) { throw Complaint("\(code) is in \(target.name) already.") }
            terms = terms.removing(code, from: old).adding([code], to: target)
        }
        var names = codes.map(\.description)
        if let purpose = try await context.purpose(electives, in: plan) {
            let old = try plan.term(of: purpose, named: source, option: "--from")
            let (left, gone) = terms.removing(purpose, atMost: try electives.amount(), from: old)
            (terms, names) = (left.adding(gone, for: purpose, to: target), names + ["\(counted(gone)) of \(purpose.name)"])
        }
        let edit = DegreePlanEdit(
            context: context, plan: plan, options: options, placed: [PlanTerm(term: target, courses: codes)])
        try await edit.save(terms, "Moved \(names.joined(separator: ", ")) to \(target.name).")
    }
}
