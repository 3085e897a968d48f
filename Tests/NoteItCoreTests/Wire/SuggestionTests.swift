import Testing

@testable import NoteItCore

struct SuggestionTests {
    private let commands = [
        "today", "agenda", "post", "reply", "watch", "event", "course", "outbox", "auth", "doctor", "completion",
    ]

    static let mistyped: [(String, String)] = [
        ("pst", "post"), ("psot", "post"), ("watc", "watch"), ("WATCH", "watch"), ("evnet", "event"), ("comp", "completion"),
        ("docter", "doctor"), ("agnda", "agenda"),
    ]

    @Test(arguments: mistyped)
    func aMistypedWordFindsTheWordThatWasMeant(word: String, meant: String) {
        #expect(Suggestion.nearest(to: word, among: commands).first == meant)
    }

    @Test func aStrangeWordFindsNothing() {
        #expect(Suggestion.nearest(to: "xyzzy", among: commands).isEmpty)
    }

    private func distance(_ left: String, _ right: String, atMost bound: Int = 9) -> Int? {
        Suggestion.editDistance(Array(left), Array(right), atMost: bound)
    }

    @Test func aSwapOfNeighboursIsOneEdit() {
        #expect(distance("post", "psot") == 1)
        #expect(distance("", "abc") == 3)
        #expect(distance("kitten", "sitting") == 3)
        #expect(distance("same", "same") == 0)
    }

    @Test func theDistanceStopsAtItsBound() {
        #expect(distance("kitten", "sitting", atMost: 3) == 3)
        #expect(distance("kitten", "sitting", atMost: 2) == nil)
        #expect(distance("ab", "ba", atMost: 1) == 1)
        #expect(distance("ab", "ba", atMost: 0) == nil)
        #expect(distance("", "abc", atMost: 2) == nil)
        #expect(distance("", "", atMost: 0) == 0)
    }

    @Test func aVeryLongWordIsNearToNothing() {
        #expect(Suggestion.nearest(to: String(repeating: "post", count: 100_000), among: commands).isEmpty)
    }

    /// Each comparison of two letters is counted.
    private struct Counted: Equatable {
        final class Count { var comparisons = 0 }

        let letter: Character
        let count: Count

        static func == (left: Counted, right: Counted) -> Bool {
            left.count.comparisons += 1
            return left.letter == right.letter
        }
    }

    @Test func veryLongWordsAreComparedUpToTheBound() {
        let (long, count) = (String(repeating: "post", count: 1_000), Counted.Count())
        let words = [long, "post" + long.dropFirst(4).reversed()].map { $0.map { Counted(letter: $0, count: count) } }
        #expect(Suggestion.editDistance(words[0], words[1], atMost: 2) == nil)
        #expect(count.comparisons < 20 * long.count)
    }

    @Test func aChoiceReadsAsASentence() {
        #expect(Suggestion.choice(["a"]) == "'a'")
        #expect(Suggestion.choice(["a", "b", "c"]) == "'a', 'b' or 'c'")
        #expect([String]().choice == "" && ["a", "b"].choice == "a or b")
    }
}
