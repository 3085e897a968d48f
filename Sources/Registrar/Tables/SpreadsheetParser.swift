import CExpat
import Foundation

/// A streaming parser of SpreadsheetML 2003, `<Row><Cell><Data>`, on expat's push parser.
///
/// It matches elements by local name, with any prefix. `ss:Index` and `ss:MergeAcross` of a cell move its column; skipped cells
/// are empty. It reads the first table that has rows. It ignores the `Data` of a `Comment`. Source: Microsoft, "XML Spreadsheet
/// Reference" (2001).
final class SpreadsheetParser: TableParser {
    /// The most bytes of a cell.
    static let largestCell = 1 << 20
    /// The most columns of a row.
    static let widest = 1_000
    /// The most levels of nested elements.
    static let deepest = 100

    private let parser: XML_Parser
    private var path: [String] = []
    private var cells: [String] = []
    private var column = 0
    private var span = 0
    private var text: [UInt8] = []
    private var rowLine = 1
    private var fault: String?
    private var rows: [TableRow] = []
    private var hasRows = false
    private var tableEnded = false
    private var stop: BadRow?

    init?() {
        // Expat then passes names as `namespace|local`.
        guard let parser = XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: "|"))) else { return nil }
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let reader = SpreadsheetParser.of(user), let name, let attributes else { return }
                reader.open(SpreadsheetParser.local(name), attributes)
            },
            { user, name in
                guard let reader = SpreadsheetParser.of(user), let name else { return }
                reader.close(SpreadsheetParser.local(name))
            })
        XML_SetCharacterDataHandler(parser) { user, bytes, count in
            guard let reader = SpreadsheetParser.of(user), let bytes else { return }
            reader.characters(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
    }

    deinit { XML_ParserFree(parser) }

    func parse(_ chunk: [UInt8], emit: (TableRow) throws -> Void) throws {
        try feed(chunk, isFinal: false, emit: emit)
    }

    func finish(emit: (TableRow) throws -> Void) throws {
        try feed([], isFinal: true, emit: emit)
    }

    private func feed(_ chunk: [UInt8], isFinal: Bool, emit: (TableRow) throws -> Void) throws {
        let status = chunk.withUnsafeBytes { bytes in
            XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isFinal ? 1 : 0)
        }
        for row in rows { try emit(row) }
        rows.removeAll(keepingCapacity: true)
        if let stop { throw stop }
        guard status == XML_STATUS_OK else {
            let why = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
            throw BadRow(line: line, why: "the XML is malformed or cut off (\(why)); ask for the file again or save it again")
        }
    }

    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    private func open(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        switch (path.last, name) {
        case (_, "Row"):
            (cells, column, fault, rowLine) = ([], 0, nil, line)
        case ("Row", "Cell"):
            if let index = number("Index", attributes) {
                if index <= column {
                    fault = fault ?? "a cell's ss:Index \(index) must be greater than the column of the cell before it"
                }
                column = index - 1
            }
            span = max(0, number("MergeAcross", attributes) ?? 0)
            text.removeAll(keepingCapacity: true)
        default: break
        }
        path.append(name)
        if path.count > Self.deepest { refuse(BadRow(line: line, why: "the XML is nested more than \(Self.deepest) deep")) }
    }

    private func close(_ name: String) {
        path.removeLast()
        switch (path.last, name) {
        case ("Table", "Row") where !tableEnded:
            hasRows = true
            rows.append(TableRow(line: rowLine, cells: cells, isWhole: false, fault: fault))
        case ("Row", "Cell"): endCell()
        case (_, "Table"): tableEnded = hasRows
        default: break
        }
    }

    private func endCell() {
        defer { column += 1 + min(span, Self.widest) }
        guard !text.isEmpty else { return }
        guard (0..<Self.widest).contains(column) else {
            fault = fault ?? "a cell is in column \(column + 1); the last allowed column is \(Self.widest)"
            return
        }
        while cells.count <= column { cells.append("") }
        cells[column] = String(decoding: text, as: UTF8.self)
    }

    private func characters(_ bytes: UnsafeBufferPointer<XML_Char>) {
        guard let data = path.lastIndex(of: "Data"), data > 0, path[data - 1] == "Cell" else { return }
        bytes.withMemoryRebound(to: UInt8.self) { text.append(contentsOf: $0) }
        if text.count > Self.largestCell {
            refuse(BadRow(line: rowLine, why: "a cell is longer than 1 MiB"))
        }
    }

    private func refuse(_ reason: BadRow) {
        stop = stop ?? reason
        XML_StopParser(parser, 0)
    }

    /// The value of the attribute with this local name; nil if it is absent or not a number.
    private func number(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) -> Int? {
        var position = 0
        while let key = attributes[position], let value = attributes[position + 1] {
            if Self.local(key) == name { return Int(String(cString: value)).map { min(max($0, 0), Self.widest * 2) } }
            position += 2
        }
        return nil
    }

    private static func local(_ name: UnsafePointer<XML_Char>) -> String {
        guard let bar = strrchr(name, Int32(UInt8(ascii: "|"))) else { return String(cString: name) }
        return String(cString: bar + 1)
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> SpreadsheetParser? {
        user.map { Unmanaged<SpreadsheetParser>.fromOpaque($0).takeUnretainedValue() }
    }
}
