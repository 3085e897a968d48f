import NoteItCore
import Testing

@testable import Registrar

@Suite("A bad file")
struct BadFileTests {
    @Test(arguments: [
        ("days", "MX", "the days 'MX' contain 'X', which is not a weekday; use the letters MTWRFSU"),
        ("start", "2500", "the start '2500' is not a time of day; write it as 0935"),
        ("end", "1075", "the end '1075' is not a time of day; write it as 0935"),
        ("start", "", "the start or the end is missing; fill in both or none"),
        ("end", "1030", "the end 1030 is not after the start 1030"),
        ("days", "", "the days are missing; fill in days and times, or none of them"),
        ("crn", "", "the CRN is missing"),
        ("subject", " ", "the subject is missing"),
        ("number", "", "the number is missing"),
        ("term", "", "the term is missing"),
        ("subject", "C/D", "the subject 'C/D' must be at most 32 letters, digits or & - _ . without spaces"),
        ("capacity", "many", "the capacity 'many' is not a whole number; leave it empty if it is unknown"),
        ("enrolled", "-3", "the enrolled '-3' is not a whole number; leave it empty if it is unknown"),
        ("start_date", "2025-02-30", "the start_date '2025-02-30' is not a day; write it as 2025-09-03"),
        ("end_date", "2025-09-01", "the end_date 2025-09-01 is before the start_date 2025-09-03"),
        ("credits", "three", "the credits 'three' must be a number such as 3 or 1.5, or a range such as 1-6"),
        ("title", "a\u{1B}[2J", "column 5 contains the control character U+001B; remove it"),
        ("title", "a\u{0}", "column 5 contains the control character U+0000; remove it"),
        ("title", "a,b", "the row has 22 columns, the header 21; look for a missing or extra comma or quote"),
    ])
    func aBadCellNamesItsLineAndWhy(column: String, text: String, why: String) throws {
        #expect(try badRows(Sample.csv(Sample.row, Sample.row(column, text))) == [BadRow(line: 3, why: why)])
    }

    @Test func aRegistrationNumberUnderTwoCoursesIsRefused() throws {
        let rows = try badRows(Sample.csv(Sample.row, Sample.row("number", "226"), Sample.row("section", "D200")))
        #expect(rows.map(\.line) == [3, 4])
        #expect(rows.first?.why.contains("under two courses") == true)
    }

    @Test func coursesThatReadTheSameAreRefused() throws {
        let one = Sample.row("subject", "A1").replacing(",225,", with: ",01,")
        let two = Sample.row("subject", "A").replacing(",225,", with: ",101,").replacing("2359", with: "2360")
        #expect(try badRows(Sample.csv(one, two)).first?.why.contains("have the same code") == true)
    }

    @Test func manyBadRowsAreNamedUpToALimit() throws {
        let text = Sample.header + String(repeating: "\n" + Sample.row("days", "X"), count: 30)
        try withFile(text) { file in
            let error = try #require(throws: RegistrarError.self) { try file.content() }
            guard case .badRows(_, let rows, let more) = error else { throw error }
            #expect(rows.map(\.line) == Array(2...21))
            #expect(more)
            #expect(error.description.contains("more than 20 rows cannot be read, so nothing was imported"))
        }
    }

    @Test func invalidUTF8NamesItsLine() throws {
        var bytes = Array(Sample.csv(Sample.row).utf8)
        bytes.replaceSubrange(bytes.count - 5..<bytes.count - 4, with: [0xE9])
        #expect(try badRows(bytes).map(\.line) == [2])
    }

    @Test(arguments: ["a,b\n1,2\n", "hello", "{\"a\": 1}", "<html><body>no</body></html>", "", "\n\n", "PK\u{3}\u{4}abc"])
    func anUnknownFormIsRefused(text: String) throws {
        try withFile(text) { file in
            _ = #expect(throws: RegistrarError.self) { try file.content() }
        }
    }

    @Test func aHeaderThatLacksColumnsSaysWhich() throws {
        let rows = try badRows(Sample.csv().replacing(",capacity", with: ""))
        #expect(
            rows == [
                BadRow(line: 1, why: "the header lacks the columns capacity; add them, their cells may be empty")
            ])
    }

    @Test func aHeaderWithoutRowsIsRefused() throws {
        #expect(try withFile(Sample.csv()) { try refusal($0) } == "The file has a header but no rows.")
    }

    @Test func aTruncatedGzipIsRefused() throws {
        let text = Sample.csv() + (0..<2_000).map { Sample.row("crn", "\($0 &* 7919)") + "\n" }.joined()
        let why = try withFile(Array(text.utf8), gzip: true, cutTo: 4_000) { try refusal($0) }
        #expect(why == "The gzip file is incomplete. Download it again.")
    }

    @Test(arguments: [3, 9, 12, 40])
    func aGzipCutInItsHeaderIsRefused(length: Int) throws {
        let bytes = Array(Sample.csv(Sample.row).utf8)
        #expect(throws: RegistrarError.self) { try withFile(bytes, gzip: true, cutTo: length) { try $0.content() } }
    }

    @Test func aMissingFileAndAFolderAreNamed() throws {
        #expect(try refusal(RegistrarFile(path: "/nowhere/term.csv"))?.contains("No such file") == true)
        #expect(try refusal(RegistrarFile(path: "/")) == "This is a folder. Name a file in it.")
    }

    @Test func aMalformedWorkbookNamesItsLine() throws {
        let text = Sample.workbook(Sample.workbookRow("202530", "1", "A", "1", "D100", "LEC", "", "TBA") + "\n</Broken>")
        let rows = try badRows(text)
        #expect(rows.map(\.line) == [6])
        #expect(rows.first?.why.contains("malformed") == true)
    }

    @Test(arguments: [("MW", "MW"), ("MW 0935", "MW 0935"), ("XY 0935-1125", "XY"), ("MW 1125-0935", "not after")])
    func aBadMeetingInAWorkbookNamesItsLine(meeting: String, word: String) throws {
        let rows = try badRows(Sample.workbook("\n" + Sample.workbookRow("202530", "1", "A", "1", "D100", "LEC", "", meeting)))
        #expect(rows.map(\.line) == [6])
        #expect(rows.first?.why.contains(word) == true)
    }
}
