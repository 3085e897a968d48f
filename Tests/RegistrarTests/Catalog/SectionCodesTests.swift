import NoteItCore
import Testing

@testable import Registrar

@Suite("Links derived from section codes")
struct SectionCodesTests {
    /// What is derived for one course of sections with codes, kinds and, if known, credits.
    private func derived(_ sections: [(code: String, kind: String, credits: String)]) -> SectionCodes.Links {
        let catalog = sections.map { section in
            CatalogSection(
                crn: section.code, code: section.code, kind: section.kind, instructors: [], meetings: [], capacity: nil,
                enrolled: nil, delivery: "", credits: Credits(section.credits))
        }
        let course = CatalogCourse(subject: "A", number: "1", title: "", credits: nil, attributes: [], sections: catalog)
        let term = CatalogTerm(form: .csv, id: "1", startsOn: nil, endsOn: nil, courses: [course], rows: 0)
        return SectionCodes.links(of: term)
    }

    /// The links of one course, as `primary: kind code, ...` for each primary section.
    private func links(_ sections: [(code: String, kind: String)]) -> [String] {
        texts(derived(sections.map { ($0.code, $0.kind, "") }))
    }

    private func texts(_ found: SectionCodes.Links) -> [String] {
        found.links.map { "\($0.primary): \($0.component) \($0.crn)" }
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

    @Test func lettersWithDigitsAreLinkedToTheirLetter() {
        let found = derived([
            ("A", "LEC", "0.5"), ("A1", "TUT", "0"), ("A2", "TUT", "0"), ("B", "LEC", "0.5"), ("B1", "TUT", "0"),
        ])
        #expect(texts(found) == ["A: PRIMARY A", "A: TUT A1", "A: TUT A2", "B: PRIMARY B", "B: TUT B1"])
        #expect(found.linked == [.letters: 1])
        #expect(found.unlinked.isEmpty)
    }

    @Test func aLetterWithDigitsOfTheLecturesKindThatGivesCreditsIsALectureOfItsOwn() {
        let found = derived([("A", "LEC", "3"), ("A1", "LEC", "3"), ("B", "LEC", "3"), ("B1", "LAB", "0")])
        #expect(texts(found) == ["A: PRIMARY A", "A1: PRIMARY A1", "B: PRIMARY B", "B: LAB B1"])
    }

    @Test func labsWithoutCreditsAreLinkedToEachLecture() {
        let found = derived([("01", "LEC", "4"), ("02", "LEC", "4"), ("L1", "LAB", "0"), ("R1", "REC", "0")])
        #expect(
            texts(found) == [
                "01: PRIMARY 01", "01: LAB L1", "01: REC R1", "02: PRIMARY 02", "02: LAB L1", "02: REC R1",
            ])
        #expect(found.linked == [.kinds: 1])
    }

    @Test func labsThatNoRuleLinksAreNamed() {
        #expect(derived([("01", "LEC", "4"), ("02", "LAB", "1")]).unlinked == ["A1"])
        #expect(derived([("01", "LAB", "1"), ("02", "LAB", "1")]).unlinked.isEmpty)
    }
}
