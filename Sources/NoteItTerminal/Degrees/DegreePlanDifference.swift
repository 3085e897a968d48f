import NoteItCore

/// Two degree plans side by side: facts, then courses that only one of them has, then courses in other terms.
public struct DegreePlanDifference: Sendable {
    /// A plan with what the server says about it.
    public struct Side: Sendable {
        public var plan: DegreePlan
        public var check: PlanCheck
        /// How far the plan goes towards its programme; nil without one.
        public var audit: DegreeAudit?
        /// The names of the programme's requirements, by id.
        public var requirements: [String: String]

        public init(_ plan: DegreePlan, check: PlanCheck, audit: DegreeAudit?, requirements: [String: String] = [:]) {
            (self.plan, self.check, self.audit, self.requirements) = (plan, check, audit, requirements)
        }

        fileprivate var terms: [CourseCode: [AcademicTerm]] {
            plan.terms.reduce(into: [:]) { terms, term in
                for code in term.courses { terms[code, default: []].append(term.term) }
            }
        }
    }

    /// Credits without a course of one term.
    public struct OpenCredits: Codable, Equatable, Sendable {
        public var term: AcademicTerm
        public var credits: CreditAmount
    }

    /// Credits without a course that differ, by what they are for.
    public struct ElectiveChange: Codable, Equatable, Sendable {
        /// The requirement that the credits are for; nil if any course will do.
        @Nullable public var requirement: String?
        public var from, to: [OpenCredits]

        fileprivate var sign: String { to.isEmpty ? "-" : from.isEmpty ? "+" : "~" }
    }

    private let left, right: Side

    public init(_ left: Side, _ right: Side) { (self.left, self.right) = (left, right) }

    public struct Move: Codable, Equatable, Sendable {
        public var course: CourseCode
        public var from, to: [AcademicTerm]
    }

    /// Courses that only the first has, and those that only the second has, by code.
    public var gone: [CourseCode] { left.terms.keys.filter { right.terms[$0] == nil }.sorted() }
    public var come: [CourseCode] { right.terms.keys.filter { left.terms[$0] == nil }.sorted() }
    /// Courses of both in other terms, by code.
    public var moved: [Move] {
        let (old, new) = (left.terms, right.terms)
        return old.keys.sorted().compactMap { code in
            guard let from = old[code], let to = new[code], from != to else { return nil }
            return Move(course: code, from: from, to: to)
        }
    }

    /// By requirement; those for any course come first.
    public var electives: [ElectiveChange] {
        let (old, new) = (left.electives, right.electives)
        return Set(old.keys).union(new.keys).sorted { ($0 ?? "") < ($1 ?? "") }.compactMap { requirement in
            let (from, to) = (old[requirement] ?? [], new[requirement] ?? [])
            return from == to ? nil : ElectiveChange(requirement: requirement, from: from, to: to)
        }
    }

    public func lines(width: Int?, unicode: Bool) -> [Styled] {
        let facts = facts.lines(width: width, header: true)
        let courses = courses(unicode ? "→" : "->").lines(width: width)
        return facts + (courses.isEmpty ? [] : [Styled()] + courses)
    }

    private var facts: Table {
        var table = Table([.init(""), .init(left.plan.name, least: 8), .init(right.plan.name, least: 8)])
        let rows: [(String, (Side) -> String)] = [
            ("terms", { "\($0.plan.terms.filter { !$0.courses.isEmpty }.count)" }),
            ("last term", { $0.plan.terms.last { !$0.courses.isEmpty }?.term.name ?? "" }),
            ("courses", { "\($0.plan.terms.reduce(0) { $0 + $1.courses.count })" }),
            (
                "credits without a course",
                { side in
                    let sum = side.plan.terms.map(\.electiveCredits).reduce(.zero, +)
                    return sum > .zero ? sum.description : ""
                }
            ),
            ("problems", { "\($0.check.problems.filter { !$0.accepted }.count)" }),
            ("kept knowingly", { "\($0.check.problems.filter(\.accepted).count)" }),
            ("programme", { $0.plan.programme?.text ?? "" }),
            ("requirements missing", { $0.objective(0) }), ("credits missing", { $0.objective(1) }),
            ("courses done", { $0.objective(2) }), ("courses in progress", { $0.objective(3) }),
            ("credits", { $0.audit?.credits.map { "\($0.has) of \($0.needs)" } ?? "" }),
        ]
        for (what, value) in rows {
            let (own, other) = (value(left), value(right))
            guard !own.isEmpty || !other.isEmpty else { continue }
            let tone: Tone = own == other ? .faint : .plain
            table.addRow([Styled(what, .faint), Styled(own, tone), Styled(other, tone)])
        }
        return table
    }

    private func courses(_ arrow: String) -> Table {
        var table = Table([.init(""), .init(""), .init("", least: 10)])
        for code in gone { table.addRow([Styled("-", .bad), Styled(code.description, .bad), names(left.terms[code], .bad)]) }
        for code in come {
            table.addRow([Styled("+", .good), Styled(code.description, .good), names(right.terms[code], .good)])
        }
        for move in moved {
            let terms = names(move.from, .plain) + Styled(" \(arrow) ", .faint) + names(move.to, .plain)
            table.addRow([Styled("~", .warning), Styled(move.course.description), terms])
        }
        for change in electives {
            let tone: Tone = change.to.isEmpty ? .bad : change.from.isEmpty ? .good : .plain
            let name = change.requirement.map { right.requirements[$0] ?? left.requirements[$0] ?? $0 } ?? "any course"
            let (from, to) = (names(change.from), names(change.to))
            let both = Styled(from) + Styled(" \(arrow) ", .faint) + Styled(to)
            table.addRow([
                Styled(change.sign, change.sign == "~" ? .warning : tone), Styled(name, tone),
                change.sign == "~" ? both : Styled(from + to, tone),
            ])
        }
        return table
    }

    private func names(_ credits: [OpenCredits]) -> String {
        credits.map { "\($0.term.name): \(counted($0.credits))" }.joined(separator: ", ")
    }

    private func names(_ terms: [AcademicTerm]?, _ tone: Tone) -> Styled {
        Styled((terms ?? []).map(\.name).joined(separator: ", "), tone)
    }

    /// For tab-separated output: `-`, `+` or `~`, the course, its terms in the first and in the second. Credits without a course
    /// have what they are for instead of the course, and `202630=3` for a term.
    public var rows: [[String]] {
        let text = { (terms: [AcademicTerm]?) in (terms ?? []).map(\.description).joined(separator: ",") }
        let credits = { (open: [OpenCredits]) in open.map { "\($0.term)=\($0.credits)" }.joined(separator: ",") }
        let open = electives.map { [$0.sign, $0.requirement ?? "any course", credits($0.from), credits($0.to)] }
        return gone.map { ["-", $0.description, text(left.terms[$0]), ""] }
            + come.map { ["+", $0.description, "", text(right.terms[$0])] }
            + moved.map { ["~", $0.course.description, text($0.from), text($0.to)] } + open
    }
}

extension DegreePlanDifference.Side {
    /// By requirement: the credits without a course, by term.
    fileprivate var electives: [String?: [DegreePlanDifference.OpenCredits]] {
        plan.terms.inOrder.reduce(into: [:]) { found, term in
            for (requirement, parts) in Dictionary(grouping: term.electives ?? [], by: \.requirement) {
                let sum = parts.map(\.credits).reduce(.zero, +)
                found[requirement, default: []].append(.init(term: term.term, credits: sum))
            }
        }
    }

    fileprivate func objective(_ index: Int) -> String {
        guard let objective = audit?.objective, objective.indices.contains(index) else { return "" }
        return objective[index].description
    }
}
