import Testing

@testable import Registrar

@Suite("CSV")
struct CSVParserTests {
    /// Parses in chunks of `size` bytes. The result must not depend on the chunks.
    private func rows(_ bytes: [UInt8], chunk size: Int) throws -> [TableRow] {
        var (parser, rows) = (CSVParser(), [TableRow]())
        for start in stride(from: 0, to: bytes.count, by: size) {
            try parser.parse(Array(bytes[start..<min(start + size, bytes.count)])) { rows.append($0) }
        }
        try parser.finish { rows.append($0) }
        return rows
    }

    private func rows(_ text: String, chunk size: Int = 7) throws -> [TableRow] { try rows(Array(text.utf8), chunk: size) }

    @Test(arguments: [1, 2, 3, 5, 1_000])
    func quotesCommasAndLineBreaksInFieldsAreText(chunk: Int) throws {
        let text = "\u{FEFF}a,\"b,\"\"c\"\"\"\r\n\"d\r\ne\",f\r\n\r\ng,\n"
        #expect(
            try rows(text, chunk: chunk) == [
                TableRow(line: 1, cells: ["a", "b,\"c\""]), TableRow(line: 2, cells: ["d\r\ne", "f"]),
                TableRow(line: 5, cells: ["g", ""]),
            ])
    }

    @Test(arguments: ["a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "\n\na,b\n\nc,d\n\n"])
    func everyLineEndEndsALine(text: String) throws {
        #expect(try rows(text).map(\.cells) == [["a", "b"], ["c", "d"]])
    }

    @Test func aQuoteInsideAnUnquotedFieldIsText() throws {
        #expect(try rows("5\" disk,x\n").map(\.cells) == [["5\" disk", "x"]])
    }

    @Test func emptyLinesAreSkipped() throws {
        #expect(try rows("").isEmpty)
        #expect(try rows("\u{FEFF}").isEmpty)
        #expect(try rows("\n\n").isEmpty)
    }

    @Test func aRowWithOneEmptyQuotedFieldIsARow() throws {
        #expect(try rows("\"\"\n").map(\.cells) == [[""]])
    }

    @Test func textAfterAClosingQuoteSpoilsOnlyItsRow() throws {
        let all = try rows("a,\"b\"c\nd,e\n")
        #expect(all.map { $0.fault != nil } == [true, false])
        #expect(all.map(\.line) == [1, 2])
    }

    @Test func bytesThatAreNotUTF8AreAFaultOfTheirRow() throws {
        let all = try rows(Array("a,b\n".utf8) + [0x4A, 0xE9, 0x2C, 0x62, 0x0A], chunk: 3)
        #expect(all.last?.fault == "column 1 is not UTF-8; save the file as UTF-8")
        #expect(all.last?.line == 2)
    }

    @Test func aQuoteThatIsNeverClosedNamesTheLineWhereItsRowBegins() throws {
        #expect(throws: BadRow(line: 2, why: "a quote is opened but never closed")) { try rows("a\n\"b\nc\nd\n") }
    }

    @Test func anEndlessRowIsRefusedBeforeItFillsTheMemory() throws {
        let bytes = Array("a\n\"".utf8) + [UInt8](repeating: 0x62, count: CSVParser.largestRecord + 10)
        #expect(throws: BadRow.self) { try rows(bytes, chunk: 65_536) }
    }
}
