import NoteItCore

/// The way to a degree as a board of terms, or the reasons why there is none.
public struct DegreePathPage: Sendable {
    public var path: DegreePath
    public var programme: Programme
    public var credits: CreditBook
    public var unicode: Bool
    /// What was assumed where the person said nothing: `no courses in summer`.
    public var assumptions: [String]

    public init(
        _ path: DegreePath, programme: Programme, credits: CreditBook, unicode: Bool, assumptions: [String] = []
    ) {
        (self.path, self.programme, self.credits, self.unicode) = (path, programme, credits, unicode)
        self.assumptions = assumptions
    }

    public func lines(width: Int?) -> [Styled] {
        let measure = min(width ?? 80, 100)
        guard path.feasible else { return causes(measure) + premises(measure) }
        let terms = path.terms.filter { !$0.courses.isEmpty || !$0.electives.isEmpty }
        let board = TermBoard(columns: terms.map(column)).lines(width: width)
        var lines = Styled(programme.name, .heading).wrapped(after: "", width: measure)
        lines += verdict(terms.count).wrapped(after: "", width: measure) + premises(measure)
        if !board.isEmpty { lines += [Styled()] + board }
        return lines + open(measure) + chain(measure) + assumed(measure)
    }

    private func verdict(_ terms: Int) -> Styled {
        guard let graduates = path.graduates else { return Styled("Nothing remains to be taken.", .good) }
        let proof =
            path.optimal
            ? Styled("Proved: no plan graduates earlier.", .good)
            : Styled("Not proved: the search stopped early, and an earlier term may be possible.", .warning)
        return Styled("Graduation at the end of \(graduates.name), \(counted(terms, "term")) with courses. ", .strong) + proof
    }

    private func premises(_ width: Int) -> [Styled] {
        assumptions.flatMap { Styled("Assumed: \($0).", .faint).wrapped(after: "", width: width) }
    }

    private func column(_ term: DegreePath.Term) -> TermBoard.Column {
        let signs = DegreeSigns(unicode: unicode)
        let courses = term.courses.map { code in
            let isCritical = path.critical.contains(code)
            return TermBoard.Item(
                sign: isCritical ? signs.critical : signs.sign(.planned), name: Styled(code.description, .strong),
                credits: credits.cell(code))
        }
        let electives = term.electives.map { elective in
            TermBoard.Item(
                sign: "", name: Styled(name(of: elective), .faint), credits: Styled(elective.credits.description))
        }
        let sum = (term.courses.map(credits.credits) + term.electives.map(\.credits)).reduce(.zero, +)
        return TermBoard.Column(
            heading: Styled(term.term.name, .strong), items: courses + electives, footer: Styled(counted(sum), .faint))
    }

    private func name(of elective: DegreePath.Elective) -> String {
        guard let id = elective.requirement else { return "any course" }
        return programme.requirements.first { $0.id == id }?.name ?? id
    }

    private func open(_ width: Int) -> [Styled] {
        guard path.terms.contains(where: { !$0.electives.isEmpty }) else { return [] }
        let sentence = "Credits without a course are placed without regard to prerequisites and terms."
        return [Styled()] + Styled(sentence, .faint).wrapped(after: "", width: width)
    }

    private func chain(_ width: Int) -> [Styled] {
        guard !path.critical.isEmpty else { return [] }
        let signs = DegreeSigns(unicode: unicode)
        let codes = path.critical.map(\.description).joined(separator: " -> ")
        let line = signs.critical + Styled(" Critical chain: ", .strong) + Styled(codes)
        return [Styled()] + line.wrapped(after: "", width: width)
            + Styled("These courses alone cannot be finished earlier.", .faint).wrapped(after: "  ", width: width)
    }

    private func assumed(_ width: Int) -> [Styled] {
        guard !path.assumed.isEmpty else { return [] }
        let lines =
            path.assumptions?.map { Styled("\($0.course): ", .strong) + Styled($0.text) } ?? path.assumed.map { Styled($0) }
        return [Styled(), Styled("Assumed to be met:", .strong)] + lines.flatMap { $0.wrapped(after: "  ", width: width) }
    }

    private func causes(_ width: Int) -> [Styled] {
        let lead = Styled(unicode ? "• " : "- ", .bad)
        return Styled("\(programme.name) cannot be finished this way:", .bad).wrapped(after: "", width: width)
            + (path.because ?? []).flatMap { because in
                let names = because.courses.map(\.description).filter { !because.detail.contains($0) }
                let courses = names.isEmpty ? "" : " (\(names.listed(6)))"
                return (Styled(because.detail) + Styled(courses, .faint)).wrapped(after: lead, width: width)
            }
    }
}
