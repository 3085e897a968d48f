import Foundation
import NoteItCore
@testable import Planning
import RealData
import Testing

/// Texts that were drawn at random: `Tests/Data/degrees/drawn.txt`.
struct DrawnTextsTests {
    struct Drawn {
        var subject, text: String
        /// The trees that are equally right.
        var trees: [String]
    }

    static func drawn() throws -> [Drawn] {
        let file = RealData.extracts.path("degrees/drawn.txt")
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return stride(from: 0, to: lines.count - 1, by: 2).compactMap { index -> Drawn? in
            guard let bar = lines[index].firstRange(of: " | ") else { return nil }
            return Drawn(
                subject: String(lines[index][..<bar.lowerBound]),
                text: String(lines[index][bar.upperBound...]).replacing("\\n", with: "\n"),
                trees: lines[index + 1].dropFirst(2).split(separator: " || ").map(String.init))
        }
    }

    @Test func atLeast97PercentAreExactlyRight() throws {
        let drawn = try Self.drawn()
        let wrong = drawn.filter { text in
            let parsed = TreeNotation.canonical(PrerequisiteParser.parse(text.text, subject: text.subject))
            return !text.trees.contains { TreeNotation.canonical($0) == parsed }
        }
        for text in wrong {
            print(
                "judged otherwise: \(text.text)\n  by hand \(text.trees)\n  parsed  ",
                TreeNotation.canonical(PrerequisiteParser.parse(text.text, subject: text.subject)))
        }
        #expect(drawn.count == 1_400)
        #expect(wrong.count * 100 <= drawn.count * 3, "\(wrong.map(\.text))")
    }

    /// Where the parser's trees say no, a reader's say no too.
    @Test func noTextSaysAFalseNo() throws {
        var dice = SplitMix64(state: 30)
        for text in try Self.drawn() {
            let parsed = PrerequisiteParser.parse(text.text, subject: text.subject)
            let read = RequirementTree.all([parsed.prerequisites, parsed.corequisites])
            let trees = text.trees.map(TreeNotation.tree)
            let courses = Set((trees + [read]).flatMap(\.courses))
            for _ in 0..<200 {
                let student = Student(
                    before: courses.filter { _ in Bool.random(using: &dice) },
                    beside: courses.filter { _ in Bool.random(using: &dice) },
                    credits: Int.random(in: 0...120, using: &dice),
                    grade: Grade(["C-", "B", "A+"].randomElement(using: &dice) ?? ""))
                guard student.meets(read) == false, !trees.contains(where: { student.meets($0) == false }) else { continue }
                Issue.record("\(text.text): \(student)")
                break
            }
        }
    }
}

/// Somebody who has some courses, and takes others in the same term.
private struct Student {
    var before, beside: Set<CourseCode>
    var credits: Int
    var grade: Grade?

    /// Nil if only a person can tell.
    func meets(_ tree: RequirementTree) -> Bool? {
        switch tree {
        case .all(let parts): return atLeast(parts.count, parts)
        case .any(let parts): return atLeast(1, parts)
        case .atLeast(let least, let parts): return atLeast(least, parts)
        case .course(let code, let minimum, let concurrent):
            if concurrent, beside.contains(code) { return true }
            guard before.contains(code) else { return false }
            guard case .letter(let needed)? = minimum, case .letter(let has)? = grade else { return true }
            return has >= needed
        case .credits(let amount, nil, nil, nil): return Double(credits) >= (Double(amount.description) ?? 0)
        case .level(let level): return credits >= (level - 1) * RequirementTree.creditsPerLevel
        case .credits, .permission, .unknown, .highSchool: return nil
        }
    }

    private func atLeast(_ least: Int, _ parts: [RequirementTree]) -> Bool? {
        let found = parts.map(meets)
        let yes = found.count { $0 == true }
        if yes >= least { return true }
        return yes + found.count { $0 == nil } < least ? false : nil
    }
}
