import Foundation
import NoteItCore
import Testing

@testable import Registrar

@Suite("A term's file")
struct TermFileTests {
    @Test func aRowBecomesACourseASectionAndAMeeting() throws {
        let term = try withFile(Sample.csv(Sample.row)) { try $0.term() }
        let meeting = Meeting(
            days: "MWF", start: try #require(WallTime("10:30")), end: try #require(WallTime("11:20")),
            startsOn: Day("2025-09-03"), endsOn: Day("2025-12-02"), place: "Burnaby AQ 3149")
        let section = CatalogSection(
            crn: "2359", code: "D100", kind: "LEC", instructors: ["Ada Example"], meetings: [meeting], capacity: 90,
            enrolled: 88,
            delivery: "In Person", credits: Credits("3"), campus: "Burnaby")
        let course = CatalogCourse(
            subject: "CMPT", number: "225", title: "Data Structures", credits: Credits("3"), attributes: ["Quantitative"],
            sections: [section])
        #expect(
            term
                == CatalogTerm(
                    form: .csv, id: "202530", startsOn: Day("2025-09-03"), endsOn: Day("2025-12-02"), courses: [course], rows: 1
                ))
    }

    @Test func plainGzipCRLFAndAByteOrderMarkReadTheSame() throws {
        let plain = try withFile(Sample.csv(Sample.row)) { try $0.term() }
        let crlf = "\u{FEFF}" + Sample.csv(Sample.row, lineEnd: "\r\n")
        #expect(try withFile(crlf) { try $0.term() } == plain)
        #expect(try withFile(Array(crlf.utf8), gzip: true) { try $0.term() } == plain)
    }

    @Test func columnsAreFoundByNameInAnyOrder() throws {
        let turned = Sample.csv(Sample.row).split(separator: "\n").map { line in
            ([Substring("x")] + line.split(separator: ",", omittingEmptySubsequences: false).reversed()).joined(separator: ",")
        }
        let text = turned.joined(separator: "\n").replacing("x,attributes", with: "Remarks,Attributes")
        #expect(try withFile(text) { try $0.term() } == withFile(Sample.csv(Sample.row)) { try $0.term() })
    }

    @Test func rowsOfOneSectionAreItsMeetingsAndTheSameRowTwiceIsOne() throws {
        let rows = [Sample.row, Sample.row("days", "T"), Sample.row, Sample.row("instructors", "Alan Example; Ada Example")]
        let term = try withFile(([Sample.header] + rows).joined(separator: "\n")) { try $0.term() }
        let section = try #require(term.courses.first?.sections.first)
        #expect(section.meetings.map(\.days) == ["MWF", "T"])
        #expect(section.instructors == ["Ada Example", "Alan Example"])
        #expect(term.rows == 4)
    }

    @Test func aRowWithoutTimesMakesASectionWithoutMeetings() throws {
        let text = Sample.csv(
            "202530,1,ALS,601,Law,G100,SEM,,,,,,,,,,,,,,", "202530,2,ALS,602,Law,G100,SEM,,TBA,TBA,,,,,,,,,,,")
        let term = try withFile(text) { try $0.term() }
        #expect(term.courses.flatMap(\.sections).map(\.meetings.count) == [0, 0])
        #expect(term.startsOn == nil)
    }

    @Test func moreEnrolledThanSeatsIsAllowed() throws {
        let text = Sample.csv(Sample.row("capacity", "33").replacing(",88,", with: ",38,"))
        let section = try withFile(text) { try $0.term() }.courses.first?.sections.first
        #expect(section?.capacity == 33)
        #expect(section?.enrolled == 38)
    }

    @Test func daysComeInTheOrderOfTheWeek() throws {
        let term = try withFile(Sample.csv(Sample.row("days", "UFTM"))) { try $0.term() }
        #expect(term.courses.first?.sections.first?.meetings.first?.days == "MTFU")
    }

    @Test func attributesAreTakenApart() {
        #expect(Cells.attributes("Writing/Breadth-Hum/Science") == ["Writing", "Breadth-Hum", "Breadth-Science"])
        #expect(Cells.attributes("Quantitative") == ["Quantitative"])
        #expect(Cells.attributes("").isEmpty)
    }

    @Test func aWorkbookReadsTheSameTerm() throws {
        let text = Sample.workbook(
            Sample.workbookRow("202530", "2359", "CMPT", "225", "D100", "LEC", "Example, Ada", "WFM 1030-1120")
                + Sample.workbookRow("202530", "2359", "CMPT", "225", "D100", "LEC", "Example, Alan", "TBA")
                + "<Row/>")
        let term = try withFile(text) { try $0.term() }
        let section = try #require(term.courses.first?.sections.first)
        #expect(term.form == .spreadsheet)
        #expect(section.instructors == ["Ada Example", "Alan Example"])
        #expect(section.meetings.map { "\($0.days) \($0.start)-\($0.end)" } == ["MWF 10:30-11:20"])
    }

    @Test func aWorkbookInUTF16ReadsTheSame() throws {
        let text = Sample.workbook(Sample.workbookRow("202530", "1", "A", "1", "D100", "LEC", "Exemplé, Zoé", "M 0930-1020"))
        let plain = try withFile(text) { try $0.term() }
        let wide = Array(try #require(text.replacing("UTF-8", with: "UTF-16").data(using: .utf16)))
        #expect(try withFile(wide) { try $0.term() } == plain)
        #expect(plain.courses.first?.sections.first?.instructors == ["Zoé Exemplé"])
    }

    @Test func ofSeveralTermsOneMustBeChosen() throws {
        let other = Sample.row("term", "202540").replacing("2359", with: "77")
        let text = Sample.csv(Sample.row, other)
        #expect(
            try withFile(text) { try refusal($0) }
                == "The file has rows of several terms: 202530 (from line 2), 202540 (from line 3). Choose one with --term.")
        #expect(try withFile(text) { try $0.term("202540") }.courses.first?.sections.map(\.crn) == ["77"])
        let refused = try withFile(text) { try refusal($0, term: "202550") }
        #expect(refused?.hasPrefix("The file has no rows of the term 202550") == true)
    }

    @Test func progressEndsAtTheLastByte() throws {
        try withFile(Array(Sample.csv(Sample.row).utf8), gzip: true) { file in
            var last = (read: 0, total: -1)
            _ = try file.content(progress: { last = ($0, $1) })
            #expect(last.read == last.total)
            #expect(last.total > 0)
        }
    }
}
