/// Rows of a small CSV file, plain or gzip, as they are taken one by one.
protocol TableRows {
    /// Those that cannot be taken, `BadRow.most` at most.
    var bad: [BadRow] { get set }

    init()
    /// The first row is the header. Throws `BadRow` for a file that is not of this form, `TooManyBadRows`.
    mutating func take(_ row: TableRow) throws
}

extension TableRows {
    /// Reads a file whole, or throws and takes nothing of it.
    static func read(_ path: String) throws(RegistrarError) -> Self {
        let source = try ByteSource(path: path)
        var (chunk, parser, rows) = ([UInt8](), CSVParser(), Self())
        try source.read(into: &chunk)
        do {
            while !chunk.isEmpty {
                try parser.parse(chunk) { try rows.take($0) }
                try source.read(into: &chunk)
            }
            try parser.finish { try rows.take($0) }
        } catch let error as RegistrarError {
            throw error
        } catch let row as BadRow {
            rows.bad.append(row)
        } catch is TooManyBadRows {
            throw .badRows(file: path, rows: rows.bad, more: true)
        } catch {
            throw .unreadable(file: path, why: "Reading failed: \(error).")
        }
        guard rows.bad.isEmpty else { throw .badRows(file: path, rows: rows.bad, more: false) }
        return rows
    }

    /// Runs `body` on a row, and keeps what is wrong with it.
    mutating func collecting(_ row: TableRow, isHeader: Bool, _ body: (inout Self) throws -> Void) throws {
        do {
            if let fault = row.fault { throw BadCell(fault) }
            try body(&self)
        } catch let cell as BadCell {
            let fault = BadRow(line: row.line, why: cell.why)
            if isHeader { throw fault }
            if bad.count == BadRow.most { throw TooManyBadRows() }
            bad.append(fault)
        }
    }
}
