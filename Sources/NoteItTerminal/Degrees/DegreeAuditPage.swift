import NoteItCore

/// An audit in sections that fold by depth: for each requirement the courses that fill it, and what would fill the rest.
public struct DegreeAuditPage: Sendable {
    public var audit: DegreeAudit
    /// Nil if it is not known: then the patterns of missing requirements are not shown.
    public var programme: Programme?
    public var heading: String
    /// 1 shows the requirements alone, 2 their courses too, 3 the reasons and all patterns. Nil folds those that are done.
    public var depth: Int?
    public var unicode: Bool

    public init(_ audit: DegreeAudit, programme: Programme?, heading: String, depth: Int? = nil, unicode: Bool) {
        (self.audit, self.programme, self.heading) = (audit, programme, heading)
        (self.depth, self.unicode) = (depth, unicode)
    }

    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        return head(measure) + [Styled()] + sections(measure) + rest(measure)
    }

    private func head(_ width: Int?) -> [Styled] {
        let missing = audit.requirements.filter { $0.status == .missing }
        let verdict =
            audit.satisfied
            ? complete
            : Styled(missing.isEmpty ? "not enough credits in all" : "\(counted(missing.count, "requirement")) missing", .bad)
        let totals = [total("credits", audit.credits), total("credits in residence", audit.residencyCredits)]
        return Styled(heading, .heading).wrapped(after: "", width: width)
            + ([verdict] + totals).joined(by: ", ").wrapped(after: "", width: width)
    }

    /// `complete once 1 course in progress and 2 planned ones are passed`
    private var complete: Styled {
        let rows = audit.requirements.flatMap(\.courses)
        let count = { (status: DegreeAudit.Status) in Set(rows.filter { $0.status == status }.map(\.course)).count }
        let (running, planned) = (count(.inProgress), count(.planned))
        guard running + planned > 0 else { return Styled("complete", .good) }
        let parts = [
            running > 0 ? counted(running, "course") + " in progress" : nil,
            planned > 0 ? counted(planned, running > 0 ? "planned one" : "planned course") : nil,
        ]
        let courses = parts.compactMap(\.self).joined(separator: " and ")
        return Styled("complete once \(courses) \(running + planned > 1 ? "are" : "is") passed", .notice)
    }

    private func total(_ what: String, _ total: DegreeAudit.Total?) -> Styled {
        guard let total else { return "" }
        return Styled("\(total.has) of \(total.needs) \(what)", total.has < total.needs ? .bad : .plain)
    }

    /// The requirements line up; the parts of the open ones stand below them.
    private func sections(_ width: Int?) -> [Styled] {
        var table = Table([.init(""), .init("", least: 12), .init("", right: true), .init("", dropRank: 1)])
        let signs = DegreeSigns(unicode: unicode)
        for requirement in audit.requirements {
            table.addRow([
                signs.sign(requirement.status), Styled(requirement.name, requirement.status == .done ? .plain : .strong),
                Styled("\(requirement.has) of \(requirement.needs)\(unit(of: requirement))"),
                Styled(requirement.status.name, tone(requirement.status)),
            ])
        }
        return zip(audit.requirements, table.lines(width: width)).flatMap { requirement, line in
            [line] + (isOpen(requirement) ? parts(of: requirement, width) : [])
        }
    }

    private func isOpen(_ requirement: DegreeAudit.Requirement) -> Bool {
        depth.map { $0 > 1 } ?? (requirement.status != .done)
    }

    private func rule(of requirement: DegreeAudit.Requirement) -> Programme.Requirement? {
        programme?.requirements.first { $0.id == requirement.id }
    }

    private func unit(of requirement: DegreeAudit.Requirement) -> String {
        switch rule(of: requirement)?.need {
        case .courses: requirement.needs == CreditAmount(1) ? " course" : " courses"
        case .credits: " credits"
        case nil: ""
        }
    }

    private func tone(_ status: DegreeAudit.Status) -> Tone {
        switch status {
        case .done: .good
        case .inProgress: .notice
        case .planned: .faint
        case .missing: .bad
        }
    }

    private func parts(of requirement: DegreeAudit.Requirement, _ width: Int?) -> [Styled] {
        var table = Table([
            .init(""), .init(""), .init("", dropRank: 1), .init("", right: true), .init("", dropRank: 2),
            .init("", least: 12, dropRank: 3),
        ])
        table.indent = 3
        let signs = DegreeSigns(unicode: unicode)
        for row in requirement.courses {
            table.addRow([
                signs.sign(row.status), Styled(row.course.description), Styled(row.term?.name ?? "", .faint),
                Styled(row.kind == .waiver ? "" : "\(row.credits)"),
                Styled(row.kind == .taken ? "" : row.kind.rawValue, .faint),
                Styled(why(row), .faint),
            ])
        }
        return table.lines(width: width) + missing(requirement, width)
    }

    /// Empty if the course is named itself, unless all reasons are wanted.
    private func why(_ row: DegreeAudit.Row) -> String {
        if case .course = row.matches.base, !isFull { return "" }
        return "counts as \(row.matches.words)"
    }

    private var isFull: Bool { depth.map { $0 > 2 } ?? false }

    private func missing(_ requirement: DegreeAudit.Requirement, _ width: Int?) -> [Styled] {
        guard requirement.status == .missing else { return [] }
        let lacks = requirement.needs - requirement.has
        let rule = rule(of: requirement)
        let amount: String =
            if case .courses = rule?.need { counted(lacks.halves / 2, "more course") } else { "\(lacks) more credits" }
        let used = Set(requirement.courses.map(\.course))
        let open = (rule?.from ?? []).filter { pattern in
            if case .course(let code) = pattern.base { !used.contains(code) } else { true }
        }
        let minimum = rule?.minimumGrade.map { " with \($0) or better" } ?? ""
        let words = open.isEmpty ? "" : ": \(open.words(isFull ? nil : 6))" + minimum
        return (Styled(amount, .bad) + Styled(words)).wrapped(after: "   ", width: width)
    }

    private func rest(_ width: Int?) -> [Styled] {
        var lines: [Styled] = []
        if !audit.leftOver.isEmpty {
            let codes = audit.leftOver.map(\.description).joined(separator: ", ")
            lines += [Styled()] + (Styled("Left over: ", .strong) + Styled(codes)).wrapped(after: "", width: width)
        }
        if !audit.optimal {
            lines +=
                [Styled()]
                + Styled("Stopped early: there may be a better way to count the courses.", .warning)
                .wrapped(after: "", width: width)
        }
        return lines
    }

    /// For tab-separated output: requirement, status, has, needs, then course, term, credits and status of each course.
    public static func rows(_ audit: DegreeAudit) -> [[String]] {
        audit.requirements.flatMap { requirement in
            let head = [requirement.id, requirement.status.rawValue, "\(requirement.has)", "\(requirement.needs)"]
            return [head]
                + requirement.courses.map { row in
                    [
                        requirement.id, row.status.rawValue, row.course.description, row.term?.description ?? "",
                        "\(row.credits)",
                    ]
                }
        }
    }
}
