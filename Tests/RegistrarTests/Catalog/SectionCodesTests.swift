import NoteItCore
import Testing

@testable import Registrar

@Suite("Links derived from section codes")
struct SectionCodesTests {
    /// The links of one course, as `primary: kind code, ...` for each primary section.
    private func links(_ sections: [(code: String, kind: String)]) -> [String] {
        let catalog = sections.map { section in
            CatalogSection(
                crn: section.code, code: section.code, kind: section.kind, instructors: [], meetings: [], capacity: nil,
                enrolled: nil, delivery: "")
        }
        let course = CatalogCourse(subject: "A", number: "1", title: "", credits: nil, attributes: [], sections: catalog)
        let term = CatalogTerm(form: .csv, id: "1", startsOn: nil, endsOn: nil, courses: [course], rows: 0)
        return SectionCodes.links(of: term).map { "\($0.primary): \($0.component) \($0.crn)" }
    }

    @Test func sectionsOfOneHundredAreLinkedToIt() {
        #expect(
            links([("D100", "LEC"), ("D101", "TUT"), ("D102", ""), ("D200", "LEC"), ("D201", "TUT")]) == [
                "D100: PRIMARY D100", "D100: TUT D101", "D100: TBA D102", "D200: PRIMARY D200", "D200: TUT D201",
            ])
    }

    @Test func commonLabsAreLinkedToEachLectureWithoutLabsOfItsOwn() {
        #expect(
            links([("D100", "LEC"), ("D101", "LAB"), ("D200", "LEC"), ("LA01", "LAB")]) == [
                "D100: PRIMARY D100", "D100: LAB D101", "D200: PRIMARY D200", "D200: LAB LA01",
            ])
    }

    @Test func onlineTutorialsAreLinkedToTheOnlineSection() {
        #expect(
            links([("OL01", "OLC"), ("OT01", "TUT"), ("OT02", "TUT")])
                == ["OL01: PRIMARY OL01", "OL01: TUT OT01", "OL01: TUT OT02"])
    }

    @Test func withoutAHundredEachSectionIsPrimary() {
        #expect(links([("01", "LEC"), ("02", "LAB")]) == ["01: PRIMARY 01", "02: PRIMARY 02"])
        #expect(links([("LA01", "LAB")]) == ["LA01: PRIMARY LA01"])
    }

    @Test func anOpenLabHasNoLink() {
        #expect(links([("D100", "LEC"), ("OP01", "OPL")]) == ["D100: PRIMARY D100"])
    }
}
