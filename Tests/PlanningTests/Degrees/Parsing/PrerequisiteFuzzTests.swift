import Foundation
import NoteItCore
import Testing

@testable import Planning

/// Texts that nobody wrote: the parser ends on each, after work in proportion to its length, with a tree that can be sent.
struct PrerequisiteFuzzTests {
    private func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var reader = PrerequisiteReader(text, subject: "CMPT")
        let parsed = reader.read()
        #expect(reader.work <= 2_000 + 400 * text.unicodeScalars.count, "\(text.prefix(200))", sourceLocation: sourceLocation)
        let sent = try JSONEncoder().encode(parsed)
        #expect(
            try JSONDecoder().decode(ParsedRequirements.self, from: sent) == parsed, "\(text.prefix(200))",
            sourceLocation: sourceLocation)
    }

    @Test(.timeLimit(.minutes(30))) func mutatedTextsParse() async throws {
        var dice = SplitMix64(state: 15)
        let texts = try JudgedTextsTests.judged().map(\.text)
        for text in texts {
            await giveWay()
            for _ in 0..<20 { try check(Mutation.mutated(text, &dice)) }
        }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            "(", ")", "()", "(A", "A or ", "CMPT 225 or ", "CMPT 225, ", "CMPT 225 (or ", "one of ", "one of CMPT 225, ",
            "either ",
            "both of (", "225, ", "12 units of ", "with a minimum grade of C-, ", "CMPT 225, all with C-; or ",
            "permission of ",
            ";", ".", ",", "*", "/", "HS/", "CA (or ", "\0", "e\u{301}", "or equivalent ", "junior, ", "BC Math ",
            "Corequisite: ",
            "CMPT 225. Or ", "CMPT 225. Or CMPT 226. CMPT 227. ", "CMPT 225 or corequisite ", "MATH 150, 151 or 152, ",
            "at least ", "a minimum of ", "not (",
            "and/or ",
            "CMPT 225* (* may be taken concurrently) ", "plus ", ", plus ", "including ", "may be taken concurrently. ", "🎓 ",
            "recommended (", "except CMPT 225 ", "((CMPT 225) and ", "such as (", "A. B. ", "12 units, ", "one of which ",
        ])
    func repetitionsParse(piece: String) throws {
        try check(String(String(repeating: piece, count: 5_000 / piece.unicodeScalars.count + 1).unicodeScalars.prefix(5_000)))
    }

    @Test func deepParenthesesAreUnknownLocally() {
        let text =
            "MATH 150 and " + String(repeating: "(CMPT 225 or ", count: 30) + "CMPT 226" + String(repeating: ")", count: 30)
        let parsed = PrerequisiteParser.parse(text)
        #expect(parsed.prerequisites.courses.map(\.compact).contains("MATH150"))
        #expect(!parsed.complete)
    }
}
