import NoteItCore
import RealData
import Testing

@testable import Registrar

/// One university's term in both forms, with its links.
struct RealTerm: Sendable, CustomTestStringConvertible {
    var data: RealData
    var csv, workbook, links: String
    var rows, sections, courses: Int
    /// The number of derived links that the registrar does not have.
    var derivedBeyond: Int

    var testDescription: String { "\(data): \(csv)" }

    static var all: [RealTerm] {
        get throws {
            let extracts = [
                sfu(.extracts, rows: 267, sections: 232, courses: 33, derivedBeyond: 0),
                rpi(.extracts, rows: 251, sections: 129, courses: 20),
            ]
            guard let whole = try RealData.whole() else { return extracts }
            return extracts + [
                sfu(whole, rows: 5_464, sections: 5_030, courses: 1_886, derivedBeyond: 37),
                rpi(whole, rows: 2_502, sections: 2_089, courses: 874),
            ]
        }
    }

    private static func sfu(_ data: RealData, rows: Int, sections: Int, courses: Int, derivedBeyond: Int) -> RealTerm {
        RealTerm(
            data: data, csv: "sfu/term_2025fa.csv", workbook: "sfu/carleton_2025fa.xml", links: "sfu/links_2025fa.csv",
            rows: rows, sections: sections, courses: courses, derivedBeyond: derivedBeyond)
    }

    private static func rpi(_ data: RealData, rows: Int, sections: Int, courses: Int) -> RealTerm {
        RealTerm(
            data: data, csv: "rpi/term_2023fa.csv", workbook: "rpi/carleton_2023fa.xml", links: "rpi/links_2023fa.csv",
            rows: rows, sections: sections, courses: courses, derivedBeyond: 0)
    }
}

extension RealData {
    func file(_ name: String) -> RegistrarFile { RegistrarFile(path: path(name)) }
}

@Suite("Real terms")
struct RealTermTests {
    @Test(arguments: try RealTerm.all)
    func everyRowIsRead(real: RealTerm) throws {
        let term = try real.data.file(real.csv).term()
        #expect(term.rows == real.rows)
        #expect(term.courses.count == real.courses)
        #expect(term.courses.reduce(0) { $0 + $1.sections.count } == real.sections)
    }

    @Test(arguments: try RealTerm.all)
    func bothFormsGiveTheSameTerm(real: RealTerm) throws {
        let (csv, workbook) = (try real.data.file(real.csv).term(), try real.data.file(real.workbook).term())
        #expect(csv.id == workbook.id)
        #expect(csv.rows == workbook.rows)
        #expect(csv.courses.map(weekly) == workbook.courses.map(weekly))
    }

    /// The workbook names only the first instructor in each row.
    @Test(arguments: try RealTerm.all)
    func theWorkbooksInstructorsAreTheFirstOfTheCSV(real: RealTerm) throws {
        let csv = try real.data.file(real.csv).term().courses.flatMap(\.sections)
        let workbook = try real.data.file(real.workbook).term().courses.flatMap(\.sections)
        for (full, short) in zip(csv, workbook) {
            #expect(full.instructors.first == short.instructors.first)
            #expect(Set(short.instructors).isSubset(of: full.instructors))
            if full.instructors.count < 2 { #expect(full.instructors == short.instructors) }
        }
    }

    @Test(arguments: try RealTerm.all)
    func sectionCodesGiveEveryLinkOfTheRegistrar(real: RealTerm) throws {
        let term = try real.data.file(real.csv).term()
        let given = Set(try real.data.file(real.links).links(of: term))
        let derived = Set(SectionCodes.links(of: term).links)
        #expect(given.isSubset(of: derived))
        #expect(derived.subtracting(given).count == real.derivedBeyond)
    }

    @Test(arguments: try RealData.all)
    func nonASCIINamesAndSingleDaysAreRead(data: RealData) throws {
        let term = try data.file("sfu/term_2025fa.csv").term()
        let sections = term.courses.flatMap(\.sections)
        #expect(sections.contains { $0.instructors.contains("Valentin Jaumouillé") })
        #expect(sections.contains { $0.meetings.contains { $0.startsOn != nil && $0.startsOn == $0.endsOn } })
        #expect(sections.contains { $0.meetings.count > 3 })
    }

    @Test(arguments: try [(RealData.extracts, 33, 24)] + (RealData.whole().map { [($0, 3_581, 2_391)] } ?? []))
    func courseDetailsAreRead(data: RealData, courses: Int, withPrerequisites: Int) throws {
        guard case .details(let details) = try data.file("sfu/courses.csv").content() else { throw WrongForm() }
        #expect(details.count == courses)
        #expect(details.count { !$0.prerequisites.isEmpty } == withPrerequisites)
    }

    /// A course reduced to the data of the workbook. A slot split by dates is one slot.
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
