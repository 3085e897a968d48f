// Registrar: the files of registrars, operators and students into values; nothing is stored here. Each kind of file has a type
// that is made from a path and reads it whole: `RegistrarFile` (terms, links, grades), `CourseFile`, `ProgrammeFile`, `RecordFile`.
// `Tables` reads CSV and SpreadsheetML row by row; the other folders know the columns of one kind of file.
// A bad file throws `RegistrarError` with its bad rows and their lines, so that one look at it is enough to mend it.
// docs/imports.md, catalog.md and degrees.md have the forms.

import NoteItCore

/// A registrar's file: plain or gzip, CSV or SpreadsheetML. The content tells which; the name does not matter.
///
/// Reading is one pass in chunks of 64 KiB. Memory holds one chunk and the resulting catalog.
public struct RegistrarFile: Sendable, Memberwise {
    public let path: String

    /// The content of a file, by its form.
    public enum Content: Sendable, Equatable {
        case term(CatalogTerm)
        case links([SectionLink])
        case details([CourseDetails])
    }

    /// Reads the whole file. Throws if any row is bad.
    /// - Parameter term: the term to read from a file with several terms.
    public func content(term: Term.ID? = nil, progress: FileProgress? = nil) throws(RegistrarError) -> Content {
        let reading = try read(term: term, linking: nil, progress: progress)
        switch reading.form {
        case let rows as TermRows: return .term(try built(rows.builder, rows.terms))
        case let rows as SpreadsheetRows: return .term(try built(rows.builder, rows.terms))
        case let rows as LinkRows: return .links(rows.links)
        case let rows as DetailRows: return .details(rows.details)
        default: throw .unreadable(file: path, why: "The file contains no table. Save it as CSV or XML Spreadsheet 2003.")
        }
    }

    /// Reads a links file. Each row must name two sections of one course of `term`.
    public func links(of term: CatalogTerm, progress: FileProgress? = nil) throws(RegistrarError) -> [SectionLink] {
        let reading = try read(term: nil, linking: term, progress: progress)
        guard let rows = reading.form as? LinkRows else {
            throw .unreadable(
                file: path, why: "This is not a links file. Its header must be subject,number,primary_crn,component,crn.")
        }
        return rows.links
    }

    private func built(_ builder: TermBuilder, _ terms: TermColumn) throws(RegistrarError) -> CatalogTerm {
        let found = terms.found.map { "\($0.term) (from line \($0.line))" }.joined(separator: ", ")
        if terms.wanted == nil, terms.found.count > 1 {
            throw .unreadable(file: path, why: "The file has rows of several terms: \(found). Choose one with --term.")
        }
        if let term = builder.build() { return term }
        guard let wanted = terms.wanted, !found.isEmpty else {
            throw .unreadable(file: path, why: "The file has a header but no rows.")
        }
        throw .unreadable(file: path, why: "The file has no rows of the term \(wanted), only of \(found).")
    }

    private func read(term: Term.ID?, linking: CatalogTerm?, progress: FileProgress?) throws(RegistrarError) -> TableReading {
        var reading = TableReading(wanted: term, linking: linking)
        try reading.readRows(of: path, progress: progress, parser: parser(for:))
        return reading
    }

    /// Chooses the parser by the first bytes: XML begins with `<`, in UTF-8 or UTF-16.
    private func parser(for chunk: [UInt8]) throws(RegistrarError) -> any TableParser {
        if chunk.starts(with: [0x50, 0x4B, 0x03, 0x04]) || chunk.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw .unreadable(file: path, why: "This is an Excel workbook. Save it as CSV UTF-8, or as XML Spreadsheet 2003.")
        }
        let isUTF16 = chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF])
        let first = chunk.first { !$0.isSpaceOrMark && !(isUTF16 && $0 == 0) }
        guard first != UInt8(ascii: "<") else {
            guard let parser = SpreadsheetParser() else {
                throw .unreadable(file: path, why: "There is not enough memory to read it.")
            }
            return parser
        }
        if isUTF16 { throw .unreadable(file: path, why: "The file is in UTF-16. Save it as CSV UTF-8.") }
        return CSVParser()
    }
}

extension UInt8 {
    /// Whether it is white space, or part of a byte order mark.
    fileprivate var isSpaceOrMark: Bool {
        switch self {
        case 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: true
        default: false
        }
    }
}

/// Reads a table: finds its form by the header, then collects its rows and its bad rows.
struct TableReading: CheckedRows {
    let wanted: Term.ID?
    let linking: CatalogTerm?
    var bad: [BadRow] = []
    var columns: Columns?
    private(set) var form: (any RowTaker)?

    init(wanted: Term.ID?, linking: CatalogTerm?) { (self.wanted, self.linking) = (wanted, linking) }

    mutating func begin(_ row: TableRow) throws(BadCell) {
        try Self.refuseControls(in: row)
        if row.cells.allSatisfy(\.trimmed.isEmpty) { return }
        let header = Columns(header: row.cells)
        columns = header
        switch try Form.of(header) {
        case .term: form = TermRows(wanted: wanted)
        case .spreadsheet: form = SpreadsheetRows(wanted: wanted)
        case .links: form = LinkRows(of: linking)
        case .details: form = DetailRows()
        }
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        try Self.refuseControls(in: row)
        if !row.isWhole && row.cells.isEmpty { return }
        try Self.checkWidth(row, columns)
        try form?.readRow(row, columns)
    }

    /// Allows line breaks and tabs. A terminal would obey other control characters, such as escapes.
    static func refuseControls(in row: TableRow) throws(BadCell) {
        for (position, cell) in row.cells.enumerated() {
            let control = cell.unicodeScalars.first {
                ($0.value < 32 || (127..<160).contains($0.value)) && !"\t\n\r".unicodeScalars.contains($0)
            }
            guard let control else { continue }
            throw BadCell("column \(position + 1) contains the control character \(control.codePoint); remove it")
        }
    }

    /// Refuses a row with more or fewer cells than the header.
    static func checkWidth(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        guard row.isWhole ? row.cells.count != columns.width : row.cells.count > columns.width else { return }
        throw BadCell(
            "the row has \(row.cells.count) columns, the header \(columns.width); look for a missing or extra comma or quote")
    }
}
