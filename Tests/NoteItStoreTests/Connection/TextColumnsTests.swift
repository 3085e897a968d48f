import Foundation
import Testing

@testable import NoteItStore

/// Lists of texts in a column, and the positions of pages, which are such lists.
struct TextColumnsTests {
    /// What a list may confuse with its own marks.
    private static let pieces = [
        "", "a", "\"", "\\", ",", "\",\"", "[", "]", "\n", "\u{0}", "/", "é", "👩‍🚀", "tag3", "\\\"", "~~~",
    ]

    private static let pairs = pieces.flatMap { first in pieces.map { first + $0 } }

    private static let lists =
        [[]] + pieces.map { [$0] } + pairs.map { [$0] } + pieces.flatMap { first in pieces.map { [first, $0] } }
        + (0..<200).map { _ in Array(pairs.shuffled().prefix(5)) }

    @Test func aStoredListIsReadAsItWasWritten() throws {
        for list in Self.lists {
            let stored = try jsonArray(list)
            #expect(try texts(stored).map { Array($0.utf8) } == list.map { Array($0.utf8) }, "\(stored)")
            #expect(try JSONDecoder().decode([String].self, from: Data(stored.utf8)).count == list.count)
        }
    }

    @Test func aListOfAnEarlierReleaseIsRead() throws {
        #expect(try texts(#"["a\/b","c"]"#) == ["a/b", "c"])
        #expect(try texts(#"["\u00e9"]"#) == ["é"])
    }

    @Test func whatIsNoListIsRefused() {
        let texts = [
            "", "tag", "{}", "[1]", #"["a\"]"#, #"["a""#, #"["a" x"#, #"["a",1]"#, #"["a",null]"#, #"["a""b"]"#, #"["a","b"#,
            #""a"]"#, #"["a"],"#, #"["a";"b"]"#,
        ]
        for text in texts { #expect(throws: (any Error).self, "\(text)") { try NoteItStore.texts(text) } }
    }

    @Test func aPositionSurvivesTheWayToAClientAndBack() throws {
        for list in Self.lists {
            let token = try PageToken.make(list)
            #expect(token.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil, "\(token)")
            #expect(try PageToken.parts(token, count: list.count) == list)
        }
    }
}
