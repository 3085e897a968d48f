import NoteItCore
import Testing

struct CatalogIDTests {
    @Test func idsThatLookEqualAreTwo() {
        let (composed, decomposed): (Course.ID, Course.ID) = ("202530.CAF\u{E9}1", "202530.CAFE\u{301}1")
        #expect(composed != decomposed)
        #expect(composed < decomposed || decomposed < composed)
        #expect(Set([composed, decomposed, "202530.CMPT225", "202530.CMPT225"]).count == 3)
    }

    @Test func anIdSplitsAtItsFirstDot() {
        let (course, section): (Course.ID, Section.ID) = ("202530.CMPT225", "202530.23.59")
        #expect(course.term == "202530" && course.code == "CMPT225")
        #expect(section.term == "202530" && section.crn == "23.59")
        #expect(Course.ID("CMPT225").term == "" && Course.ID("CMPT225").code == "CMPT225")
    }
}
