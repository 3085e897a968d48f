import Foundation
import NoteItCore
import NoteItStore
import RealData
import Registrar
import Testing

@Suite("Importing a catalog")
struct CatalogImportTests {
    static let forms = [("sfu/term_2025fa.csv", "sfu/carleton_2025fa.xml"), ("rpi/term_2023fa.csv", "rpi/carleton_2023fa.xml")]

    @Test(arguments: try RealData.all, forms.flatMap { [$0, $1] })
    func aRealTermImportedTwiceChangesNothing(data: RealData, file: String) async throws {
        let term = try data.term(file)
        try await withStore { store in
            let first = try await store.load(term)
            #expect(first.courses.added == term.courses.count)
            #expect(first.sections.added == term.courses.reduce(0) { $0 + $1.sections.count })
            let second = try await store.load(term)
            #expect(second.lines == [])
            #expect(second.courses.unchanged == first.courses.added)
            #expect(second.sections.unchanged == first.sections.added)
            #expect(try await store.check() == [])
        }
    }

    @Test(arguments: try RealData.all, forms)
    func theWorkbookOfATermChangesNothingInItsCSV(data: RealData, forms: (csv: String, workbook: String)) async throws {
        try await withStore { store in
            let term = try data.term(forms.csv)
            try await store.load(term)
            let before = try await store.course(try #require(firstWithPlaces(term)))
            #expect(try await store.load(try data.term(forms.workbook)).lines == [])
            #expect(try await store.course(before.id) == before)
        }
    }

    @Test(arguments: try RealData.all, forms)
    func theCSVFillsInWhatTheWorkbookLeftOpen(data: RealData, forms: (csv: String, workbook: String)) async throws {
        let term = try data.term(forms.csv)
        let direct = try await withStore { store in
            try await store.load(term)
            return try await store.everything(of: term.id)
        }
        let filled = try await withStore { store in
            try await store.load(try data.term(forms.workbook))
            let report = try await store.load(term)
            #expect(report.courses.added + report.courses.withdrawn + report.sections.added + report.sections.withdrawn == 0)
            return try await store.everything(of: term.id)
        }
        #expect(filled == direct)
    }

    private func firstWithPlaces(_ term: CatalogTerm) -> Course.ID? {
        term.courses.first { $0.sections.contains { !$0.meetings.isEmpty } }
            .map { Course.ID(term: term.id, subject: $0.subject, number: $0.number) }
    }

    @Test func theReportSaysInWordsWhatChanged() async throws {
        try await withStore { store in
            var term = try smallTerm()
            let first = try await store.load(term)
            #expect(
                first.lines == [
                    "+ term 202530: Term 202530, America/Vancouver", "+ CMPT225 Data Structures: 3 sections",
                    "+ MATH150 Calculus I: 1 section",
                ])
            term.courses[0].title = "Data Structures and Programming"
            term.courses[0].sections[0].meetings[0].days = "MW"
            term.courses[0].sections[0].enrolled = 91
            term.courses[0].sections[2] = try section("1004", "D103", "LAB", days: "F")
            term.courses[1].sections[0].meetings[0].place = "Surrey"
            let report = try await store.load(term)
            #expect(
                report.lines == [
                    "~ CMPT225: title Data Structures -> Data Structures and Programming",
                    "~ CMPT225 D100: MWF 10:30-11:20 -> MW 10:30-11:20; enrolled 90 -> 91", "+ CMPT225 D103: LAB F 10:30-11:20",
                    "~ MATH150 D100: TR 10:30-11:20 2025-09-03..2025-12-02 Burnaby -> TR 10:30-11:20 2025-09-03..2025-12-02 Surrey",
                    "- CMPT225 D102: withdrawn",
                ])
            #expect(report.courses.changed == 1)
            #expect(report.sections.added == 1)
            #expect(report.sections.changed == 2)
            #expect(report.sections.withdrawn == 1)
        }
    }

    @Test func aWithdrawnSectionKeepsItsPeopleAndComesBack() async throws {
        try await withStore { store in
            let (full, student) = (try smallTerm(), try await student("ada", in: store, loading: try smallTerm()))
            _ = try await store.enroll(student, in: ["202530.1001", "202530.1003"])
            let enrolled = try await store.enrollments(of: student)
            var without = full
            without.courses[0].sections.remove(at: 2)
            let report = try await store.load(without)
            #expect(report.withdrawnWithPeople == ["CMPT225 D102"])
            #expect(report.lines == ["- CMPT225 D102: withdrawn; 1 enrolled"])
            #expect(try await store.course("202530.CMPT225").sections.map(\.code) == ["D100", "D101"])
            #expect(try await store.enrollments(of: student) == enrolled)
            let back = try await store.load(full)
            #expect(back.lines == ["+ CMPT225 D102: offered again, LAB R 10:30-11:20"])
            #expect(try await store.course("202530.CMPT225").sections.map(\.code) == ["D100", "D101", "D102"])
            #expect(try await store.check() == [])
        }
    }

    @Test func aWithdrawnCourseIsNotListedAndComesBack() async throws {
        try await withStore { store in
            var term = try smallTerm()
            try await store.load(term)
            let gone = term.courses.removeLast()
            #expect(try await store.load(term).lines == ["- MATH150: withdrawn"])
            #expect(try await store.subjects(of: term.id).map(\.code) == ["CMPT"])
            term.courses.append(gone)
            #expect(try await store.load(term).courses.added == 1)
            #expect(try await store.subjects(of: term.id).map(\.code) == ["CMPT", "MATH"])
        }
    }

    @Test func thePeopleInACourseGetItsChanges() async throws {
        try await withStore { store in
            var term = try smallTerm()
            let student = try await student("ada", in: store, loading: term)
            _ = try await store.enroll(student, in: ["202530.1001"])
            let before = try await store.head()
            term.courses[0].sections[1].meetings[0].days = "W"
            term.courses[1].title = "Calculus"
            try await store.load(term)
            let page = try await store.changes(after: before.cursor, limit: 10, by: student)
            #expect(page.changes.map(\.delivery.type) == [.course])
            let told = try JSONCoding.decode(Course.self, from: try #require(page.changes.first?.delivery.body))
            #expect(try await store.course("202530.CMPT225") == told)
            #expect(told.sections[1].meetings.map(\.days) == ["W"])
            let after = try await store.head()
            try await store.load(term)
            #expect(try await store.head() == after)
        }
    }

    @Test func followingTheChangesGivesWhatAFreshSnapshotGives() async throws {
        try await withStore { store in
            var term = try smallTerm()
            let student = try await student("ada", in: store, loading: term)
            _ = try await store.enroll(student, in: ["202530.1001", "202530.1003"])
            var replica = Replica(of: student)
            try await replica.begin(from: store, limit: 10)
            let steps: [(inout CatalogTerm) -> Void] = [
                { $0.courses[0].title = "Data" }, { $0.courses[0].sections.remove(at: 2) },
                { $0.courses[0].sections[1].kind = "TUT" }, { $0.courses.remove(at: 0) },
            ]
            for step in steps {
                step(&term)
                try await store.load(term)
                _ = try await replica.advance(on: store, limit: 10)
                #expect(replica.differences(from: try await Replica.snapshot(of: student, store, limit: 10)) == [])
            }
        }
    }

    @Test func aDryRunReportsTheSameAndWritesNothing() async throws {
        try await withStore { store in
            let term = try smallTerm()
            let dry = try await store.load(term, dryRun: true)
            #expect(try await store.terms() == [])
            #expect(try await store.load(term) == dry)
            var changed = term
            changed.courses.removeLast()
            changed.courses[0].title = "Other"
            let before = try await store.everything(of: term.id)
            #expect(
                try await store.load(changed, dryRun: true).lines == [
                    "~ CMPT225: title Data Structures -> Other", "- MATH150: withdrawn",
                ])
            #expect(try await store.everything(of: term.id) == before)
        }
    }

    @Test func aRefusedImportChangesNothing() async throws {
        try await withStore { store in
            let term = try smallTerm()
            let student = try await student("ada", in: store, loading: term)
            _ = try await store.enroll(student, in: ["202530.2001"])
            let before = try await store.everything(of: term.id)
            var other = term
            other.courses[0].title = "Other"
            let stray = SectionLink(primary: "1001", component: "LAB", crn: "9999")
            await #expect(throws: DomainError.invalid("links", "the CRN 9999 is not in the term")) {
                try await store.importCatalog(other, links: [stray], options: ImportOptions())
            }
            await #expect(throws: DomainError.self) { try await store.load(other, zone: "Mars/Olympus") }
            other.courses[0].sections.append(other.courses[1].sections.removeLast())
            await #expect(throws: DomainError.self) { try await store.load(other) }
            #expect(try await store.everything(of: term.id) == before)
        }
    }

    @Test func givenLinksStayUntilTheSectionsOfTheirCourseChange() async throws {
        try await withStore { store in
            var term = try smallTerm()
            let given = [
                SectionLink(primary: "1001", component: "PRIMARY", crn: "1001"),
                SectionLink(primary: "1001", component: "LAB", crn: "1003"),
            ]
            _ = try await store.importCatalog(term, links: given, options: ImportOptions())
            let labs = { try await store.course("202530.CMPT225").sections.first?.components.flatMap(\.sections) }
            #expect(try await labs() == ["202530.1003"])
            #expect(try await store.load(term).lines.filter { $0.hasPrefix("~ CMPT") } == [])
            #expect(try await labs() == ["202530.1003"])
            term.courses[0].sections.append(try section("1004", "D103", "LAB", days: "F"))
            try await store.load(term)
            #expect(try await labs() == ["202530.1002", "202530.1003", "202530.1004"])
            let report = try await store.importCatalog(term, links: given, options: ImportOptions())
            #expect(report.lines.contains("~ CMPT225: other sections go together"))
            #expect(try await labs() == ["202530.1003"])
        }
    }

    @Test func aSectionWithoutPeopleMayMoveToAnotherCourse() async throws {
        try await withStore { store in
            var term = try smallTerm()
            try await store.load(term)
            term.courses[0].sections.append(term.courses[1].sections.removeLast())
            term.courses[0].sections[3].code = "D200"
            #expect(try await store.load(term).lines.contains("~ CMPT225 D200: CRN 2001 moved here from 202530.MATH150"))
            #expect(try await store.course("202530.CMPT225").sections.map(\.crn) == ["1001", "1002", "1003", "2001"])
            #expect(try await store.course("202530.MATH150").sections == [])
            #expect(try await store.load(term).lines == [])
        }
    }

    @Test func anotherTimeZoneMovesTheDaysOfDueTimes() async throws {
        try await withStore { store in
            let term = try smallTerm()
            let student = try await student("ada", in: store, loading: term)
            _ = try await store.enroll(student, in: ["202530.1001"])
            let due = try #require(RFC3339.date("2025-11-21T04:00:00Z"))
            _ = try await store.post(NewEvent(title: "Lab 4", due: due), in: "202530.CMPT225", by: student)
            let days = { try await store.agenda(from: nil, to: nil, page: PageRequest(), by: student).sections.map(\.due) }
            #expect(try await days() == [Day("2025-11-20")])
            #expect(
                try await store.load(term, zone: "Europe/Berlin").lines == [
                    "~ term 202530: time zone America/Vancouver -> Europe/Berlin"
                ])
            #expect(try await days() == [Day("2025-11-21")])
            #expect(try await store.load(term, zone: nil).lines == [])
        }
    }

    @Test func courseDetailsFillInPrerequisites() async throws {
        try await withStore { store in
            let term = try smallTerm()
            try await store.load(term)
            let details = [
                CourseDetails(
                    subject: "CMPT", number: "225", title: "", credits: nil, attributes: [], prerequisites: "CMPT 125",
                    description: ""),
                CourseDetails(
                    subject: "ARCH", number: "1", title: "Elsewhere", credits: nil, attributes: [], prerequisites: "",
                    description: ""),
            ]
            let dry = try await store.importDetails(details, term: term.id, dryRun: true)
            #expect(dry.lines == ["~ CMPT225: prerequisites"])
            #expect(try await store.importDetails(details, term: term.id, dryRun: false) == dry)
            let course = try await store.course("202530.CMPT225")
            #expect(course.prerequisites == "CMPT 125")
            #expect(course.title == "Data Structures")
            #expect(try await store.importDetails(details, term: term.id, dryRun: false).lines == [])
            #expect(try await store.load(term).lines == [])
            await #expect(throws: DomainError.notFound("term 1")) {
                try await store.importDetails(details, term: "1", dryRun: true)
            }
        }
    }

    /// A new student of a store with `term` in it.
    private func student(_ name: String, in store: SQLStore, loading term: CatalogTerm) async throws -> Account.ID {
        try await store.load(term)
        let new = NewAccount(email: "\(name)@example.edu", password: "", displayName: name)
        return try await store.register(new, role: .student, password: "hash").id
    }
}
