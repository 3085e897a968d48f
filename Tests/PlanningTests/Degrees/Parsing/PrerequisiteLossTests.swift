import Foundation
import NoteItCore
import RealData
import Testing

@testable import Planning

/// Every code that a text writes in full stands in a leaf of a tree, a course, a school course or an unknown, or in what a rule of
/// `DroppedText` leaves out.
struct PrerequisiteLossTests {
    private static var hasWholeData: Bool { (try? RealData.whole()) != nil }

    /// Capital words that are not subjects.
    private static let notSubjects: Set<String> = [
        "OR", "AND", "BC", "SFU", "OF", "IN", "TO", "THE", "ALL", "ONE", "ANY", "CGPA", "GPA", "UDGPA", "FOR", "WITH", "NOT",
        "AP",
        "IB", "NO", "AT", "FALL", "SPRING", "SUMMER",
    ]

    /// The codes that are written in full: `CMPT 225`, `CMPT225`, `CMPT-225`. It reads characters, not the parser's tokens.
    static func codes(in text: String) -> Set<CourseCode> {
        let letters = { (scalar: Unicode.Scalar) in ("A"..."Z").contains(scalar) }
        let digits = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
        func isWord(_ scalar: Unicode.Scalar?) -> Bool {
            guard let scalar else { return false }
            return scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
                || digits(scalar)
                || ["-", "_", "'", "\u{2019}", "\u{2010}", "\u{2011}"].contains(scalar)
        }
        let scalars = Array(text.unicodeScalars)
        func end(_ start: Int, _ belongs: (Unicode.Scalar) -> Bool) -> Int {
            scalars[start...].firstIndex { !belongs($0) } ?? scalars.count
        }
        func word(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        var codes: Set<CourseCode> = []
        var index = 0
        while index < scalars.count {
            let start = index
            let subject = end(start, letters)
            guard subject > start, start == 0 || !isWord(scalars[start - 1]), start == 0 || scalars[start - 1] != "." else {
                index = max(subject, start + 1)
                continue
            }
            index = subject
            guard (2...6).contains(subject - start), !notSubjects.contains(word(start..<subject)) else { continue }
            var number = end(subject) { $0 == " " }
            if number == subject, number < scalars.count, scalars[number] == "-" { number += 1 }
            let suffix = number < scalars.count ? end(number, digits) : number
            let last = suffix < scalars.count ? end(suffix, letters) : suffix
            guard (2...4).contains(suffix - number), last - suffix <= 2, last == scalars.count || !isWord(scalars[last]) else {
                continue
            }
            if last + 1 < scalars.count, scalars[last] == ".", digits(scalars[last + 1]) { continue }
            let rest = word(last..<min(last + 12, scalars.count)).lowercased().drop { $0.isWhitespace }
            if rest.hasPrefix("level") || rest.hasPrefix("division") { continue }
            codes.insert(CourseCode(subject: word(start..<subject), number: word(number..<last)))
        }
        return codes
    }

    /// The words of which one must stand in what a rule leaves out.
    private static func words(of rule: DroppedText.Rule) -> [String] {
        switch rule {
        case .recommendation:
            [
                "recommend", "recommeded", "encourage", "suggest", "advis", "prefer", "helpful", "desir", "beneficial",
                "useful", "asset", "may wish to",
            ]
        case .creditNote: ["credit", "counted", "not count", "repeated"]
        case .exclusion:
            [
                "exclusi", "antireq", "anti-req", "equivalen", "cross", "formerly", "previously", "same as", "identical",
                "also listed", "also offered",
            ]
        case .nothingRequired: []
        case .pageField: ["attributes"]
        case .companion: ["concurrent", "simultaneously"]
        case .contact: ["please", "see "]
        case .laterCourse: ["in this course is", "should take"]
        }
    }

    private func lost(_ text: String, subject: String) -> Set<CourseCode> {
        var reader = PrerequisiteReader(text, subject: subject)
        let parsed = reader.read()
        var lost = Self.codes(in: text)
        for tree in [parsed.prerequisites, parsed.corequisites] {
            tree.forEachLeaf { leaf in
                switch leaf {
                case .course(let code, _, _): lost.remove(code)
                case .unknown(let text), .highSchool(let text, _): lost.subtract(Self.codes(in: text))
                default: break
                }
            }
        }
        for part in reader.dropped {
            let dropped = text[part.range].lowercased()
            guard Self.words(of: part.rule).contains(where: dropped.contains) else { continue }
            lost.subtract(Self.codes(in: String(text[part.range])))
        }
        return lost
    }

    private func check(_ text: String, subject: String) {
        let lost = lost(text, subject: subject)
        #expect(lost.isEmpty, "\(subject) | \(text)")
    }

    @Test func codesAreFound() {
        let codes = Self.codes(
            in: "CMPT 225, MATH-150 or (STAT270) CMPT 105W; HIST 100 level. CMPT 12345, XCMPT 7 OR 225 ACMA 301.")
        #expect(codes.map(\.compact).sorted() == ["ACMA301", "CMPT105W", "CMPT225", "MATH150", "STAT270"])
    }

    @Test(.enabled(if: hasWholeData), arguments: PrerequisiteTexts.University.allCases)
    func noRealTextLosesACourse(university: PrerequisiteTexts.University) async throws {
        let data = try #require(try RealData.whole())
        var dice = SplitMix64(state: 26)
        for text in try PrerequisiteTexts(university, in: data).texts {
            await giveWay()
            check(text.text, subject: text.subject)
            check(Mutation.mutated(text.text, &dice), subject: text.subject)
        }
    }

    @Test func noJudgedTextLosesACourse() throws {
        for text in try JudgedTextsTests.judged() { check(text.text, subject: text.subject) }
    }

    /// Also pairs of texts without a mark between them.
    @Test(.timeLimit(.minutes(30))) func noMutatedTextLosesACourse() async throws {
        var dice = SplitMix64(state: 28)
        let texts = try JudgedTextsTests.judged()
        for text in texts {
            await giveWay()
            for _ in 0..<15 { check(Mutation.mutated(text.text, &dice), subject: text.subject) }
            let other = try #require(texts.randomElement(using: &dice))
            let joint = try #require([" ", "", ", ", " and ", "; ", ". ", " ("].randomElement(using: &dice))
            check(text.text + joint + other.text, subject: text.subject)
        }
    }
}
