import NoteItCore

/// A file as registrars hand it out: plain or gzip, comma-separated or SpreadsheetML, told apart by content, not by name.
///
/// Reading is one pass in chunks of 64 KiB; memory holds the catalog that comes of it and one chunk.
public struct RegistrarFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// What a file turned out to be.
    public enum Content: Sendable, Equatable {
        case term(CatalogTerm)
        case links([SectionLink])
        case details([CourseDetails])
    }

    /// Bytes read so far, and all of them, as the file lies on disk.
    public typealias Progress = (_ read: Int, _ total: Int) -> Void

    /// Reads the file whole, or throws and takes nothing of it.
    /// - Parameter term: of a file with several terms, the one whose rows are wanted.
    public func content(term: Term.ID? = nil, progress: Progress? = nil) throws(RegistrarError) -> Content {
        let reading = try read(term: term, linking: nil, progress: progress)
        switch reading.taker {
        case let rows as TermRows: return .term(try built(rows.builder, rows.terms))
        case let rows as SpreadsheetRows: return .term(try built(rows.builder, rows.terms))
        case let rows as LinkRows: return .links(rows.links)
        case let rows as DetailRows: return .details(rows.details)
        default: throw .unreadable(file: path, why: "The file holds no table. It should be CSV or XML Spreadsheet 2003.")
        }
    }

    /// Reads a links file; each of its rows must name sections of one course of `term`.
    public func links(of term: CatalogTerm, progress: Progress? = nil) throws(RegistrarError) -> [SectionLink] {
        let reading = try read(term: nil, linking: term, progress: progress)
        guard let rows = reading.taker as? LinkRows else {
            throw .unreadable(
                file: path, why: "This is no links file. Its header must be subject,number,primary_crn,component,crn.")
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
            throw .unreadable(file: path, why: "The file has a header and no rows.")
        }
        throw .unreadable(file: path, why: "The file has no rows of the term \(wanted), but of \(found).")
    }

    private func read(term: Term.ID?, linking: CatalogTerm?, progress: Progress?) throws(RegistrarError) -> TableReading {
        let source = try ByteSource(path: path)
        var chunk: [UInt8] = []
        try source.read(into: &chunk)
        var parser = try parser(for: chunk)
        var reading = TableReading(wanted: term, linking: linking)
        do {
            while !chunk.isEmpty {
                try parser.parse(chunk) { try reading.take($0) }
                progress?(source.position, source.total)
                try source.read(into: &chunk)
            }
            try parser.finish { try reading.take($0) }
        } catch let error as RegistrarError {
            throw error
        } catch let row as BadRow {
            reading.bad.append(row)
        } catch is TooManyBadRows {
            throw .badRows(file: path, rows: reading.bad, more: true)
        } catch {
            throw .unreadable(file: path, why: "Reading failed: \(error).")
        }
        guard reading.bad.isEmpty else { throw .badRows(file: path, rows: reading.bad, more: false) }
        return reading
    }

    /// By the first bytes: XML begins with `<`, in UTF-8 or UTF-16.
    private func parser(for chunk: [UInt8]) throws(RegistrarError) -> any TableParser {
        if chunk.starts(with: [0x50, 0x4B, 0x03, 0x04]) || chunk.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw .unreadable(file: path, why: "This is an Excel workbook. Save it as CSV UTF-8, or as XML Spreadsheet 2003.")
        }
        let isUTF16 = chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF])
        let first = chunk.first { !$0.isSpaceOrMark && !(isUTF16 && $0 == 0) }
        guard first != UInt8(ascii: "<") else {
            guard let parser = SpreadsheetParser() else { throw .unreadable(file: path, why: "There is no memory to read it.") }
            return parser
        }
        if isUTF16 { throw .unreadable(file: path, why: "The file is in UTF-16. Save it as CSV UTF-8.") }
        return CSVParser()
    }
}

extension UInt8 {
    /// White space, or a byte of a byte order mark.
    fileprivate var isSpaceOrMark: Bool {
        switch self {
        case 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: true
        default: false
        }
    }
}

struct TooManyBadRows: Error {}

/// The way of a table through its header into the form's rows, with what could not be taken.
struct TableReading {
    let wanted: Term.ID?
    let linking: CatalogTerm?
    var bad: [BadRow] = []
    /// Nil until the header was seen.
    private(set) var taker: (any RowTaker)?
    private var columns = Columns(header: [])

    init(wanted: Term.ID?, linking: CatalogTerm?) {
        self.wanted = wanted
        self.linking = linking
    }

    /// Throws `BadRow` for a header that is of no form, `TooManyBadRows` at the limit.
    mutating func take(_ row: TableRow) throws {
        do {
            if let fault = row.fault { throw BadCell(fault) }
            try refuseControls(in: row)
            if taker == nil { return try begin(row) }
            if !row.isWhole && row.cells.isEmpty { return }
            try checkWidth(row)
            try taker?.take(row, columns)
        } catch let cell as BadCell {
            let fault = BadRow(line: row.line, why: cell.why)
            if taker == nil { throw fault }
            if bad.count == BadRow.most { throw TooManyBadRows() }
            bad.append(fault)
        }
    }

    private mutating func begin(_ row: TableRow) throws(BadCell) {
        if row.cells.allSatisfy(\.trimmed.isEmpty) { return }
        columns = Columns(header: row.cells)
        switch try Form.of(columns) {
        case .term: taker = TermRows(wanted: wanted)
        case .spreadsheet: taker = SpreadsheetRows(wanted: wanted)
        case .links: taker = LinkRows(of: linking)
        case .details: taker = DetailRows()
        }
    }

    /// Line breaks and tabs may stand in a cell; an escape, say, would be obeyed by somebody's terminal.
    private func refuseControls(in row: TableRow) throws(BadCell) {
        for (position, cell) in row.cells.enumerated() {
            let control = cell.unicodeScalars.first {
                ($0.value < 32 || (127..<160).contains($0.value)) && !"\t\n\r".unicodeScalars.contains($0)
            }
            guard let control else { continue }
            throw BadCell("column \(position + 1) holds the control character \(control.codePoint); take it out")
        }
    }

    private func checkWidth(_ row: TableRow) throws(BadCell) {
        guard row.isWhole ? row.cells.count != columns.width : row.cells.count > columns.width else { return }
        throw BadCell(
            "it has \(row.cells.count) columns, the header \(columns.width); look for a missing or stray comma or quote")
    }
}
