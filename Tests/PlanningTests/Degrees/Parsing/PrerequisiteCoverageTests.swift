import NoteItCore
import Planning
import RealData
import Testing

/// How much of the real texts is understood. `docs/prerequisites.md` tells the figures that this test prints.
struct PrerequisiteCoverageTests {
    private static var hasWholeData: Bool { (try? RealData.whole()) != nil }

    struct Coverage {
        var (whole, part, none) = (0, 0, 0)
        var total: Int { whole + part + none }

        /// Whole: nothing is unknown. In part: something beside the unknown is known.
        mutating func count(_ parsed: ParsedRequirements) {
            if parsed.complete { return whole += 1 }
            var isKnown = false
            for tree in [parsed.prerequisites, parsed.corequisites] {
                tree.forEachLeaf { if case .unknown = $0 {} else { isKnown = true } }
            }
            if isKnown { part += 1 } else { none += 1 }
        }
    }

    @Test(.enabled(if: hasWholeData), arguments: [(PrerequisiteTexts.University.sfu, 2_391, 1_640), (.rpi, 604, 490)])
    func mostTextsParseWhole(university: PrerequisiteTexts.University, texts: Int, atLeast floor: Int) async throws {
        let data = try #require(try RealData.whole())
        var coverage = Coverage()
        for text in try PrerequisiteTexts(university, in: data).texts {
            await giveWay()
            coverage.count(PrerequisiteParser.parse(text.text, subject: text.subject))
        }
        print("\(university.rawValue): \(coverage.whole) whole, \(coverage.part) in part, \(coverage.none) not at all")
        #expect(coverage.total == texts)
        #expect(coverage.whole >= floor)
    }
}
