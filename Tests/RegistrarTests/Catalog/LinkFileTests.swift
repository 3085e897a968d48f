import NoteItCore
import Testing

@testable import Registrar

@Suite("Links and course details")
struct LinkFileTests {
    private static let header = "subject,number,primary_crn,component,crn\n"

    private func links(_ rows: String) throws -> [SectionLink] {
        let term = try withFile(Sample.csv(Sample.row, Sample.row("crn", "2360").replacing("D100", with: "D101"))) {
            try $0.term()
        }
        return try withFile(Self.header + rows) { try $0.links(of: term) }
    }

    @Test func aRepeatedLinkIsReadOnce() throws {
        #expect(
            try links("CMPT,225,2359,PRIMARY,2359\nCMPT,225,2359,TUT,2360\nCMPT,225,2359,TUT,2360\n") == [
                SectionLink(primary: "2359", component: "PRIMARY", crn: "2359"),
                SectionLink(primary: "2359", component: "TUT", crn: "2360"),
            ])
    }

    @Test(arguments: [
        ("CMPT,225,2359,TUT,9999", "the CRN 9999 is not in the term; check that both files are of the same term"),
        ("CMPT,226,2359,TUT,2360", "the CRN 2359 is a section of CMPT225, not of CMPT226"),
        ("CMPT,225,2359,,2360", "the component is missing"),
        ("CMPT,225,2359,TUT", "the row has 4 columns, the header 5; look for a missing or extra comma or quote"),
    ])
    func aBadLinkNamesItsLine(row: String, why: String) throws {
        let error = try #require(throws: RegistrarError.self) { try links("CMPT,225,2359,PRIMARY,2359\n" + row) }
        guard case .badRows(_, let rows, _) = error else { throw error }
        #expect(rows == [BadRow(line: 3, why: why)])
    }

    @Test func aTermFileIsRefusedAsALinksFile() throws {
        try withFile(Sample.csv(Sample.row)) { file in
            let term = try file.term()
            _ = #expect(throws: RegistrarError.self) { try file.links(of: term) }
        }
    }

    @Test func detailsKeepTheirLineBreaks() throws {
        let text = """
            subject,number,title,credits,level,attributes,prerequisites,notes
            MATH,151,Calculus I,3,UGRD,Quantitative,"Pre-Calculus 12,\r\nor MATH 100.",x

            """
        guard case .details(let details) = try withFile(text, { try $0.content() }) else { throw WrongForm() }
        #expect(
            details == [
                CourseDetails(
                    subject: "MATH", number: "151", title: "Calculus I", credits: Credits("3"), attributes: ["Quantitative"],
                    prerequisites: "Pre-Calculus 12,\nor MATH 100.", description: "")
            ])
    }
}
