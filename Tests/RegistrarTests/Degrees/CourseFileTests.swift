import NoteItCore
import RealData
import Testing

@testable import Registrar

@Suite("A file of courses")
struct CourseFileTests {
    @Test func aRowBecomesACourse() throws {
        let row = try #require(try courses(CourseSample.csv(CourseSample.row)).first)
        #expect(row.line == 2)
        #expect(row.code.description == "CMPT 225")
        #expect(row.title == "Data Structures")
        #expect(row.credits == Credits("3"))
        #expect(row.oddCredits == nil)
        #expect(row.level == "UGRD")
        #expect(row.attributes == ["Quantitative"])
        #expect(row.prerequisites == "CMPT 125.")
        #expect(row.offered == [.spring, .fall])
    }

    @Test func columnsMayStandInAnyOrderAndSomeMayBeAbsent() throws {
        let row = try #require(
            try courses("Title,prerequisites,NUMBER,attributes,level,credits,subject\nData,,225,,,,cmpt\n").first)
        #expect(row.code.description == "CMPT 225")
        #expect(row.credits == nil)
        #expect(row.offered == nil)
    }

    @Test func theFlatFormIsRecognisedByItsHeader() throws {
        let raw = "Prerequisite: MATH 1010. Additional credit cannot be obtained by taking PHYS 1250."
        let row = try #require(try courses(CourseSample.flat("PHYS-1200", raw: raw, offered: "Fall term annually.")).first)
        #expect(row.code.description == "PHYS 1200")
        #expect(row.prerequisites == raw)
        #expect(row.notes == "Additional credit cannot be obtained by taking PHYS 1250.")
        #expect(row.offered == [.fall])
    }

    @Test(arguments: [
        ("3", "3", nil), ("1.5", "1.5", nil), ("", nil, nil), ("-1", nil, "-1"), ("1-6", "1", "1-6"), ("0", "0", nil),
    ])
    func oddCreditsBecomeOneNumber(cell: String, credits: String?, odd: String?) throws {
        let row = try #require(try courses(CourseSample.csv(CourseSample.row("credits", cell))).first)
        #expect(row.credits?.description == credits)
        #expect(row.oddCredits == odd)
    }

    @Test(arguments: [
        ("credits", "abc", "the credits 'abc' must be a number such as 3 or 1.5, or a range such as 1-6"),
        ("credits", "-2", "the credits '-2' must be a number such as 3 or 1.5, or a range such as 1-6"),
        ("credits", "2.3", "the credits '2.3' must be whole or half numbers from 0 to 10000"),
        ("credits", "99999", "the credits '99999' must be whole or half numbers from 0 to 10000"),
        ("subject", "", "the subject is missing"),
        ("number", "", "the number is missing"),
        (
            "subject", "C/D",
            "the subject 'C/D' and the number '225' do not name a course; write letters such as CMPT, and digits such as 225 or 105W"
        ),
        (
            "number", "ABC",
            "the subject 'CMPT' and the number 'ABC' do not name a course; write letters such as CMPT, and digits such as 225 or 105W"
        ),
        (
            "terms_offered", "Autumn 2025",
            "the terms_offered 'Autumn 2025' is not a term; write terms as Spring 2025; Fall 2024"
        ),
        ("terms_offered", "Fall", "the terms_offered 'Fall' is not a term; write terms as Spring 2025; Fall 2024"),
        (
            "level", "Writing/Quantitative",
            "the level 'Writing/Quantitative' must be one word such as UGRD; look for swapped columns"
        ),
        ("title", "a\u{1B}[2J", "column 3 contains the control character U+001B; remove it"),
        ("title", "a,b", "the row has 11 columns, the header 10; look for a missing or extra comma or quote"),
    ])
    func aBadCellNamesItsLineAndWhatWouldBeRight(column: String, text: String, why: String) throws {
        let text = CourseSample.csv(CourseSample.row("number", "100"), CourseSample.row(column, text))
        #expect(try badCourses(text) == [BadRow(line: 3, why: why)])
    }

    @Test func swappedColumnsAreTold() throws {
        let number = CourseSample.csv("225,CMPT,Data Structures,3,UGRD,,,,,")
        #expect(
            try badCourses(number).map(\.why) == [
                "the subject '225' and the number 'CMPT' look swapped; write CMPT and 225"
            ])
        let title = CourseSample.csv("CMPT,225,3,Data Structures,UGRD,,,,,")
        #expect(
            try badCourses(title).map(\.why.localizedLowercase).allSatisfy { $0.hasSuffix("title and credits look swapped") })
        let terms = CourseSample.csv("CMPT,225,Data Structures,3,UGRD,,Fall 2025,,,CMPT 125.")
        #expect(try badCourses(terms).map(\.line) == [2])
    }

    @Test func aTitleMayBeMissingButNotMostOfThem() throws {
        #expect(try courses(CourseSample.csv(CourseSample.row("title", ""))).map(\.title) == ["CMPT 225"])
        let rows = (100..<112).map { CourseSample.row("title", "").replacing(",225,", with: ",\($0),") }
        let error = #expect(throws: RegistrarError.self) { try courses(CourseSample.csv(rows.joined(separator: "\n"))) }
        #expect(error?.description.hasSuffix("12 of 12 courses have no title. Look for swapped columns in the header.") == true)
    }

    @Test func aCourseInTwoRowsIsRefused() throws {
        let rows = try badCourses(CourseSample.csv(CourseSample.row, CourseSample.row("subject", "cmpt")))
        #expect(rows == [BadRow(line: 3, why: "the course CMPT 225 is on line 2 too; remove one")])
    }

    @Test(arguments: [
        (
            "subject,number,title,credit,level,attributes,prerequisites",
            "the header lacks the columns credits; add them, their cells may be empty; 'credit' may mean credits"
        ),
        (
            "course,title,raw",
            "the header lacks the columns credits; add them, their cells may be empty"
        ),
        (
            "name,email",
            "the header 'name,email' is unknown; it must have subject,number,title,credits,level,attributes,prerequisites or "
                + "course,title,credits,raw"
        ),
        (
            "term,crn,subject,number,title,credits",
            "these are sections of a term, not courses; import them with noteitd catalog import"
        ),
        ("subject,subject,number", "the header has the column subject twice; remove one"),
    ])
    func aWrongHeaderSaysWhatItShouldBe(header: String, why: String) throws {
        #expect(try badCourses(header + "\n1,2,3\n") == [BadRow(line: 1, why: why)])
    }

    @Test(arguments: ["", "\n\n", CourseSample.header, "PK\u{3}\u{4}abc", "{\"a\": 1}", "\"open,quote"])
    func aFileWithoutCoursesIsRefused(text: String) {
        #expect(throws: RegistrarError.self) { try courses(text) }
    }

    @Test func manyBadRowsAreNamedUpToALimit() throws {
        let bad = Array(repeating: CourseSample.row("credits", "x"), count: 30).joined(separator: "\n")
        #expect(try badCourses(CourseSample.csv(bad)).map(\.line) == Array(2...21))
    }

    @Test(
        arguments: [
            ("", nil), ("When Offered: Fall term annually.", [.fall]), ("Spring, Summer, and Fall", [.spring, .summer, .fall]),
            ("When Offered: Upon availability of instructor.", nil), ("Fall term upon sufficient demand.", [.fall]),
            ("Fall term annually; spring and summer upon availability.", [.fall]),
            ("Summer term annually, Fall and Spring terms upon availability of the instructor.", [.summer]),
            ("When Offered: Fall, Spring, annually, Summer term upon availability of the instructor.", [.spring, .fall]),
            ("Fall term even-numbered years.", [.fall]), ("100 A (fall term) 100 B (spring term).", [.spring, .fall]),
            ("Consult department about when offered.", nil),
        ] as [(String, [AcademicTerm.Season]?)])
    func seasonsAreThosePromised(text: String, seasons: [AcademicTerm.Season]?) throws {
        let row = try #require(try courses(CourseSample.flat("PHYS-1200", offered: text)).first)
        #expect(row.offered == seasons)
    }
}

@Suite("Real files of courses")
struct RealCourseFileTests {
    private func rows(_ data: RealData, _ name: String) throws -> [CourseFile.Row] {
        try CourseFile(path: data.path(name)).rows()
    }

    @Test func theExtractIsRead() throws {
        let rows = try rows(.extracts, "sfu/courses.csv")
        #expect(rows.count == 33)
        #expect(rows.allSatisfy { $0.offered?.isEmpty == false })
    }

    /// All but pairs of texts that no rule tells apart.
    @Test func swappedColumnsOfARealFileAreRefused() throws {
        guard let data = try RealData.whole() else { return }
        let names = CourseSample.header.split(separator: ",").map(String.init)
        let body = try wholeText(data.path("sfu/courses.csv")).drop { $0 != "\n" }
        var accepted: [String] = []
        for left in names.indices {
            for right in names.indices.dropFirst(left + 1) {
                var header = names
                header.swapAt(left, right)
                let text = header.joined(separator: ",") + body
                if (try? courses(text)) != nil { accepted.append("\(names[left]) \(names[right])") }
            }
        }
        #expect(accepted == ["prerequisites corequisites", "prerequisites notes", "corequisites notes"])
    }

    private func wholeText(_ path: String) throws -> String {
        let source = try ByteSource(path: path)
        var (bytes, chunk): ([UInt8], [UInt8]) = ([], [])
        repeat {
            try source.read(into: &chunk)
            bytes += chunk
        } while !chunk.isEmpty
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func everyCourseOfTheFirstUniversityIsRead() throws {
        guard let data = try RealData.whole() else { return }
        let rows = try rows(data, "sfu/courses.csv")
        #expect(rows.count == 3_581)
        #expect(rows.count { !$0.prerequisites.isEmpty } == 2_391)
        #expect(rows.count { !$0.corequisites.isEmpty } == 31)
        #expect(rows.count { !$0.notes.isEmpty } == 886)
        #expect(rows.count { $0.credits == nil } == 120)
        #expect(rows.count { $0.oddCredits != nil } == 0)
        #expect(rows.count { $0.offered == nil } == 7)
        #expect(rows.first { $0.code.description == "ACMA 360W" }?.attributes == ["Writing", "Quantitative"])
    }

    @Test func everyCourseOfTheSecondUniversityIsRead() throws {
        guard let data = try RealData.whole() else { return }
        let rows = try rows(data, "rpi/prerequisites.csv")
        #expect(rows.count == 1_099)
        #expect(rows.count { $0.oddCredits != nil } == 75)
        #expect(rows.count { $0.title == $0.code.description } == 1)
        #expect(rows.count { !$0.notes.isEmpty } == 4)
        #expect(rows.first { $0.code.description == "PHYS 1200" }?.offered == [.spring, .fall])
    }
}
