import NoteItCore
import Testing

struct CreditsTests {
    private func sum(_ texts: String...) -> String? { Credits(sumOf: texts.compactMap(Credits.init))?.description }

    @Test func severalCoursesHaveTheSumOfTheirCreditsAndOfARangeThatOfItsEnds() {
        #expect(sum("3", "4") == "7")
        #expect(sum("3", "1-6") == "4-9")
        #expect(sum("1-9", "1.5") == "2.5-10.5")
        #expect(sum("3", "by arrangement") == nil)
        #expect(sum() == nil)
    }
}
