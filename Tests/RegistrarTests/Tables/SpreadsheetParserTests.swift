import Testing

@testable import Registrar

@Suite("SpreadsheetML")
struct SpreadsheetParserTests {
    private func rows(_ text: String, chunk size: Int = 5) throws -> [TableRow] {
        let parser = try #require(SpreadsheetParser())
        let bytes = Array(text.utf8)
        var rows: [TableRow] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            try parser.parse(Array(bytes[start..<min(start + size, bytes.count)])) { rows.append($0) }
        }
        try parser.finish { rows.append($0) }
        return rows
    }

    private func cells(_ row: String) throws -> [[String]] {
        try rows("<Workbook xmlns:ss='urn:x'><Worksheet><Table>\(row)</Table></Worksheet></Workbook>").map(\.cells)
    }

    @Test func entitiesAndNamesOutsideASCIIArriveWhole() throws {
        #expect(
            try cells("<Row><Cell><Data>D&apos;Andr&#xE9;a &amp; Jaumouillé</Data></Cell></Row>") == [["D'Andréa & Jaumouillé"]]
        )
    }

    @Test func anIndexMovesTheColumnAndCellsLeftOutAreEmpty() throws {
        #expect(
            try cells(
                "<Row><Cell><Data>a</Data></Cell><Cell ss:Index='4'><Data>d</Data></Cell><Cell/><Cell><Data>f</Data></Cell></Row>"
            )
                == [["a", "", "", "d", "", "f"]])
    }

    @Test func aMergedCellTakesItsColumns() throws {
        #expect(
            try cells("<Row><Cell ss:MergeAcross='1'><Data>a</Data></Cell><Cell><Data>c</Data></Cell></Row>") == [
                ["a", "", "c"]
            ])
    }

    @Test func prefixesRichTextAndCommentsAreUnderstood() throws {
        #expect(
            try rows(
                """
                <x:Workbook xmlns:x='urn:x'><x:Worksheet><x:Table><x:Row><x:Cell><x:Data>a<B>b</B></x:Data>\
                <x:Comment><x:Data>said</x:Data></x:Comment></x:Cell></x:Row></x:Table></x:Worksheet></x:Workbook>
                """
            ).map(\.cells) == [["ab"]])
    }

    @Test func ofSeveralSheetsTheFirstWithRowsIsRead() throws {
        let sheet = { (text: String) in "<Worksheet><Table><Row><Cell><Data>\(text)</Data></Cell></Row></Table></Worksheet>" }
        let all = try rows("<Workbook><Worksheet><Table/></Worksheet>\(sheet("one"))\(sheet("two"))</Workbook>")
        #expect(all.map(\.cells) == [["one"]])
    }

    @Test func aRowKnowsItsLine() throws {
        #expect(try rows("<Table>\n\n<Row>\n</Row>\n<Row/>\n</Table>").map(\.line) == [3, 5])
    }

    @Test(arguments: ["<Table><Row>", "<Table><Row></Table>", "<Table>&nothing;</Table>", ""])
    func malformedXMLIsRefused(text: String) throws {
        #expect(throws: BadRow.self) { try rows(text) }
    }

    @Test func anIndexThatGoesBackSpoilsItsRow() throws {
        let all = try rows(
            "<Table><Row><Cell Index='2'><Data>a</Data></Cell><Cell Index='1'><Data>b</Data></Cell></Row><Row/></Table>")
        #expect(all.map { $0.fault != nil } == [true, false])
    }

    @Test func deepNestingIsRefused() throws {
        #expect(throws: BadRow.self) { try rows(String(repeating: "<a>", count: 5_000), chunk: 1_000) }
    }
}
