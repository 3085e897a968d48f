import Foundation
import NoteItCore
import Testing

struct TermSpellingTests {
    private static func term(_ id: String, _ name: String, _ startsOn: String, _ endsOn: String, current: Bool = false) -> Term
    {
        Term(
            id: Term.ID(id), name: name, startsOn: Day(startsOn), endsOn: Day(endsOn), timeZone: "America/Vancouver",
            current: current)
    }

    private let terms = [
        term("202702", "Spring_2027", "2027-01-11", "2027-05-07"),
        term("202608", "Fall_2026", "2026-08-24", "2026-12-18", current: true),
        term("202530", "Fall 2025", "2025-09-02", "2025-12-12"),
    ]

    @Test(
        arguments: [
            ("202702", "202702"), ("Spring_2027", "202702"), ("spring 2027", "202702"), ("SP27", "202702"),
            ("2027-spring", "202702"), ("F26", "202608"), ("202630", "202608"), ("fall 2025", "202530"),
            ("autumn 25", "202530"),
        ])
    func everySpellingMeansItsTerm(text: String, id: String) { #expect(terms.named(text).map(\.id.text) == [id]) }

    @Test(arguments: ["", "spring", "2027", "S27", "202799"])
    func whatMeansNoTermIsNone(text: String) { #expect(terms.named(text).isEmpty) }

    @Test(arguments: [("2026-09-01", "202608"), ("2026-10-10", "202608"), ("2026-11-01", "202702"), ("2026-12-20", "202702")])
    func theNextTermIsPlannedOnceHalfOfTheCurrentOneIsOver(day: String, id: String) throws {
        let now = try #require(Day(day)).start(in: .gmt)
        #expect(terms.planned(at: now)?.id.text == id)
        #expect(terms.filter(\.current).planned(at: now)?.id.text == "202608")
    }

    @Test func coursesThatShareACodeAreCalledByTheirTerms() {
        CourseNames.set(["202530.XNAM101", "202608.XNAM101", "202608.XNAM102"])
        #expect(Course.ID("202530.XNAM101").name == "202530.XNAM101" && Course.ID("202608.XNAM102").name == "XNAM102")
        CourseNames.set([])
        #expect(Course.ID("202530.XNAM101").name == "XNAM101")
    }
}
