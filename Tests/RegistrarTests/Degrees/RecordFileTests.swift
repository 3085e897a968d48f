import NoteItCore
import Testing

@testable import Registrar

/// A person's transcript as CSV.
struct RecordFileTests {
    private func content(_ text: String) throws -> RecordFile.Content {
        try withFile(text) { try RecordFile(path: $0.path) { AcademicTerm($0) }.content() }
    }

    private func faults(_ text: String) throws -> [BadRow] {
        do {
            _ = try content(text)
            return []
        } catch RegistrarError.badRows(_, let rows, _) {
            return rows
        }
    }

    @Test func columnsStandInAnyOrderUnderCommonNames() throws {
        let content = try content(
            """
            Units,Mark,Course Code,Semester,Title,Type,Status,Notes
            3,A-,CMPT120,202530,Computing,,,
            ,,cmpt 125,202610,,,in progress,
            4,,MATH-100,,,transfer,done,"from a college, 2024"
            ,,MACM 101,,,waived,,Olympiad
            """)
        #expect(content.ignored == ["Title"])
        #expect(content.rows.map(\.line) == [2, 3, 4, 5])
        let code = { (text: String) in try #require(CourseCode(text)) }
        #expect(
            try content.rows.map(\.item) == [
                RecordItem(
                    course: code("CMPT 120"), term: AcademicTerm(2025, .fall), credits: CreditAmount(3), grade: .letter(.aMinus)
                ),
                RecordItem(course: code("CMPT 125"), term: AcademicTerm(2026, .spring), inProgress: true),
                RecordItem(
                    course: code("MATH 100"), term: nil, credits: CreditAmount(4), kind: .transfer,
                    reason: "from a college, 2024"),
                RecordItem(course: code("MACM 101"), term: nil, kind: .waiver, reason: "Olympiad"),
            ])
    }

    @Test func aSubjectAndANumberNameACourse() throws {
        #expect(try content("subject,number,grade\nCMPT,105W,b+\n").rows.map(\.item.course.description) == ["CMPT 105W"])
    }

    @Test(arguments: [",", ";", "\t"]) func columnsAreSeparatedByCommasSemicolonsOrTabs(separator: String) throws {
        let lines = ["Subject,Catalog Nbr,Term,Grade,Units Taken", "CMPT,120,202530,A-,3", "MATH,150,202530,B+,4"]
        let text = lines.map { $0.replacing(",", with: separator) }.joined(separator: "\n")
        let items = try content(text).rows.map(\.item)
        #expect(items.map(\.course.description) == ["CMPT 120", "MATH 150"])
        #expect(items.map(\.credits) == [CreditAmount(3), CreditAmount(4)])
    }

    @Test func aSeparatorInQuotesSeparatesNothing() throws {
        let items = try content("course,grade,\"note; reason; remark; a\"\nCMPT 120,A,x\n").rows.map(\.item)
        #expect(items.map(\.course.description) == ["CMPT 120"])
    }

    @Test func everyWrongLineIsNamed() throws {
        let faults = try faults(
            "course,term,grade,credits\nCMPT 120,202530,Z,3\n,202530,A,3\nCMPT 125,202540,A,3\nCMPT 130,202530,A,-1\nCMPT 130,,B,1-6\n"
        )
        #expect(faults.map(\.line) == [2, 3, 4, 5, 6])
        #expect(faults[0].why == "the grade 'Z' must be a grade such as B+, 72%, P or W, or empty")
        #expect(faults[1].why == "the course is missing")
        #expect(faults[3].why.hasPrefix("the credits '-1' must be a number such as 3 or 1.5, or empty"))
    }

    @Test func swappedColumnsAreRecognized() throws {
        let faults = try faults(
            "course,term,grade,credits\n202530,CMPT 120,A,3\nCMPT 120,A,202530,3\nCMPT 120,202530,3,A-\n")
        #expect(
            faults.map(\.why) == [
                "the course '202530' is not a course code such as CMPT 225; it looks like a term: are two columns swapped?",
                "the term 'A' is not a term such as 202630 or Fall 2026; it looks like a grade: are two columns swapped?",
                "the credits 'A-' must be a number such as 3 or 1.5, or empty; it looks like a grade: are two columns swapped?",
            ])
        #expect(
            try self.faults("subject,number\n120,CMPT\n").map(\.why) == ["the subject '120' and the number 'CMPT' look swapped"]
        )
    }

    @Test(arguments: [
        ("grade,term\nA,202530\n", "the header must have a column 'course', as in course,term,grade,credits,kind"),
        (
            "CMPT 120,202530,A\n",
            "the header must have a column 'course', as in course,term,grade,credits,kind; the first line must name the columns"
        ),
        ("course,code\nCMPT 120,CMPT 120\n", "two columns hold the course: 'code' is the second"),
        ("course,term\nCMPT 120,202530\nCMPT120,202530\n", "CMPT 120 in Fall 2025 stands on line 2 already"),
        ("course,kind,in progress\nCMPT 120,waiver,yes\n", "a waiver cannot be in progress"),
        ("course,grade\nCMPT 120,A,3\n", "the row has 3 cells, the header 2; quote texts that hold a comma"),
    ])
    func aWrongFileSaysWhatToDo(text: String, why: String) throws { #expect(try faults(text).map(\.why) == [why]) }

    @Test func aFileWithoutRowsIsRefused() throws {
        #expect(throws: RegistrarError.self) { try content("course,term\n") }
        #expect(throws: RegistrarError.self) { try content("") }
    }
}
