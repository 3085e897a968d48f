import NoteItCore

/// A programme with its requirements.
public struct ProgrammePage: Sendable {
    public var programme: Programme
    /// 1 shows the requirements alone, 2 their first courses, 3 all.
    public var depth: Int

    public init(_ programme: Programme, depth: Int) { (self.programme, self.depth) = (programme, depth) }

    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let facts = [
            programme.catalogYear.map(String.init), programme.credits.map(counted),
            programme.residencyCredits.map { "\($0) of them in residence" }, programme.id.text,
        ]
        return Styled(programme.name, .heading).wrapped(after: "", width: measure)
            + Styled(facts.compactMap(\.self).joined(separator: ", "), .faint).wrapped(after: "", width: measure)
            + [Styled()] + sections(measure)
    }

    private func sections(_ width: Int?) -> [Styled] {
        var table = Table([.init("", least: 12), .init("", least: 10)])
        for requirement in programme.requirements {
            let minimum = requirement.minimumGrade.map { " with \($0) or better" } ?? ""
            table.addRow([Styled(requirement.name, .strong), Styled(requirement.need.words + minimum)])
        }
        return zip(programme.requirements, table.lines(width: width)).flatMap { requirement, line in
            [line] + (depth > 1 ? parts(of: requirement, width) : [])
        }
    }

    private func parts(of requirement: Programme.Requirement, _ width: Int?) -> [Styled] {
        let words = requirement.from.words(depth > 2 ? nil : 6)
        let names = requirement.mayShareWith.map { id in programme.requirements.first { $0.id == id }?.name ?? id }
        let sharing = names.isEmpty ? "" : "may count for \(names.listed(depth > 2 ? nil : 2)) too"
        return [Styled(words), Styled(sharing, .faint)].filter { !$0.isEmpty }.flatMap {
            $0.wrapped(after: "   ", width: width)
        }
    }
}

extension Programme.Requirement.Need {
    /// What a requirement asks for, as in `3 courses` or `12 credits`.
    var words: String {
        switch self {
        case .courses(let courses): counted(courses, "course")
        case .credits(let credits): counted(credits)
        }
    }
}

/// Programmes, a row for each.
public struct ProgrammesTable: Sendable {
    private let programmes: [ProgrammeSummary]

    public init(_ programmes: [ProgrammeSummary]) { self.programmes = programmes }

    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 16), .init("year"), .init("credits", right: true, dropRank: 2),
            .init("requirements", right: true, dropRank: 3), .init("id", least: 12, dropRank: 1),
        ])
        for programme in programmes {
            table.addRow([
                Styled(programme.name, .strong), Styled(programme.catalogYear.map(String.init) ?? ""),
                Styled(programme.credits?.description ?? ""), Styled("\(programme.requirements)"),
                Styled(programme.id.text, .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }

    /// For tab-separated output.
    public var rows: [[String]] {
        programmes.map { programme in
            [
                programme.id.text, programme.name, programme.catalogYear.map(String.init) ?? "",
                programme.credits?.description ?? "", "\(programme.requirements)",
            ]
        }
    }
}
