import Testing

@testable import NoteItTerminal

/// Bodies in Markdown as lines of a terminal.
struct MarkdownTests {
    private func lines(_ source: String, width: Int? = 40) -> [String] {
        MarkdownText(source, unicode: false).lines(width: width).map(\.text)
    }

    private func tones(_ source: String) -> [Tone] {
        MarkdownText(source, unicode: false).lines(width: nil).flatMap(\.spans).filter { $0.text != " " }.map(\.tone)
    }

    static let forms: [(String, [String])] = [
        ("plain", ["plain"]), ("", []), ("one\ntwo", ["one", "two"]), ("one\n\n\n\ntwo", ["one", "", "two"]),
        ("# Week 5\ntext", ["Week 5", "", "text"]), ("- a\n- b\n  - c", ["- a", "- b", "  - c"]),
        ("9. a\n10. b", ["9.  a", "10. b"]), ("- a\n\n- b", ["- a", "", "- b"]),
        ("- [x] done\n- [ ] open", ["- [x] done", "- [ ] open"]),
        ("> said\n> > before", ["| said", "| ", "| | before"]),
        ("```swift\nlet a  = 1\n\n  b\n```", ["  let a  = 1", "  ", "    b"]),
        ("a `x  y` b", ["a x  y b"]), ("*a* **b** ~~c~~ d_e_f", ["a b c d_e_f"]), ("---", [String(repeating: "-", count: 40)]),
        ("[here](https://example.edu/a)", ["here <https://example.edu/a>"]), ("https://example.edu", ["https://example.edu"]),
        ("[https://a.example](https://b.example)", ["https://a.example <https://b.example>"]),
        ("ada@example.edu", ["ada@example.edu"]), ("![a plot](p.png)", ["[image: a plot] <p.png>"]),
        ("| a | b |\n|---|---|\n| 1 | two |", ["a  b", "------", "1  two"]),
        ("<script>alert(1)</script>", ["<script>alert(1)</script>"]),
        ("a < b & c > d", ["a < b & c > d"]), ("&amp; &lt;", ["& <"]), ("1 * 2 * 3 = 6", ["1 * 2 * 3 = 6"]),
    ]

    @Test(arguments: forms)
    func markdownBecomesLines(source: String, wanted: [String]) { #expect(lines(source) == wanted) }

    static let unstyled: [(String, [String])] = [
        ("4*4*4 and __init__", ["4*4*4 and __init__"]), ("*a* **b** ~~c~~ d_e_f", ["*a* **b** ~~c~~ d_e_f"]),
        ("_a_ and `x  y`", ["_a_ and `x  y`"]), ("## Week 5\n***x***", ["## Week 5", "", "***x***"]),
        ("``a ` b``", ["``a ` b``"]), ("- a __b__\n> _c_", ["- a __b__", "", "| _c_"]), ("$a_1$ and _b_", ["$a_1$ and _b_"]),
        ("[*here*](https://example.edu/a)", ["*here* <https://example.edu/a>"]),
        ("\\*not\\* this", ["*not* this"]),
    ]

    @Test(arguments: unstyled)
    func whereNoStyleCanBeShownItsMarksStay(source: String, wanted: [String]) {
        #expect(MarkdownText(source, unicode: false, isStyled: false).lines(width: 60).map(\.text) == wanted)
    }

    @Test func manyThreadsReadAtOnce() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 { #expect(lines("~~c~~ https://example.edu") == ["c https://example.edu"]) }
                }
            }
        }
    }

    static let formulas = [
        "$x_1 + x_2 = \\alpha$", "$a*b*c$", "$$\\int_0^1 f(x)\\,dx$$", "so $O(n \\log n)$, not $O(n^2)$.",
        "$$\na_1 \\\\\nb_1\n$$",
        "$5 and $6", "it costs $5, `$x$` is code", "\\$5", "$ a $", "$", "$$", "a $b", "1$2$3",
    ]

    @Test(arguments: formulas)
    func mathsStaysAsItIsWritten(source: String) {
        let wanted = source.replacing("\\$", with: "$").replacing("`", with: "")
        #expect(lines(source, width: nil).joined(separator: "\n") == wanted)
    }

    @Test func mathsIsDistinguishedFromText() {
        #expect(tones("let $x_1$ be") == [.plain, .maths, .plain])
        #expect(tones("costs $5 or $6") == [.plain, .plain, .plain, .plain])
        #expect(tones("`$x$`") == [.code])
        #expect(tones("**b** *i* ~~s~~ `c`") == [.strong, .emphasis, .struck, .code])
    }

    static let attacks = [
        "\u{1B}[31mred", "```\n\u{1B}]0;title\u{7}\n```", "`\u{1B}[2J`", "&#27;[31m", "&#x1b;c", "&#x9b;31m", "[a](\u{1B}[0m)",
        "$\u{1B}[1m$", "| \u{1B}c |\n|---|",
        "\u{202E}evil", "&#x202e;evil", "<b \u{1B}[1m>", "# \u{9B}1m",
    ]

    @Test(arguments: attacks)
    func noControlCharacterReachesTheTerminal(source: String) {
        let text = lines(source).joined()
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
        #expect(text.contains("^[") || text.contains("<U+") || text.contains("^G"))
    }

    @Test(arguments: [20, 40, 72])
    func linesFitTheTerminal(width: Int) {
        let source = """
            # A heading that is rather long for a narrow terminal, with **strong** words
            \(String(repeating: "word ", count: 60)) https://example.edu/\(String(repeating: "long", count: 30))

            - \(String(repeating: "日本語 ", count: 30))
              > \(String(repeating: "quoted `code` ", count: 12))
            1. $\(String(repeating: "x + ", count: 40)) y$

            | \(String(repeating: "left ", count: 12)) | \(String(repeating: "right ", count: 12)) |
            |---|---|
            | a | b |
            """
        #expect(lines(source, width: width).allSatisfy { $0.displayWidth <= width })
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ">", "- ", "*", "**a", "[", "![", "`", "``a", "$a ", "$$", "|", "<a", "&", "_a_", "~~", "1. ", "[a](", "\\",
            "|a\n|-",
        ])
    func nothingTakesForever(piece: String) {
        let source = String(String(repeating: piece, count: 20_000).prefix(20_000))
        #expect(lines(source).reduce(0) { $0 + $1.count } < 4_000_000)
    }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let nested: [String] = [
        many(">", 25) + "a", many("- ", 25) + "a", many(">-  ", 13) + "a", many("1. ", 25) + "a",
        [many("*a ", 30), many("b* ", 30), "c"].joined(),
        (0..<25).map { many("  ", $0) + "- a" }.joined(separator: "\n"),
    ]

    @Test(arguments: nested) func deepNestingIsShownAsSource(source: String) {
        #expect(lines(source, width: nil).joined(separator: "\n") == source)
    }

    @Test func nestingThatIsNotDeepIsShown() {
        #expect(lines(String(repeating: "> ", count: 20) + "a") == [String(repeating: "| ", count: 20) + "a"])
        #expect(lines("> " + String(repeating: "- ", count: 30), width: 10) == ["| " + String(repeating: "-", count: 8)])
    }

    /// Each takes libcmark-gfm a time by the square of its length, or more.
    static let costly: [String] = [
        [many("- ", 20), "a\n", many("- - - - a\n\n\n\n\n\n\n\n\n", 400), many("\n", 5_000)].joined(),
        [many("|a", 1_600), "\n", many("|-", 1_600), "\n", many("a\n", 6_000)].joined(),
        [many("a\n", 5_000), many("|b|\n|-|-|\n", 900)].joined(),
        many("|", 19_000), many("x <?", 4_900), many("![[]()", 3_300), many("<http://a", 2_200), many("a@", 9_900),
        "http://a.b/" + many(")", 19_000), ["[a]: ", many("b", 9_000), "\n\n", many("[a]", 3_300)].joined(),
    ]

    @Test(arguments: costly) func whatIsCostlyIsShownAsSource(source: String) {
        #expect(MarkdownParser.parse(source).blocks == [.verbatim(source)])
    }

    @Test func anOrdinaryTextOfTheGreatestLengthIsParsed() {
        let paragraph = "A [link](https://example.edu/a(b)), [a][1], `code`, **bold** for ada@example.edu.\n\n- one\n- two\n\n"
        let table = ["| a | b | c |\n|---|---|---|\n", Self.many("| 1 | 2 | 3 |\n", 100), "\n"].joined()
        let text = [Self.many(paragraph, 150), table, "[1]: https://example.edu\n"].joined()
        #expect(text.count > 15_000 && MarkdownParser.parse(text).blocks.count == 301)
    }

    @Test func aWordThatIsTooLongIsBrokenAnywhere() {
        #expect(lines("see **abcdefgh**ijklmnop qr", width: 8) == ["see", "abcdefgh", "ijklmnop", "qr"])
    }

    @Test func codeAndSpacesStayAsTheyAre() {
        #expect(lines("```\nif a:\n    b  # c\n" + String(repeating: "x", count: 60) + "\n```").last?.count == 62)
    }
}
