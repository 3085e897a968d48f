import Foundation
import NoteItCore

/// A degree plan as a board of terms, with its problems below.
public struct DegreePlanPage: Sendable {
    public var plan: DegreePlan
    /// Courses of the owner that are done or in progress. Grades are the owner's alone.
    public var record: [RecordItem]
    public var credits: CreditBook
    /// Nil if it is not known.
    public var check: PlanCheck?
    public var programme: String?
    /// The names of its requirements, by id.
    public var requirements: [String: String]
    public var reader: Account.ID?
    public var clock: DueText
    public var unicode: Bool

    public init(
        _ plan: DegreePlan, record: [RecordItem], credits: CreditBook, check: PlanCheck?, programme: String? = nil,
        requirements: [String: String] = [:], reader: Account.ID?, clock: DueText, unicode: Bool
    ) {
        (self.plan, self.record, self.credits, self.check) = (plan, record, credits, check)
        (self.programme, self.requirements) = (programme, requirements)
        (self.reader, self.clock, self.unicode) = (reader, clock, unicode)
    }

    /// The page in lines of at most `width` cells; nil means 80.
    public func lines(width: Int?) -> [Styled] {
        let measure = min(width ?? 80, 100)
        let problems = PlanProblems(check?.problems ?? [])
        let board = TermBoard(columns: columns(problems)).lines(width: width)
        return head(measure) + (board.isEmpty ? [] : [Styled()] + board) + legend(measure) + problems.page(measure)
    }

    private var isOwn: Bool { plan.owner.id == reader }

    private func head(_ width: Int) -> [Styled] {
        let owner = isOwn ? Styled() : Styled(" of \(plan.owner.displayName)", .faint)
        let name = programme ?? plan.programme?.text
        let lines = [
            Styled(plan.name, .heading) + owner, name.map { Styled($0, .strong) } ?? "", totals, approval,
            Styled(plan.shared && isOwn ? "shared: anyone with its link can read and comment" : "", .notice),
        ]
        return lines.filter { !$0.isEmpty }.flatMap { $0.wrapped(after: "", width: width) }
    }

    /// `45 credits done, 12 in progress, 60 planned`.
    private var totals: Styled {
        let sums = [
            (sum(counting.filter { !$0.inProgress }), "done"), (sum(counting.filter(\.inProgress)), "in progress"),
            (
                (plan.terms.flatMap(planned).map(credits.credits) + plan.terms.map(\.electiveCredits)).reduce(.zero, +),
                "planned"
            ),
        ].filter { $0.0 > .zero }
        guard let first = sums.first else { return Styled("No courses yet.", .faint) }
        let rest = sums.dropFirst().map { "\($0.0) \($0.1)" }
        return Styled(([counted(first.0) + " " + first.1] + rest).joined(separator: ", "))
    }

    private var counting: [RecordItem] { record.filter(\.counts) }

    private func sum(_ items: [RecordItem]) -> CreditAmount { items.map(credits.credits).reduce(.zero, +) }

    private var approval: Styled {
        if let approved = plan.approved {
            let who = approved.by.id == reader ? "you" : approved.by.displayName
            return Styled("approved by \(who) on \(clock.short(approved.at))", .good)
        }
        guard let lost = plan.approvalLost else { return "" }
        let whose = isOwn ? "your edit" : "an edit"
        let when = plan.editedAt.map { " of \(clock.short($0))" } ?? ""
        let who = lost.by.id == reader ? "your approval" : "approval by \(lost.by.displayName)"
        return Styled("\(who) of \(clock.short(lost.at)) lost by \(whose)\(when)", .warning)
    }

    /// The courses of a term that the record does not have in this term.
    private func planned(in term: PlanTerm) -> [CourseCode] {
        term.courses.filter { code in !record.contains { $0.course == code && $0.term == term.term } }
    }

    private func columns(_ problems: PlanProblems) -> [TermBoard.Column] {
        let early = record.filter { $0.term == nil }
        let before = early.isEmpty ? [] : [column("Without a term", early, nil, problems)]
        let terms = Set(record.compactMap(\.term)).union(plan.terms.map(\.term)).sorted()
        return before
            + terms.map { term in
                column(term.name, record.filter { $0.term == term }, plan.terms.first { $0.term == term }, problems)
            }
    }

    private func column(
        _ heading: String, _ items: [RecordItem], _ term: PlanTerm?, _ problems: PlanProblems
    ) -> TermBoard.Column {
        let signs = DegreeSigns(unicode: unicode)
        let courses = term.map(planned) ?? []
        let taken = items.map { item in
            let sign = item.counts ? signs.sign(item.inProgress ? .inProgress : .done) : signs.failed
            return TermBoard.Item(
                sign: sign, name: Styled(item.course.description, item.counts ? .plain : .faint), credits: credits.cell(item),
                mark: Styled(item.grade?.description ?? (item.kind == .taken ? "" : item.kind.rawValue), .faint))
        }
        let coming = courses.map { code in
            TermBoard.Item(
                sign: signs.sign(.planned), name: Styled(code.description, .strong), credits: credits.cell(code),
                mark: term.map { problems.marks(code, in: $0.term) } ?? "")
        }
        let open = (term?.electives ?? []).map { elective in
            TermBoard.Item(
                sign: "", name: Styled(elective.requirement.map { requirements[$0] ?? $0 } ?? "any course", .faint),
                credits: Styled(elective.credits.description))
        }
        let sum = sum(items.filter(\.counts)) + courses.map(credits.credits).reduce(term?.electiveCredits ?? .zero, +)
        let mark = term.map { problems.marks(nil, in: $0.term) } ?? ""
        return TermBoard.Column(
            heading: Styled(heading, .strong), items: taken + coming + open,
            footer: [Styled(counted(sum), .faint), mark].joined(by: " "))
    }

    private func legend(_ width: Int) -> [Styled] {
        let signs = DegreeSigns(unicode: unicode)
        let coming = plan.terms.flatMap(planned)
        let parts = [
            counting.contains { !$0.inProgress } ? signs.sign(.done) + " done" : "",
            counting.contains(where: \.inProgress) ? signs.sign(.inProgress) + " in progress" : "",
            coming.isEmpty ? "" : signs.sign(.planned) + " planned",
            record.contains { !$0.counts } ? signs.failed + " does not count" : "",
            coming.contains { credits.known($0) == nil } ? Styled("3? not known, counted as 3") : "",
        ]
        let line = parts.joined(by: "; ")
        return line.isEmpty ? [] : [Styled()] + line.wrapped(after: "", width: width)
    }
}

/// Problems with a number each.
struct PlanProblems {
    let problems: [DegreePlanProblem]

    init(_ problems: [DegreePlanProblem]) { self.problems = problems }

    /// The marks of the problems of a course in a term: `!1`, `?2` if only the department can judge, `(3)` if it is kept knowingly.
    /// - Parameter course: nil for problems of the whole term.
    func marks(_ course: CourseCode?, in term: AcademicTerm) -> Styled {
        problems.indices.filter { problems[$0].course == course && problems[$0].term == term }.map(mark).joined(by: " ")
    }

    private func mark(_ index: Int) -> Styled {
        let problem = problems[index]
        if problem.accepted { return Styled("(\(index + 1))", .faint) }
        return problem.unsure ? Styled("?\(index + 1)", .warning) : Styled("!\(index + 1)", .bad)
    }

    /// The counts and a paragraph for each problem, after an empty line; nothing without problems.
    func page(_ width: Int?) -> [Styled] {
        guard !problems.isEmpty else { return [] }
        return [Styled()] + summary.wrapped(after: "", width: width) + lines(width)
    }

    /// The problems, a paragraph for each.
    func lines(_ width: Int?) -> [Styled] {
        let widest = problems.indices.map { mark($0).width }.max() ?? 0
        return problems.indices.flatMap { index in
            problems[index].sentence.wrapped(after: Styled("  ") + mark(index).padded(to: widest + 1), width: width)
        }
    }

    /// `2 problems, 1 to ask about, 1 kept knowingly`.
    var summary: Styled {
        let kept = problems.filter(\.accepted).count
        let unsure = problems.filter { $0.unsure && !$0.accepted }.count
        let open = problems.count - kept - unsure
        return [
            Styled(open == 0 ? "" : counted(open, "problem"), .bad),
            Styled(unsure == 0 ? "" : "\(unsure) to ask about", .warning),
            Styled(kept == 0 ? "" : "\(kept) kept knowingly", .faint),
        ].joined(by: ", ")
    }
}

extension DegreePlanProblem {
    /// `Fall 2026, CMPT 225: ...`; the term and the course are left out where the detail names them.
    var sentence: Styled {
        let names = [term.name, course?.description ?? ""].filter { !$0.isEmpty && !detail.contains($0) }
        return Styled(names.isEmpty ? "" : names.joined(separator: ", ") + ": ", .strong) + Styled(detail)
            + Styled(accepted ? " Kept knowingly." : "", .faint)
    }

    /// For tab-separated output.
    public var fields: [String] {
        [term.description, course?.description ?? "", kind.rawValue, accepted ? "kept" : unsure ? "unsure" : "problem", detail]
    }
}

/// The difference that an edit of a plan made.
public struct CheckDifference: Sendable, Equatable {
    /// Problems that the edit made, and those that it solved.
    public let broken, mended: [DegreePlanProblem]
    /// Problems that are kept knowingly from now on.
    public let kept: [DegreePlanProblem]
    /// All problems after it that are not kept knowingly.
    public let open: [DegreePlanProblem]

    /// A problem of a course is the same one in another term.
    public init(from before: PlanCheck, to after: PlanCheck) {
        let (old, new) = (before.problems.filter { !$0.accepted }, after.problems.filter { !$0.accepted })
        broken = new.filter { problem in !old.contains { $0.isSame(as: problem) } }
        mended = before.problems.filter { problem in !after.problems.contains { $0.isSame(as: problem) } }
        let known = before.problems.filter(\.accepted)
        kept = after.problems.filter { problem in problem.accepted && !known.contains { $0.isSame(as: problem) } }
        open = new
    }

    public func lines(width: Int?, unicode: Bool) -> [Styled] {
        let (bad, good) = (broken.filter { !$0.unsure }, Styled(unicode ? "✓ " : "+ ", .good))
        let unsure = broken.filter(\.unsure)
        var lines = bad.flatMap { $0.sentence.wrapped(after: Styled("! ", .bad), width: width) }
        lines += unsure.flatMap { $0.sentence.wrapped(after: Styled("? ", .warning), width: width) }
        lines += kept.flatMap { $0.sentence.wrapped(after: Styled("= ", .faint), width: width) }
        lines += mended.flatMap { (Styled("No longer: ", .faint) + $0.sentence).wrapped(after: good, width: width) }
        let others = open.count - broken.count
        if others > 0 { lines.append(Styled("\(counted(others, "other problem")): noteit plan check", .faint)) }
        return lines
    }
}

extension DegreePlanProblem {
    fileprivate func isSame(as other: DegreePlanProblem) -> Bool {
        kind == other.kind && course == other.course && (course != nil || term == other.term)
    }
}

/// The problems of a plan alone.
public struct PlanCheckPage: Sendable {
    private let problems: PlanProblems

    public init(_ check: PlanCheck) { problems = PlanProblems(check.problems) }

    /// The lines of the page; empty if there are no problems.
    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        return problems.problems.isEmpty ? [] : problems.summary.wrapped(after: "", width: measure) + problems.lines(measure)
    }
}
