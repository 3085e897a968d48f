import NoteItCore

/// An academic record by term.
public struct RecordTable: Sendable {
    private let record: AcademicRecord
    private let credits: CreditBook
    private let unicode: Bool
    private let grades: GradeReport

    public init(_ record: AcademicRecord, credits: CreditBook, scale: GradeScale = .plus, unicode: Bool) {
        (self.record, self.credits, self.unicode) = (record, credits, unicode)
        grades = credits.grades(of: record.items, scale: scale)
    }

    private var items: [RecordItem] { record.items.inOrder }

    /// The items of each term below its name, then the sums.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init(""), .init("course"), .init("title", least: 12, dropRank: 2), .init("credits", right: true), .init("grade"),
            .init("", least: 8, dropRank: 1),
        ])
        table.indent = 2
        for item in items {
            table.addRow([
                sign(item), Styled(item.course.description, item.counts ? .strong : .faint),
                Styled(credits.title(of: item.course), .faint), credits.cell(item), Styled(item.grade?.description ?? ""),
                Styled(item.state, .faint),
            ])
        }
        var (lines, last) = ([Styled](), AcademicTerm??.none)
        for (item, line) in zip(items, table.lines(width: width)) {
            if last != .some(item.term) {
                let average = grades.average(of: item.term).words
                let note = average.isEmpty ? Styled() : Styled("  " + average, .faint)
                lines.append(Styled(item.term?.name ?? "Without a term", .strong) + note)
            }
            last = .some(item.term)
            lines.append(line)
        }
        return lines + [Styled()] + sums.wrapped(after: "", width: width)
    }

    private var sums: Styled {
        let sum = { (items: [RecordItem]) in items.map(credits.credits).reduce(.zero, +) }
        let counting = items.filter(\.counts)
        // A code that was taken twice counts once.
        let done = Dictionary(grouping: counting.filter { !$0.inProgress }, by: \.course).values
            .map { $0.map(credits.credits).max() ?? .zero }.reduce(.zero, +)
        let running = sum(counting.filter(\.inProgress))
        return [
            Styled(counted(done) + " done", .strong), Styled(running > .zero ? counted(running) + " in progress" : ""),
            Styled(grades.all == .none ? "" : grades.all.sentence),
        ].joined(by: ", ")
    }

    private func sign(_ item: RecordItem) -> Styled {
        let signs = DegreeSigns(unicode: unicode)
        return item.counts ? signs.sign(item.inProgress ? .inProgress : .done) : signs.failed
    }

    /// For tab-separated output.
    public var rows: [[String]] { items.map(\.fields) }
}

extension [RecordItem] {
    /// By term, those without one first, then by code.
    var inOrder: [RecordItem] {
        enumerated().sorted { left, right in
            let key = { (entry: (offset: Int, element: RecordItem)) in
                (entry.element.term?.ordinal ?? -1, entry.element.course.description, entry.offset)
            }
            return key(left) < key(right)
        }.map(\.element)
    }
}

extension RecordItem {
    /// `transfer, in progress, does not count: ...`
    var state: String {
        let words = [
            kind == .taken ? nil : kind.rawValue, inProgress ? "in progress" : nil, counts ? nil : "does not count", reason,
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    /// For tab-separated output: term, course, credits, grade, kind, in progress or done, reason.
    public var fields: [String] {
        [
            term?.description ?? "", course.description, credits?.description ?? "", grade?.description ?? "", kind.rawValue,
            inProgress ? "in progress" : "done", reason ?? "",
        ]
    }

    /// `CMPT 225 in Fall 2025, 3 credits, A-`
    public var words: String {
        let parts = [credits.map(NoteItTerminal.counted), grade?.description, state].compactMap(\.self).filter { !$0.isEmpty }
        return ([course.description + (term.map { " in \($0.name)" } ?? "")] + parts).joined(separator: ", ")
    }
}
