import NoteItCore
import Testing

@testable import Registrar

/// One university's term in both forms, with its links.
struct RealTerm: Sendable, CustomTestStringConvertible {
    var csv: String
    var workbook: String
    var links: String
    var rows: Int
    var sections: Int
    var courses: Int
    /// How many derived links are not in the registrar's.
    var derivedBeyond: Int

    var testDescription: String { csv }

    static let all = [
        RealTerm(
            csv: "sfu/term_2025fa.csv.gz", workbook: "sfu/carleton_2025fa.xml.gz", links: "sfu/links_2025fa.csv.gz",
            rows: 5_464,
            sections: 5_030, courses: 1_886, derivedBeyond: 37),
        RealTerm(
            csv: "rpi/term_2023fa.csv.gz", workbook: "rpi/carleton_2023fa.xml.gz", links: "rpi/links_2023fa.csv.gz",
            rows: 2_502,
            sections: 2_089, courses: 874, derivedBeyond: 0),
    ]
}

@Suite("Real terms")
struct RealTermTests {
    @Test(arguments: RealTerm.all)
    func aWholeTermIsRead(real: RealTerm) throws {
        let term = try RealData.file(real.csv).term()
        #expect(term.rows == real.rows)
        #expect(term.courses.count == real.courses)
        #expect(term.courses.reduce(0) { $0 + $1.sections.count } == real.sections)
    }

    @Test(arguments: RealTerm.all)
    func bothFormsGiveTheSameTerm(real: RealTerm) throws {
        let (csv, workbook) = (try RealData.file(real.csv).term(), try RealData.file(real.workbook).term())
        #expect(csv.id == workbook.id)
        #expect(csv.rows == workbook.rows)
        #expect(csv.courses.map(weekly) == workbook.courses.map(weekly))
    }

    /// The workbook names one instructor a row, the first.
    @Test(arguments: RealTerm.all)
    func theWorkbooksInstructorsAreTheFirstOfTheCSV(real: RealTerm) throws {
        let csv = try RealData.file(real.csv).term().courses.flatMap(\.sections)
        let workbook = try RealData.file(real.workbook).term().courses.flatMap(\.sections)
        for (full, short) in zip(csv, workbook) {
            #expect(full.instructors.first == short.instructors.first)
            #expect(Set(short.instructors).isSubset(of: full.instructors))
            if full.instructors.count < 2 { #expect(full.instructors == short.instructors) }
        }
    }

    @Test(arguments: RealTerm.all)
    func theCodesRuleFindsEveryLinkOfTheRegistrar(real: RealTerm) throws {
        let term = try RealData.file(real.csv).term()
        let given = Set(try RealData.file(real.links).links(of: term))
        let derived = Set(SectionCodes.links(of: term))
        #expect(given.isSubset(of: derived))
        #expect(derived.subtracting(given).count == real.derivedBeyond)
    }

    @Test func namesOutsideASCIIAndSingleDaysArrive() throws {
        let term = try RealData.file("sfu/term_2025fa.csv.gz").term()
        let sections = term.courses.flatMap(\.sections)
        #expect(sections.contains { $0.instructors.contains("Valentin Jaumouillé") })
        #expect(sections.contains { $0.meetings.contains { $0.startsOn != nil && $0.startsOn == $0.endsOn } })
        #expect(sections.contains { $0.meetings.count > 3 })
    }

    @Test func courseDetailsAreRead() throws {
        guard case .details(let details) = try RealData.file("sfu/courses.csv.gz").content() else { throw WrongForm() }
        #expect(details.count == 3_581)
        #expect(details.count { !$0.prerequisites.isEmpty } == 2_391)
    }

    /// A course without what the workbook cannot say; a slot split by dates is one slot.
    private func weekly(_ course: CatalogCourse) -> [String] {
        course.sections.map { section in
            var slots: [String] = []
            for meeting in section.meetings {
                let slot = "\(meeting.days) \(meeting.start)-\(meeting.end)"
                if !slots.contains(slot) { slots.append(slot) }
            }
            return "\(course.subject) \(course.number) \(section.crn) \(section.code) \(section.kind) \(slots)"
        }
    }
}
