import NoteItCore

/// Courses over all terms, a row for each.
public struct CatalogEntryTable: Sendable {
    private let entries: [CatalogEntry]

    public init(_ entries: [CatalogEntry]) { self.entries = entries }

    public func lines(width: Int?, header: Bool) -> [Styled] {
        var table = Table([
            .init("code"), .init("title", least: 16), .init("credits", right: true), .init("offered", dropRank: 2),
            .init("attributes", least: 8, dropRank: 1),
        ])
        for entry in entries {
            table.addRow([
                Styled(entry.code.description, .strong), Styled(entry.title), Styled(entry.credits?.description ?? "", .faint),
                Styled(entry.seasons, .faint), Styled(entry.attributes.joined(separator: ", "), .faint),
            ])
        }
        return table.lines(width: width, header: header)
    }

    /// For tab-separated output.
    public var rows: [[String]] {
        entries.map { entry in
            [
                entry.code.description, entry.title, entry.credits?.description ?? "", entry.level,
                (entry.offered ?? []).map(\.rawValue).joined(separator: ","), entry.attributes.joined(separator: ","),
            ]
        }
    }
}

extension CatalogEntry {
    /// `fall, spring`; `never` if no season has it; empty if nothing is known.
    var seasons: String {
        guard let offered else { return "" }
        return offered.isEmpty ? "never" : offered.map(\.rawValue).joined(separator: ", ")
    }
}

/// A course over all terms, as a page to read.
public struct CatalogEntryPage: Sendable {
    public var entry: CatalogEntry

    public init(_ entry: CatalogEntry) { self.entry = entry }

    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let facts = [
            entry.credits.map { "\($0) credit\($0.description == "1" ? "" : "s")" },
            entry.seasons.isEmpty ? nil : "offered in \(entry.seasons)", entry.level.isEmpty ? nil : entry.level,
            entry.attributes.isEmpty ? nil : entry.attributes.joined(separator: ", "),
        ]
        let head = Styled(entry.code.description, .strong) + "  " + Styled(entry.title, .strong)
        return head.wrapped(after: "", width: measure)
            + Styled(facts.compactMap(\.self).joined(separator: ", "), .faint).wrapped(after: "", width: measure)
            + (entry.description.isEmpty ? [] : [Styled()] + entry.description.wrapped(to: measure).map { Styled($0) })
    }
}

/// The requirements of a course as a tree, and the courses that it opens.
public struct CourseRequirementsPage: Sendable {
    public var answer: CourseRequirementsAnswer
    /// Marks the courses that the reader has, with the grades that are demanded.
    public var record: [RecordItem]
    /// The trees of courses that are unfolded in the tree.
    public var deeper: [CourseCode: RequirementTree]
    /// The levels of the tree that are shown; nil means all.
    public var depth: Int?
    public var unicode: Bool

    public init(
        _ answer: CourseRequirementsAnswer, record: [RecordItem] = [], deeper: [CourseCode: RequirementTree] = [:],
        depth: Int? = nil, unicode: Bool
    ) {
        (self.answer, self.record, self.deeper, self.depth, self.unicode) = (answer, record, deeper, depth, unicode)
    }

    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let sections = [
            tree("Prerequisites", answer.prerequisites, measure), tree("Corequisites", answer.corequisites, measure),
            correction(measure), spellings(measure),
            list("No credit beside", answer.exclusions, 12, measure),
            list("Opens", answer.opens, depth == nil ? nil : 12, measure),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [Styled()]))
    }

    private func tree(_ title: String, _ tree: RequirementTree, _ width: Int?) -> [Styled] {
        if tree == .none {
            return title == "Prerequisites" ? [Styled(title + ": ", .strong) + Styled("none")] : []
        }
        let outline = tree.outline(record: record, deeper: deeper, unicode: unicode)
        return [Styled(title, .strong)] + outline.lines(depth: depth, after: "  ", width: width, unicode: unicode)
    }

    private func correction(_ width: Int?) -> [Styled] {
        guard let correction = answer.correction else { return [] }
        let words = "Corrected by the registrar" + (correction.note.isEmpty ? "." : ": \(correction.note)")
        return Styled(words, .faint).wrapped(after: "", width: width)
    }

    private func spellings(_ width: Int?) -> [Styled] {
        let words = (answer.spellings ?? []).map { "The registrar reads \($0.spelling) as \($0.attribute)." }
        return words.flatMap { Styled($0, .faint).wrapped(after: "", width: width) }
    }

    private func list(_ title: String, _ codes: [CourseCode], _ most: Int?, _ width: Int?) -> [Styled] {
        guard !codes.isEmpty else { return [] }
        let words = codes.map(\.description).listed(most)
        return (Styled(title + ": ", .strong) + Styled(words)).wrapped(after: "", width: width)
    }
}
