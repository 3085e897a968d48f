/// A streaming parser of comma-separated values (RFC 4180), or of values with another separator. It accepts separators, quotes and line breaks in quoted fields, lines
/// that end in LF, CRLF or CR, and a byte order mark. It skips empty lines. A quote inside an unquoted field is an ordinary
/// character.
///
/// It holds one record at a time. It refuses a record above `largestRecord` bytes, so that an open quote cannot take the whole
/// file into memory.
struct CSVParser: TableParser {
    /// The most bytes of a record.
    static let largestRecord = 1 << 20

    private let separator: UInt8

    init(separator: UInt8 = UInt8(ascii: ",")) { self.separator = separator }

    /// A parser for a file that begins with some bytes: its separator is the most frequent of comma, semicolon and tab in the
    /// first line.
    init(fileThatBegins bytes: [UInt8]) {
        let newlines = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let line = bytes.drop(while: newlines.contains).prefix { !newlines.contains($0) }
        var (isQuoted, counts) = (false, [UInt8: Int]())
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let comma = UInt8(ascii: ",")
        // The first of the most frequent ones.
        let separator = [UInt8(ascii: ";"), UInt8(ascii: "\t")].reduce(comma) { best, other in
            counts[other, default: 0] > counts[best, default: 0] ? other : best
        }
        self.init(separator: separator)
    }

    private enum State { case fieldStart, bare, quoted, quoteInQuoted }

    private var state = State.fieldStart
    private var field: [UInt8] = []
    private var cells: [String] = []
    private var fault: String?
    private var size = 0
    private var line = 1
    private var recordLine = 1
    private var afterCR = false
    private var mark = 0

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    mutating func parse(_ chunk: [UInt8], emit: (TableRow) throws -> Void) throws {
        for byte in chunk {
            if mark < 3 {
                guard byte != Self.byteOrderMark[mark] else {
                    mark += 1
                    continue
                }
                field = Array(Self.byteOrderMark.prefix(mark))
                if mark > 0 { state = .bare }
                mark = 3
            }
            try consume(byte, emit: emit)
        }
    }

    private mutating func consume(_ byte: UInt8, emit: (TableRow) throws -> Void) throws {
        if afterCR {
            afterCR = false
            if byte == UInt8(ascii: "\n") { return state == .quoted ? field.append(byte) : () }
        }
        size += 1
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
        case (.quoted, _):
            countLine(byte)
            field.append(byte)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (_, separator):
            endField()
            state = .fieldStart
        case (_, UInt8(ascii: "\n")), (_, UInt8(ascii: "\r")): try endRecord(byte, emit: emit)
        case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
        case (.quoteInQuoted, _):
            fault =
                fault ?? "column \(cells.count + 1) has text after its closing quote; double the quotes inside a quoted field"
            field.append(byte)
            state = .bare
        default:
            field.append(byte)
            state = .bare
        }
        try refuseEndlessRecord()
    }

    mutating func finish(emit: (TableRow) throws -> Void) throws {
        if state == .quoted { throw BadRow(line: recordLine, why: "a quote is opened but never closed") }
        if (1..<3).contains(mark) { field = Array(Self.byteOrderMark.prefix(mark)) }
        if state != .fieldStart || !cells.isEmpty || !field.isEmpty { try endRecord(UInt8(ascii: "\n"), emit: emit) }
    }

    /// A CR ends a line. An LF after it does not end another.
    private mutating func countLine(_ byte: UInt8) {
        afterCR = byte == UInt8(ascii: "\r")
        if afterCR || byte == UInt8(ascii: "\n") { line += 1 }
    }

    private func refuseEndlessRecord() throws {
        guard size > Self.largestRecord else { return }
        throw BadRow(line: recordLine, why: "the row is longer than 1 MiB; a quote in it is probably not closed")
    }

    /// Nil for what is not UTF-8.
    private static func text(_ field: [UInt8]) -> String? {
        guard let valid = try? UTF8Span(validating: field.span) else { return nil }
        return String(copying: valid)
    }

    private mutating func endField() {
        if let text = Self.text(field) {
            cells.append(text)
        } else {
            fault = fault ?? "column \(cells.count + 1) is not UTF-8; save the file as UTF-8"
            cells.append("")
        }
        field.removeAll(keepingCapacity: true)
    }

    private mutating func endRecord(_ byte: UInt8, emit: (TableRow) throws -> Void) throws {
        let isEmptyLine = state == .fieldStart && cells.isEmpty
        endField()
        let row = TableRow(line: recordLine, cells: cells, fault: fault)
        countLine(byte)
        cells.removeAll(keepingCapacity: true)
        (state, fault, size, recordLine) = (.fieldStart, nil, 0, line)
        if !isEmptyLine { try emit(row) }
    }
}
