import Foundation
import NoteItCore
import Planning
import RealData
import Testing

/// Real texts, each with the tree that a careful reader gave it before the parser read it: `Tests/Data/degrees/judged.txt`.
struct JudgedTextsTests {
    struct Judged {
        var subject, text, tree: String
    }

    static func judged() throws -> [Judged] {
        let file = RealData.extracts.path("degrees/judged.txt")
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return stride(from: 0, to: lines.count - 1, by: 2).compactMap { index in
            guard let bar = lines[index].firstRange(of: " | ") else { return nil }
            let text = lines[index][bar.upperBound...].replacing("\\n", with: "\n")
            return Judged(
                subject: String(lines[index][..<bar.lowerBound]), text: String(text),
                tree: String(lines[index + 1].dropFirst(2)))
        }
    }

    @Test func atLeast97PercentAreExactlyRight() throws {
        let judged = try Self.judged()
        let wrong = judged.filter {
            TreeNotation.canonical(PrerequisiteParser.parse($0.text, subject: $0.subject)) != TreeNotation.canonical($0.tree)
        }
        for case let text in wrong {
            print(
                "judged otherwise: \(text.text)\n  by hand \(TreeNotation.canonical(text.tree))\n  parsed  ",
                TreeNotation.canonical(PrerequisiteParser.parse(text.text, subject: text.subject)))
        }
        #expect(judged.count == 290)
        #expect(wrong.count * 100 <= judged.count * 3, "\(wrong.map(\.text))")
    }

    @Test func completeMeansThatNothingIsUnknown() throws {
        for text in try Self.judged() {
            let parsed = PrerequisiteParser.parse(text.text, subject: text.subject)
            #expect(parsed.complete == !TreeNotation.canonical(parsed).contains("?"), "\(text.text)")
        }
    }
}
