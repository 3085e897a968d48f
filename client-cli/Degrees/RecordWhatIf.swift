import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit record what-if`.
struct RecordWhatIf: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if",
        abstract: "Show what grades would do to GPA, audit and plan. Nothing is stored.",
        discussion: """
            Give courses their grades. Those that you have in progress get them; others are added. With --target it says what \
            average the courses without a grade need, or the credits of --credits.

            The audit is that of your plan's programme, or of --programme, before and after; then come the problems of your plan that \
            the grades make or solve, such as a prerequisite with a minimum grade. The GPA works offline; the rest needs the server. \
            Without courses it shows the GPA as it is. --plain writes now, then and needed, each with the average and its credits; for \
            each requirement that changes its id, its status and what it has, before and after; and each problem of the plan, after ! if \
            it is new and + if it is solved.

            Examples:
              noteit record what-if CMPT225=A- MATH240=B+
              noteit record what-if CMPT225 MATH240 --target 3.5
              noteit record what-if CMPT225=B --credits 12 --target 3.5
            """)

    @Argument(help: "Courses, each perhaps with a grade: CMPT225=A-.") var courses: [String] = []
    @Option(help: ArgumentHelp("The GPA that you want, such as 3.5.", valueName: "gpa")) var target: String?
    @Option(help: ArgumentHelp("Credits without a course whose grades are asked.", valueName: "number")) var credits: String?
    @Option(
        help: ArgumentHelp("Your plan, by name or id, if you have several.", valueName: "plan"), completion: Completions.plans)
    var plan: String?
    @Option(help: ArgumentHelp("Another programme, by id or words of its name.", valueName: "name")) var programme: String?
    @OptionGroup var scale: GradeScaleOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if credits != nil, target == nil { throw ValidationError("--credits goes with --target.") }
    }

    func run(_ context: CommandContext) async throws {
        let scale = try scale.chosen()
        let courses = try context.gradedCourses(self.courses).map { GradeQuestion.Course(code: $0.code, grade: $0.grade) }
        let record = try await context.copy.record()?.items ?? []
        let book = try await context.creditBook(of: Set(record.map(\.course) + courses.map(\.code)))
        let question = GradeQuestion(
            record, courses: courses, more: try more(), target: try goal(scale), scale: scale, credits: book)
        if target != nil, question.needed == nil {
            throw Complaint.usage(
                "Every course has a grade, so there is nothing that the target asks of.",
                "Leave out the grades that you ask for, or name credits with --credits.")
        }
        let chosen: DegreePlan? =
            if question.courses.contains(where: { $0.grade != nil }) { try await chosenPlan(context) } else { nil }
        let (own, problems) = try await checked(chosen, question, context)
        let audits = try await audits(question, own, context)
        let difference = audits.map { AuditDifference(from: $0.before, to: $0.after) }
        let result = Answer(question, audits, problems)
        try await context.report(result, plain: rows(question, difference, problems)) {
            context.out(question.lines(width: context.width, unicode: context.console.unicode))
            if let difference, let audits {
                context.out(
                    [Styled()]
                        + difference.lines(audits.programme.name, width: context.width, unicode: context.console.unicode))
            }
            if let own, let problems, problems.broken.count + problems.mended.count > 0 {
                context.out([Styled()] + Styled(own.name, .strong).wrapped(after: "", width: context.width))
                context.out(problems.lines(width: context.width, unicode: context.console.unicode))
            }
        }
    }

    private func more() throws -> CreditAmount {
        guard let credits else { return .zero }
        return try Double(credits).flatMap(CreditAmount.init).understood(
            credits, as: "a number of credits", "As in: --credits 12")
    }

    private func goal(_ scale: GradeScale) throws -> Int? {
        guard let target else { return nil }
        let hundredths = Double(target).flatMap { (0.01...4.33).contains($0) ? Int(($0 * 100).rounded()) : nil }
        let goal = try hundredths.understood(target, as: "a GPA", "As in: --target 3.5")
        guard goal <= scale.most else {
            throw Complaint.usage(
                "No GPA is above \(gradePoints(scale.most)) on the scale \(scale.rawValue).", "As in: --target 3.5")
        }
        return goal
    }

    private struct Audits {
        var programme: Programme
        var before, after: DegreeAudit
    }

    /// The plan that is named, else the only one.
    private func chosenPlan(_ context: CommandContext) async throws -> DegreePlan? {
        if let plan { return try await context.ownDegreePlan([plan]) }
        let own = try await context.degreePlanNames().own
        return own.count == 1 ? own[0] : nil
    }

    /// The plan, unless it is gone from the server, and what changes in it; no changes if the server is not reached.
    private func checked(
        _ plan: DegreePlan?, _ question: GradeQuestion, _ context: CommandContext
    ) async throws -> (DegreePlan?, CheckDifference?) {
        guard let plan else { return (nil, nil) }
        do {
            func check(_ items: [RecordItem]) async throws -> PlanCheck {
                try await context.client.check(plan.id, with: AcademicRecord(items: items))
            }
            return (plan, CheckDifference(from: try await check(question.record), to: try await check(question.items)))
        } catch let error as ClientError where error.isPassing {
            return (plan, nil)
        } catch ClientError.problem(let problem) where problem.status == 404 {
            context.say(Styled("'\(plan.name)' is gone from the server; here is what the grades do without it.", .warning))
            return (nil, nil)
        }
    }

    /// Nil if no grade is given, there is no programme, or the server is not reached.
    private func audits(
        _ question: GradeQuestion, _ own: DegreePlan?, _ context: CommandContext
    ) async throws -> Audits? {
        guard question.courses.contains(where: { $0.grade != nil }) else { return nil }
        do {
            let wanted: Programme.ID? =
                if let programme { try await context.programme(programme).id } else { own?.programme }
            guard let wanted else {
                context.say(Styled("No audit: name a programme with --programme, or a plan that has one with --plan.", .faint))
                return nil
            }
            let programme = try await context.client.programme(wanted)
            let terms = own?.terms ?? []
            let codes = Set(question.items.map(\.course) + terms.flatMap(\.courses))
            let facts = try await context.client.catalogEntries(of: codes).map { ($0.code, $0.facts) }
            let known = ByCourse(Dictionary(facts, uniquingKeysWith: { first, _ in first }))
            func audit(_ items: [RecordItem]) async throws -> DegreeAudit {
                try await context.client.audit(
                    AuditRequest(
                        programme: .stored(wanted), record: AcademicRecord(items: items), terms: terms, courses: known))
            }
            return Audits(
                programme: programme, before: try await audit(question.record), after: try await audit(question.items))
        } catch let error as ClientError where error.isPassing {
            context.say(Styled("The audit needs the server, which is not reached.", .warning))
            return nil
        }
    }

    private func rows(
        _ question: GradeQuestion, _ difference: AuditDifference?, _ problems: CheckDifference?
    ) -> [[String]] {
        func row(_ name: String, _ average: GradeAverage) -> [String] {
            [name, average.hundredths.map(gradePoints) ?? "", average.credits.description]
        }
        var rows = [row("now", question.before.all)]
        if question.courses.contains(where: { $0.grade != nil }) { rows.append(row("then", question.after.all)) }
        if let needed = question.needed { rows.append(["needed", gradePoints(needed), question.asked.description]) }
        return rows
            + (difference?.changes ?? []).map { change in
                [
                    change.id, change.from.rawValue, change.to.rawValue, change.had.description, change.has.description,
                    change.needs.description,
                ]
            } + (problems?.broken ?? []).map { ["!"] + $0.fields } + (problems?.mended ?? []).map { ["+"] + $0.fields }
    }

    private struct Answer: Encodable {
        struct Average: Encodable {
            /// Nil without a letter that counts.
            var gpa: Double?
            var credits: CreditAmount

            init(_ average: GradeAverage) {
                (gpa, credits) = (average.hundredths.map { Double($0) / 100 }, average.credits)
            }
        }
        struct Needed: Encodable {
            var gpa: Double
            var credits: CreditAmount
            var outOfReach: Bool
        }

        var now, then: Average
        var scale: String
        var needed: Needed?
        /// Nil without an audit.
        var before, after: DegreeAudit?
        /// Problems of the plan that the grades make and solve. Nil without a plan.
        var broke, mended: [DegreePlanProblem]?

        init(_ question: GradeQuestion, _ audits: Audits?, _ problems: CheckDifference?) {
            (now, then) = (Average(question.before.all), Average(question.after.all))
            scale = question.scale.rawValue
            needed = question.needed.map {
                Needed(gpa: Double($0) / 100, credits: question.asked, outOfReach: question.isOutOfReach)
            }
            (before, after) = (audits?.before, audits?.after)
            (broke, mended) = (problems?.broken, problems?.mended)
        }
    }
}

/// What letters are worth.
struct GradeScaleOptions: ParsableArguments {
    @Option(
        name: .customLong("scale"),
        help: ArgumentHelp("4.33, where A+ counts 4.33, or 4.0, where it counts as A does.", valueName: "scale")) var name:
        String =
            GradeScale.plus.rawValue

    func chosen() throws -> GradeScale {
        let names = [name, name + ".0"]
        return try GradeScale.allCases.first { names.contains($0.rawValue) }
            .understood(name, as: "a scale", "As in: --scale 4.33, --scale 4.0")
    }
}
