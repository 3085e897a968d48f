import NoteItCore
import Testing

@testable import NoteItTerminal

/// The server finds mentions where the terminal shows prose, and nowhere else.
struct MentionMarkdownTests {
    @Test(arguments: 0..<300) func mentionsAreThoseOfTheParsedMarkdown(seed: Int) {
        var random = Steps(state: UInt64(seed) &+ 1)
        let text = (0..<12).map { line in
            let begin = Self.begins.randomElement(using: &random) ?? ""
            let form = Self.forms.randomElement(using: &random) ?? "@"
            return begin + form.replacing("@", with: "@p\(line)x")
        }.joined(separator: "\n")
        let shown = MarkdownParser.parse(text).blocks.prose.split { !("a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "@") }
        let expected = Set(shown.filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) })
        #expect(Mention.handles(in: text) == expected, "\(text)")
    }

    private static let begins = [
        "", "", "", "    ", "\t", "  ", "- ", "  - ", "    - ", "1. ", "2. ", "> ", "> > ", ">     ", "-     ", "# ", "   ",
        "* * ",
    ]
    private static let forms = [
        "see @ here", "@", "", "", "`@`", "_@_", "*@* or", "**@**", "```", "~~~", "~~@~~", "[@](/x)", "<@", "(@)", "---",
    ]
}

/// A generator of the same numbers each time (Knuth's constants).
private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

extension [Markdown.Block] {
    /// The words that are not code, with a space between two.
    fileprivate var prose: String {
        map { block in
            switch block {
            case .heading(_, let words), .paragraph(let words): words.prose
            case .code, .rule: ""
            case .quote(let blocks): blocks.prose
            case .list(let list): list.items.map(\.blocks.prose).joined(separator: " ")
            case .table(let head, let rows): ([head] + rows).joined().map(\.prose).joined(separator: " ")
            case .verbatim(let source): source
            }
        }.joined(separator: " ")
    }
}

extension [Markdown.Inline] {
    fileprivate var prose: String {
        map { inline in
            switch inline {
            case .text(let text): text
            case .code, .maths: " "
            case .emphasis(let inner), .strong(let inner), .struck(let inner), .link(let inner, _): inner.prose
            case .image(let text, _): text
            case .lineBreak: " "
            }
        }.joined()
    }
}
