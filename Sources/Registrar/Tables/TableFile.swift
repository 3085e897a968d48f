/// Hears the bytes read so far, and the size of the file on disk.
public typealias FileProgress = (_ read: Int, _ total: Int) -> Void

/// Collects the rows of a table.
protocol TableRows {
    /// The columns of the header; nil until it is read.
    var columns: Columns? { get set }
    /// The bad rows, at most `BadRow.most`.
    var bad: [BadRow] { get set }

    /// Reads one row; the first is the header. Throws `BadRow` for a bad header, `TooManyBadRows` at the limit.
    mutating func readRow(_ row: TableRow) throws
}

/// Collects the rows of a table, and which of them are bad.
protocol CheckedRows: TableRows {
    /// Reads the header.
    mutating func begin(_ row: TableRow) throws(BadCell)
    /// Reads a row below it.
    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell)
}

struct TooManyBadRows: Error {}

extension TableRows {
    /// These rows with all rows of a small file, separated by commas, semicolons or tabs. Throws if any row is bad, or the file is empty.
    func reading(_ path: String) throws(RegistrarError) -> Self {
        var rows = self
        try rows.readRows(of: path) { CSVParser(fileThatBegins: $0) }
        if rows.columns == nil { throw .unreadable(file: path, why: "The file is empty.") }
        return rows
    }

    /// Takes all rows of a file, plain or gzip. Throws if any row is bad.
    /// - Parameter parser: chooses the parser by the first bytes.
    mutating func readRows(
        of path: String, progress: FileProgress? = nil,
        parser: ([UInt8]) throws(RegistrarError) -> any TableParser
    ) throws(RegistrarError) {
        let source = try ByteSource(path: path)
        var chunk: [UInt8] = []
        try source.read(into: &chunk)
        var parser = try parser(chunk)
        do {
            while !chunk.isEmpty {
                try parser.parse(chunk) { try readRow($0) }
                progress?(source.position, source.total)
                try source.read(into: &chunk)
            }
            try parser.finish { try readRow($0) }
        } catch let error as RegistrarError {
            throw error
        } catch let row as BadRow {
            bad.append(row)
        } catch is TooManyBadRows {
            throw .badRows(file: path, rows: bad, more: true)
        } catch {
            throw .unreadable(file: path, why: "Reading failed: \(error).")
        }
        if !bad.isEmpty { throw .badRows(file: path, rows: bad, more: false) }
    }
}

extension CheckedRows {
    mutating func readRow(_ row: TableRow) throws {
        let header = columns
        do throws(BadCell) {
            if let fault = row.fault { throw BadCell(fault) }
            if let header { try read(row, header) } else { try begin(row) }
        } catch {
            let fault = BadRow(line: row.line, why: error.why)
            if header == nil { throw fault }
            if bad.count == BadRow.most { throw TooManyBadRows() }
            bad.append(fault)
        }
    }
}
