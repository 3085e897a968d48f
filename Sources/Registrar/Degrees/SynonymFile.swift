import NoteItCore

/// A CSV file of spellings of attributes, plain or gzip: the header `spelling,attribute`, then rows such as
/// `Breadth-Soc,Breadth-Social Sciences`.
public struct SynonymFile: Sendable, Memberwise {
    public let path: String

    /// The attribute of each spelling. Throws if any row is bad, or there is none.
    public func synonyms() throws(RegistrarError) -> [String: String] {
        let synonyms = try SynonymRows().reading(path).synonyms
        guard !synonyms.isEmpty else {
            throw .unreadable(
                file: path,
                why: "It has a header but no rows. To remove all synonyms: noteitd courses attributes --none")
        }
        if let (spelling, attribute) = synonyms.sorted(by: { $0.key < $1.key }).first(where: { synonyms[$0.value] != nil }) {
            throw .unreadable(
                file: path,
                why: "'\(attribute)', the attribute of '\(spelling)', is itself a spelling. Write the last attribute in both."
            )
        }
        return synonyms
    }
}

private struct SynonymRows: CheckedRows {
    var columns: Columns?
    private(set) var synonyms: [String: String] = [:]
    private var lines: [String: Int] = [:]
    var bad: [BadRow] = []

    mutating func begin(_ row: TableRow) throws(BadCell) {
        columns = try Columns(header: row.cells, demanding: "spelling", "attribute")
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        try TableReading.checkWidth(row, columns)
        let (spelling, attribute) = (try name("spelling", row, columns), try name("attribute", row, columns))
        guard spelling != attribute else { throw BadCell("'\(spelling)' is its own spelling; remove the row") }
        if let line = lines.updateValue(row.line, forKey: spelling) {
            throw BadCell("the spelling '\(spelling)' is on line \(line) too; remove one")
        }
        synonyms[spelling] = attribute
    }

    private func name(_ name: String, _ row: TableRow, _ columns: Columns) throws(BadCell) -> String {
        let text = columns.cell(name, row).onOneLine
        if let fault = text.fault(length: 1...64) { throw BadCell("the \(name) \(fault)") }
        return text
    }
}
